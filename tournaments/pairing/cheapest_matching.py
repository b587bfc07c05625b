"""The cheapest perfect matching: exact, with several costs in order of weight.

Every admissible pair has a row of costs, the weightiest first. Of all perfect matchings the result
has the lexicographically least sums: the second cost counts only among matchings equal in the
first. Remaining ties are decided by a lot for every pair.

The matching itself is Edmonds' (Paths, Trees, and Flowers, 1965), by rustworkx in whole numbers of
128 bits. A row is packed into one such number: each cost is a digit, with a base above anything the
costs behind it can sum to in the best matching. If the digits do not fit at once, the first ones
are solved alone; their sums give a tighter base and exclude every pair that would cost more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from math import prod
from typing import NamedTuple

import rustworkx

from tournaments.pairing import lean_graph

WIDEST = 1 << 118
"""No packed number is larger: rustworkx doubles numbers and adds them, within 127 bits."""
LOT = 1 << 48
"""A lot is a number below this one."""
MANY = 20_000
"""From so many offers on it is first sought which of them a cheapest matching may be made of."""

Two = tuple[int, int]
Lot = Callable[[int, int], int]


class NoMatching(ValueError):
    """No perfect matching exists."""


class CostedPair(NamedTuple):
    """Two nodes that may meet, numbered from 0, and the costs of their meeting."""

    first: int
    second: int
    costs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CostedPairs:
    """Many admissible pairs as columns: both sides, and one column for each cost."""

    firsts: Sequence[int]
    seconds: Sequence[int]
    costs: Sequence[Sequence[int]]

    @classmethod
    def from_rows(cls, rows: Iterable[CostedPair]) -> CostedPairs:
        """Return a sequence of pairs as columns."""
        offers = list(rows)
        columns = list(zip(*(row.costs for row in offers), strict=True))
        return cls([row.first for row in offers], [row.second for row in offers], columns)

    def where(self, chosen: Sequence[bool]) -> CostedPairs:
        """Return the chosen pairs."""
        return CostedPairs(
            list(compress(self.firsts, chosen)),
            list(compress(self.seconds, chosen)),
            [list(compress(column, chosen)) for column in self.costs],
        )


@dataclass(frozen=True, slots=True)
class Matching:
    """A perfect matching, each pair with the smaller number first, and the sums of its costs."""

    twos: tuple[Two, ...]
    sums: tuple[int, ...]


def cheapest(nodes: int, offers: CostedPairs, lot: Lot) -> Matching:
    """Return the cheapest perfect matching of the nodes from 0 to `nodes` - 1.

    Raises NoMatching if there is none, OverflowError if even the sums of the cheapest one do not
    fit into a number.

    >>> closed, crossed = [(0, 1, (0, 9)), (2, 3, (2, 0))], [(0, 2, (1, 1)), (1, 3, (1, 0))]
    >>> offers = CostedPairs.from_rows(CostedPair(*row) for row in closed + crossed)
    >>> cheapest(4, offers, lambda one, other: 0)
    Matching(twos=((0, 2), (1, 3)), sums=(2, 1))
    """
    if nodes == 0:
        return Matching((), ())
    if not offers.firsts:
        raise NoMatching("nobody may meet anybody")
    left, sums, solved = offers, (0,) * len(offers.costs), 0
    while solved < len(offers.costs):
        bases = _bases(nodes, left, sums[:solved])
        edges = list(zip(left.firsts, left.seconds, _pack(left, bases), strict=True))
        twos = _solve(nodes, edges)
        solved = len(bases)
        chosen = [two in twos for two in zip(left.firsts, left.seconds, strict=True)]
        sums = tuple(sum(compress(column, chosen)) for column in left.costs)
        known = sums[:solved]
        left = left.where([row <= known for row in zip(*left.costs[:solved], strict=True)])
    return Matching(tuple(sorted(_solve_by_lot(nodes, left, sums, lot, twos))), sums)


def _bases(nodes: int, left: CostedPairs, known: Sequence[int]) -> tuple[int, ...]:
    """Return the bases of as many digits as fit into one number, at least one more than known."""
    bases = [total + 1 for total in known]
    for column in left.costs[len(known) :]:
        base = _upper_bound(nodes, left, column) + 1
        if prod(bases) * base > WIDEST and len(bases) > len(known):
            break
        bases.append(base)
    if prod(bases) > WIDEST:
        raise OverflowError("the costs are wider than a number")
    return tuple(bases)


def _upper_bound(nodes: int, left: CostedPairs, column: Sequence[int]) -> int:
    """Return an upper bound of the sum of a cost: half the sum of every node's largest cost."""
    if not any(column):
        return 0
    most = [0] * nodes
    for node, other, cost in zip(left.firsts, left.seconds, column, strict=True):
        if cost:
            most[node] = max(most[node], cost)
            most[other] = max(most[other], cost)
    return sum(most) // 2


def _pack(left: CostedPairs, bases: Sequence[int]) -> list[int]:
    """Return one number for each pair, with its costs as digits."""
    packed = [0] * len(left.firsts)
    for column, base in zip(left.costs, bases, strict=False):
        if base > 1 or any(column):
            packed = [number * base + cost for number, cost in zip(packed, column, strict=True)]
    return packed


def _solve_by_lot(
    nodes: int, left: CostedPairs, sums: Sequence[int], lot: Lot, known: Collection[Two]
) -> frozenset[Two]:
    """Return the matching with the least sum of lots among those that cost `sums`; one is known."""
    bases = [total + 1 for total in sums]
    twos = nodes // 2
    lots = min(LOT, WIDEST // prod(bases) // twos)
    if lots < 1:
        raise OverflowError("the costs leave no room for a lot")
    # A sum of lots is below the number of pairs times the bound of one.
    span = lots * twos
    weights = [
        packed * span + lot(node, other) * lots // LOT
        for node, other, packed in zip(left.firsts, left.seconds, _pack(left, bases), strict=True)
    ]
    edges: lean_graph.Edges = list(zip(left.firsts, left.seconds, weights, strict=True))
    # Without lots too many matchings cost the same for any pair to be excluded.
    if len(edges) >= MANY:
        edges = _lean(nodes, edges, span, known)
    return _solve(nodes, edges)


def _solve(nodes: int, edges: lean_graph.Edges) -> frozenset[Two]:
    """Return the perfect matching with the least sum."""
    twos = _match(nodes, edges)
    if 2 * len(twos) != nodes:
        raise NoMatching("the offers do not reach everybody")
    return twos


def _lean(
    nodes: int, edges: lean_graph.Edges, span: int, known: Collection[Two]
) -> lean_graph.Edges:
    """Return the edges of every cheapest matching, each with its cost above the prices."""
    few = lean_graph.cheapest_few(nodes, edges, span, known)
    return lean_graph.within(edges, lean_graph.prices(nodes, few), _solve(nodes, few))


def _match(nodes: int, edges: lean_graph.Edges) -> frozenset[Two]:
    """Return a largest matching, with the least sum among all of that size.

    rustworkx maximises, so weights are negated.
    """
    # Each pair is offered once; a multigraph saves the search for an earlier edge, which would
    # double the time.
    graph = rustworkx.PyGraph(edge_count_hint=len(edges))
    graph.add_nodes_from(range(nodes))
    most = max(weight for _, _, weight in edges)
    graph.add_edges_from([(node, other, most - weight) for node, other, weight in edges])
    twos = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return frozenset((min(two), max(two)) for two in twos)
