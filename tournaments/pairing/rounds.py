"""The one door to all draws: what a round is drawn from goes in, who sits where and who out comes.

A draw is a function of its input alone; the input is plain JSON, so that anybody can make it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.pairing import individual, movement, pairs, sit_outs
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.sit_outs import SitsOut

METHODS = ("random", "by_standing", "movement")


class NoMovement(ValueError):
    """There is no fixed movement for so many entries, or all of its rounds have been played."""


@dataclass(frozen=True, slots=True)
class Input:
    """What a round is drawn from; entries are named by their printed numbers.

    `entries` are in the order of their numbers, for a draw by standing in that of the standings;
    `house` are those that only fill tables; `sat_out` says how often somebody has sat out;
    `fields` are the entries of the earlier rounds of a movement. `pair` says that partners sit
    opposite each other.
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

    @property
    def units(self) -> int:
        """How many entries sit at a table."""
        return len(self.labels) // (2 if self.pair else 1)

    def as_json(self) -> dict[str, Any]:
        """Return the input without the seed, as it is digested and as `read` takes it."""
        return {
            "method": self.method,
            "labels": list(self.labels),
            "entries": list(self.entries),
            "history": [[list(seat) for seat in seating.seats] for seating in self.history],
            "pair": self.pair,
            "house": list(self.house),
            "sat_out": dict(self.sat_out or {}),
            "fields": [list(field) for field in self.fields],
        }


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round: its tables and who sits out."""

    draw: Draw
    sit_outs: tuple[SitsOut, ...] = ()


def read(given: Mapping[str, Any], seed: str) -> Input:
    """Return the input that was written as JSON; what is left out is empty."""
    return Input(
        method=given.get("method", METHODS[0]),
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
    )


def draw(given: Input) -> Drawn:
    """Draw a round.

    Raises ValueError if the entries do not fill a table, NoMovement if none is offered for them.
    """
    if given.method == "movement":
        return Drawn(_movement(given))
    out = sit_outs.choose(
        given.entries,
        given.units,
        before=given.sat_out or {},
        house=given.house,
        seed=None if given.method == "by_standing" else given.seed,
    )
    without = {one.entry for one in out}
    seated = [entry for entry in given.entries if entry not in without]
    room = pairs if given.pair else individual
    make = room.by_standing if given.method == "by_standing" else room.draw
    return Drawn(make(seated, given.labels, given.history, given.seed), out)


def _movement(given: Input) -> Draw:
    if given.pair or not movement.is_offered(len(given.entries), len(given.labels)):
        raise NoMovement("the movement is for sixteen players")
    if len(given.fields) >= movement.ROUNDS:
        raise NoMovement("all rounds of the movement have been played")
    fields: Sequence[Sequence[str]] = [*given.fields, given.entries]
    return movement.draw(fields, given.labels, given.history, given.seed)
