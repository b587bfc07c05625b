"""Tables with their seats and deals, for all pages that show them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, Q

from tournaments.models import BoardSource, Deal, Result, Seat, Sitting
from tournaments.publish.pages.outcomes import Outcome
from tournaments.structure import sides
from tournaments.wording.rooms import half_said


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its label, the player, the number of the entry, and the points so far."""

    label: str
    name: str
    entry: int | None
    points: int


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal of a table: the points of the seats in order, empty before it has a result.

    A deal played after the end of its game (局) is shown but does not count. Of a sealed board only
    `is_done` is known.
    """

    uid: str
    number: int
    points: tuple[int, ...]
    is_done: bool = False
    counts: bool = True
    is_sealed: bool = False


@dataclass(frozen=True, slots=True)
class TableView:
    """A table in a round."""

    round: int
    number: int
    match: int
    seats: tuple[SeatView, ...]
    deals: tuple[DealView, ...]
    outcome: Outcome | None = None
    room: str = Sitting.Room.ONLY
    """The room of its match."""
    is_half: bool = False
    """Whether it belongs to a half match: two are played at a table, one after the other."""

    @property
    def room_name(self) -> str:
        """Name of the room where the match has two."""
        room = Sitting.Room(self.room)
        if self.is_half:
            return half_said(room)
        return "" if room is Sitting.Room.ONLY else str(room.label)

    @property
    def anchor(self) -> str:
        """The anchor of the table among all tables of its round."""
        is_later = self.is_half and self.room == Sitting.Room.CLOSED
        return f"{self.number}-{self.room}" if is_later else str(self.number)

    @property
    def done(self) -> int:
        """The number of deals with a result."""
        return sum(deal.is_done for deal in self.deals)

    @property
    def is_done(self) -> bool:
        """Whether every deal has a result."""
        return self.done == len(self.deals)

    @property
    def is_sealed(self) -> bool:
        """Whether a deal is sealed, so that there is no sum yet."""
        return any(deal.is_sealed for deal in self.deals)

    @property
    def rows(self) -> tuple[tuple[SeatView, tuple[int | None, ...]], ...]:
        """Each seat with its points in every deal, None where a deal has no result yet."""
        return tuple(
            (seat, tuple(deal.points[place] if deal.points else None for deal in self.deals))
            for place, seat in enumerate(self.seats)
        )


def tables(*, after: frozenset[str] = frozenset(), **filters: Any) -> tuple[TableView, ...]:
    """Return tables by three queries; `filters` are lookups of sittings, as `segment__match`.

    `after` are the uids of deals played after the end of their game (局), which do not count.
    """
    within = {f"sitting__{name}": value for name, value in filters.items()}
    deals = _deals(within)
    points = _points(within)
    seat_rows = Seat.objects.filter(**within)
    rows = list(
        seat_rows.order_by(
            "sitting__segment__match__round__number",
            "sitting__table__number",
            "sitting__segment__number",
            "sitting_id",
            "pk",
        ).values_list(
            "pk",
            "sitting_id",
            "sitting__segment__match__round__number",
            "sitting__table__number",
            "sitting__segment__match_id",
            "sitting__room",
            "label",
            "person__name",
            "side__entries__number",
        )
    )
    seats: dict[tuple[int, int, int, int], dict[str, tuple[str, int | None]]] = defaultdict(dict)
    rooms: dict[int, str] = {}
    # A side of two entries yields a row for each of them per seat.
    own = sides.numbers(seat_rows) if len({row[0] for row in rows}) < len(rows) else {}
    for seat, sitting, round_, table, match, room, label, name, entry in rows:
        seats[sitting, round_, table, match].setdefault(label, (name, own.get(seat, entry)))
        rooms[sitting] = room
    halves = _half_matches(seats)
    return tuple(
        replace(
            _table(where, seated, deals[sitting], points, after),
            room=rooms[sitting],
            is_half=where[-1] in halves,
        )
        for (sitting, *where), seated in seats.items()
    )


def _half_matches(seats: Iterable[tuple[int, int, int, int]]) -> set[int]:
    """Return the keys of half matches: matches that share a table with another of the round."""
    at: Mapping[tuple[int, int], set[int]] = defaultdict(set)
    for _sitting, round_, table, match in seats:
        at[round_, table].add(match)
    return {match for matches in at.values() if len(matches) > 1 for match in matches}


def at_last(parts: Iterable[TableView]) -> tuple[TableView, ...]:
    """Return each table once, with the last seating where players changed seats.

    `parts` are in the order of play, as `tables` returns them. Of half matches those in play are
    returned: the closed rooms once all open ones are done.
    """
    tables = tuple(parts)
    first = [table for table in tables if table.is_half and table.room == Sitting.Room.OPEN]
    now = (
        Sitting.Room.CLOSED
        if all(table_view.is_done for table_view in first)
        else Sitting.Room.OPEN
    )
    shown = (
        table_view for table_view in tables if not table_view.is_half or table_view.room == now
    )
    return tuple({(part.match, part.number): part for part in shown}.values())


def with_outcomes(
    shown: Iterable[TableView], outcomes: Mapping[int, Outcome]
) -> tuple[TableView, ...]:
    """Return the same tables with their outcomes."""
    return tuple(replace(table, outcome=outcomes.get(table.match)) for table in shown)


def _table(
    where: Sequence[int],
    seated: Mapping[str, tuple[str, int | None]],
    deals: list[_Row],
    points: Mapping[int, Mapping[str, int]],
    after: frozenset[str],
) -> TableView:
    round_, number, match = where
    played = [{} if deal.is_sealed else points.get(deal.key, {}) for deal in deals]
    counted = [scores for deal, scores in zip(deals, played, strict=True) if deal.uid not in after]
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
                row.uid,
                row.board_no,
                tuple(scores[label] for label in seated) if scores else (),
                row.done,
                row.uid not in after,
                row.is_sealed,
            )
            for row, scores in zip(deals, played, strict=True)
        ),
    )


class _Row(NamedTuple):
    """The columns of a deal that are read."""

    key: int
    uid: str
    board_no: int
    done: bool
    is_sealed: bool


def _deals(within: Mapping[str, Any]) -> Mapping[int, list[_Row]]:
    of_board = Q(board__isnull=False, board__opened_at=None) & ~Q(event__boards=BoardSource.TABLE)
    rows = (
        Deal.objects.filter(**within)
        .annotate(is_sealed=ExpressionWrapper(of_board, BooleanField()))
        .order_by("sitting_id", "play_order")
    )
    deals: Mapping[int, list[_Row]] = defaultdict(list)
    columns = ("sitting_id", "pk", "uid", "board_no", "done", "is_sealed")
    for sitting, *deal in rows.values_list(*columns):
        deals[sitting].append(_Row(*deal))
    return deals


def _points(within: Mapping[str, Any]) -> Mapping[int, Mapping[str, int]]:
    results = Result.live.filter(**{f"deal__{name}": value for name, value in within.items()})
    return {
        deal: settlement["scores"]
        for deal, settlement in results.values_list("deal_id", "settlement")
    }
