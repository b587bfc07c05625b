"""盘: board sets of a round that is played by a number of deals, so many deals each.

The tables of board sets with dealt cards are another matter, see `models.BoardSet`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Event
from tournaments.structure import match_parts
from tournaments.structure.regulations import Regulations, regulations_of


@dataclass(frozen=True, slots=True)
class SetOfDeals:
    """A board set: its number, its deals by the order of play, and their sums by seat."""

    number: int
    first: int
    last: int
    points: tuple[int, ...]


def deals_of_set(event: Event, regulations: Regulations | None = None) -> int:
    """Return how many deals make a board set; 0 where the rules end a game (局), which has none.

    `regulations` are those of the event where they were read already.
    """
    if match_parts.ends_by_rules(event):
        return 0
    return (regulations or regulations_of(event)).board_set_deals


def sets_of_deals(deals: Sequence[tuple[int, Sequence[int]]], size: int) -> tuple[SetOfDeals, ...]:
    """Return the board sets of deals, each by its order with the points of the seats.

    Empty where there are not several. Deals without points count nothing.

    >>> rows = [(1, (30, -30)), (2, (10, -10)), (3, (5, -5))]
    >>> [(one.number, one.last, one.points) for one in sets_of_deals(rows, 2)]
    [(1, 2, (40, -40)), (2, 3, (5, -5))]
    >>> sets_of_deals(rows, 16)
    ()
    """
    if not size or not deals or (deals[-1][0] - 1) // size == 0:
        return ()
    seats = max(len(points) for _, points in deals)
    sums: dict[int, list[int]] = {}
    orders: dict[int, list[int]] = {}
    for order, points in deals:
        number = (order - 1) // size + 1
        orders.setdefault(number, []).append(order)
        total = sums.setdefault(number, [0] * seats)
        for place, value in enumerate(points):
            total[place] += value
    return tuple(
        SetOfDeals(number, orders[number][0], orders[number][-1], tuple(sums[number]))
        for number in sums
    )
