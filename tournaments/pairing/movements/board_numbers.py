"""Who has which number in a movement over boards, from its first round on.

Numbers are drawn by the SHA-256 of `seed:pair number:entry`, or dealt by the seeding in a snake
over both directions. Whoever is to stay at a table exchanges numbers with the nearest who would
stay and need not. Of an odd field the last number is free. Whoever comes later takes the number of
somebody who has withdrawn, where that was noted, and else the free one.
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
    """Return for each number who has had it, the present holder last; nobody has a free one.

    Raises CannotDraw if more have come than there are numbers.
    """
    first = (*inputs.fields, inputs.entries)[0]
    held = [[entry] for entry in _first_holders(first, inputs, movement, choice)]
    arrived = dict.fromkeys(entry for field in (*inputs.fields, inputs.entries) for entry in field)
    for entry in arrived:
        if entry not in first:
            _number_for(entry, held, inputs.instead).append(entry)
    return tuple(tuple(entry for entry in entries if entry != NOBODY) for entries in held)


def present_holders(numbers: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return who has each number now; nobody has a free one."""
    return tuple(entries[-1] if entries else NOBODY for entries in numbers)


def lines_by_entry(numbers: Sequence[Sequence[str]]) -> dict[str, PairLine]:
    """Return who is north-south and who is east-west, where pairs keep their direction.

    Tables are numbered by the pairs of north-south.

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
    """Return whose place each of those takes who arrived now and find no free number.

    `withdrawn` are those who have left, the first who left first.

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
    """Deal the strongest to north-south, the next two to east-west, the next two back, and so on.

    Whoever has no seeding follows as it was drawn.
    """
    seeded = [entry for entry in seeding if entry in drawn]
    order = [*seeded, *(entry for entry in drawn if entry not in seeded)]
    dealt: tuple[list[str], list[str]] = ([], [])
    for place, entry in enumerate(order):
        dealt[place % 4 in (1, 2)].append(entry)
    longer, shorter = sorted(dealt, key=len, reverse=True)
    return [*longer, *shorter]


def _assign_stationary(order: list[str], stay: Sequence[str], fixed: Sequence[int]) -> list[str]:
    """Give everybody who is to stay a number that does. Raises CannotDraw if there are too few."""
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
    """Return the number that a late entry takes, as the list of those who have had it."""
    before = instead.get(entry, NOBODY)
    taken = next((entries for entries in held if entries[-1] == before), None)
    if taken is None:
        raise CannotDraw("the movement has no free number")
    return taken
