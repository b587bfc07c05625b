"""Howell movements: one field in which every two pairs meet once, and all play the same boards.

With an even number n + 1 of pairs there are n rounds and n sets. The last pair stays at the first
table; the others are counted modulo n, and each follows the one before it. So a movement is defined
by its first round: at each table the pairs north-south and east-west and their first set. It is
valid if the pairs of the first round have every difference once, the sets are all different, and
the pairs that play one set over all rounds are different too (a starter with its adder, which makes
a Room square). The first rounds are in `howell.json`. They were found by a search of ours that also
optimised directions: over all boards every two pairs sit in the same direction equally often, or as
nearly so as directions that move with the pairs allow.

Four and six pairs have no Room square. Two tables play the same boards in each of three rounds; and
of six pairs all tables share the boards of one round of five.

With an odd number of pairs the stationary pair is missing, and each pair has one bye.

A short Howell has fewer rounds, and every pair plays all boards. With n rounds and n sets the last
pairs stay, each at a table of its own, and never meet one another; the n others are counted modulo
n and each follows the one before it. No two pairs meet twice. The first rounds were found by a
search of ours, and so were the rounds in which a table exchanges its directions, so that every two
pairs compete as evenly as the search could make it; the guide cards give the directions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from tournaments.pairing.movements.board_movements import (
    BoardForm,
    BoardMovement,
    BoardSitting,
    present_sittings,
)

_STORED: Final = json.loads(Path(__file__).with_name("howell.json").read_text("utf-8"))
STARTS: Final[dict[int, list[list[int]]]] = {int(n): rows for n, rows in _STORED["starts"].items()}
"""North-south, east-west and the set of every table but the first one in the first round, by n.

All are counted from 0. At the first table the pair that stays meets pair 0 over set 0.
"""
SHARED: Final[dict[int, list[list[int]]]] = {int(n): rows for n, rows in _STORED["shared"].items()}
"""Round, set, north-south and east-west of every sitting, counted from 0, by n.

The first sitting of each round is that of the pair that stays.
"""

SHORT_STARTS: Final = Path(__file__).with_name("short_howell.json")
"""By pairs and rounds: of each table both pairs and the set in the first round, counted from 0.

The pair that stays stands first; `exchanged` has a digit for every round, 1 where the directions
are exchanged.
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


def short_howell_rounds(pairs: int) -> tuple[int, ...]:
    """Return the lengths in rounds of the movements that exist, the longest first.

    >>> short_howell_rounds(12)
    (10, 9, 8)
    """
    starts = _short_starts().get(str(pairs + pairs % 2), {})
    return tuple(sorted(map(int, starts), reverse=True))


def short_howell(pairs: int, rounds: int) -> BoardMovement:
    """Return the movement for these numbers of pairs and rounds.

    Raises ValueError if there is none.
    """
    if rounds not in short_howell_rounds(pairs):
        raise ValueError("there is no such movement")
    tables = _short_starts()[str(pairs + pairs % 2)][str(rounds)]
    sittings = (
        _short_sitting(turn, number, table, rounds)
        for turn in range(rounds)
        for number, table in enumerate(tables, 1)
    )
    return BoardMovement(BoardForm.SHORT_HOWELL, pairs, rounds, present_sittings(sittings, pairs))


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


def _short_sitting(turn: int, number: int, table: Mapping[str, Any], rounds: int) -> BoardSitting:
    first, second, boards = table["start"]
    stays = first >= rounds
    pairs = [first if stays else (first + turn) % rounds, (second + turn) % rounds]
    if table["exchanged"][turn] == "1":
        pairs.reverse()
    return BoardSitting(turn + 1, number, pairs[0] + 1, pairs[1] + 1, (boards + turn) % rounds + 1)


@lru_cache(maxsize=1)
def _short_starts() -> dict[str, dict[str, list[dict[str, Any]]]]:
    read: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(SHORT_STARTS.read_text("utf-8"))
    return read
