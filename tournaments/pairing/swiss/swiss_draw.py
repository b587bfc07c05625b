"""The Swiss draw: two at a table, by the cheapest of all matchings.

The costs are those of `swiss_costs`, the matching is that of `matching`. The bye of an odd number
is part of the same search, with costs of its own. Between equal matchings the SHA-256 of
`seed:meet:one/other` decides, the two names in their order: its first twelve hexadecimal digits are
a number for each two, and the smallest sum wins. Among those who have sat first equally often,
`seed:first:entry` decides who sits first.

If the number of later rounds is known and there are at most ten entries, every matching is
evaluated: of those with the least byes and rematches now, the best ones leave the most later rounds
that can be drawn without either (`rounds_ahead`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, permutations

from tournaments.pairing import cheapest_matching, reasons
from tournaments.pairing.drawn import DrawnBye, DrawnTable
from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.seating import digest
from tournaments.pairing.swiss import rounds_ahead, swiss_reasons
from tournaments.pairing.swiss.swiss_costs import HEAVIEST, Cost, SwissField
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Float,
    Past,
    SwissEntrant,
    SwissInput,
)

ALGORITHM = "swiss-matching-2"
EARLIER_ALGORITHM = "swiss-matching-1"
"""The same without a look at the rounds to come."""
AHEAD_UP_TO = 10
"""The most entries for which the rounds to come are searched: ten have 945 matchings."""
LOT_BYTES = 6
TWO = 2
THREE_FROM = 11
"""Three for half matches are sought among so many: those least often in one, the lowest first."""


@dataclass(frozen=True, slots=True)
class SwissDraw:
    """A round as drawn; `costs` are the sums of its costs, `floats` is for the next round."""

    algorithm: str
    tables: tuple[DrawnTable, ...]
    byes: tuple[DrawnBye, ...]
    costs: Mapping[Cost, int]
    floats: Mapping[str, Float]

    @property
    def rematches(self) -> int:
        """The number of tables with a rematch."""
        return self.costs[Cost.REMATCHES]


def draw(inputs: SwissInput) -> SwissDraw:
    """Draw a round: every entry at a table or with the bye.

    Raises ValueError for fewer than two entries.
    """
    if len(inputs.entrants) < TWO:
        raise ValueError("a draw needs two entries or more")
    past = Past(inputs.history)
    entrants = sorted(
        inputs.entrants, key=lambda entrant: digest(inputs.seed, "number", entrant.entry)
    )
    field = SwissField(inputs, entrants, past)
    if len(entrants) % 2 and inputs.options.bye is ByeRule.THREE_WAY:
        three, costs, twos = _pair_with_three(inputs, field, past)
    elif inputs.to_come and len(entrants) <= AHEAD_UP_TO and field.avoids_rematches:
        three, (costs, twos) = (), _pair_ahead(inputs.seed, field, inputs.to_come)
    else:
        three, (costs, twos) = (), _pair_all(inputs.seed, field)
    groups = [*twos, *([three] if three else [])]
    return SwissDraw(
        algorithm=ALGORITHM,
        tables=_number_tables(inputs.seed, field, [group for group in groups if len(group) > 1]),
        byes=tuple(
            DrawnBye(field.names[number], swiss_reasons.bye_reasons(field, number))
            for (number,) in (group for group in groups if len(group) == 1)
        ),
        costs=costs,
        floats=_floats(field, groups),
    )


Group = tuple[int, ...]


def _pair_all(seed: str, field: SwissField) -> tuple[dict[Cost, int], list[Group]]:
    """Pair all entries at the least cost; a group of one has the bye."""
    alone = len(field.names)
    matched = cheapest_matching.cheapest(alone + alone % 2, field.offers(), _lots(seed, field))
    return dict(zip(field.columns, matched.sums, strict=False)), _groups(field, matched.twos)


def _pair_ahead(seed: str, field: SwissField, to_come: int) -> tuple[dict[Cost, int], list[Group]]:
    """Pair all entries at the least cost that leaves the most later rounds possible."""
    offers = field.offers()
    twos = list(zip(offers.firsts, offers.seconds, strict=True))
    costs = dict(zip(twos, zip(*offers.costs, strict=True), strict=True))
    lot = _lots(seed, field)
    lots = {two: lot(*two) for two in twos}
    unmet = field.unmet()
    nodes = len(unmet)
    every = tuple((1 << nodes) - 1 ^ 1 << node for node in range(nodes))

    def worth(way: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], int]:
        return tuple(map(sum, zip(*map(costs.__getitem__, way), strict=True))), sum(
            map(lots.__getitem__, way)
        )

    ways = sorted(rounds_ahead.matchings((1 << nodes) - 1, every), key=worth)
    heaviest = worth(ways[0])[0][:HEAVIEST]
    best, most = ways[0], -1
    for way in ways:
        if most == to_come or worth(way)[0][:HEAVIEST] > heaviest:
            break
        rounds = rounds_ahead.count_rounds(rounds_ahead.without(unmet, way), to_come)
        if rounds > most:
            best, most = way, rounds
    return dict(zip(field.columns, worth(best)[0], strict=True)), _groups(field, best)


def _lots(seed: str, field: SwissField) -> cheapest_matching.Lot:
    """Return the lots of pairs, and of byes, that decide between equal costs.

    Computed for every pair of the field, and therefore built by hand for speed.
    """
    names, start = [*field.names, ""], f"{seed}:meet:"

    def lot(node: int, other: int) -> int:
        one, two = names[node], names[other]
        named = f"{one}/{two}" if one < two else f"{two}/{one}"
        return int.from_bytes(sha256(f"{start}{named}".encode()).digest()[:LOT_BYTES])

    return lot


def _groups(field: SwissField, twos: Sequence[tuple[int, int]]) -> list[Group]:
    """Return pairs as groups; the entrant with the bye is a group of one."""
    alone = len(field.names)
    return [(number,) if other == alone else (number, other) for number, other in twos]


def _pair_with_three(
    inputs: SwissInput, field: SwissField, past: Past
) -> tuple[Group, dict[Cost, int], list[Group]]:
    """Choose three entries for half matches and pair the others, with the fewest rematches."""
    best: tuple[Group, dict[Cost, int], list[Group]] | None = None
    for three in _threes_to_try(field, inputs.seed):
        rest: list[SwissEntrant] = [
            entrant for number, entrant in enumerate(field.entrants) if number not in three
        ]
        others = SwissField(inputs, rest, past)
        costs, twos = _pair_all(inputs.seed, others)
        of_three = _three_costs(field, three)
        costs = {cost: costs.get(cost, 0) + of_three.get(cost, 0) for cost in field.columns}
        if best is None or costs[Cost.REMATCHES] < best[1][Cost.REMATCHES]:
            numbers = [number for number in range(len(field.names)) if number not in three]
            best = three, costs, [tuple(numbers[index] for index in two) for two in twos]
        if best[1][Cost.REMATCHES] == 0:
            break
    if best is None:
        raise ValueError("a three-way match needs three entries")
    return best


def _threes_to_try(field: SwissField, seed: str) -> list[Group]:
    """Return triples in the order in which they are tried.

    The order is by fewest earlier triples, fewest rematches, lowest ranks, closest scores, fewest
    of one club, and last by the seed.
    """
    threes, names = field.past.threes, field.names

    def low(number: int) -> tuple[int, int, str]:
        return threes[names[number]], -field.entrants[number].rank, names[number]

    def cost(three: Group) -> tuple[int, int, int, int, int, str]:
        costs = _three_costs(field, three)
        lot = digest(seed, "three", "/".join(sorted(names[number] for number in three)))
        return (
            sum(threes[names[number]] for number in three),
            costs[Cost.REMATCHES],
            sum(field.bye_place(number) for number in three),
            costs[Cost.DISTANCE],
            costs[Cost.CLUBS],
            lot,
        )

    lowest = sorted(range(len(names)), key=low)[:THREE_FROM]
    return sorted(combinations(lowest, 3), key=cost)


def _three_costs(field: SwissField, three: Group) -> dict[Cost, int]:
    """Return the costs of three half matches; a rematch is one that was played before."""
    twos, names = list(combinations(three, 2)), field.names
    return {
        Cost.REMATCHES: sum(field.past.met(names[n], names[other]) > 0 for n, other in twos),
        Cost.DISTANCE: sum(field.distance(number, other) for number, other in twos),
        Cost.CLUBS: sum(field.same_club(number, other) for number, other in twos),
    }


def _number_tables(seed: str, field: SwissField, groups: Sequence[Group]) -> tuple[DrawnTable, ...]:
    """Number the tables by the best score at each, then the other score, then the best rank."""

    def best_first(group: Group) -> tuple[list[int], list[int], list[str]]:
        ranks = sorted(field.entrants[player].rank for player in group)
        return (
            sorted(field.groups[player] for player in group),
            ranks,
            [field.names[n] for n in group],
        )

    tables = []
    for number, group in enumerate(sorted(groups, key=best_first), 1):
        seated, why = _seat(seed, field, group)
        reasons = (*swiss_reasons.table_reasons(field, group), why)
        tables.append(DrawnTable(number, tuple(field.names[player] for player in seated), reasons))
    return tuple(tables)


def _seat(seed: str, field: SwissField, group: Group) -> tuple[Group, DrawReason]:
    """Give the first seat to the entry that had it less often, or not last time, or by the seed."""
    past, names = field.past, field.names
    lots = sorted(group, key=lambda player: digest(seed, "first", names[player]))
    if len(group) > TWO:
        return tuple(lots), reasons.because(reasons.Why.THREE_WAY)
    first, second = sorted(
        lots, key=lambda player: (past.balance[names[player]], past.last.get(names[player], 0))
    )
    why = reasons.Why.FIRST_BY_LOT
    if past.balance[names[first]] != past.balance[names[second]]:
        why = reasons.Why.FIRST_LESS_OFTEN
    elif past.last.get(names[first], 0) != past.last.get(names[second], 0):
        why = reasons.Why.FIRST_IN_TURN
    return (first, second), reasons.because(why, entry=names[first])


def _floats(field: SwissField, groups: Sequence[Group]) -> dict[str, Float]:
    """Return the entries that left their score group; of three, relative to the first of the
    others.
    """
    floats: dict[str, Float] = {}
    for group in groups:
        if len(group) == 1:
            floats[field.names[group[0]]] = Float.DOWN
        for player, other in permutations(group, 2):
            if field.floats(player, other):
                down = field.groups[player] < field.groups[other]
                floats.setdefault(field.names[player], Float.DOWN if down else Float.UP)
    return floats
