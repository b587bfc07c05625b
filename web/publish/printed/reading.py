"""The tables of a round as documents need them: seats, deals and live results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext

from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.line_ups import line_up_state
from tournaments.models import (
    Deal,
    Entry,
    Event,
    Result,
    Round,
    RuleSet,
    Seat,
    Sitting,
)
from tournaments.results import event_record, queries
from tournaments.results.reading import with_members
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards, games, match_parts, sides, three_way_matches
from tournaments.wording.rooms import place_text, room_text
from web.publish import rank_columns
from web.publish.pages.matches import match_names, outcomes
from web.publish.pages.matches.outcomes import PAIRS, TableOutcome
from web.publish.rank_columns import Measures


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A seat: its label, the player, the number of the entry, and the uid of the side."""

    label: str
    name: str
    entry: int
    side: str
    is_house: bool = False

    @property
    def marked(self) -> str:
        """The name, marked if it is a house player's."""
        return gettext("%(name)s (house)") % {"name": self.name} if self.is_house else self.name


@dataclass(frozen=True, slots=True)
class RoundTable:
    """A table of a round with its seats and deals; `results` are the live ones by key of the deal.

    `room` and `part` (segment) tell the tables of a match apart. Tables with the same `course`, the
    number of a game (局), continue each other; it is 0 if a room has only one course.
    """

    number: int
    code: str
    match: int
    seats: tuple[SeatAt, ...]
    deals: tuple[Deal, ...]
    results: Mapping[int, Result] = field(default_factory=dict)
    room: str = Sitting.Room.ONLY
    part: int = 1
    course: int = 0
    name: str = ""
    """The name of its group or knockout match, if any."""
    short: str = ""
    """The short form of `name`, for a column."""
    teams: str = ""
    """The teams that meet at the table, the home side first."""
    is_half: bool = False
    """Whether it belongs to a half match of three teams."""

    @property
    def sides(self) -> dict[str, str]:
        """The side of every seat."""
        return {seat.label: seat.side for seat in self.seats}


def tables(
    round_: Round, snapshot: EventSnapshot, *, played: bool = False, sealed: bool = False
) -> tuple[RoundTable, ...]:
    """Return the tables of a round by number with their seating; with `played` also with results.

    `snapshot` is that of its event, which names the matches.
    With `played` a table at which seats were changed is returned once for every seating. Results of
    sealed boards are left out unless `sealed` is set, for documents of officials.
    """
    sittings = [
        (match.pk, sitting)
        for match in queries.matches_of(round_)
        for segment in sorted(match.segments.all(), key=lambda segment: segment.number)
        for sitting in segment.sittings.all()
    ]
    deals = [deal for _, sitting in sittings for deal in sitting.deals.all()]
    results = queries.live_results(deals) if played else {}
    if not sealed:
        within = {"sitting__segment__match__round": round_}
        hidden = boards.sealed_results(round_.event, **within)
        results = {deal: result for deal, result in results.items() if deal not in hidden}
    entries, numbers = _entries_by_seat(round_), _game_numbers(round_)
    tables = [
        _table(match, sitting, entries, results, numbers, round_.event.rooms)
        for match, sitting in sittings
    ]
    halves = three_way_matches.keys_of(round_)
    tables = [
        replace(table, is_half=table.match in halves)
        for table in _with_match_names(snapshot, round_, tables)
    ]
    at_last: dict[tuple[int, int], RoundTable] = {}
    for table in tables:
        if table.seats or (table.match, table.number) not in at_last:
            at_last[table.match, table.number] = table
    shown = [table for table in tables if table.seats] if played else at_last.values()
    # The first half of half matches comes before the second.
    halves_in_order = sorted(
        shown, key=lambda table: table.is_half and table.room == Sitting.Room.CLOSED
    )
    return tuple(sorted(halves_in_order, key=lambda table: table.number))


def _with_match_names(
    snapshot: EventSnapshot, round_: Round, tables: Sequence[RoundTable]
) -> list[RoundTable]:
    """Return tables with the names of their matches and the teams that meet."""
    names, teams = match_names.of_round(snapshot, round_), dict[int, str]()
    if line_up_state.is_of_teams(round_.event):
        meet = line_up_state.line_up_states(snapshot, round_)
        teams = {
            standing.match.key: " – ".join(team.name for team in standing.teams)
            for standing in meet
        }
    return [
        replace(
            table,
            name=names.full.get(table.match, ""),
            short=names.short.get(table.match, ""),
            teams=teams.get(table.match, ""),
        )
        for table in tables
    ]


def _game_numbers(round_: Round) -> Mapping[int, int]:
    """Return the number of the game (局) of every deal by its key, where a match has several."""
    if not games.of_several_games(round_.event):
        return {}
    deals = Deal.objects.filter(sitting__segment__match__round=round_, game__isnull=False)
    return dict(deals.values_list("pk", "game__number"))


