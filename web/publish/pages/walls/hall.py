"""The screens of the hall: the seating and the standings, cut into screens that fill a wall.

A screen has a column of rows, or two beside each other if there are too many for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from django.utils.translation import pgettext

from tournaments import results, wording
from tournaments.base import local_time
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import EntryMember, Event, Form, Sitting, Tournament
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot, sealed_rounds
from tournaments.standings.ranking import group_by_line
from tournaments.structure import games, stored_clocks
from tournaments.structure.stored_clocks import ClockFace
from web.publish import publications, rank_columns
from web.publish.pages import changes_since, seats, story
from web.publish.pages import event as events
from web.publish.pages.event import ShownRow
from web.publish.pages.home import EventLine
from web.publish.pages.matches import match_names
from web.publish.pages.matches.match_names import UNNAMED, MatchNames
from web.publish.pages.progress import (
    PublicRound,
    current_rounds,
    round_states,
    withdrawn_words,
)
from web.publish.pages.seats import CurrentSeat
from web.publish.pages.story import Winners
from web.publish.pages.tables import TableView, at_last, tables
from web.publish.pages.walls import wall_parts, wall_screens, wall_seats
from web.publish.pages.walls.wall_parts import NameSizes
from web.publish.pages.walls.wall_screens import Columns
from web.publish.pages.walls.wall_seats import SeatWall
from web.publish.publications import PublicationNeeds, Publications
from web.publish.rank_columns import Measures, RoundColumn
from web.publish.tables import widest

WIDEST_NAME: Final = 24
"""The letters of a name for which half a wall has room; a Chinese character counts two."""

WIDEST_SEAT: Final = 10
"""The same if a row has the names of four."""

LINE_OF_SEAT: Final = 16
LINE_OF_SEAT_BESIDE: Final = 8
LINE_OF_TEAM: Final = 34
LINE_OF_NAME: Final = 40
LINE_BESIDE: Final = 17
"""The letters of a usual name in one line: of a seat, alone or one of two tables beside each other;
of a team that meets another; and of a row of standings, alone or one of two beside each other.
Where one is longer all have two lines; where rows are few, and as high as two lines, already where
it is longer than half of that."""

SEAT_LINES: Final = 3
"""The lines of a name of a seat that is longer than the usual ones."""

DIGITS: Final = (5, 7, 8, 10)
"""The digits of a number for which hall.css has a width; for the most a row has the whole wall."""

FEW_DIGITS: Final = 3
"""The digits that have room in the letters of a name, in a column for the fewest of `DIGITS`."""

LONG: Final = 200
FIRST: Final = 100
"""Of more rows than the one the wall shows the other: nobody waits for all to pass."""


@dataclass(frozen=True, slots=True)
class SeatingPage:
    """The seating of the last public round, in screens, and the byes."""

    event: Event
    current: PublicRound | None
    screens: tuple[Columns[TableView], ...]
    out: tuple[CurrentSeat, ...]
    clock: ClockFace | None = None
    matches: tuple[Columns[MatchLineUps], ...] = ()
    """The matches of teams in screens, instead of tables."""
    names: MatchNames = UNNAMED
    """The names of groups or knockout matches, if there are any."""
    withdrawn: str = ""
    """That the last draw was withdrawn, as a sentence."""
    message: str = ""
    """The sentence at the foot."""
    is_on_notice: bool = False
    by_name: SeatWall | None = None
    """The seats by surname instead of tables: of many, while the round has no result."""
    entered: int = 0
    """How many are entered, where no round has been published."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the seats of a table, in order."""
        first = self.screens[0][0][0] if self.screens else None
        return tuple(seat.label for seat in first.seats) if first else ()

    @property
    def sizes(self) -> NameSizes:
        """The sizes of the names."""
        are_beside = any(len(screen) > 1 for screen in self.screens)
        line = LINE_OF_SEAT_BESIDE if are_beside else LINE_OF_SEAT
        if self.matches:
            line = LINE_OF_TEAM
        shown = self.matches or self.screens
        return wall_parts.sizes(
            self._names, wall_parts.line_of(line, shown), 2 if self.matches else SEAT_LINES
        )

    @property
    def columns(self) -> int:
        """The number of names in a row."""
        return 2 if self.matches else len(self.labels)

    @property
    def _names(self) -> tuple[str, ...]:
        if self.matches:
            meets = (meet for (column,) in self.matches for meet in column)
            return tuple(team.name for meet in meets for team in meet.teams)
        at_tables = (table for screen in self.screens for column in screen for table in column)
        return tuple(seat.name for table in at_tables for seat in table.seats)

    @property
    def rooms(self) -> tuple[str, ...]:
        """The headings of the tables of a match: its rooms if it has two."""
        tables_ = self.matches[0][0][0].segments[0].tables if self.matches else ()
        if len(tables_) == 1:
            return (pgettext("column", "Table"),)
        return tuple(str(Sitting.Room(room).label) for room, _ in tables_)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """The standings, in screens; before anybody has a rank the seats are shown instead."""

    event: Event
    current: PublicRound | None
    screens: tuple[Columns[ShownRow], ...]
    measures: Measures
    clock: ClockFace | None = None
    withdrawn: str = ""
    """That the last draw was withdrawn, as a sentence."""
    seats: SeatingPage | None = None
    """The seating, until a rank exists."""
    winners: tuple[Winners, ...] = ()
    """The podium, once the event is finished."""
    message: str = ""
    """The sentence at the foot."""
    is_on_notice: bool = False
    digits: int = DIGITS[0]
    """The digits for which the columns of numbers have room."""
    is_official: bool = False
    """Whether the final standings were published and have not changed since."""
    first: int = 0
    """How many are shown of a list that is too long for a wall; 0 where all are."""
    players: Mapping[int, str] = field(default_factory=dict)
    """The players of teams by number, where rows have the whole width."""
    rounds: tuple[RoundColumn, ...] = ()
    """The points of the last rounds, the earliest first, where rows have room for them."""
    after: int = 0
    """The round after which the standings are, where those of later rounds are sealed."""

    @property
    def has_parts(self) -> bool:
        """Whether directions or stages rank separately, each in screens of its own."""
        return any(screen[0][0].part_name for screen in self.screens)

    @property
    def sizes(self) -> NameSizes:
        """The sizes of the names."""
        if any(len(screen) > 1 for screen in self.screens):
            beside = LINE_BESIDE - 2 * (self.digits - DIGITS[0]) - 3 * self.has_knockout
            return wall_parts.sizes(self._names, beside)
        line = wall_parts.line_of(int(LINE_OF_NAME / self._needed), self.screens)
        return wall_parts.smaller(wall_parts.sizes(self._names, line), self._needed)

    @property
    def _needed(self) -> float:
        """By how much names are smaller than `hall.css` has room for, because of what is beside."""
        if self.rounds:
            return wall_parts.beside_rounds(
                self.digits, len(self.measures.in_hall), len(self.rounds)
            )
        has_both = self.has_changes and len(self.measures.in_hall) > 1
        return wall_parts.beside_two_numbers(self.digits) if has_both or self.has_knockout else 1

    @property
    def has_knockout(self) -> bool:
        """Whether the round that was reached ranks any of the rows."""
        return any(shown.stage.is_knockout for shown in self._rows)

    @property
    def shows_ranks(self) -> bool:
        """Whether any row has a rank: who has a match of a knockout to play has none."""
        return any(shown.medal or not shown.stage.is_in for shown in self._rows)

    @property
    def is_decided_by_few(self) -> bool:
        """Whether the number that decides is short everywhere, and so may be as large as names."""
        deciding = [measure for measure in self.measures.in_hall if measure.decides]
        texts = (each.text_of(shown.row.rank) for shown in self._rows for each in deciding)
        return all(len(text) <= FEW_DIGITS for text in texts)

    @property
    def _rows(self) -> Iterator[ShownRow]:
        return chain.from_iterable(chain.from_iterable(self.screens))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(shown.row.competitor.name for shown in self._rows)

    @property
    def has_changes(self) -> bool:
        """Whether anybody has gained or lost places since the round before."""
        return any(shown.steps for shown in self._rows)


