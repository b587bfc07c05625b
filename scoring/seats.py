"""Seats: their labels, the order of play, neighbours and partners.

Four players sit on a compass and are labelled by it. Play goes to the right, which on a map is
counterclockwise: the next player, 下家, is the right-hand neighbour, 上家 the left-hand one
(T9 L227-228, L268). Three or five players have no compass; their seats are numbered in order of
play.

>>> order_of_play(4)
('N', 'W', 'S', 'E')
>>> order_of_play(4, Direction.CLOCKWISE)
('N', 'E', 'S', 'W')
>>> order_of_play(3)
('1', '2', '3')
"""

from enum import StrEnum
from typing import Final

COMPASS: Final = ("N", "W", "S", "E")
"""The four seats, each followed by the neighbour on its right."""

NUMBERED: Final = ("1", "2", "3", "4", "5")
"""The seats of tables that are not of four, in order of play."""


class Direction(StrEnum):
    """The direction of dealing and play, as seen on a map."""

    COUNTERCLOCKWISE = "counterclockwise"
    CLOCKWISE = "clockwise"


def order_of_play(
    players: int, direction: Direction = Direction.COUNTERCLOCKWISE
) -> tuple[str, ...]:
    """Return the seats of a table in order of play, starting with north or seat 1.

    Raises ValueError for fewer than two or more than five players.

    >>> order_of_play(5)
    ('1', '2', '3', '4', '5')
    """
    if players == len(COMPASS):
        clockwise = (COMPASS[0], *reversed(COMPASS[1:]))
        return clockwise if direction is Direction.CLOCKWISE else COMPASS
    if players not in (2, 3, 5):
        raise ValueError(f"no table has {players} seats")
    return NUMBERED[:players]


def next_to_play(seat: str, order: tuple[str, ...]) -> str:
    """Return the seat that plays after another. Raises ValueError for an unknown seat.

    >>> next_to_play("E", COMPASS)
    'N'
    """
    return order[(order.index(seat) + 1) % len(order)]


def partner_of(seat: str) -> str:
    """Return the opposite seat, 对家 (T9 L229). Raises ValueError for a numbered seat.

    >>> partner_of("W")
    'E'
    """
    return COMPASS[(COMPASS.index(seat) + 2) % 4]
