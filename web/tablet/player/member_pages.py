"""Events in play on a member's page: the next seat, a bye, or that the draw is awaited.

It makes a few short queries and reads no whole event: the page loads ranks and sums from the public
page of the entry. Deals to confirm are in `player_pages`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from django.db.models import Count, Exists, OuterRef
from django.utils import timezone

from clubs.members.member_page import Visit
from tournaments.base import local_time
from tournaments.models import (
    Deal,
    DrawMethod,
    Entry,
    Event,
    Game,
    OddField,
    Round,
    Seat,
    SitOut,
    Sitting,
    Table,
)
from tournaments.record import log_queries
from tournaments.structure import stages, three_way_matches
from tournaments.wording.rooms import place_text
from web.tablet.player import member_events

ROUND: Final = "sitting__segment__match__round"


class NextForMember(StrEnum):
    """What is next for a member in an event."""

    SEATED = "seated"
    DONE = "done"  # all deals of the member's table are in
    SITS_OUT = "sits_out"
    LINE_UPS = "line_ups"  # for a team, before the line-ups are revealed
    NO_SEAT = "no_seat"  # others play a round, and the member does not
    WAITS = "waits"  # the draw of the next round is not out
    MAY_BE_OUT = "may_be_out"  # nor is it in a knockout, where only winners advance
    PLAYED = "played"  # all planned rounds are over
    NOT_BEGUN = "not_begun"  # no draw is out yet
    WITHDRAWN = "withdrawn"
    FINISHED = "finished"


URGENCY: Final[Mapping[NextForMember, int]] = {
    NextForMember.SEATED: 0,
    NextForMember.LINE_UPS: 0,
    NextForMember.PLAYED: 2,
    NextForMember.NOT_BEGUN: 2,
    NextForMember.WITHDRAWN: 3,
    NextForMember.FINISHED: 3,
}
"""The order of events on the page: first where the member has to go; the default is 1."""


@dataclass(frozen=True, slots=True)
class TableMate:
    """Another player at the table; `is_partner` says that both play for one side."""

    label: str
    name: str
    is_partner: bool


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat of the member in the round in play; `place` names the room, if there are two."""

    table: int
    label: str
    place: str
    others: tuple[TableMate, ...]
    is_open: bool
    """Whether deals are still to be played there."""


@dataclass(frozen=True, slots=True)
class EventNow:
    """An event in which the member is entered, and what is next there.

    `at` is the announced start of the round, else the time when its draw was published; `tables`
    are those of a team before its line-ups are revealed.
    """

    event: Event
    entry: Entry
    standing: NextForMember
    round: int = 0
    at: datetime | None = None
    starts: bool = False
    seats: tuple[OwnSeat, ...] = ()
    tables: tuple[int, ...] = ()

    @property
    def first(self) -> OwnSeat | None:
        """The seat to go to."""
        return self.seats[0] if self.seats else None

    @property
    def local_at(self) -> datetime | None:
        """`at` by the clocks of the place, without a zone, so that no page moves it to another."""
        if self.at is None:
            return None
        with local_time.within(self.event.tournament):
            return timezone.make_naive(self.at)

    @property
    def other_day(self) -> date | None:
        """The local day of the round in play, or of the event; None if that is today."""
        tournament = self.event.tournament
        with local_time.within(tournament):
            day = timezone.localdate(self.at) if self.at else tournament.starts_on
            return None if day == timezone.localdate() else day

    @property
    def is_last(self) -> bool:
        """Whether no round is planned after this one."""
        planned = self.event.rounds_planned
        return planned is not None and self.round >= planned

    @property
    def has_results(self) -> bool:
        """Whether a round of the event is public, so that there is something to look up."""
        is_public = self.event.state in (Event.State.PUBLISHED, Event.State.FINISHED)
        return is_public and self.standing != NextForMember.NOT_BEGUN


