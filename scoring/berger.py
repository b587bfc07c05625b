"""The Berger table: everybody meets everybody once, and sits first and second in turn.

FIDE Handbook C.05, Annex 1. With an odd number the last place is empty: who meets it has a bye.
"""

from collections.abc import Sequence

Pair = tuple[int, int]


def rounds(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs of every round; the pair of the last number stands first in each.

    Numbers begin with 1. Of an odd number of players the pair of whoever has a bye is left out.
    Raises ValueError for fewer than two players.

    >>> rounds(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    >>> rounds(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    if players < 2:
        raise ValueError("a round robin has two players or more")
    places = players + players % 2
    table = [_round(number, places) for number in range(places - 1)]
    return tuple(tuple(pair for pair in pairs if max(pair) <= players) for pairs in table)


def byes(players: int) -> tuple[int, ...]:
    """Return who has a bye in each round; nobody where the number of players is even.

    >>> byes(3), byes(4)
    ((1, 3, 2), ())
    """
    if players % 2 == 0:
        return ()
    last = players + 1
    table = [_round(number, last) for number in range(players)]
    return tuple(min(pairs[0]) for pairs in table)


def double_round_robin(table: Sequence[Sequence[Pair]]) -> tuple[tuple[Pair, ...], ...]:
    """Return a table played twice, the second time with first and second exchanged.

    The last two rounds of the first half are exchanged, so that nobody is first or second three
    times running where the halves meet.

    >>> double_round_robin(rounds(4))[1:4]
    (((2, 4), (3, 1)), ((4, 3), (1, 2)), ((4, 1), (3, 2)))
    """
    first = [tuple(pairs) for pairs in table]
    back = [tuple((away, home) for home, away in pairs) for pairs in first]
    return (*first[:-2], *reversed(first[-2:]), *back)


def _round(number: int, places: int) -> tuple[Pair, ...]:
    """A round, counted from 0: the last place meets somebody, and the rest close around them."""
    others = places - 1
    meets = number // 2 + 1 if number % 2 == 0 else places // 2 + (number + 1) // 2
    first = (meets, places) if number % 2 == 0 else (places, meets)
    pairs = (
        ((meets - 1 + step) % others + 1, (meets - 1 - step) % others + 1)
        for step in range(1, places // 2)
    )
    return (first, *pairs)
