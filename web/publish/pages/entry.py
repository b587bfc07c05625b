"""The page of an entry: its rank, its seats, and every deal behind its total."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import get_language

from tournaments import wording
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchLineUps
from tournaments.models import Entry, Event, Room, Round
from tournaments.results import event_record
from tournaments.results.event_record import Competitor
from tournaments.results.snapshot import EventSnapshot, derived
from tournaments.rights.public_access import ShownMember
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import Counts, RoundSum
from tournaments.wording.rooms import room_text
from tournaments.wording.stand_ins import played_stand_ins, stand_ins_text
from web.publish import rank_columns
from web.publish.pages import parts as page_parts
from web.publish.pages.progress import round_states
from web.publish.pages.ranked import charts, stage_rows
from web.publish.pages.ranked.charts import Spark
from web.publish.pages.ranked.stage_rows import ONE_FIELD
from web.publish.pages.round import divide_matches
from web.publish.pages.tables import DealView, SeatView, TableView, tables
from web.publish.rank_columns import Measures


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that the entry played, with its points, None if it has none."""

    deal: DealView
    points: Fraction | int | None


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A table of the entry in a round: its seats, the other players, its deals, and the score.

    Without seats the entry had a bye, and `sum` is its score.
    """

    number: int
    table: int | None
    seats: tuple[SeatView, ...] = ()
    others: tuple[SeatView, ...] = ()
    deals: tuple[PlayedDeal, ...] = ()
    sum: RoundSum | None = None
    room: Room = Room.ONLY
    room_name: str = ""
    """The name of the room, if the match has two."""
    at: str = ""
    """The anchor of the table among all tables of the round."""
    anchor: str = ""
    """What distinguishes it from other tables of the entry in the round; empty for the first."""
    match: int = 0
    is_first: bool = True
    """Whether it is the first of its match in the list, which shows the score of the match."""
    opens_round: bool = True
    """Whether it is the first of its round in the list, which shows the number of the round."""

    @property
    def seat(self) -> SeatView | None:
        """The first seat of the entry; a pair has two."""
        return self.seats[0] if self.seats else None

    @property
    def is_sealed(self) -> bool:
        """Whether boards of the round are sealed, so that it has no sum yet."""
        return any(deal.deal.is_sealed for deal in self.deals)

    @property
    def total(self) -> Fraction:
        """The points of the listed deals and the penalties of the round."""
        penalties = self.sum.penalties if self.sum and self.is_first else Fraction(0)
        if self.sum and self.sum.counts in {Counts.FORFEITED, Counts.AVERAGED, Counts.SUSPENDED}:
            return penalties + self.sum.points
        return penalties + sum(deal.points or 0 for deal in self.deals)

    @property
    def stood_in(self) -> bool:
        """Whether the round does not count because a stand-in played it."""
        return self.sum is not None and self.sum.counts is Counts.STOOD_IN

    @property
    def sat_out(self) -> bool:
        """Whether the entry had a bye in this round."""
        return not self.seats


@dataclass(frozen=True, slots=True)
class Awaited:
    """A match whose line-ups are not revealed; `tables` are numbers with the names of rooms."""

    round: int
    match: MatchLineUps
    tables: tuple[tuple[int, str], ...]
    part: int
    """The part of the round that has the match."""


class RoundOfTab(NamedTuple):
    """A public round, which a tab of the page may lead to."""

    number: int


@dataclass(frozen=True, slots=True)
class EntryPage:
    """The page of an entry; the latest round comes first. A house player has no rank."""

    event: Event
    rounds: tuple[RoundOfTab, ...]
    """The public rounds."""
    competitor: Competitor
    rank: Rank | None
    standings_part: int
    """The part of the standings that has the entry."""
    is_house: bool
    open_rounds: frozenset[int]
    """The rounds in play."""
    parts: tuple[RoundPart, ...]
    spark: Spark | None
    measures: Measures
    equals: str = ""
    """The names of the entries with the same total before the tie-break."""
    awaited: tuple[Awaited, ...] = ()
    """The matches of a team in the current round before their line-ups are revealed."""
    stand_ins: str = ""
    """Who has sat for the entry, as a sentence."""
    shown: tuple[ShownMember, ...] = ()
    """The members of the entry that have a page across events."""
    is_by_knockout: bool = False
    """Whether a knockout ranks it, whatever its sums are."""

    @property
    def has_rank(self) -> bool:
        """Whether the entry has a rank to show: before the first results all would be first."""
        return self.rank is not None and bool(
            (self.rank.rounds and self.rank.begun) or not self.rank.is_ranked
        )

    @property
    def now(self) -> RoundPart | None:
        """The table of the entry in the round in play, if any."""
        return next((part for part in self.parts if part.number in self.open_rounds), None)

    @property
    def here(self) -> tuple[RoundPart, ...]:
        """The tables of a team in that round, each with its last seating."""
        number = self.now.number if self.now else None
        return tuple({part.at: part for part in self.parts if part.number == number}.values())


def read(snapshot: EventSnapshot, number: int, shown: tuple[ShownMember, ...] = ()) -> EntryPage:
    """Return the page. Raises Http404 if no entry has this number."""
    event, known = snapshot.event, event_record.public_record(snapshot)
    competitor = _competitor(known.competitors.values(), number)
    standings = event_record.public_standings(snapshot)
    position, rank = next(
        (
            (position, row.rank)
            for position, row in enumerate(standings, 1)
            if row.competitor.number == number
        ),
        (1, None),
    )
    sums_by_entry = event_record.public_rounds_of(snapshot)
    sums = {round_sum.round: round_sum for round_sum in sums_by_entry[competitor.uid]}
    points = _points_by_entry(snapshot).get(competitor.uid, {})
    is_house = snapshot.entry_by_number[str(number)].kind == Entry.Kind.HOUSE
    stages = stage_rows.stage_by_entry(snapshot)
    parts = _parts(snapshot, competitor, sums, points)
    return EntryPage(
        event=event,
        rounds=tuple(RoundOfTab(round_.number) for round_ in snapshot.public_rounds),
        competitor=competitor,
        rank=rank,
        standings_part=page_parts.divide_standings(standings, 0).number_at(position),
        is_house=is_house,
        open_rounds=frozenset(state.number for state in round_states(snapshot) if state.is_open),
        parts=parts,
        spark=charts.own_spark(rank.history) if rank and rank.has_moves else None,
        measures=rank_columns.columns_of_event(event, standings),
        equals=_equals(rank, competitor, known.competitors),
        awaited=tuple(_awaited(snapshot, number, parts)),
        stand_ins=stand_ins_text(played_stand_ins(snapshot).get(number, ()), event),
        shown=shown,
        is_by_knockout=stages.get(competitor.uid, ONE_FIELD).is_knockout,
    )


def _competitor(known: Iterable[Competitor], number: int) -> Competitor:
    competitor = next((each for each in known if each.number == number), None)
    if competitor is None:
        raise Http404
    return competitor


def _equals(rank: Rank | None, own: Competitor, known: Mapping[str, Competitor]) -> str:
    by = rank.decided_by if rank else None
    others = (uid for uid in (by.among if by else ()) if uid != own.uid)
    return wording.listed(known[uid].name for uid in others)


@derived
def _points_by_entry(snapshot: EventSnapshot) -> Mapping[str, Mapping[str, Fraction | int]]:
    """Return the points of each deal for each entry, by uids; all pages of entries share it."""
    points: dict[str, dict[str, Fraction | int]] = defaultdict(dict)
    for score in event_record.public_record(snapshot).field.scored:
        points[score.entry][score.deal] = score.points
    return points


@derived
def _tables_by_entry(
    snapshot: EventSnapshot, _language: str | None
) -> Mapping[int | None, Sequence[TableView]]:
    """Return the tables at which each entry sat in public rounds, by its number."""
    by_entry: dict[int | None, list[TableView]] = defaultdict(list)
    for table in tables(snapshot, *snapshot.public_rounds):
        for number in dict.fromkeys(seat.entry for seat in table.seats):
            by_entry[number].append(table)
    return by_entry


def _awaited(snapshot: EventSnapshot, number: int, parts: Sequence[RoundPart]) -> Iterator[Awaited]:
    event, seated = snapshot.event, {part.number for part in parts}
    if not line_up_state.is_of_teams(event):
        return
    for round_ in snapshot.public_rounds:
        if round_.state != Round.State.PUBLISHED or round_.number in seated:
            continue
        matches = line_up_state.line_up_states(snapshot, round_)
        divided = divide_matches(matches, 0)
        for position, match in enumerate(matches, 1):
            if match.next and number in {team.entry for team in match.teams}:
                tables = tuple(
                    (table, room_text(event, room, is_half=match.is_half))
                    for room, table in match.next.tables
                )
                yield Awaited(round_.number, match, tables, divided.number_at(position))


def _parts(
    snapshot: EventSnapshot,
    competitor: Competitor,
    sums: Mapping[int, RoundSum],
    points: Mapping[str, Fraction | int],
) -> tuple[RoundPart, ...]:
    played = [
        _part(table, own_seats, sums.get(table.round), points)
        for table in _tables_by_entry(snapshot, get_language()).get(competitor.number, ())
        if (own_seats := tuple(seat for seat in table.seats if seat.entry == competitor.number))
    ]
    byes = [
        RoundPart(total.round, None, sum=total)
        for total in sums.values()
        if total.counts is Counts.SAT_OUT
    ]
    # The score of a sealed round is not shown, but a bye is.
    sat_out = {
        snapshot.round_by_key[round_].number
        for round_, entry in snapshot.sat_out
        if snapshot.entry_by_key[entry].uid == competitor.uid
        and snapshot.round_by_key[round_].state in Round.PUBLIC
    }
    unscored = sat_out - set(sums)
    byes += [
        RoundPart(number, None, sum=RoundSum(number, 0, Fraction(0), counts=Counts.SAT_OUT))
        for number in unscored
    ]
    listed = sorted([*played, *byes], key=lambda part: (-part.number, part.room is Room.CLOSED))
    return tuple(_told_apart(listed))


def _told_apart(listed: Iterable[RoundPart]) -> Iterator[RoundPart]:
    """Yield the parts, each with what was listed before: its round, its match, its anchor."""
    rounds: set[int] = set()
    matches: set[tuple[int, int]] = set()
    anchors: Counter[tuple[int, str]] = Counter()
    for part in listed:
        match, place = (part.number, part.match), (part.number, part.anchor)
        anchors[place] += 1
        again = f"{part.anchor}-{anchors[place]}".lstrip("-")
        yield replace(
            part,
            is_first=match not in matches,
            opens_round=part.number not in rounds,
            anchor=part.anchor if anchors[place] == 1 else again,
        )
        rounds.add(part.number)
        matches.add(match)


def _anchor(table: TableView, own_seats: tuple[SeatView, ...]) -> str:
    """Return the suffix of the anchor of a round for one of the tables of an entry."""
    is_first = table.room != Room.CLOSED
    if not table.is_half:
        return "" if is_first else table.room
    return "" if is_first and table.seats[0] in own_seats else table.anchor


def _part(
    table: TableView,
    own_seats: tuple[SeatView, ...],
    round_sum: RoundSum | None,
    points: Mapping[str, Fraction | int],
) -> RoundPart:
    return RoundPart(
        number=table.round,
        table=table.number,
        seats=own_seats,
        others=tuple(other for other in table.seats if other not in own_seats),
        deals=tuple(
            PlayedDeal(deal, None if deal.is_sealed else points.get(deal.uid))
            for deal in table.deals
        ),
        sum=round_sum.match_sum(table.match) if round_sum else None,
        room=Room(table.room),
        room_name=table.room_name,
        at=table.anchor,
        anchor=_anchor(table, own_seats),
        match=table.match,
    )
