"""The page of an entry: where it sits, and every deal behind its total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from tournaments import queries
from tournaments.models import Event
from tournaments.publish.pages.progress import PUBLIC, RoundState, round_states
from tournaments.publish.pages.tables import DealView, SeatView, TableView, tables
from tournaments.queries import StandingsRow


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that the entry played, and its points; None before the deal is in."""

    deal: DealView
    points: int | None


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round of the entry: its seat, who else sat there, and its deals."""

    number: int
    table: int
    seat: SeatView
    others: tuple[SeatView, ...]
    deals: tuple[PlayedDeal, ...]

    @property
    def total(self) -> int:
        """The points of the round."""
        return sum(deal.points or 0 for deal in self.deals)


@dataclass(frozen=True, slots=True)
class EntryPage:
    """What the page shows; the latest round comes first."""

    event: Event
    row: StandingsRow
    rounds: tuple[RoundState, ...]
    parts: tuple[RoundPart, ...]

    @property
    def now(self) -> RoundPart | None:
        """The round that is being played, if the entry plays in it."""
        open_rounds = {state.number for state in self.rounds if state.is_open}
        return next((part for part in self.parts if part.number in open_rounds), None)


def read(event: Event, number: int) -> EntryPage:
    """Return what the page shows. Raises Http404 where no entry has this number."""
    row = next((one for one in queries.standings(event) if one.competitor.number == number), None)
    if row is None:
        raise Http404
    points = {
        one.deal: one.points for one in queries.scored(event) if one.entry == row.competitor.uid
    }
    parts = [
        _part(table, seat, points)
        for table in tables(
            segment__match__round__event=event,
            segment__match__round__state__in=PUBLIC,
            segment__match__sides__entries__uid=row.competitor.uid,
        )
        if (seat := table.seat_of(number))
    ]
    return EntryPage(event, row, round_states(event), tuple(reversed(parts)))


def _part(table: TableView, seat: SeatView, points: Mapping[str, int]) -> RoundPart:
    return RoundPart(
        number=table.round,
        table=table.number,
        seat=seat,
        others=tuple(other for other in table.seats if other.label != seat.label),
        deals=tuple(PlayedDeal(deal, points.get(deal.uid)) for deal in table.deals),
    )