def seating(snapshot: EventSnapshot, published: Publications) -> SeatingPage:
    """Return the seating of the last public round."""
    event, rounds = snapshot.event, round_states(snapshot)
    page = SeatingPage(
        event=event,
        current=None,
        screens=(),
        out=(),
        withdrawn=withdrawn_words(snapshot),
        message=wall_parts.sentence(snapshot, published),
        is_on_notice=published.is_on_notice,
    )
    if not rounds:
        return replace(page, entered=len(snapshot.entries))
    round_, clock = snapshot.public_rounds[-1], _clock(snapshot, published)
    page = replace(
        page,
        current=rounds[-1],
        out=tuple(place for place in seats.places(snapshot) if place.table is None),
        clock=clock,
        names=match_names.of_round(snapshot, round_),
    )
    room = wall_screens.rows_beside(event.notice, clock)
    if line_up_state.is_of_teams(event):
        meet = wall_screens.screens(line_up_state.line_up_states(snapshot, round_), room)
        return replace(page, matches=tuple((screen,) for screen in meet))
    at_tables = at_last(tables(snapshot, round_))
    seated = [seat.name for table in at_tables for seat in table.seats]
    are_narrow = widest(wall_parts.usual(seated)) <= WIDEST_SEAT
    page = replace(page, screens=wall_screens.in_columns(at_tables, room, are_narrow=are_narrow))
    if len(at_tables) <= room or not rounds[-1].is_without_results:
        return page
    listed = seats.seat_list(snapshot)
    return replace(
        page, by_name=wall_seats.arrange(listed.initials, room / wall_screens.ROWS), out=()
    )


