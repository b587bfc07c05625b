"""Two rooms of a team match: the same boards, each side once in either direction."""

from fractions import Fraction
from typing import Final

WON: Final = Fraction(2)
EVEN: Final = Fraction(1)
LOST: Final = Fraction(0)


def swing(open_room: Fraction | int, closed_room: Fraction | int) -> Fraction | int:
    """Return what a board brings the side that sits north-south in the open room.

    Both results are points of north-south.

    >>> swing(-125, 40)
    -165
    """
    return open_room - closed_room


def board_a_match(difference: Fraction | int) -> Fraction:
    """Return what a board counts that is won, drawn or lost, whatever the difference.

    >>> int(board_a_match(10)), int(board_a_match(0)), int(board_a_match(-600))
    (2, 1, 0)
    """
    if difference == 0:
        return EVEN
    return WON if difference > 0 else LOST
