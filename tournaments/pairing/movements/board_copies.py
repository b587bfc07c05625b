"""How many results a board has at the end of a movement, from which its top follows."""

from __future__ import annotations

from collections import Counter

from tournaments.pairing.movements.board_movements import BoardSitting
from tournaments.pairing.movements.board_numbers import NOBODY
from tournaments.pairing.movements.board_rounds import full_movement, places
from tournaments.pairing.round_values import DrawInput


def most_results(inputs: DrawInput) -> int:
    """Return the largest number of results of a board at the end of a movement; 0 without one.

    `inputs` is the input of a round. Who is not in it is absent from that round on. Every board
    counts as if it had so many results.
    """
    movement, number = full_movement(inputs), len(inputs.fields) + 1
    if movement is None:
        return 0
    names = places(inputs)

    def is_played(sitting: BoardSitting) -> bool:
        pairs = [names[pair - 1] for pair in sitting.pairs]
        there = all(entry in inputs.entries for entry in pairs)
        return NOBODY not in pairs and (sitting.round < number or there)

    results = Counter(sitting.boards for sitting in movement.sittings if is_played(sitting))
    return max(results.values(), default=0)
