"""The screens of the hall: the seating and the standings, cut into screens of a few rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar
from unicodedata import east_asian_width

from django.utils.translation import pgettext

from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import Event, Sitting
from tournaments.publish import measures
from tournaments.publish.measures import Measures
from tournaments.publish.pages import event as events
from tournaments.publish.pages import match_names
from tournaments.publish.pages.event import Place, ShownRow
from tournaments.publish.pages.match_names import UNNAMED, MatchNames
from tournaments.publish.pages.progress import (
    PUBLIC,
    RoundState,
    public_rounds,
    round_states,
    state_words,
)
from tournaments.publish.pages.tables import TableView, at_last, tables
from tournaments.results import queries
from tournaments.standings.line_ranks import group_by_line
from tournaments.structure import clocks
from tournaments.structure.clocks import Face

ROWS: Final = 10
"""The most rows of a screen that can be read from the back of the hall."""

CLOCKS: Final = 5
"""The clocks of single tables in a line, below that of the hall."""

LINE: Final = 70
"""The letters in a line of a notice; a Chinese character counts two."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """The seating of the last public round, in screens, and the byes."""

    event: Event
    current: RoundState | None
    screens: tuple[tuple[TableView, ...], ...]
    out: tuple[Place, ...]
    clock: Face | None = None
    matches: tuple[tuple[MatchLineUps, ...], ...] = ()
    """The matches of teams in screens, instead of tables."""
    names: MatchNames = UNNAMED
    """The names of groups or knockout matches, where there are any."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the seats of a table, in order."""
        tables_ = [table for screen in self.screens for table in screen]
        return tuple(seat.label for seat in tables_[0].seats) if tables_ else ()

    @property
    def rooms(self) -> tuple[str, ...]:
        """The headings of the tables of a match: its rooms where it has two."""
        tables_ = self.matches[0][0].segments[0].tables if self.matches else ()
        if len(tables_) == 1:
            return (pgettext("column", "Table"),)
        return tuple(str(Sitting.Room(room).label) for room, _ in tables_)

    @property
    def message(self) -> str:
        """The state of the event as a sentence."""
        return state_words(self.current) if self.current else ""


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings, in screens."""

    event: Event
    current: RoundState | None
    screens: tuple[tuple[ShownRow, ...], ...]
    measures: Measures
    clock: Face | None = None

    @property
    def has_lines(self) -> bool:
        """Whether north-south and east-west rank apart, each in screens of its own."""
        return any(shown.row.rank.line for screen in self.screens for shown in screen)

    @property
    def columns(self) -> int:
        """How many columns the standings have."""
        return 2 + len(self.measures.in_hall) + self.has_history

    @property
    def has_history(self) -> bool:
        """Whether there are two rounds whose ranks can be compared."""
        return any(shown.spark for screen in self.screens for shown in screen)

    @property
    def message(self) -> str:
        """The state of the event as a sentence."""
        return state_words(self.current) if self.current else ""


def seating(event: Event) -> SeatingPage:
    """Return the seating of the last public round."""
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
    byes = tuple(place for place in seated if place.table is None)
    played = public_rounds().filter(event=event, number=current.number)
    round_ = played.select_related("event", "group__stage__event").first()
    if round_ is None:  # The draw was withdrawn since the rounds were read.
        return SeatingPage(event, None, (), ())
    clock = clocks.face_of(round_) if current.is_open else None
    room = rows_beside(event.notice, clock)
    names = match_names.of_round(round_)
    if line_up_state.is_of_teams(event):
        meet = line_up_state.line_up_states(round_)
        return SeatingPage(event, current, (), byes, clock, screens(meet, room), names)
    return SeatingPage(event, current, screens(at_last(shown), room), byes, clock, (), names)


def standings(event: Event) -> StandingsPage:
    """Return the current standings."""
    rounds = round_states(event)
    rows = queries.public_record(event).standings()
    current = rounds[-1] if rounds else None
    clock = _clock(event, current)
    room = rows_beside(event.notice, clock)
    shown = tuple(
        screen
        for line, listed in group_by_line(
            events.shown_rows(rows, rows), lambda shown_row: shown_row.row.rank.line
        )
        for screen in screens(listed, max(1, room - 1) if line else room)
    )
    return StandingsPage(event, current, shown, measures.columns_of_event(event, rows), clock)


def rows_beside(notice: str, clock: Face | None = None) -> int:
    """Return the rows of a screen that are left beside a notice and the clocks of the round.

    >>> rows_beside(""), rows_beside("第二轮 14:30 开始"), rows_beside("休息" * 100)
    (10, 8, 3)
    """
    lines = 1 + ceil(len(clock.own) / CLOCKS) if clock else 0
    if notice:
        wide = sum(2 if east_asian_width(sign) in "WF" else 1 for sign in notice)
        lines += 1 + ceil(wide / LINE)
    return max(1, ROWS - lines)


def _clock(event: Event, current: RoundState | None) -> Face | None:
    """Return the clock of the round in play; None where there is none."""
    if current is None or not current.is_open:
        return None
    played = public_rounds().filter(event=event, number=current.number)
    round_ = played.select_related("event").first()
    return clocks.face_of(round_) if round_ else None


def screens(rows: Sequence[T], most: int = ROWS) -> tuple[tuple[T, ...], ...]:
    """Divide rows into screens of about the same length, at most `most` rows each.

    >>> [len(screen) for screen in screens(range(12))]
    [6, 6]
    """
    count = -(-len(rows) // most)
    each = -(-len(rows) // count) if count else most
    return tuple(tuple(rows[at : at + each]) for at in range(0, len(rows), each))
