"""Mitchell movements: north-south stays, east-west moves up a table, the boards move down one.

With an odd number of tables this alone lets every two pairs of different directions meet, each time
over other boards. With an even number east-west would reach boards that it has already played after
half of the rounds. There are three solutions: the skip, where east-west then passes over a table;
the relay, where the first and the last table share boards throughout and a set rests on a stand
halfway; and the web, where the second half of the tables has its boards in the opposite order and
more than one copy of every board is in play. A web also suits any field that is larger than the
number of sets.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.pairing.movements.board_movements import (
    BoardForm,
    BoardMovement,
    BoardSitting,
    present_sittings,
    switch_rounds,
)

Place = Callable[[int, int], int]
"""From round and table, both counted from 0, to a number counted from 0."""

MOST_TABLES = 100
MOST_SETS = 31
"""The most sets of a web: nobody plays more rounds."""


def tables_of(pairs: int) -> int:
    """Return the number of tables for the pairs, including that of a bye."""
    return (pairs + 1) // 2


def mitchell(pairs: int) -> BoardMovement:
    """Return the plain movement: an odd number of tables, as many rounds and sets as tables.

    Raises ValueError for an even number of tables, or fewer than three.

    >>> [sitting.pairs for sitting in mitchell(6).in_round(2)]
    [(1, 6), (2, 4), (3, 5)]
    """
    tables = _check_tables(pairs, 3)
    if tables % 2 == 0:
        raise ValueError("the plain movement has an odd number of tables")
    return _seat_pairs(
        BoardForm.MITCHELL, pairs, (tables, tables), _move_up(tables), _move_down(tables)
    )


def skip(pairs: int) -> BoardMovement:
    """Return the movement with a skip: an even number of tables, one round fewer than tables.

    Each pair misses one opponent of the other direction and one set. Raises ValueError for an odd
    number of tables, or fewer than four.
    """
    tables = _check_even(pairs, 4)

    def east_west(number: int, table: int) -> int:
        return (table - number - (number >= tables // 2)) % tables

    return _seat_pairs(BoardForm.SKIP, pairs, (tables, tables - 1), east_west, _move_down(tables))


def relay(pairs: int) -> BoardMovement:
    """Return the movement with a relay: an even number of tables, as many rounds and sets.

    The first and the last table share their boards; a set rests between the two middle tables.
    Raises ValueError for an odd number of tables.
    """
    tables = _check_even(pairs, 2)

    def place(number: int, table: int) -> int:
        return (table + (table >= tables // 2) + number) % tables

    return _seat_pairs(BoardForm.RELAY, pairs, (tables, tables), _move_up(tables), place)


def web(pairs: int, sets: int) -> BoardMovement:
    """Return the movement with a web: everybody plays all of an odd number of sets.

    The tables before `turn` have their boards in order, those after it in the opposite one. A path
    of east-west over both is free of repeats if twice `turn` is the number of tables, up to
    multiples of the number of sets.
    Raises ValueError unless the sets are odd, three to MOST_SETS, and fewer than the tables.
    """
    tables = _check_tables(pairs, 4)
    if sets % 2 == 0 or not 3 <= sets < min(tables, MOST_SETS + 1):
        raise ValueError("a web has an odd number of sets, three or more, fewer than tables")
    turn = (tables + sets * (tables % 2)) // 2

    def place(number: int, table: int) -> int:
        return (table + number if table < turn else tables - 2 - table - number) % sets

    return _seat_pairs(BoardForm.WEB, pairs, (sets, sets), _move_up(tables), place)


def switched_rounds(rounds: int) -> int:
    """Return the number of rounds switched for one winner: an eighth, and at least one.

    So all pairs compete as evenly as switching whole rounds allows; in a web, with more tables than
    rounds, one more round would sometimes be slightly better.

    >>> [switched_rounds(rounds) for rounds in (3, 7, 11, 12, 13, 21)]
    [1, 1, 1, 2, 2, 3]
    """
    return max(1, (rounds + 4) // 8)


def one_winner(movement: BoardMovement, switched: int | None = None) -> BoardMovement:
    """Return a Mitchell movement with its last rounds switched, so that all are ranked together.

    `switched` is their number; None means the fairest one.
    """
    last = movement.rounds
    count = switched_rounds(last) if switched is None else switched
    return switch_rounds(movement, range(last - count + 1, last + 1))


def _seat_pairs(
    form: BoardForm, pairs: int, size: tuple[int, int], east_west: Place, place: Place
) -> BoardMovement:
    """Seat the pairs: north-south have the numbers of their tables."""
    tables, (sets, rounds) = tables_of(pairs), size
    sittings = (
        BoardSitting(
            number + 1,
            table + 1,
            table + 1,
            tables + 1 + east_west(number, table),
            place(number, table) + 1,
        )
        for number in range(rounds)
        for table in range(tables)
    )
    return BoardMovement(form, pairs, sets, present_sittings(sittings, pairs), winners=2)


def _move_up(tables: int) -> Place:
    return lambda number, table: (table - number) % tables


def _move_down(sets: int) -> Place:
    return lambda number, table: (table + number) % sets


def _check_tables(pairs: int, least: int) -> int:
    tables = tables_of(pairs)
    if not least <= tables <= MOST_TABLES:
        raise ValueError(f"the movement has {least} to {MOST_TABLES} tables")
    return tables


def _check_even(pairs: int, least: int) -> int:
    tables = _check_tables(pairs, least)
    if tables % 2:
        raise ValueError("the movement has an even number of tables")
    return tables