@dataclass(frozen=True, slots=True)
class SeatInPlay:
    """A seat of the member in a round in play, and whether deals are still to be played there."""

    row: Seat
    is_open: bool

    @property
    def round(self) -> Round:
        """The round in which it is."""
        return self.row.sitting.segment.match.round

    @property
    def event(self) -> Event:
        """The event of its round."""
        return self.round.event


@dataclass(frozen=True, slots=True)
class LastRound:
    """The last public round of an event, and of how many stages the event is."""

    row: Round
    stages: int


def own_seats(visit: Visit, entries: Sequence[Entry]) -> list[SeatInPlay]:
    """Return the seats of a member in the rounds in play of these events, in order of play."""
    open_deals = Deal.objects.filter(sitting=OuterRef("sitting"), done=False)
    open_games = Game.objects.filter(
        match__segments__sittings=OuterRef("sitting"), ended_at__isnull=True
    )
    rows = Seat.objects.filter(
        **{f"{ROUND}__state": Round.State.PUBLISHED, f"{ROUND}__event__in": _public(entries)},
        person__in=visit.persons,
    )
    rows = rows.select_related("sitting__table__tournament", f"{ROUND}__event", "person").defer(
        f"{ROUND}__reasons"
    )
    rows = rows.annotate(is_open=Exists(open_deals) | Exists(open_games))
    ordered = rows.order_by(f"{ROUND}__number", "sitting__segment__number", "pk")
    return [SeatInPlay(row, row.is_open) for row in ordered]


def moved(
    visit: Visit, entries: Sequence[Entry], seats: Sequence[SeatInPlay]
) -> tuple[object, ...]:
    """Return a value that changes with every change of the page, by a query for each tournament."""
    tables = [seat.row.sitting.table for seat in seats]
    by_tournament: dict[int, list[Table]] = defaultdict(list)
    for table in tables:
        by_tournament[table.tournament_id].append(table)
    tournaments = {entry.event.tournament for entry in entries}
    last = sorted(
        (each.uid, log_queries.moved(each, by_tournament[each.pk])) for each in tournaments
    )
    at = sorted(table.uid for table in tables)
    return (
        visit.person.uid,
        visit.person.name,
        sorted(visit.persons),
        member_events.days(tournaments),
        at,
        last,
    )


def read(entries: Sequence[Entry], seats: Sequence[SeatInPlay]) -> tuple[EventNow, ...]:
    """Return what is next for a member with these entries and seats, the most urgent first."""
    by_event: dict[int, list[SeatInPlay]] = defaultdict(list)
    for seat in seats:
        by_event[seat.event.pk].append(seat)
    others = _others([seat.row.sitting_id for seat in seats])
    unseated = [entry for entry in entries if entry.event_id not in by_event]
    last, byes = _last_rounds(unseated), _byes(unseated)
    events = (
        _event_now(entry, by_event.get(entry.event_id, ()), others, last.get(entry.event_id), byes)
        for entry in entries
    )
    return tuple(sorted(events, key=lambda event: URGENCY.get(event.standing, 1)))


def _event_now(
    entry: Entry,
    seats: Sequence[SeatInPlay],
    others: Mapping[int, Sequence[Seat]],
    last: LastRound | None,
    byes: Collection[tuple[int, int]],
) -> EventNow:
    event = entry.event
    if event.state == Event.State.FINISHED:
        return EventNow(event, entry, NextForMember.FINISHED)
    if seats:
        return _seated(entry, seats, others)
    if entry.state == Entry.State.WITHDRAWN:
        return EventNow(event, entry, NextForMember.WITHDRAWN)
    if last is None:
        at = event.starts_at
        return EventNow(event, entry, NextForMember.NOT_BEGUN, at=at, starts=at is not None)
    return _without_seat(entry, last, byes)


def _without_seat(entry: Entry, found: LastRound, byes: Collection[tuple[int, int]]) -> EventNow:
    event, last = entry.event, found.row
    if last.state != Round.State.PUBLISHED:
        return EventNow(event, entry, _between(event, found), last.number + 1)
    if (entry.pk, last.number) in byes:
        return EventNow(event, entry, NextForMember.SITS_OUT, last.number, last.published_at)
    tables = _tables_of_team(entry, last.number) if event.form == Event.Form.TEAMS else ()
    standing = NextForMember.LINE_UPS if tables else NextForMember.NO_SEAT
    return EventNow(event, entry, standing, last.number, last.published_at, tables=tables)


