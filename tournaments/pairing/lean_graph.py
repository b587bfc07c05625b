"""The pairs of which a cheapest matching can consist; all others provably cost too much.

A node has a price, and no pair costs less than its two prices. So no matching costs less than the
sum of all prices, and the excess of a pair over its prices is a lower bound of the excess of every
matching with it. Given some matching, all pairs with a greater excess can be dropped.

The prices come from the assignment that gives every node another one, each once, among the cheapest
few edges of every node: half the sum of the dual values of a node as giver and as given (Kuhn 1955;
by shortest augmenting paths, Jonker and Volgenant 1987). Weights are doubled, so that halves are
integers.

If every node of an odd group is given another one of the group, the prices do not show that one of
them has to leave it, and few pairs are dropped. But every node pays its price in every matching, so
that the excess over the prices orders matchings as their costs do, and nearly all pairs of a
cheapest one have none. From there it is found quickly.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush

FEW, FEWER, KINDS = 12, 4, 8
"""How many of the cheapest of everybody give the prices, how many of a dearer kind, of how many."""

Two = tuple[int, int]
Edge = tuple[int, int, int]
Edges = Sequence[Edge]


def cheapest_few(nodes: int, edges: Edges, kind: int, twos: Collection[Two]) -> list[Edge]:
    """Return these pairs and, for several kinds of edges, the cheapest few of every node.

    Weights of one kind differ only in the remainder by `kind`.
    """
    of_node: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for number, (node, other, weight) in enumerate(edges):
        of_node[node].append((weight, number))
        of_node[other].append((weight, number))
    chosen = {number for number, row in enumerate(edges) if row[:2] in twos}
    for row in of_node:
        row.sort()
        last, kinds, taken = -1, 0, 0
        for weight, number in row:
            if weight // kind != last:
                last, kinds, taken = weight // kind, kinds + 1, 0
                if kinds > KINDS:
                    break
            taken += 1
            if taken <= (FEW if kinds == 1 else FEWER):
                chosen.add(number)
    return [edges[number] for number in sorted(chosen)]


def within(edges: Edges, prices: Sequence[int], twos: Collection[Two]) -> Edges:
    """Return the edges that a matching no dearer than these pairs can have.

    Each has its cost above its prices; if the prices are zero, all weights stay. A pair may cost
    less than its prices, which were found among few edges: the price of its first node is lowered
    by the difference.
    """
    lowered = list(prices)
    for node, other, weight in edges:
        if (over := lowered[node] + lowered[other] - 2 * weight) > 0:
            lowered[node] -= over
    if (least := sum(lowered)) <= 0:
        return edges
    above = 2 * sum(weight for node, other, weight in edges if (node, other) in twos) - least
    costs = [(one, two, 2 * weight - lowered[one] - lowered[two]) for one, two, weight in edges]
    return [row for row in costs if row[2] <= above]


def prices(nodes: int, edges: Edges) -> list[int]:
    """Return prices for twice the weights of edges that contain a perfect matching."""
    rows: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for node, other, weight in edges:
        rows[node].append((other, weight))
        rows[other].append((node, weight))
    exchange = _Exchange(rows)
    for node in range(nodes):
        exchange.let_give(node)
    return [one + other for one, other in zip(exchange.giving, exchange.given, strict=True)]


class _Exchange:
    """The assignment of givers to receivers, and the dual values of both."""

    def __init__(self, rows: Sequence[Sequence[tuple[int, int]]]) -> None:
        self._rows = rows
        self.given = [min(weight for _, weight in row) for row in rows]
        self.giving = [min(weight - self.given[other] for other, weight in row) for row in rows]
        self._giver = [-1] * len(rows)
        self._gives = [-1] * len(rows)

    def let_give(self, start: int) -> None:
        """Assign one more giver, by the cheapest augmenting path."""
        before: dict[int, int] = {}
        reached: dict[int, int] = {}
        final: dict[int, int] = {}
        heap: list[tuple[int, int]] = []
        node, length = start, 0
        while True:
            base = length - self.giving[node]
            for other, weight in self._rows[node]:
                reach = base + weight - self.given[other]
                if other not in final and (other not in reached or reach < reached[other]):
                    reached[other], before[other] = reach, node
                    heappush(heap, (reach, other))
            while heap and heap[0][1] in final:
                heappop(heap)
            length, end = heappop(heap)
            if self._giver[end] < 0:
                break
            final[end] = length
            node = self._giver[end]
        self._reprice(start, length, final)
        while end >= 0:
            node = before[end]
            self._giver[end] = node
            self._gives[node], end = end, self._gives[node]

    def _reprice(self, start: int, length: int, final: Mapping[int, int]) -> None:
        self.giving[start] += length
        for other, reach in final.items():
            self.giving[self._giver[other]] += length - reach
            self.given[other] -= length - reach
