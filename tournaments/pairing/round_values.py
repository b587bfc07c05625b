"""What every round is drawn from and what a draw ends in: plain values, kept as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.pairing.reasons import Reason
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.sit_outs import SitsOut

RANDOM: Final = "random"
BY_STANDING: Final = "by_standing"
MOVEMENT: Final = "movement"
SWISS: Final = "swiss"
HIGH_HIGH: Final = "high_high"
DANISH: Final = "danish"
ROUND_ROBIN: Final = "round_robin"

STANDING: Final = frozenset({BY_STANDING, SWISS, HIGH_HIGH, DANISH})
"""The ways to draw that go by the standings."""
FIXED: Final = frozenset({MOVEMENT, ROUND_ROBIN})
"""The ways to draw that have one seed for all their rounds."""
TWO_SIDES: Final = 2


class CannotDraw(ValueError):
    """There is no draw for these entries in this way, or none is left, or nobody knows the way."""


@dataclass(frozen=True, slots=True)
class Input:
    """What a round is drawn from; entries are named by their printed numbers.

    `entries` are in the order of their numbers, for a draw by standing in that of the standings;
    `house` are those that only fill tables; `sat_out` says how often somebody has sat out;
    `fields` are the entries of the earlier rounds of a fixed movement or round robin, which is
    played `twice` or once. `pair` says that partners sit opposite each other. `scores` are what the
    standings rank by, exact fractions; `floated` says who left his score group in the round before.
    An `algorithm` is named where it is not the present one of the method.
    """

    method: str
    seed: str
    labels: tuple[str, ...]
    entries: tuple[str, ...]
    history: tuple[Seating, ...] = ()
    pair: bool = False
    house: tuple[str, ...] = ()
    sat_out: Mapping[str, int] | None = None
    fields: tuple[tuple[str, ...], ...] = ()
    scores: Mapping[str, str] = field(default_factory=dict)
    floated: Mapping[str, str] = field(default_factory=dict)
    twice: bool = False
    algorithm: str = ""

    @property
    def units(self) -> int:
        """How many entries sit at a table."""
        return len(self.labels) // (TWO_SIDES if self.pair else 1)

    def as_json(self) -> dict[str, Any]:
        """Return the input without the seed, as it is digested and as `read` takes it.

        What only some draws need stands there only where it says something: inputs of before there
        were such draws keep their digests.
        """
        rest = {
            "scores": dict(self.scores),
            "floated": dict(self.floated),
            "twice": self.twice,
            "algorithm": self.algorithm,
        }
        return {
            "method": self.method,
            "labels": list(self.labels),
            "entries": list(self.entries),
            "history": [[list(seat) for seat in seating.seats] for seating in self.history],
            "pair": self.pair,
            "house": list(self.house),
            "sat_out": dict(self.sat_out or {}),
            "fields": [list(one) for one in self.fields],
            **{name: value for name, value in rest.items() if value},
        }


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round: its tables, who sits out, and why.

    `reasons` are those of the tables, in their order; `floats` is what the next round must know.
    """

    draw: Draw
    sit_outs: tuple[SitsOut, ...] = ()
    reasons: tuple[tuple[Reason, ...], ...] = ()
    floats: Mapping[str, str] = field(default_factory=dict)

    @property
    def shown(self) -> dict[str, Any]:
        """The round as JSON, as two draws of it are compared."""
        return {
            "algorithm": self.draw.algorithm,
            "tables": [dict(seating.seats) for seating in self.draw.tables],
            "sit_outs": [one.entry for one in self.sit_outs],
        }


def read(given: Mapping[str, Any], seed: str) -> Input:
    """Return the input that was written as JSON; what is left out is empty."""
    return Input(
        method=given.get("method", RANDOM),
        seed=seed,
        labels=tuple(given["labels"]),
        entries=tuple(given["entries"]),
        history=tuple(
            Seating(number, tuple((label, entry) for label, entry in seats))
            for number, seats in enumerate(given.get("history", ()), 1)
        ),
        pair=given.get("pair", False),
        house=tuple(given.get("house", ())),
        sat_out=dict(given.get("sat_out", {})),
        fields=tuple(tuple(field) for field in given.get("fields", ())),
        scores=dict(given.get("scores", {})),
        floated=dict(given.get("floated", {})),
        twice=given.get("twice", False),
        algorithm=given.get("algorithm", ""),
    )
