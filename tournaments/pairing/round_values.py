"""The input and the result of the draw of a round: plain values, stored as JSON."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.sit_outs import SitsOut

RANDOM: Final = "random"
BY_STANDING: Final = "by_standing"
MOVEMENT: Final = "movement"
SWISS: Final = "swiss"
HIGH_HIGH: Final = "high_high"
DANISH: Final = "danish"
ROUND_ROBIN: Final = "round_robin"
WHIST: Final = "whist"
MITCHELL: Final = "mitchell"
HOWELL: Final = "howell"
KNOCKOUT: Final = "knockout"

PAIRS: Final = "pairs"
PARTNERS: Final = "partners"
"""Forms of events that have ways to draw of their own, as the event calls them."""

STANDING: Final = frozenset({BY_STANDING, SWISS, HIGH_HIGH, DANISH})
"""The ways to draw that go by the standings."""
OVER_BOARDS: Final = frozenset({MITCHELL, HOWELL})
"""The ways to draw in which boards move on too."""
ALL_MEETINGS: Final = frozenset({ROUND_ROBIN}) | OVER_BOARDS
"""The ways to draw that fix with the first round who is to meet whom."""
FIXED: Final = frozenset({MOVEMENT, ROUND_ROBIN, WHIST}) | OVER_BOARDS
"""The ways to draw that have one seed for all their rounds."""
TWO_SIDES: Final = 2
ALWAYS: Final = frozenset(
    {"method", "labels", "entries", "history", "pair", "house", "sat_out", "fields"}
)
"""The parts of the input that are written though they are empty; others came later."""


class CannotDraw(ValueError):
    """No round can be drawn: not with these entries, none is left, or the method is unknown."""


@dataclass(frozen=True, slots=True)
class DrawInput:
    """The input of a round's draw; entries are named by their printed numbers.

    `entries` are ordered by number, for a draw by standing by rank; `house` are house players,
    which only fill tables; `sat_out` counts the byes of each entry; `fields` are the entries of the
    earlier rounds of a fixed movement or round robin, which is played `twice` or once. `pair` says
    that partners sit opposite each other. `scores` are the ranking scores, exact fractions;
    `floated` names the entries that left their score group in the previous round. `algorithm` is
    set if it is not the current one of the method. `knockout` is the knockout of the round
    (`knockout_rounds`).

    `partners` says that partners are drawn for each round. `groups` are all members of each group,
    if there are several; members missing from the entries are absent. `clubs` are the clubs of
    entries, `seeding` the seeded entries in order. A movement over boards has `size` boards a table
    and `rounds` planned rounds; `movement` holds its options (`board_choice`), and `instead` the
    entry whose place a late one has taken. With `three_way` three entries of an odd number meet in
    half matches, each with each, and there is no bye: they are a table of three in the draw and in
    the history. With `last_out` the last of the standings has the bye of a Swiss draw, in the first
    round the highest number. For two sides without a fixed schedule, `rounds` are the planned
    rounds that are not drawn yet, this one included.
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
    knockout: Mapping[str, Any] = field(default_factory=dict)
    partners: bool = False
    groups: tuple[tuple[str, ...], ...] = ()
    clubs: Mapping[str, str] = field(default_factory=dict)
    seeding: tuple[str, ...] = ()
    size: int = 0
    rounds: int = 0
    movement: Mapping[str, Any] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)
    three_way: bool = False
    last_out: bool = False

    @property
    def form(self) -> str:
        """The form of the event, if draw methods depend on it."""
        return PARTNERS if self.partners else PAIRS if self.pair else ""

    @property
    def units(self) -> int:
        """The number of entries at a table."""
        return len(self.labels) // (TWO_SIDES if self.pair else 1)

    def as_json(self) -> dict[str, Any]:
        """Return the input without the seed, as it is digested and as `read` parses it.

        Empty values that only some draws need are left out, so that older inputs keep their
        digests.
        """
        shown = {column.name: getattr(self, column.name) for column in dataclasses.fields(self)}
        shown["history"] = [seating.seats for seating in self.history]
        shown["sat_out"] = self.sat_out or {}
        return {
            name: _plain(value)
            for name, value in shown.items()
            if name != "seed" and (value or name in ALWAYS)
        }


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round: its tables, its byes, and the reasons.

    `reasons` are those of the tables, in order; `floats` is needed by the next round, `codes` are
    the matches of the tables in a knockout, `groups` the groups of the tables, counted from 1, if
    there are several; `boards` are the boards of a table by its number.
    """

    draw: Draw
    sit_outs: tuple[SitsOut, ...] = ()
    reasons: tuple[tuple[DrawReason, ...], ...] = ()
    floats: Mapping[str, str] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    boards: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def shown(self) -> dict[str, Any]:
        """The round as JSON, in the form in which two draws of it are compared."""
        tables = self.draw.tables
        boards = {"boards": [list(self.boards.get(table.table, ())) for table in tables]}
        return {
            "algorithm": self.draw.algorithm,
            "tables": [dict(seating.seats) for seating in tables],
            "sit_outs": [sit_out.entry for sit_out in self.sit_outs],
            **(boards if self.boards else {}),
        }


def read(stored: Mapping[str, Any], seed: str) -> DrawInput:
    """Return the input from its JSON form; missing values are empty."""
    return DrawInput(
        method=stored.get("method", RANDOM),
        seed=seed,
        labels=tuple(stored["labels"]),
        entries=tuple(stored["entries"]),
        history=tuple(
            Seating(number, tuple((label, entry) for label, entry in seats))
            for number, seats in enumerate(stored.get("history", ()), 1)
        ),
        pair=stored.get("pair", False),
        house=tuple(stored.get("house", ())),
        sat_out=dict(stored.get("sat_out", {})),
        fields=tuple(tuple(field) for field in stored.get("fields", ())),
        scores=dict(stored.get("scores", {})),
        floated=dict(stored.get("floated", {})),
        twice=stored.get("twice", False),
        algorithm=stored.get("algorithm", ""),
        knockout=dict(stored.get("knockout", {})),
        partners=stored.get("partners", False),
        groups=tuple(tuple(group) for group in stored.get("groups", ())),
        clubs=dict(stored.get("clubs", {})),
        seeding=tuple(stored.get("seeding", ())),
        size=stored.get("size", 0),
        rounds=stored.get("rounds", 0),
        movement=dict(stored.get("movement", {})),
        instead=dict(stored.get("instead", {})),
        three_way=stored.get("three_way", False),
        last_out=stored.get("last_out", False),
    )


def _plain(value: Any) -> Any:
    """Return a value as a JSON round trip would give it."""
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return dict(value) if isinstance(value, Mapping) else value
