"""What the projector in the hall shows: who sits where, and the standings, a screen at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar
from unicodedata import east_asian_width

from django.utils.translation import pgettext

from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchStands
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
from tournaments.standings.line_ranks import by_line
from tournaments.structure import clocks
from tournaments.structure.clocks import Face

ROWS: Final = 10
"""So many rows of a table are read from the last chair of the hall."""

CLOCKS: Final = 5
"""So many clocks of tables stand in a line, below that of the hall."""

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
    clock: Face | None = None
    matches: tuple[tuple[MatchStands, ...], ...] = ()
    """The matches of teams in screens: who of them sits where follows from the line-ups."""
    names: MatchNames = UNNAMED
    """The groups of the matches where there are several, or what they are in a knockout."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The seats of a table in their order."""
        tables_ = [table for screen in self.screens for table in screen]
        return tuple(seat.label for seat in tables_[0].seats) if tables_ else ()

    @property
    def rooms(self) -> tuple[str, ...]:
        """What heads the tables of a match: its rooms where it has two."""
        tables_ = self.matches[0][0].segments[0].tables if self.matches else ()
        if len(tables_) == 1:
            return (pgettext("column", "Table"),)
        return tuple(str(Sitting.Room(room).label) for room, _ in tables_)

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
    measures: Measures
    clock: Face | None = None

    @property
    def has_lines(self) -> bool:
        """Whether north-south and east-west rank apart, each in screens of its own."""
        return any(one.row.rank.line for screen in self.screens for one in screen)

    @property
    def columns(self) -> int:
        """How many columns the standings have."""
        return 2 + len(self.measures.in_hall) + self.has_history

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
    played = public_rounds().filter(event=event, number=current.number)
    round_ = played.select_related("event", "group__stage__event").first()
    if round_ is None:  # The draw was withdrawn since the rounds were read.
        return SeatingPage(event, None, (), ())
    clock = clocks.face_of(round_) if current.is_open else None
    room = rows_beside(event.notice, clock)
    names = match_names.of_round(round_)
    if line_up_state.is_of_teams(event):
        meet = line_up_state.stands(round_)
        return SeatingPage(event, current, (), out, clock, screens(meet, room), names)
    return SeatingPage(event, current, screens(at_last(shown), room), out, clock, (), names)


def standings(event: Event) -> StandingsPage:
    """Return the standings as they are now."""
    rounds = round_states(event)
    rows = queries.told(event).standings()
    current = rounds[-1] if rounds else None
    clock = _clock(event, current)
    room = rows_beside(event.notice, clock)
    shown = tuple(
        screen
        for line, listed in by_line(events.shown(rows), lambda one: one.row.rank.line)
        for screen in screens(listed, max(1, room - 1) if line else room)
    )
    return StandingsPage(event, current, shown, measures.of(event, rows), clock)


def rows_beside(notice: str, clock: Face | None = None) -> int:
    """Return how many rows of a table have room beside a notice and the clocks of the round.

    >>> rows_beside(""), rows_beside("第二轮 14:30 开始"), rows_beside("休息" * 100)
    (10, 8, 3)
    """
    lines = 1 + ceil(len(clock.own) / CLOCKS) if clock else 0
    if notice:
        wide = sum(2 if east_asian_width(sign) in "WF" else 1 for sign in notice)
        lines += 1 + ceil(wide / LINE)
    return max(1, ROWS - lines)


def _clock(event: Event, current: RoundState | None) -> Face | None:
    """Return the clock of the round that is played, None where there is none."""
    if current is None or not current.is_open:
        return None
    played = public_rounds().filter(event=event, number=current.number)
    round_ = played.select_related("event").first()
    return clocks.face_of(round_) if round_ else None


def screens(rows: Sequence[T], most: int = ROWS) -> tuple[tuple[T, ...], ...]:
    """Return rows in screens of about the same length, none longer than can be read.

    >>> [len(screen) for screen in screens(range(12))]
    [6, 6]
    """
    count = -(-len(rows) // most)
    each = -(-len(rows) // count) if count else most
    return tuple(tuple(rows[at : at + each]) for at in range(0, len(rows), each))
