"""Tables with who sits at them and what was played there, for every page that shows one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.models import Deal, Result, Seat
from tournaments.publish.pages.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its label, who sits there, the entry by its number, and the points so far."""

    label: str
    name: str
    entry: int | None
    points: int


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal of a table: the points of each seat in their order, or none before it is in.

    What was played after the end of its game (局) is shown and does not count.
    """

    uid: str
    number: int
    points: tuple[int, ...]
    is_done: bool = False
    counts: bool = True


@dataclass(frozen=True, slots=True)
class TableView:
    """A table in a round."""

    round: int
    number: int
    match: int
    seats: tuple[SeatView, ...]
    deals: tuple[DealView, ...]
    outcome: Outcome | None = None

    @property
    def done(self) -> int:
        """How many deals have a result."""
        return sum(deal.is_done for deal in self.deals)

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


def tables(*, after: frozenset[str] = frozenset(), **of: Any) -> tuple[TableView, ...]:
    """Return tables by three queries; `of` is a filter on sittings, as `segment__match__round`.

    The deals of `after` were played after the end of their game (局): no seat has points of them.
    """
    within = {f"sitting__{name}": value for name, value in of.items()}
    deals = _deals(within)
    points = _points(within)
    rows = (
        Seat.objects.filter(**within)
        .order_by(
            "sitting__segment__match__round__number",
            "sitting__table__number",
            "sitting__segment__number",
            "pk",
        )
        .values_list(
            "sitting_id",
            "sitting__segment__match__round__number",
            "sitting__table__number",
            "sitting__segment__match_id",
            "label",
            "person__name",
            "side__entries__number",
        )
    )
    seats: dict[tuple[int, int, int, int], dict[str, tuple[str, int | None]]] = defaultdict(dict)
    for sitting, round_, table, match, label, name, entry in rows:
        seats[sitting, round_, table, match].setdefault(label, (name, entry))
    return tuple(
        _table(where, seated, deals[sitting], points, after)
        for (sitting, *where), seated in seats.items()
    )


def at_last(parts: Iterable[TableView]) -> tuple[TableView, ...]:
    """Return each table once: where people sat otherwise for some deals, as they sat at the last.

    They are in the order of play, as `tables` returns them.
    """
    return tuple({part.match: part for part in parts}.values())


def with_outcomes(
    shown: Iterable[TableView], outcomes: Mapping[int, Outcome]
) -> tuple[TableView, ...]:
    """Return the same tables, each with what it came to."""
    return tuple(replace(table, outcome=outcomes.get(table.match)) for table in shown)


def _table(
    where: Sequence[int],
    seated: Mapping[str, tuple[str, int | None]],
    deals: list[tuple[int, str, int, bool]],
    points: Mapping[int, Mapping[str, int]],
    after: frozenset[str],
) -> TableView:
    round_, number, match = where
    played = [points.get(key, {}) for key, *_ in deals]
    counted = [points.get(key, {}) for key, uid, *_ in deals if uid not in after]
    return TableView(
        round=round_,
        number=number,
        match=match,
        seats=tuple(
            SeatView(label, name, entry, sum(scores.get(label, 0) for scores in counted))
            for label, (name, entry) in seated.items()
        ),
        deals=tuple(
            DealView(
                uid,
                board,
                tuple(scores[label] for label in seated) if scores else (),
                done,
                uid not in after,
            )
            for (_, uid, board, done), scores in zip(deals, played, strict=True)
        ),
    )


def _deals(within: Mapping[str, Any]) -> Mapping[int, list[tuple[int, str, int, bool]]]:
    rows = Deal.objects.filter(**within).order_by("sitting_id", "play_order")
    deals: Mapping[int, list[tuple[int, str, int, bool]]] = defaultdict(list)
    columns = ("sitting_id", "pk", "uid", "board_no", "done")
    for sitting, *deal in rows.values_list(*columns):
        deals[sitting].append((deal[0], deal[1], deal[2], deal[3]))
    return deals


def _points(within: Mapping[str, Any]) -> Mapping[int, Mapping[str, int]]:
    results = Result.live.filter(**{f"deal__{name}": value for name, value in within.items()})
    return {
        deal: settlement["scores"]
        for deal, settlement in results.values_list("deal_id", "settlement")
    }
