"""The matching is the cheapest of all, as every way to put a few into twos shows."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
import rustworkx
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.pairing import cheapest_matching, lean_graph
from tournaments.pairing.cheapest_matching import (
    LOT,
    WIDEST,
    CostedPair,
    CostedPairs,
    Matching,
    NoMatching,
    cheapest,
)

Costs = Mapping[tuple[int, int], tuple[int, ...]]

ROOM = 60
"""So many bits of costs leave room for whole lots."""


def lot(first: int, other: int) -> int:
    """A number of its own for each two."""
    return int(hashlib.sha256(f"{first}/{other}".encode()).hexdigest()[:12], 16)


def ways(left: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to put these into twos."""
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        rest = [node for node in others if node != other]
        yield from ([(first, other), *way] for way in ways(rest))


def complete(costs: Costs) -> CostedPairs:
    return CostedPairs.from_rows(
        CostedPair(node, other, row) for (node, other), row in costs.items()
    )


@st.composite
def fields(draw: st.DrawFn) -> tuple[int, Costs]:
    """Up to eight with costs, at times too wide to be packed at once."""
    nodes = draw(st.sampled_from((2, 4, 6, 8)))
    sizes = draw(st.lists(st.sampled_from((0, 1, 3, 900, 1 << 50)), min_size=1, max_size=5))
    # What is wide is mostly nothing, so that the best way is narrow.
    row = st.tuples(*(st.sampled_from((0, 0, 0, 1, size)) for size in sizes))
    return nodes, {two: draw(row) for two in combinations(range(nodes), 2)}


@pytest.mark.full
@given(fields())
def test_no_other_matching_is_cheaper(field: tuple[int, Costs]) -> None:
    nodes, costs = field
    try:
        matching = cheapest(nodes, complete(costs), lot)
    except OverflowError:
        assume(False)
        raise

    def worth(way: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(costs[two] for two in way), strict=True)))

    best = min(worth(way) for way in ways(range(nodes)))
    assert matching.sums == best == worth(matching.twos)
    # Of equal ways, the one with the least sum of lots, as far as there was room for whole lots.
    equals = [way for way in ways(range(nodes)) if worth(way) == best]
    if sum(total.bit_length() for total in best) < ROOM:
        least = min(equals, key=lambda way: sum(lot(*two) for two in way))
        assert matching.twos == tuple(sorted(least))


def test_equal_matchings_are_decided_by_the_least_sum_of_lots() -> None:
    costs = dict.fromkeys(combinations(range(8), 2), (0,))
    matching = cheapest(8, complete(costs), lot)
    least = min(ways(range(8)), key=lambda way: sum(lot(*two) for two in way))
    assert matching.twos == tuple(sorted(least))


def test_the_order_of_the_offers_has_no_influence() -> None:
    costs = {(node, other): (node % 2, 7) for node, other in combinations(range(12), 2)}
    turned = dict(reversed(costs.items()))
    assert cheapest(12, complete(costs), lot) == cheapest(12, complete(turned), lot)


def test_an_entry_without_an_offer_is_refused() -> None:
    with pytest.raises(NoMatching):
        cheapest(4, complete({(0, 1): (0,), (0, 2): (0,), (0, 3): (0,)}), lot)
    with pytest.raises(NoMatching):
        cheapest(2, complete({}), lot)
    assert cheapest(0, complete({}), lot).twos == ()


def test_costs_that_are_wider_than_a_number_are_refused_and_never_cut_short() -> None:
    with pytest.raises(OverflowError):
        cheapest(2, complete({(0, 1): (WIDEST,)}), lot)


def test_the_widest_numbers_are_not_doubled_over_the_edge() -> None:
    """rustworkx checks its own result, which it could not if a number had turned round."""
    nodes = 60
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    for node, other in combinations(range(nodes), 2):
        graph.add_edge(node, other, WIDEST - lot(node, other) * LOT)
    twos = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=int, verify_optimum=True
    )
    assert len(twos) == nodes // 2


