"""The pairs that a cheapest matching may be made of: all others are proved to cost too much.

A node has a price, and no two cost less than their prices together. So no matching costs less than
all prices, and by how much two cost more than theirs, a matching with them costs more than that.
Whoever knows some matching needs no two that cost more than it has above the prices.

The prices are those of the assignment in which everybody is given another one, each once, among the
cheapest few of everybody: half the sum of what a node costs as giver and as given (Kuhn 1955; by
shortest augmenting paths, Jonker and Volgenant 1987). Twice the weights are taken, so that halves
are whole numbers.

Where everybody of a group of an odd number is given one of them, the prices do not show that
somebody has to leave it, and few are left out. But everybody pays his price in every matching: what
two cost above theirs ranks matchings as their costs do, and of a cheapest one nearly all cost
nothing more. From there it is soon found.
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
    """Return these twos, and what is among the cheapest few of a node, of several kinds.

    Weights are of one kind that are alike but for what is left over by `kind`.
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
    """Return the edges that a matching which is no dearer than that of these twos may have.

    Each has what it costs above its prices; where these come to nothing, all are as they were. A
    pair may cost less than its prices, which were found among few: by as much the first of the two
    is made cheaper.
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
    """Return prices for twice the weights of edges of which a matching can be made."""
    rows: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for node, other, weight in edges:
        rows[node].append((other, weight))
        rows[other].append((node, weight))
    exchange = _Exchange(rows)
    for node in range(nodes):
        exchange.let_give(node)
    return [one + other for one, other in zip(exchange.giving, exchange.given, strict=True)]


class _Exchange:
    """Who is given whom, and what everybody costs as giver and as given."""

    def __init__(self, rows: Sequence[Sequence[tuple[int, int]]]) -> None:
        self._rows = rows
        self.given = [min(weight for _, weight in row) for row in rows]
        self.giving = [min(weight - self.given[other] for other, weight in row) for row in rows]
        self._giver = [-1] * len(rows)
        self._gives = [-1] * len(rows)

    def let_give(self, start: int) -> None:
        """Let one more give, by the cheapest row of exchanges."""
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
