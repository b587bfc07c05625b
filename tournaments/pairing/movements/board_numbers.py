"""The holders of the numbers in a movement over boards, from its first round on.

Numbers are drawn by the SHA-256 of `seed:pair number:entry`, or assigned by the seeding in a snake
over both directions. An entry that has to stay at a table exchanges numbers with the nearest entry
on a stationary number that need not stay. In an odd field the last number is free. A late entry
takes the number of a withdrawn entry if that is recorded, and otherwise the free one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tournaments.pairing.movements.board_choice import MovementChoice
from tournaments.pairing.movements.board_movements import BoardMovement, PairLine
from tournaments.pairing.round_values import CannotDraw, DrawInput
from tournaments.pairing.seating import shuffle

NOBODY: Final = ""
EVEN: Final = 2


def holders_by_number(
    inputs: DrawInput, movement: BoardMovement, choice: MovementChoice
) -> tuple[tuple[str, ...], ...]:
    """Return the successive holders of each number, the current one last; none for a free number.

    Raises CannotDraw if there are more entries than numbers.
    """
    first = (*inputs.fields, inputs.entries)[0]
    held = [[entry] for entry in _first_holders(first, inputs, movement, choice)]
    arrived = dict.fromkeys(entry for field in (*inputs.fields, inputs.entries) for entry in field)
    for entry in arrived:
        if entry not in first:
            _number_for(entry, held, inputs.instead).append(entry)
    return tuple(tuple(entry for entry in entries if entry != NOBODY) for entries in held)


def present_holders(numbers: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the current holder of each number; none for a free number."""
    return tuple(entries[-1] if entries else NOBODY for entries in numbers)


def lines_by_entry(numbers: Sequence[Sequence[str]]) -> dict[str, PairLine]:
    """Return the direction of each entry, if pairs keep theirs.

    Tables have the numbers of the north-south pairs.

    >>> lines = lines_by_entry([["a"], ["b"], ["c", "d"], []])
    >>> {entry: line.value for entry, line in lines.items()}
    {'a': 'ns', 'b': 'ns', 'c': 'ew', 'd': 'ew'}
    """
    half = len(numbers) // EVEN
    return {
        entry: PairLine.NORTH_SOUTH if place < half else PairLine.EAST_WEST
        for place, entries in enumerate(numbers)
        for entry in entries
    }


def places_for(
    arrived: Sequence[str], numbers: Sequence[Sequence[str]], withdrawn: Sequence[str]
) -> dict[str, str]:
    """Return the places that late entries without a free number take.

    `withdrawn` are ordered by the time of leaving.

    >>> places_for(["8", "9", "10"], [["1"], ["2"], ["3"], []], ["3", "2"])
    {'9': '3', '10': '2'}
    """
    free = sum(not entries for entries in numbers)
    holding = set(present_holders(numbers))
    left = [entry for entry in withdrawn if entry in holding]
    return dict(zip(arrived[free:], left, strict=False))


def _first_holders(
    first: Sequence[str], inputs: DrawInput, movement: BoardMovement, choice: MovementChoice
) -> tuple[str, ...]:
    order = shuffle(first, inputs.seed, "pair number")
    if choice.by_seeding:
        order = _deal_snake(order, inputs.seeding)
    free = [NOBODY] * (len(first) % EVEN)
    stay = [entry for entry in choice.stay if entry in first]
    return tuple(_assign_stationary([*order, *free], stay, movement.stationary()))


def _deal_snake(drawn: Sequence[str], seeding: Sequence[str]) -> list[str]:
    """Assign the strongest to north-south, the next two to east-west, the next two back, and so on.

    Unseeded entries follow in the drawn order.
    """
    seeded = [entry for entry in seeding if entry in drawn]
    order = [*seeded, *(entry for entry in drawn if entry not in seeded)]
    dealt: tuple[list[str], list[str]] = ([], [])
    for place, entry in enumerate(order):
        dealt[place % 4 in (1, 2)].append(entry)
    longer, shorter = sorted(dealt, key=len, reverse=True)
    return [*longer, *shorter]


def _assign_stationary(order: list[str], stay: Sequence[str], fixed: Sequence[int]) -> list[str]:
    """Give every stationary entry a stationary number. Raises CannotDraw if there are too few."""
    if len(stay) > len(fixed):
        raise CannotDraw("more are to stay than there are places")
    for entry in stay:
        place = order.index(entry)
        if place + 1 in fixed:
            continue
        free = [number - 1 for number in fixed if order[number - 1] not in stay]
        other = min(free, key=lambda index: (abs(index - place), index))
        order[place], order[other] = order[other], entry
    return order


def _number_for(entry: str, held: list[list[str]], instead: Mapping[str, str]) -> list[str]:
    """Return the number of a late entry, as the list of its holders."""
    before = instead.get(entry, NOBODY)
    taken = next((entries for entries in held if entries[-1] == before), None)
    if taken is None:
        raise CannotDraw("the movement has no free number")
    return taken
