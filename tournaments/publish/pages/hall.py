"""What the projector in the hall shows: who sits where, and the standings, a screen at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar
from unicodedata import east_asian_width

from tournaments import queries
from tournaments.models import Event, Ranking
from tournaments.publish.pages import event as events
from tournaments.publish.pages.event import Place, ShownRow
from tournaments.publish.pages.progress import PUBLIC, RoundState, round_states, state_words
from tournaments.publish.pages.tables import TableView, at_last, tables

ROWS: Final = 10
"""So many rows of a table are read from the last chair of the hall."""

LINE: Final = 70
"""So many letters, of which a Chinese character takes two, stand in a line of a notice."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """The tables of the last public round, in screens, and who sits out."""

    event: Event
    current: RoundState | None
    screens: tuple[tuple[TableView, ...], ...]
    out: tuple[Place, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The seats of a table in their order."""
        tables_ = [table for screen in self.screens for table in screen]
        return tuple(seat.label for seat in tables_[0].seats) if tables_ else ()

    @property
    def message(self) -> str:
        """Where the event stands."""
        return state_words(self.current) if self.current else ""


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings, in screens."""

    event: Event
    current: RoundState | None
    screens: tuple[tuple[ShownRow, ...], ...]

    @property
    def by_table_points(self) -> bool:
        """Whether table points rank before points."""
        return self.event.ranking == Ranking.TABLE_POINTS

    @property
    def has_penalties(self) -> bool:
        """Whether anybody has penalty points."""
        return any(one.row.rank.reasons for screen in self.screens for one in screen)

    @property
    def has_history(self) -> bool:
        """Whether there are two rounds whose ranks can be compared."""
        return any(one.spark for screen in self.screens for one in screen)

    @property
    def message(self) -> str:
        """Where the event stands."""
        return state_words(self.current) if self.current else ""


def seating(event: Event) -> SeatingPage:
    """Return who sits where in the last public round."""
    rounds = round_states(event)
    if not rounds:
        return SeatingPage(event, None, (), ())
    current = rounds[-1]
    shown = tables(
        segment__match__round__event=event,
        segment__match__round__state__in=PUBLIC,
        segment__match__round__number=current.number,
    )
    seated = events.places(event, current, queries.record(event))
    out = tuple(place for place in seated if place.table is None)
    return SeatingPage(event, current, screens(at_last(shown), rows_beside(event.notice)), out)


def standings(event: Event) -> StandingsPage:
    """Return the standings as they are now."""
    rounds = round_states(event)
    shown, most = events.shown(queries.record(event)), rows_beside(event.notice)
    return StandingsPage(event, rounds[-1] if rounds else None, screens(shown, most))


def rows_beside(notice: str) -> int:
    """Return how many rows of a table have room beside a notice, which takes that of some.

    >>> rows_beside(""), rows_beside("第二轮 14:30 开始"), rows_beside("休息" * 100)
    (10, 8, 3)
    """
    if not notice:
        return ROWS
    wide = sum(2 if east_asian_width(sign) in "WF" else 1 for sign in notice)
    return ROWS - 1 - -(-wide // LINE)


def screens(rows: Sequence[T], most: int = ROWS) -> tuple[tuple[T, ...], ...]:
    """Return rows in screens of about the same length, none longer than can be read.

    >>> [len(screen) for screen in screens(range(12))]
    [6, 6]
    """
    count = -(-len(rows) // most)
    each = -(-len(rows) // count) if count else most
    return tuple(tuple(rows[at : at + each]) for at in range(0, len(rows), each))