def _between(event: Event, found: LastRound) -> NextForMember:
    """Return what is next after a round that is closed."""
    last = found.row
    if stages.method_of(last.group.stage) == DrawMethod.KNOCKOUT:
        return NextForMember.MAY_BE_OUT
    planned = event.rounds_planned
    is_played = found.stages == 1 and planned is not None and last.number >= planned
    return NextForMember.PLAYED if is_played else NextForMember.WAITS


def _seated(
    entry: Entry, seats: Sequence[SeatInPlay], others: Mapping[int, Sequence[Seat]]
) -> EventNow:
    round_ = max((seat.round for seat in seats), key=lambda row: row.number)
    own = [
        _own_seat(entry.event, seat, others[seat.row.sitting_id])
        for seat in seats
        if seat.round.number == round_.number
    ]
    own.sort(key=lambda seat: not seat.is_open)
    starts_at = entry.event.starts_at if round_.number == 1 else None
    return EventNow(
        entry.event,
        entry,
        NextForMember.SEATED if own[0].is_open else NextForMember.DONE,
        round_.number,
        starts_at or round_.published_at,
        starts=starts_at is not None,
        seats=tuple(own),
    )


def _own_seat(event: Event, own: SeatInPlay, at_table: Iterable[Seat]) -> OwnSeat:
    seat, sitting = own.row, own.row.sitting
    three = event.odd_field == OddField.THREE_WAY
    is_half = three and three_way_matches.is_half(sitting.segment.match)
    others = [
        TableMate(other.label, other.person.listed_name, other.side_id == seat.side_id)
        for other in at_table
        if other.pk != seat.pk
    ]
    return OwnSeat(
        table=sitting.table.number,
        label=seat.label,
        place=place_text(event, sitting.room, sitting.segment.number, is_half=is_half),
        others=tuple(sorted(others, key=lambda other: not other.is_partner)),
        is_open=own.is_open,
    )


def _others(sittings: Sequence[int]) -> Mapping[int, Sequence[Seat]]:
    by_sitting: dict[int, list[Seat]] = defaultdict(list)
    if sittings:
        rows = Seat.objects.filter(sitting__in=sittings)
        for seat in rows.select_related("person").order_by("pk"):
            by_sitting[seat.sitting_id].append(seat)
    return by_sitting


def _last_rounds(entries: Sequence[Entry]) -> Mapping[int, LastRound]:
    if not entries:
        return {}
    rows = Round.objects.filter(event__in=_public(entries), state__in=Round.PUBLIC)
    rows = rows.select_related("group__stage__event").annotate(stages=Count("event__stages"))
    # Of rounds with the same number in several groups, one in play comes last.
    ordered = sorted(rows, key=lambda row: (row.number, row.state == Round.State.PUBLISHED))
    return {row.event_id: LastRound(row, row.stages) for row in ordered}


def _byes(entries: Sequence[Entry]) -> frozenset[tuple[int, int]]:
    if not entries:
        return frozenset()
    rows = SitOut.objects.filter(entry__in=[entry.pk for entry in entries])
    rows = rows.filter(round__state=Round.State.PUBLISHED)
    return frozenset(rows.values_list("entry_id", "round__number"))


def _tables_of_team(entry: Entry, number: int) -> tuple[int, ...]:
    """Return the tables of a team in a round whose line-ups are not revealed."""
    rows = Sitting.objects.filter(
        segment__match__sides__entries=entry,
        segment__match__round__number=number,
        segment__match__round__state=Round.State.PUBLISHED,
        seats__isnull=True,
    )
    return tuple(sorted(set(rows.values_list("table__number", flat=True))))


def _public(entries: Sequence[Entry]) -> list[int]:
    return [entry.event_id for entry in entries if entry.event.state == Event.State.PUBLISHED]
