"""The Berger table: every player meets every other once, sitting first and second in turn.

FIDE Handbook C.05, Annex 1. With an odd number of players the last place is empty, and its opponent
has a bye.
"""

from collections.abc import Sequence

Pair = tuple[int, int]


def rounds(players: int) -> tuple[tuple[Pair, ...], ...]:
    """Return the pairs of every round, the pair with the highest number first.

    Players are numbered from 1. With an odd number of players the pair of the player with the bye
    is left out. Raises ValueError for fewer than two players.

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
    """Return the player with a bye in each round, nothing for an even number of players.

    >>> byes(3), byes(4)
    ((1, 3, 2), ())
    """
    if players % 2 == 0:
        return ()
    last = players + 1
    table = [_round(number, last) for number in range(players)]
    return tuple(min(pairs[0]) for pairs in table)


def double_round_robin(table: Sequence[Sequence[Pair]]) -> tuple[tuple[Pair, ...], ...]:
    """Return a table played twice, with first and second exchanged the second time.

    The last two rounds of the first half are swapped, so that nobody is first, or second, three
    times in a row at the join of the halves.

    >>> double_round_robin(rounds(4))[1:4]
    (((2, 4), (3, 1)), ((4, 3), (1, 2)), ((4, 1), (3, 2)))
    """
    first = [tuple(pairs) for pairs in table]
    back = [tuple((away, home) for home, away in pairs) for pairs in first]
    return (*first[:-2], *reversed(first[-2:]), *back)


def _round(number: int, places: int) -> tuple[Pair, ...]:
    """Return one round, from 0: the last place meets one player, the others pair inwards."""
    others = places - 1
    meets = number // 2 + 1 if number % 2 == 0 else places // 2 + (number + 1) // 2
    first = (meets, places) if number % 2 == 0 else (places, meets)
    pairs = (
        ((meets - 1 + step) % others + 1, (meets - 1 - step) % others + 1)
        for step in range(1, places // 2)
    )
    return (first, *pairs)
