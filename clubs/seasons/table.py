"""The table of a season as a pure function: from points earned in its events to ranked rows.

The total is that of the best events, plus the attendance of all. Ties are broken by the number of
events won, then by the best rank, then by the last event in which one of them played; remaining
equals share the rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final

from tournaments.codes import WordedCode, worded

NOWHERE: Final = 1_000_000_000
"""The place of somebody who had none."""
NOTHING: Final = Fraction(0)


class Decider(WordedCode):
    """The tie-break that separated persons with equal totals."""

    WINS = worded("wins", "level on points; events won: %(value)s")
    BEST_PLACE = worded("best_place", "level on points and wins; best place: %(value)s")
    LAST_EVENT = worded(
        "last_event", "level on points, wins and best place; decided by the last event"
    )


@dataclass(frozen=True, slots=True)
class Earned:
    """The points of a person in an event; `place` is None if only attendance counted."""

    event: int
    points: Fraction
    attendance: Fraction = NOTHING
    place: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A person in the table of a season.

    `counted` are the keys of the events whose points count, `asked` are the tie-breaks applied to
    this person and the equals, in order; the last of them separated them unless `shared`.
    """

    rank: int
    shared: bool
    person: int
    total: Fraction
    earned: Mapping[int, Earned]
    counted: frozenset[int]
    wins: int
    best_place: int | None
    asked: tuple[Decider, ...] = ()

    @property
    def decided_by(self) -> Decider | None:
        """The tie-break that separated this person from equals; None if none was needed or none
        could separate them.
        """
        return self.asked[-1] if self.asked and not self.shared else None

    @property
    def attendance(self) -> Fraction:
        """The points for attendance."""
        return sum((each.attendance for each in self.earned.values()), NOTHING)

    @property
    def events(self) -> int:
        """The number of events in which the person played."""
        return len(self.earned)


def season_table(
    earned: Mapping[int, Sequence[Earned]], events: Sequence[int], best_of: int | None
) -> tuple[TableRow, ...]:
    """Rank persons by their points; `events` are in order of play."""
    order = {event: number for number, event in enumerate(events)}
    known = [_unranked(person, rows, order, best_of) for person, rows in earned.items()]
    known.sort(key=lambda row: (-row.total, row.person))
    ranked: list[TableRow] = []
    for _total, equals in groupby(known, key=lambda row: row.total):
        for group, asked in _parted(list(equals), tuple(Decider), events, ()):
            rank = len(ranked) + 1
            ranked += [
                _placed(row, rank, asked, is_shared=len(group) > 1)
                for row in sorted(group, key=lambda row: row.person)
            ]
    return tuple(ranked)


def _unranked(
    person: int, rows: Sequence[Earned], order: Mapping[int, int], best_of: int | None
) -> TableRow:
    best = sorted(rows, key=lambda each: (-each.points, order[each.event]))[:best_of]
    total = sum((each.points for each in best), NOTHING)
    places = [each.place for each in rows if each.place is not None]
    return TableRow(
        rank=0,
        shared=False,
        person=person,
        total=total + sum((each.attendance for each in rows), NOTHING),
        earned={each.event: each for each in rows},
        counted=frozenset(each.event for each in best),
        wins=places.count(1),
        best_place=min(places, default=None),
    )


def _parted(
    equals: Sequence[TableRow],
    deciders: Sequence[Decider],
    events: Sequence[int],
    asked: tuple[Decider, ...],
) -> Iterator[tuple[list[TableRow], tuple[Decider, ...]]]:
    """Split equals by the first tie-break that can; yield the groups with those applied."""
    if len(equals) == 1 or not deciders:
        yield list(equals), asked
        return
    decider, later = deciders[0], deciders[1:]
    values = _values(decider, equals, events)
    asked = (*asked, decider)
    ordered = sorted(equals, key=lambda row: values[row.person])
    for _value, group in groupby(ordered, key=lambda row: values[row.person]):
        rows = list(group)
        if len(rows) == 1:
            yield rows, asked
        else:
            yield from _parted(rows, later, events, asked)


def _values(
    decider: Decider, equals: Iterable[TableRow], events: Sequence[int]
) -> dict[int, Fraction | int]:
    """Return the sort values of a tie-break, the smaller the better, by person."""
    rows = list(equals)
    if decider is Decider.WINS:
        return {row.person: -row.wins for row in rows}
    if decider is Decider.BEST_PLACE:
        return {row.person: NOWHERE if row.best_place is None else row.best_place for row in rows}
    last = next(event for event in reversed(events) if any(event in row.earned for row in rows))
    return {row.person: -_points(row, last) for row in rows}


def _points(row: TableRow, event: int) -> Fraction:
    return row.earned[event].points if event in row.earned else Fraction(-1)


def _placed(row: TableRow, rank: int, asked: tuple[Decider, ...], *, is_shared: bool) -> TableRow:
    return TableRow(
        rank=rank,
        shared=is_shared,
        person=row.person,
        total=row.total,
        earned=row.earned,
        counted=row.counted,
        wins=row.wins,
        best_place=row.best_place,
        asked=asked,
    )
