"""Howell movements: one field in which every two pairs meet once, and all play the same boards.

With an even number n + 1 of pairs there are n rounds and n sets. The last pair stays at the first
table; the others are counted modulo n, and each goes where the one before it sat. So a movement is
its first round: at each table who sits north-south and east-west and which set they begin with. It
is sound if the pairs of the first round have every difference once, the sets are all different, and
those who play one set over all rounds are different too (a starter with its adder, which makes a
Room square). The first rounds below were found by a search of ours that also tried directions: over
all boards every two pairs sit the same way equally often, or as nearly so as directions that move
with the pairs allow.

Four and six pairs have no Room square. Two tables play the same boards in each of three rounds; and
of six pairs all tables share the boards of one round of five.

With an odd number of pairs the pair that would stay is missing, and each sits out once.
"""

from __future__ import annotations

from typing import Final

from tournaments.pairing.movements.board_movements import (
    BoardForm,
    BoardMovement,
    BoardSitting,
    present_sittings,
)

Start = tuple[int, int, int]
"""North-south, east-west and the set of a table in the first round, counted from 0."""

STARTS: Final[dict[int, tuple[Start, ...]]] = {
    7: (
        (3, 2, 5),
        (6, 4, 3),
        (5, 1, 6),
    ),
    9: (
        (5, 1, 4),
        (7, 4, 5),
        (2, 3, 8),
        (6, 8, 1),
    ),
    11: (
        (10, 9, 8),
        (2, 4, 6),
        (8, 5, 2),
        (7, 3, 10),
        (6, 1, 7),
    ),
    13: (
        (11, 12, 10),
        (5, 3, 8),
        (7, 10, 4),
        (8, 4, 12),
        (1, 6, 7),
        (9, 2, 11),
    ),
    15: (
        (11, 10, 6),
        (9, 7, 1),
        (5, 2, 7),
        (1, 12, 13),
        (8, 3, 11),
        (13, 4, 2),
        (14, 6, 5),
    ),
    17: (
        (4, 5, 9),
        (8, 6, 14),
        (15, 1, 16),
        (10, 14, 7),
        (11, 16, 10),
        (7, 13, 3),
        (9, 2, 11),
        (3, 12, 15),
    ),
    19: (
        (12, 13, 6),
        (18, 16, 15),
        (1, 17, 18),
        (6, 10, 16),
        (4, 9, 13),
        (2, 8, 10),
        (14, 7, 2),
        (11, 3, 14),
        (15, 5, 1),
    ),
    21: (
        (9, 10, 19),
        (11, 13, 3),
        (16, 19, 14),
        (8, 12, 20),
        (7, 2, 9),
        (5, 20, 4),
        (4, 18, 1),
        (14, 1, 15),
        (15, 3, 18),
        (17, 6, 2),
    ),
    23: (
        (21, 22, 20),
        (4, 6, 10),
        (17, 14, 8),
        (5, 9, 14),
        (8, 3, 11),
        (19, 13, 9),
        (18, 11, 6),
        (15, 7, 22),
        (16, 2, 18),
        (10, 20, 7),
        (1, 12, 13),
    ),
    25: (
        (16, 15, 6),
        (5, 3, 8),
        (8, 11, 19),
        (18, 22, 15),
        (4, 9, 13),
        (20, 1, 21),
        (24, 6, 5),
        (13, 21, 9),
        (19, 10, 4),
        (17, 7, 24),
        (23, 12, 10),
        (2, 14, 16),
    ),
    27: (
        (25, 26, 24),
        (1, 3, 4),
        (22, 19, 14),
        (10, 6, 16),
        (9, 4, 13),
        (18, 12, 3),
        (13, 20, 6),
        (15, 7, 22),
        (17, 8, 25),
        (24, 14, 11),
        (5, 21, 26),
        (11, 23, 7),
        (16, 2, 18),
    ),
    29: (
        (7, 8, 15),
        (28, 26, 25),
        (20, 23, 14),
        (17, 13, 1),
        (14, 19, 4),
        (9, 3, 12),
        (5, 27, 3),
        (18, 10, 28),
        (2, 22, 24),
        (15, 25, 11),
        (12, 1, 13),
        (16, 4, 20),
        (24, 11, 6),
        (6, 21, 27),
    ),
}
"""The tables after the first, where the pair that stays meets pair 0 over set 0, by n."""

SHARED: Final[dict[int, tuple[tuple[int, int, int, int], ...]]] = {
    3: ((0, 0, 0, 3), (0, 0, 1, 2), (1, 1, 1, 3), (1, 1, 2, 0), (2, 2, 2, 3), (2, 2, 0, 1)),
    5: (
        (0, 0, 4, 5),
        (0, 0, 0, 1),
        (0, 0, 2, 3),
        (1, 3, 3, 5),
        (1, 1, 0, 2),
        (1, 2, 1, 4),
        (2, 1, 1, 5),
        (2, 2, 0, 3),
        (2, 4, 2, 4),
        (3, 2, 2, 5),
        (3, 3, 4, 0),
        (3, 4, 3, 1),
        (4, 4, 5, 0),
        (4, 1, 3, 4),
        (4, 3, 1, 2),
    ),
}
"""Round, set, north-south and east-west of every sitting, counted from 0, by n.

The first sitting of each round is that of the pair that stays.
"""

FEWEST: Final = 4
MOST: Final = max(STARTS) + 1


def howell(pairs: int) -> BoardMovement:
    """Return the movement for a number of pairs.

    Raises ValueError for fewer than four pairs, or more than there are movements for.

    >>> [sitting.pairs for sitting in howell(8).in_round(1)]
    [(8, 1), (4, 3), (7, 5), (6, 2)]
    """
    if not FEWEST <= pairs <= MOST:
        raise ValueError(f"the movement is for {FEWEST} to {MOST} pairs")
    others = pairs - 1 + pairs % 2
    sittings = _shared_sittings(others) if others in SHARED else _cyclic_sittings(others)
    return BoardMovement(BoardForm.HOWELL, pairs, others, present_sittings(sittings, pairs))


def _cyclic_sittings(others: int) -> list[BoardSitting]:
    stays = others + 1
    first = [BoardSitting(turn + 1, 1, stays, turn + 1, turn + 1) for turn in range(others)]
    rest = [
        BoardSitting(turn + 1, table, *((place + turn) % others + 1 for place in start))
        for turn in range(others)
        for table, start in enumerate(STARTS[others], 2)
    ]
    return first + rest


def _shared_sittings(others: int) -> list[BoardSitting]:
    tables = (others + 1) // 2
    return [
        BoardSitting(turn + 1, place % tables + 1, ns + 1, ew + 1, boards + 1)
        for place, (turn, boards, ns, ew) in enumerate(SHARED[others])
    ]