def place_of(event: Event, table: RoundTable) -> str:
    """Return the number of a table, with room and segment if a match has several."""
    number = gettext("Table %(number)s") % {"number": table.number}
    return join_facts(number, where_of(event, table))


def where_of(event: Event, table: RoundTable) -> str:
    """Return the room and the segment of a table, its group or match, and the teams that meet."""
    place = place_text(event, table.room, table.part, is_half=table.is_half)
    return join_facts(place, table.name, table.teams)


def table_of(event: Event, table: RoundTable) -> str:
    """Return the number of a table, with its room if a match has two."""
    number = gettext("Table %(number)s") % {"number": table.number}
    return join_facts(number, match_of(event, table))


def match_of(event: Event, table: RoundTable) -> str:
    """Return the room of a table, its group or match, and the teams that meet."""
    room = room_text(event, table.room, is_half=table.is_half)
    return join_facts(room, table.name, table.teams)


def rules_of(event: Event, round_: Round | None) -> RuleSet:
    """Return the rules in force in a round, or in an event."""
    return games.ruleset_of_stage(round_.group.stage, event) if round_ else event.ruleset


def labels_of(tables: Sequence[RoundTable]) -> tuple[str, ...]:
    """Return the labels of the seats at these tables, in the order of play."""
    return tuple(dict.fromkeys(seat.label for table in tables for seat in table.seats))


def seat_line(seat: SeatAt) -> str:
    """Return a seat with its player."""
    return join_facts(wording.seat_name(seat.label), seat.marked)


def seats_line(seats: Sequence[SeatAt]) -> str:
    """Return all seats of a table in one line."""
    return join_facts(*(f"{wording.seat_name(seat.label)} {seat.marked}" for seat in seats))


def sat_out(round_: Round) -> Iterator[tuple[int, str]]:
    """Yield the competitors with a bye in a round: number and name."""
    entries = Entry.objects.filter(sit_outs__round=round_, kind=Entry.Kind.COMPETITOR)
    entries = entries.order_by("number")
    for entry in with_members(entries):
        yield entry.number, event_record.entry_name(entry)


def _entries_by_seat(round_: Round) -> dict[int, tuple[str, int, bool]]:
    """Return side, number of the entry and whether it is a house player, by key of the seat."""
    seats = sides.own(Seat.objects.filter(sitting__segment__match__round=round_), round_.event)
    rows = seats.values_list("pk", "side__uid", "side__entries__number", "side__entries__kind")
    return {seat: (uid, number, kind == Entry.Kind.HOUSE) for seat, uid, number, kind in rows}


def _table(
    match: int,
    sitting: Sitting,
    entries: Mapping[int, tuple[str, int, bool]],
    results: Mapping[int, Result],
    numbers: Mapping[int, int],
    rooms: int,
) -> RoundTable:
    seats = []
    for seat in sitting.seats.all():
        uid, number, is_house = entries.get(seat.pk, ("", 0, False))
        seats.append(SeatAt(seat.label, seat.person.listed_name, number, uid, is_house))
    deals = tuple(sitting.deals.all())
    kept = {deal.pk: results[deal.pk] for deal in deals if deal.pk in results}
    course = next((numbers[deal.pk] for deal in deals if deal.pk in numbers), 0)
    return RoundTable(
        number=sitting.table.number,
        code=sitting.table.code,
        match=match,
        seats=tuple(seats),
        deals=deals,
        results=kept,
        room=sitting.room,
        part=match_parts.part_of(course, rooms) if course else sitting.segment.number,
        course=course,
    )


def match_lines(snapshot: EventSnapshot, round_: Round) -> Mapping[int, tuple[str, ...]]:
    """Return the outcome of every match of a round as lines by its key, if matches rank.

    If a match has several games (局), each of them has a line before it.
    """
    columns = rank_columns.columns_of_event(snapshot.event)
    if not columns.by_match:
        return {}
    came_to = outcomes.outcomes_of_tables(snapshot, round_)
    return {
        match: (*(game.said for game in outcome.games), *_match_line(outcome, columns))
        for match, outcome in came_to.items()
    }


def _match_line(outcome: TableOutcome, measures: Measures) -> Iterator[str]:
    """Yield the line of a match: the sides, the leader first, the totals, and the match points."""
    if len(outcome.sides) != PAIRS or not outcome.sides[0].stands:
        return
    names = [f"{side.competitor.number} {side.competitor.name}" for side in outcome.sides]
    worth = [side.match_points for side in outcome.sides if side.match_points is not None]
    texts = [" — ".join(names), outcome.sides[0].stands]
    if worth:
        texts.append(f"{measures.round_name} {' : '.join(map(measures.total.say, worth))}")
    yield join_facts(*texts)
