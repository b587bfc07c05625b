"""The fixed movement: sixteen players, five rounds, every two meet exactly once.

The sixteen places are the points (row, column) of the affine plane over the field of four elements,
its tables the lines. In round m of the first four, counted from 0, a table holds the points with
column = m · row + b, in the fifth it holds a row. A player of row r sits in seat r + m, in the
fifth round in the seat of the column: each direction once in four rounds, and one of them once
more. Elements are the numbers 0 to 3, added by exclusive or.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.round_values import CannotDraw
from tournaments.pairing.seating import Draw, Seating, meetings, seat_table, shuffle

ALGORITHM = "movement-affine-plane-1"
PLAYERS = 16
ROUNDS = 5
ORDER = 4
ELEMENTS = range(ORDER)


def draw(
    fields: Sequence[Sequence[str]],
    labels: Sequence[str],
    history: Sequence[Seating],
    seed: str,
) -> Draw:
    """Seat the next round of a movement.

    `fields` are the entries of every round of the movement up to this one: the first ones take
    their places by the seed, and a new entry takes the place of one that left. Raises CannotDraw if
    a field is not sixteen, or all five rounds have been played.
    """
    number = len(fields) - 1
    fits = len(labels) == ORDER and all(len(field) == PLAYERS for field in fields)
    if number >= ROUNDS or not fits:
        raise CannotDraw("the movement is for sixteen players and five rounds")
    places, met = positions(fields, seed), meetings(history)
    tables = (
        seat_table(table, labels, [places[place] for place in line], met)
        for table, line in enumerate(lines(number), 1)
    )
    return Draw(seed, ALGORITHM, tuple(tables))


def lines(number: int) -> list[tuple[int, ...]]:
    """Return the four tables of a round, counted from 0: places 0 to 15 in the order of seats.

    >>> lines(0)[0], lines(4)[0]
    ((0, 4, 8, 12), (0, 1, 2, 3))
    """
    if number == ORDER:
        return [tuple(_place(row, column) for column in ELEMENTS) for row in ELEMENTS]
    return [
        tuple(_place(seat ^ number, _times(number, seat ^ number) ^ b) for seat in ELEMENTS)
        for b in ELEMENTS
    ]


def positions(fields: Sequence[Sequence[str]], seed: str) -> list[str]:
    """Return the holder of each place in the last of these fields."""
    places = shuffle(fields[0], seed, "place")
    for field in fields[1:]:
        new = iter(entry for entry in field if entry not in places)
        places = [entry if entry in field else next(new) for entry in places]
    return places


def _place(row: int, column: int) -> int:
    return ORDER * row + column


def _times(factor: int, other: int) -> int:
    """Multiply in the field of four elements: 2 · 2 = 3, 2 · 3 = 1, 3 · 3 = 2."""
    product = (factor if other & 1 else 0) ^ (factor << 1 if other & 2 else 0)
    return product ^ 0b111 if product & 0b100 else product
