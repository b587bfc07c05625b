"""How many results a board of a movement has at its end: the most matchpoints follow from that."""

from __future__ import annotations

from collections import Counter

from tournaments.pairing.movements.board_movements import Sitting
from tournaments.pairing.movements.board_numbers import NOBODY
from tournaments.pairing.movements.board_rounds import full_movement, places
from tournaments.pairing.round_values import Input


def results_of(given: Input) -> int:
    """Return how many results that board has at the end of a movement that has most.

    `given` is what a round was drawn from. Who is not there is missing from that round on. Every
    board counts as if it had so many results. 0 where there is no movement.
    """
    movement, number = full_movement(given), len(given.fields) + 1
    if movement is None:
        return 0
    names = places(given)

    def is_played(sitting: Sitting) -> bool:
        pairs = [names[pair - 1] for pair in sitting.pairs]
        there = all(entry in given.entries for entry in pairs)
        return NOBODY not in pairs and (sitting.round < number or there)

    found = Counter(sitting.boards for sitting in movement.sittings if is_played(sitting))
    return max(found.values(), default=0)