def needs_of_seating(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return which publications a wall with the seats tells of, and the clock that it shows."""
    clock = snapshot.public_rounds[-1] if snapshot.public_rounds else None
    return replace(wall_parts.needs(snapshot), clock=clock)


def needs_of_standings(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return the same of a wall with the standings, which also shows the winners."""
    return replace(needs_of_winners(snapshot), clock=needs_of_seating(snapshot).clock)


def needs_of_winners(snapshot: EventSnapshot) -> PublicationNeeds:
    """Return which publications a wall with the winners needs."""
    return replace(
        wall_parts.needs(snapshot),
        standings=publications.is_finished(snapshot),
        sealed_from=publications.needs(snapshot).sealed_from,
    )


def standings(snapshot: EventSnapshot, published: Publications) -> StandingsPage:
    """Return the current standings."""
    event, rounds = snapshot.event, round_states(snapshot)
    rows = event_record.public_record(snapshot).standings()
    clock, columns = _clock(snapshot, published), rank_columns.columns_of_event(event, rows)
    page = StandingsPage(
        event=event,
        current=rounds[-1] if rounds else None,
        screens=(),
        measures=columns,
        clock=clock,
        withdrawn=withdrawn_words(snapshot),
    )
    if not any(row.rank.begun for row in rows):
        return replace(page, seats=seating(snapshot, published))
    digits, first = digits_of(rows, columns), first_shown(len(rows))
    is_narrow = widest(wall_parts.usual(row.competitor.name for row in rows)) <= WIDEST_NAME
    are_narrow = is_narrow and digits < DIGITS[-1]
    room = wall_screens.rows_beside(event.notice, clock)
    shown = events.shown_rows(snapshot, rows, rows)
    winners = story.ended(snapshot, rows, columns, is_on_notice=published.is_on_notice)
    last = changes_since.changes_of_standings(snapshot, published) if winners else None
    parts = [
        wall_screens.in_columns(
            listed[: first or None], max(1, room - 1) if line else room, are_narrow=are_narrow
        )
        for line, listed in group_by_line(shown, lambda row: row.part_name)
    ]
    return replace(
        page,
        screens=wall_screens.beside(parts) if are_narrow else tuple(chain.from_iterable(parts)),
        winners=winners,
        message=wall_parts.sentence(snapshot, published),
        is_on_notice=published.is_on_notice,
        digits=digits,
        is_official=last is not None and last.is_final,
        first=first,
        players=_players(snapshot),
        after=min(sealed_rounds(snapshot), default=1) - 1,
        rounds=() if len(parts) > 1 else wall_parts.rounds_shown(snapshot, rows, columns, room),
    )


def _players(snapshot: EventSnapshot) -> Mapping[int, str]:
    """Return who plays in each team, by the number of the team; nothing of other events."""
    if snapshot.event.form != Form.TEAMS:
        return {}
    return {
        entry.number: wording.listed(
            member.name
            for member in snapshot.members_of(entry)
            if member.role == EntryMember.Role.PLAYER
        )
        for entry in snapshot.entries
    }


def first_shown(rows: int) -> int:
    """Return how many rows of standings a wall shows of so many; 0 where it shows all.

    >>> first_shown(118), first_shown(1000)
    (0, 100)
    """
    return FIRST if rows > LONG else 0


def digits_of(rows: Sequence[StandingsRow], measures: Measures) -> int:
    """Return how many digits a column needs room for, by the longest number of these rows."""
    texts = (measure.text_of(row.rank) for row in rows for measure in measures.in_hall)
    needed = max(map(len, texts), default=0)
    return next((digits for digits in DIGITS if digits >= needed), DIGITS[-1])


@dataclass(frozen=True, slots=True)
class OverviewPage:
    """The events of a tournament, which a wall shows in turn."""

    tournament: Tournament
    events: tuple[EventLine, ...]
    snapshot: EventSnapshot
    first: StandingsPage
    """The first event as it is now, so that the wall is full before it has asked for anything."""

    @property
    def turns(self) -> tuple[tuple[EventLine, str], ...]:
        """Each event with the name of the one that is shown next; empty if there is only one."""
        names = [line.event.name for line in self.events]
        following = (*names[1:], *names[:1]) if len(names) > 1 else [""] * len(names)
        return tuple(zip(self.events, following, strict=True))


def overview(listed: Sequence[Event]) -> OverviewPage:
    """Return the events of a tournament; only those in play, if there are any."""
    states = current_rounds(listed)
    lines = tuple(EventLine(event, states.get(event.pk)) for event in listed)
    shown = tuple(line for line in lines if line.is_in_play) or lines
    with local_time.within(listed[0].tournament):
        snapshot = results.read(shown[0].event)
        published = publications.read(snapshot.event, needs_of_standings(snapshot))
        first = standings(snapshot, published)
    return OverviewPage(listed[0].tournament, shown, snapshot, first)


def _clock(snapshot: EventSnapshot, published: Publications) -> ClockFace | None:
    """Return the clock of the round in play; None if there is none."""
    if not snapshot.public_rounds:
        return None
    last = snapshot.public_rounds[-1]
    return stored_clocks.face_of(last, games.ruleset_of_round(last), published.clock_moves)
