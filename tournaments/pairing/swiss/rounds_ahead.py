"""How many more rounds without rematches can be drawn, by an exact search.

The graph joins entries that have not met; a round is a perfect matching of it, and rounds are
matchings without a common edge. With an odd number the bye is a further node, so that nobody has it
twice. The other costs of a round are in `swiss_costs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

Unmet = tuple[int, ...]
"""For each node the nodes that it has not met, a bit for each."""
Two = tuple[int, int]
KEPT = 1 << 16
"""So many answers are remembered: those of a few rounds of ten entries."""


def matchings(left: int, unmet: Unmet) -> Iterator[tuple[Two, ...]]:
    """Yield every matching of the nodes of the bits `left` into pairs that have not met.

    >>> list(matchings(0b1111, (0b1100, 0b1100, 0b0011, 0b0011)))
    [((0, 2), (1, 3)), ((0, 3), (1, 2))]
    """
    if not left:
        yield ()
        return
    first = (left & -left).bit_length() - 1
    left ^= 1 << first
    for other in _nodes(unmet[first] & left):
        for rest in matchings(left ^ (1 << other), unmet):
            yield ((first, other), *rest)


def without(unmet: Unmet, twos: Iterable[Two]) -> Unmet:
    """Return the graph without these meetings."""
    left = list(unmet)
    for first, other in twos:
        left[first] &= ~(1 << other)
        left[other] &= ~(1 << first)
    return tuple(left)


def count_rounds(unmet: Unmet, most: int) -> int:
    """Return how many rounds without a rematch can be drawn, up to `most`.

    >>> count_rounds((0b1110, 0b1101, 0b1011, 0b0111), 5)
    3
    """
    fewest = min((others.bit_count() for others in unmet), default=0)
    rounds = range(min(most, fewest), 0, -1)
    return next((number for number in rounds if _has_rounds(unmet, number)), 0)


@lru_cache(maxsize=KEPT)
def _has_rounds(unmet: Unmet, rounds: int) -> bool:
    """Whether this many rounds exist.

    An edge of the node with the fewest edges is in one of them, or is not needed at all.
    """
    if rounds == 0:
        return True
    first = min(range(len(unmet)), key=lambda node: unmet[node].bit_count())
    edges = unmet[first].bit_count()
    if edges < rounds:
        return False
    two = first, next(_nodes(unmet[first]))
    rest = without(unmet, [two])
    others = (1 << len(unmet)) - 1 & ~(1 << two[0] | 1 << two[1])
    return any(_has_rounds(without(rest, way), rounds - 1) for way in matchings(others, unmet)) or (
        edges > rounds and _has_rounds(rest, rounds)
    )


def _nodes(bits: int) -> Iterator[int]:
    """Yield the numbers of the set bits, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
