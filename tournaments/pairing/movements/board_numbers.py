"""Who has which number in a movement over boards, from its first round on.

Numbers are drawn by the SHA-256 of `seed:pair number:entry`, or dealt by the seeding in a snake
over both directions. Whoever is to stay at a table exchanges numbers with the nearest who would
stay and need not. Of an odd field the last number is free. Whoever comes later takes the number of
somebody who has withdrawn, where that was noted, and else the free one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tournaments.pairing.movements.board_choice import Choice
from tournaments.pairing.movements.board_movements import Line, Movement
from tournaments.pairing.round_values import CannotDraw, Input
from tournaments.pairing.seating import shuffled

NOBODY: Final = ""
EVEN: Final = 2


def numbered(given: Input, movement: Movement, choice: Choice) -> tuple[tuple[str, ...], ...]:
    """Return everybody who has had each number, the one who has it now last; a free one has nobody.

    Raises CannotDraw if more have come than there are numbers.
    """
    first = (*given.fields, given.entries)[0]
    held = [[one] for one in _first(first, given, movement, choice)]
    come = dict.fromkeys(entry for field in (*given.fields, given.entries) for entry in field)
    for entry in come:
        if entry not in first:
            _number_for(entry, held, given.instead).append(entry)
    return tuple(tuple(one for one in had if one != NOBODY) for had in held)


def holders(numbers: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return who has each number now; nobody has a free one."""
    return tuple(had[-1] if had else NOBODY for had in numbers)


def lines(numbers: Sequence[Sequence[str]]) -> dict[str, Line]:
    """Return who is north-south and who is east-west, where pairs keep their direction.

    Tables are numbered by the pairs of north-south.

    >>> {entry: line.value for entry, line in lines([["a"], ["b"], ["c", "d"], []]).items()}
    {'a': 'ns', 'b': 'ns', 'c': 'ew', 'd': 'ew'}
    """
    half = len(numbers) // EVEN
    return {
        entry: Line.NORTH_SOUTH if place < half else Line.EAST_WEST
        for place, had in enumerate(numbers)
        for entry in had
    }


def places_for(
    come: Sequence[str], numbers: Sequence[Sequence[str]], gone: Sequence[str]
) -> dict[str, str]:
    """Return whose place each takes who has come now and finds no free number.

    `gone` are those who have withdrawn, who left first standing first.

    >>> places_for(["8", "9", "10"], [["1"], ["2"], ["3"], []], ["3", "2"])
    {'9': '3', '10': '2'}
    """
    free = sum(not had for had in numbers)
    having = set(holders(numbers))
    left = [entry for entry in gone if entry in having]
    return dict(zip(come[free:], left, strict=False))


def stationary(movement: Movement) -> tuple[int, ...]:
    """Return the numbers that keep their table, whoever has them."""
    return movement.stationary()


def _first(
    first: Sequence[str], given: Input, movement: Movement, choice: Choice
) -> tuple[str, ...]:
    order = shuffled(first, given.seed, "pair number")
    if choice.by_seeding:
        order = _snake(order, given.seeding)
    free = [NOBODY] * (len(first) % EVEN)
    stay = [one for one in choice.stay if one in first]
    return tuple(_staying([*order, *free], stay, stationary(movement)))


def _snake(drawn: Sequence[str], seeding: Sequence[str]) -> list[str]:
    """Deal the strongest to north-south, the next two to east-west, the next two back, and so on.

    Whoever has no seeding follows as it was drawn.
    """
    seeded = [one for one in seeding if one in drawn]
    order = [*seeded, *(one for one in drawn if one not in seeded)]
    dealt: tuple[list[str], list[str]] = ([], [])
    for place, entry in enumerate(order):
        dealt[place % 4 in (1, 2)].append(entry)
    longer, shorter = sorted(dealt, key=len, reverse=True)
    return [*longer, *shorter]


def _staying(order: list[str], stay: Sequence[str], fixed: Sequence[int]) -> list[str]:
    """Give everybody who is to stay a number that does. Raises CannotDraw if there are too few."""
    if len(stay) > len(fixed):
        raise CannotDraw("more are to stay than there are places")
    for entry in stay:
        place = order.index(entry)
        if place + 1 in fixed:
            continue
        free = [one - 1 for one in fixed if order[one - 1] not in stay]
        other = min(free, key=lambda one: (abs(one - place), one))
        order[place], order[other] = order[other], entry
    return order


def _number_for(entry: str, held: list[list[str]], instead: Mapping[str, str]) -> list[str]:
    """Return the number that somebody takes who comes later, as those who have had it."""
    before = instead.get(entry, NOBODY)
    found = next((had for had in held if had[-1] == before), None)
    if found is None:
        raise CannotDraw("the movement has no free number")
    return found