@given(st.data())
@pytest.mark.full
def test_a_lean_graph_has_every_cheapest_matching(data: st.DataObject) -> None:
    """What is left out before the search could be in none of them."""
    nodes = 2 * data.draw(st.integers(2, 4))
    twos = list(combinations(range(nodes), 2))
    weights = data.draw(st.lists(st.integers(0, 40), min_size=len(twos), max_size=len(twos)))
    edges = [(*two, weight) for two, weight in zip(twos, weights, strict=True)]
    cost = dict(zip(twos, weights, strict=True))
    every = list(ways(range(nodes)))
    known = data.draw(st.sampled_from(every))
    few = lean_graph.cheapest_few(nodes, edges, 10, set(known))
    assert set(known) <= {row[:2] for row in few}
    prices = lean_graph.prices(nodes, few)
    kept = {row[:2]: row[2] for row in lean_graph.within(edges, prices, set(known))}
    most = sum(map(cost.__getitem__, known))
    above = sum(map(kept.__getitem__, known))
    for way in every:
        worth = sum(map(cost.__getitem__, way))
        assert worth > most or set(way) <= set(kept)
        # Above the prices a matching is dearer than another by twice as much, else as before.
        if set(way) <= set(kept):
            dearer = sum(map(kept.__getitem__, way)) - above
            assert dearer in (worth - most, 2 * (worth - most))


def odd_groups(chance: Random, nodes: int) -> list[CostedPair]:
    """Two of three score groups have an odd number, so that somebody has to leave them."""
    odd = nodes // 4 | 1
    group = chance.sample([0] * odd + [1] * (nodes - 2 * odd) + [2] * odd, nodes)
    return [
        CostedPair(one, two, (int(not chance.randrange(30)), (group[one] - group[two]) ** 2))
        for one, two in combinations(range(nodes), 2)
    ]


def scattered(chance: Random, nodes: int) -> list[CostedPair]:
    """Costs that follow nothing."""
    return [
        CostedPair(*two, (chance.choice((0, 0, 1, 4)), chance.randrange(5)))
        for two in combinations(range(nodes), 2)
    ]


@pytest.mark.full
@pytest.mark.parametrize("rows", [odd_groups, scattered])
@pytest.mark.parametrize("seed", range(6))
def test_many_offers_are_matched_as_few_are(
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    rows: Callable[[Random, int], list[CostedPair]],
) -> None:
    chance = Random(seed)
    for nodes in (4, 10, 30, 60):
        field = [row for row in rows(chance, nodes) if chance.randrange(20)]
        offers = CostedPairs.from_rows(field)
        found: list[Matching | None] = []
        for many in (0, 1_000_000):
            monkeypatch.setattr(cheapest_matching, "MANY", many)
            try:
                found.append(cheapest(nodes, offers, lot))
            except NoMatching:
                found.append(None)
        assert found[0] == found[1]


def test_the_search_among_many_begins_where_nearly_all_are_matched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Odd groups show too little to leave offers out, and yet hardly anybody costs more."""
    nodes, asked = 60, []
    match = cheapest_matching._match

    def _seen(nodes: int, edges: lean_graph.Edges) -> frozenset[tuple[int, int]]:
        asked.append(edges)
        return match(nodes, edges)

    monkeypatch.setattr(cheapest_matching, "MANY", 0)
    monkeypatch.setattr(cheapest_matching, "_match", _seen)
    offers = CostedPairs.from_rows(odd_groups(Random(1), nodes))
    twos = set(cheapest(nodes, offers, lot).twos)
    above = {row[:2]: row[2] for row in asked[-1]}
    assert len(above) > len(offers.firsts) // 4
    assert sum(above[two] == 0 for two in twos) > len(twos) * 3 // 4


def test_prices_that_come_to_nothing_leave_nothing_out() -> None:
    edges = [(0, 1, 0), (2, 3, 0), (0, 2, 9), (1, 3, 9)]
    assert lean_graph.within(edges, [0, 0, 0, 0], {(0, 1), (2, 3)}) == edges
    assert lean_graph.within(edges, [9, -9, 9, -9], {(0, 1), (2, 3)}) == edges
