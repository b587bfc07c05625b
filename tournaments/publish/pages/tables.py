"""Tables with who sits at them and what was played there, for every page that shows one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Deal, Result, Seat


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its label, who sits there, the entry by its number, and the points so far."""

    label: str
    name: str
    entry: int | None
    points: int


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal of a table: the points of each seat in their order, or none before it is in."""

    uid: str
    number: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """A table in a round."""

    round: int
    number: int
    seats: tuple[SeatView, ...]
    deals: tuple[DealView, ...]

    @property
    def done(self) -> int:
        """How many deals have a result."""
        return sum(bool(deal.points) for deal in self.deals)

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result."""
        return self.done == len(self.deals)

    @property
    def rows(self) -> tuple[tuple[SeatView, tuple[int | None, ...]], ...]:
        """Each seat with its points in every deal, None where a deal is not in yet."""
        return tuple(
            (seat, tuple(deal.points[place] if deal.points else None for deal in self.deals))
            for place, seat in enumerate(self.seats)
        )

    def seat_of(self, entry: int) -> SeatView | None:
        """Return the seat of an entry, if it sits here."""
        return next((seat for seat in self.seats if seat.entry == entry), None)


def tables(**of: Any) -> tuple[TableView, ...]:
    """Return tables by three queries; `of` is a filter on sittings, as `segment__match__round`."""
    within = {f"sitting__{name}": value for name, value in of.items()}
    deals = _deals(within)
    points = _points(within)
    rows = (
        Seat.objects.filter(**within)
        .order_by("sitting__segment__match__round__number", "sitting__table__number", "pk")
        .values_list(
            "sitting_id",
            "sitting__segment__match__round__number",
            "sitting__table__number",
            "label",
            "person__name",
            "side__entries__number",
        )
    )
    seats: dict[tuple[int, int, int], dict[str, tuple[str, int | None]]] = defaultdict(dict)
    for sitting, round_, table, label, name, entry in rows:
        seats[sitting, round_, table].setdefault(label, (name, entry))
    return tuple(
        _table(round_, table, seated, deals[sitting], points)
        for (sitting, round_, table), seated in seats.items()
    )


def _table(
    round_: int,
    number: int,
    seated: Mapping[str, tuple[str, int | None]],
    deals: list[tuple[int, str, int]],
    points: Mapping[int, Mapping[str, int]],
) -> TableView:
    played = [points.get(key, {}) for key, _, _ in deals]
    return TableView(
        round=round_,
        number=number,
        seats=tuple(
            SeatView(label, name, entry, sum(scores.get(label, 0) for scores in played))
            for label, (name, entry) in seated.items()
        ),
        deals=tuple(
            DealView(uid, board, tuple(scores[label] for label in seated) if scores else ())
            for (_, uid, board), scores in zip(deals, played, strict=True)
        ),
    )


def _deals(within: Mapping[str, Any]) -> Mapping[int, list[tuple[int, str, int]]]:
    rows = Deal.objects.filter(**within).order_by("sitting_id", "play_order")
    deals: Mapping[int, list[tuple[int, str, int]]] = defaultdict(list)
    for sitting, key, uid, number in rows.values_list("sitting_id", "pk", "uid", "board_no"):
        deals[sitting].append((key, uid, number))
    return deals


def _points(within: Mapping[str, Any]) -> Mapping[int, Mapping[str, int]]:
    results = Result.live.filter(**{f"deal__{name}": value for name, value in within.items()})
    return {
        deal: settlement["scores"]
        for deal, settlement in results.values_list("deal_id", "settlement")
    }
