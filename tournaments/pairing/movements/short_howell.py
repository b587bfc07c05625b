"""Short Howell movements: one field, fewer rounds than a Howell, and everybody plays all boards.

With n rounds and n sets of boards the last pairs stay, each at a table of its own, and never meet
one another; the n others are counted modulo n and go where the one before them sat, as in a Howell.
Nobody meets twice. The first round of each movement was found by a search of ours, and so were the
rounds in which a table exchanges its directions, so that every two pairs compete as evenly as that
search could make it; a card says who sits how.
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

STARTS: Final = Path(__file__).with_name("short_howell.json")
"""By pairs and rounds: of each table both pairs and the set in the first round, counted from 0.

The pair that stays stands first; `exchanged` has a digit for every round, 1 where the directions
are exchanged.
"""


def short_howell_rounds(pairs: int) -> tuple[int, ...]:
    """Return the numbers of rounds for which there is a movement, the most first.

    >>> short_howell_rounds(12)
    (10, 9, 8)
    """
    starts = _starts().get(str(pairs + pairs % 2), {})
    return tuple(sorted(map(int, starts), reverse=True))


def short_howell(pairs: int, rounds: int) -> BoardMovement:
    """Return the movement for these numbers of pairs and rounds.

    Raises ValueError where there is none.
    """
    if rounds not in short_howell_rounds(pairs):
        raise ValueError("there is no such movement")
    tables = _starts()[str(pairs + pairs % 2)][str(rounds)]
    sittings = (
        _sitting(turn, number, table, rounds)
        for turn in range(rounds)
        for number, table in enumerate(tables, 1)
    )
    return BoardMovement(BoardForm.SHORT_HOWELL, pairs, rounds, present_sittings(sittings, pairs))


def _sitting(turn: int, number: int, table: Mapping[str, Any], rounds: int) -> BoardSitting:
    first, second, boards = table["start"]
    stays = first >= rounds
    pairs = [first if stays else (first + turn) % rounds, (second + turn) % rounds]
    if table["exchanged"][turn] == "1":
        pairs.reverse()
    return BoardSitting(turn + 1, number, pairs[0] + 1, pairs[1] + 1, (boards + turn) % rounds + 1)


@lru_cache(maxsize=1)
def _starts() -> dict[str, dict[str, list[dict[str, Any]]]]:
    read: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(STARTS.read_text("utf-8"))
    return read
