"""The page of an entry: its day, where it sits, and every deal behind its total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.http import Http404

from tournaments import queries, wording
from tournaments.models import Entry, Event, Room
from tournaments.publish import measures
from tournaments.publish.measures import Measures
from tournaments.publish.pages import charts
from tournaments.publish.pages.charts import Spark
from tournaments.publish.pages.progress import PUBLIC, RoundState, round_states
from tournaments.publish.pages.tables import DealView, SeatView, TableView, tables
from tournaments.scores import Competitor
from tournaments.standings import Counts, Rank, RoundSum


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

    @property
    def room_name(self) -> str:
        """Which room of a match it is, in words, where there are two."""
        return "" if self.room is Room.ONLY else str(self.room.label)

    @property
    def is_first(self) -> bool:
        """Whether it is the first table of its match: what the match counts is said there."""
        return self.room is not Room.CLOSED

    @property
    def seat(self) -> SeatView | None:
        """The first seat of the entry; a pair has two."""
        return self.seats[0] if self.seats else None

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

    @property
    def now(self) -> RoundPart | None:
        """The latest round that is being played, if the entry has a part in it."""
        open_rounds = {state.number for state in self.rounds if state.is_open}
        return next((part for part in self.parts if part.number in open_rounds), None)

    @property
    def here(self) -> tuple[RoundPart, ...]:
        """The tables at which a team plays that round, each as it sits there at last."""
        number = self.now.number if self.now else None
        return tuple({one.table: one for one in self.parts if one.number == number}.values())

    @property
    def equals(self) -> str:
        """Who had the same sum before what decided between them, by their names."""
        by = self.rank.decided_by if self.rank else None
        others = (uid for uid in (by.among if by else ()) if uid != self.competitor.uid)
        return wording.listed(self.names[uid] for uid in others)


def read(event: Event, number: int) -> EntryPage:
    """Return what the page shows. Raises Http404 where no entry has this number."""
    known = queries.told(event)
    competitor = next((one for one in known.competitors.values() if one.number == number), None)
    if competitor is None:
        raise Http404
    standings = known.standings()
    rows = {row.competitor.number: row.rank for row in standings}
    rank = rows.get(number)
    sums = {one.round: one for one in known.rounds_of()[competitor.uid]}
    points = {one.deal: one.points for one in known.field.scored if one.entry == competitor.uid}
    house = event.entries.filter(number=number, kind=Entry.Kind.HOUSE).exists()
    return EntryPage(
        event=event,
        competitor=competitor,
        rank=rank,
        is_house=house,
        rounds=round_states(event),
        parts=_parts(event, competitor, sums, points),
        spark=charts.spark(rank.history, len(rows)) if rank else None,
        measures=measures.of(event, standings),
        names={one.uid: one.name for one in known.competitors.values()},
    )


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
        if (mine := tuple(one for one in table.seats if one.entry == competitor.number))
    ]
    out = [
        RoundPart(one.round, None, sum=one) for one in sums.values() if one.counts is Counts.SAT_OUT
    ]
    return tuple(sorted([*played, *out], key=lambda part: (-part.number, not part.is_first)))


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
        sum=counted,
        room=Room(table.room),
    )
