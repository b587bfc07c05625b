"""The page of an entry: its day, where it sits, and every deal behind its total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404

from tournaments import wording
from tournaments.line_ups import line_up_state
from tournaments.line_ups.line_up_state import MatchStands
from tournaments.models import Entry, Event, Room, SitOut
from tournaments.publish import measures
from tournaments.publish.measures import Measures
from tournaments.publish.pages import charts
from tournaments.publish.pages.charts import Spark
from tournaments.publish.pages.progress import PUBLIC, RoundState, public_rounds, round_states
from tournaments.publish.pages.tables import DealView, SeatView, TableView, tables
from tournaments.results import queries
from tournaments.results.standings_input import Competitor, StandingsRow
from tournaments.standings.ranking import Counts, Rank, RoundSum
from tournaments.wording.rooms import room_said


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that the entry played, and its points; None where there are none."""

    deal: DealView
    points: Fraction | int | None


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round of the entry: its seat, who else sat there, its deals, and what it counts.

    Without a seat the entry sat out, and `sum` says what that counts.
    """

    number: int
    table: int | None
    seats: tuple[SeatView, ...] = ()
    others: tuple[SeatView, ...] = ()
    deals: tuple[PlayedDeal, ...] = ()
    sum: RoundSum | None = None
    room: Room = Room.ONLY
    room_name: str = ""
    """Which room of a match it is, in words, where there are two."""
    at: str = ""
    """What tells its table from all others of the round."""
    anchor: str = ""
    """What tells it from the other tables of the entry in the round; nothing for the first."""

    @property
    def is_first(self) -> bool:
        """Whether it is the first table of its match: what the match counts is said there."""
        return self.room is not Room.CLOSED

    @property
    def seat(self) -> SeatView | None:
        """The first seat of the entry; a pair has two."""
        return self.seats[0] if self.seats else None

    @property
    def is_sealed(self) -> bool:
        """Whether others have boards of the round to play, so that there is no sum of it yet."""
        return any(deal.deal.is_sealed for deal in self.deals)

    @property
    def total(self) -> Fraction:
        """The points of the round with its penalties: what is listed, added up."""
        penalties = self.sum.penalties if self.sum and self.is_first else Fraction(0)
        return penalties + sum(deal.points or 0 for deal in self.deals)

    @property
    def stood_in(self) -> bool:
        """Whether what was played does not count, because a stand-in played it."""
        return self.sum is not None and self.sum.counts is Counts.STOOD_IN

    @property
    def sat_out(self) -> bool:
        """Whether the entry had no seat in this round."""
        return not self.seats


@dataclass(frozen=True, slots=True)
class Awaited:
    """A match of which nobody knows yet who plays; `tables` are its numbers with their rooms."""

    round: int
    match: MatchStands
    tables: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class EntryPage:
    """What the page shows; the latest round comes first. A house player has no rank."""

    event: Event
    competitor: Competitor
    rank: Rank | None
    is_house: bool
    rounds: tuple[RoundState, ...]
    parts: tuple[RoundPart, ...]
    spark: Spark | None
    measures: Measures
    names: Mapping[str, str]
    awaited: tuple[Awaited, ...] = ()
    """The matches of a team in the round that is played, before anybody is named for a seat."""

    @property
    def has_rank(self) -> bool:
        """Whether anything ranks it yet: before that it would be the first, like everybody."""
        return self.rank is not None and bool(
            (self.rank.rounds and self.rank.begun) or not self.rank.is_ranked
        )

    @property
    def now(self) -> RoundPart | None:
        """The latest round that is being played, if the entry has a part in it."""
        open_rounds = {state.number for state in self.rounds if state.is_open}
        return next((part for part in self.parts if part.number in open_rounds), None)

    @property
    def here(self) -> tuple[RoundPart, ...]:
        """The tables at which a team plays that round, each as it sits there at last."""
        number = self.now.number if self.now else None
        return tuple({part.at: part for part in self.parts if part.number == number}.values())

    @property
    def equals(self) -> str:
        """Who had the same sum before what decided between them, by their names."""
        by = self.rank.decided_by if self.rank else None
        others = (uid for uid in (by.among if by else ()) if uid != self.competitor.uid)
        return wording.listed(self.names[uid] for uid in others)


def read(event: Event, number: int) -> EntryPage:
    """Return what the page shows. Raises Http404 where no entry has this number."""
    known = queries.told(event)
    competitor = next(
        (competitor for competitor in known.competitors.values() if competitor.number == number),
        None,
    )
    if competitor is None:
        raise Http404
    standings = known.standings()
    rows = {row.competitor.number: row.rank for row in standings}
    rank = rows.get(number)
    sums = {round_sum.round: round_sum for round_sum in known.rounds_of()[competitor.uid]}
    points = {one.deal: one.points for one in known.field.scored if one.entry == competitor.uid}
    house = event.entries.filter(number=number, kind=Entry.Kind.HOUSE).exists()
    states, parts = round_states(event), _parts(event, competitor, sums, points)
    return EntryPage(
        event=event,
        competitor=competitor,
        rank=rank,
        is_house=house,
        rounds=states,
        parts=parts,
        spark=charts.spark(rank.history, _ranked_with(rank, standings)) if rank else None,
        measures=measures.of(event, standings),
        names={competitor.uid: competitor.name for competitor in known.competitors.values()},
        awaited=tuple(_awaited(event, number, states, parts)),
    )


def _awaited(
    event: Event, number: int, states: Sequence[RoundState], parts: Sequence[RoundPart]
) -> Iterator[Awaited]:
    open_rounds = {part.number for part in states if part.is_open} - {part.number for part in parts}
    if not line_up_state.is_of_teams(event) or not open_rounds:
        return
    for round_ in public_rounds().filter(event=event, number__in=open_rounds):
        for match in line_up_state.stands(round_):
            if match.next and number in {team.entry for team in match.teams}:
                tables = tuple(
                    (table, room_said(event, room, is_half=match.is_half))
                    for room, table in match.next.tables
                )
                yield Awaited(round_.number, match, tables)


def _ranked_with(rank: Rank, rows: Sequence[StandingsRow]) -> int:
    """How many rank in one list with an entry, itself included."""
    return sum(row.rank.line == rank.line for row in rows)


def _parts(
    event: Event,
    competitor: Competitor,
    sums: Mapping[int, RoundSum],
    points: Mapping[str, Fraction | int],
) -> tuple[RoundPart, ...]:
    played = [
        _part(table, mine, sums.get(table.round), points)
        for table in tables(
            segment__match__round__event=event,
            segment__match__round__state__in=PUBLIC,
            segment__match__sides__entries__uid=competitor.uid,
        )
        if (mine := tuple(seat for seat in table.seats if seat.entry == competitor.number))
    ]
    out = [
        RoundPart(total.round, None, sum=total)
        for total in sums.values()
        if total.counts is Counts.SAT_OUT
    ]
    # What a sealed round comes to is not told, but that somebody sits out is.
    sat_out = SitOut.objects.filter(
        entry__uid=competitor.uid, round__state__in=PUBLIC, round__event=event
    )
    untold = set(sat_out.values_list("round__number", flat=True)) - set(sums)
    out += [
        RoundPart(one, None, sum=RoundSum(one, 0, Fraction(0), counts=Counts.SAT_OUT))
        for one in untold
    ]
    return tuple(sorted([*played, *out], key=lambda part: (-part.number, not part.is_first)))


def _anchor(table: TableView, mine: tuple[SeatView, ...]) -> str:
    """Return what is added to the address of a round for one of the tables of an entry."""
    is_first = table.room != Room.CLOSED
    if not table.is_half:
        return "" if is_first else table.room
    return "" if is_first and table.seats[0] in mine else table.anchor


def _part(
    table: TableView,
    mine: tuple[SeatView, ...],
    counted: RoundSum | None,
    points: Mapping[str, Fraction | int],
) -> RoundPart:
    return RoundPart(
        number=table.round,
        table=table.number,
        seats=mine,
        others=tuple(other for other in table.seats if other not in mine),
        deals=tuple(
            PlayedDeal(deal, None if deal.is_sealed else points.get(deal.uid))
            for deal in table.deals
        ),
        sum=counted.of(table.match) if counted else None,
        room=Room(table.room),
        room_name=table.room_name,
        at=table.anchor,
        anchor=_anchor(table, mine),
    )
