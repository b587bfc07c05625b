"""The Swiss draw: two at a table, the cheapest way of all to bring everybody together.

What is cheap stands in `swiss_costs`, how it is found in `matching`. The one who is left out of an
odd number is part of the same search: he meets nobody, which has its own costs. Where ways are
equal, the SHA-256 of `seed:meet:one/other` decides, the two names in their order: its first twelve
hexadecimal digits are a number for each two, and the way with the smallest sum is taken. Among
those who have sat first as often, `seed:first:entry` decides who sits first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from tournaments.pairing import drawn, matching, reasons, three_way
from tournaments.pairing.drawn import Bye, Table
from tournaments.pairing.reasons import Reason
from tournaments.pairing.seating import digest
from tournaments.pairing.swiss import swiss_reasons
from tournaments.pairing.swiss.swiss_costs import Cost, Field
from tournaments.pairing.swiss.swiss_values import ByeRule, Entrant, Float, Input, Past

ALGORITHM = "swiss-matching-1"
LOT_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Draw:
    """A round as drawn; `costs` are what it comes to, `floats` what the next round must know."""

    seed: str
    algorithm: str
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...]
    costs: Mapping[Cost, int]
    floats: Mapping[str, Float]

    @property
    def rematches(self) -> int:
        """How many tables meet again."""
        return self.costs[Cost.REMATCHES]

    def as_json(self) -> dict[str, Any]:
        """Return the draw as it is stored."""
        return {
            "algorithm": self.algorithm,
            "tables": [table.as_json() for table in self.tables],
            "byes": [bye.as_json() for bye in self.byes],
            "costs": {cost.value: total for cost, total in self.costs.items()},
            "floats": {entry: float_.value for entry, float_ in sorted(self.floats.items())},
        }


def read(stored: Mapping[str, Any], seed: str) -> Draw:
    """Return the draw that `as_json` wrote.

    Raises KeyError or ValueError where it is none.
    """
    return Draw(
        seed=seed,
        algorithm=stored["algorithm"],
        tables=tuple(drawn.read_table(one) for one in stored["tables"]),
        byes=tuple(drawn.read_bye(one) for one in stored["byes"]),
        costs={Cost(cost): total for cost, total in stored["costs"].items()},
        floats={entry: Float(float_) for entry, float_ in stored["floats"].items()},
    )


def draw(given: Input) -> Draw:
    """Draw a round: everybody once, at a table or left out.

    Raises ValueError for fewer than two entries.
    """
    if len(given.entrants) < len(("one", "other")):
        raise ValueError("a draw needs two entries or more")
    past = Past(given.history)
    entrants = sorted(
        given.entrants, key=lambda entrant: digest(given.seed, "number", entrant.entry)
    )
    field = Field(given, entrants, past)
    if len(entrants) % 2 and given.options.bye is ByeRule.THREE_WAY:
        three, costs, twos = _with_three(given, field, past)
    else:
        three, (costs, twos) = (), _paired(given.seed, field)
    groups = [*twos, *([three] if three else [])]
    return Draw(
        seed=given.seed,
        algorithm=ALGORITHM,
        tables=_tables(given.seed, field, [group for group in groups if len(group) > 1]),
        byes=tuple(
            Bye(field.names[one], swiss_reasons.of_bye(field, one))
            for (one,) in (group for group in groups if len(group) == 1)
        ),
        costs=costs,
        floats=_floats(field, groups),
    )


Group = tuple[int, ...]


def _paired(seed: str, field: Field) -> tuple[dict[Cost, int], list[Group]]:
    """Bring everybody together in twos; who meets nobody is alone."""
    names, alone = field.names, len(field.names)

    def lot(one: int, other: int) -> int:
        who = sorted((names[one], "" if other == alone else names[other]))
        return int(digest(seed, "meet", "/".join(who))[:LOT_DIGITS], 16)

    found = matching.cheapest(alone + alone % 2, field.offers(), lot)
    twos: list[Group] = [(one,) if other == alone else (one, other) for one, other in found.twos]
    return dict(zip(field.columns, found.sums, strict=False)), twos


def _with_three(
    given: Input, field: Field, past: Past
) -> tuple[Group, dict[Cost, int], list[Group]]:
    """Take three that meet in half matches out, so that the fewest of all meet again."""
    best: tuple[Group, dict[Cost, int], list[Group]] | None = None
    for three in three_way.candidates(field, given.seed):
        rest: list[Entrant] = [
            one for number, one in enumerate(field.entrants) if number not in three
        ]
        others = Field(given, rest, past)
        costs, twos = _paired(given.seed, others)
        costs = three_way.added(costs, field, three)
        if best is None or costs[Cost.REMATCHES] < best[1][Cost.REMATCHES]:
            numbers = [number for number in range(len(field.names)) if number not in three]
            best = three, costs, [tuple(numbers[one] for one in two) for two in twos]
        if best[1][Cost.REMATCHES] == 0:
            break
    if best is None:
        raise ValueError("three are needed to meet in half matches")
    return best


def _tables(seed: str, field: Field, groups: Sequence[Group]) -> tuple[Table, ...]:
    """Number the tables from the best: by the best score there, the other's, the best place."""

    def best_first(group: Group) -> tuple[list[int], list[int], list[str]]:
        ranks = sorted(field.entrants[one].rank for one in group)
        return sorted(field.groups[one] for one in group), ranks, [field.names[n] for n in group]

    tables = []
    for number, group in enumerate(sorted(groups, key=best_first), 1):
        seated, why = _seated(seed, field, group)
        reasons = (*swiss_reasons.of_table(field, group), why)
        tables.append(Table(number, tuple(field.names[one] for one in seated), reasons))
    return tuple(tables)


def _seated(seed: str, field: Field, group: Group) -> tuple[Group, Reason]:
    """Give the first seat to who sat there less often, or not the last time, or by the seed."""
    past, names = field.past, field.names
    lots = sorted(group, key=lambda one: digest(seed, "first", names[one]))
    if len(group) > len(("one", "other")):
        return tuple(lots), reasons.because(reasons.Why.THREE_WAY)
    first, second = sorted(
        lots, key=lambda one: (past.balance[names[one]], past.last.get(names[one], 0))
    )
    why = reasons.Why.FIRST_BY_LOT
    if past.balance[names[first]] != past.balance[names[second]]:
        why = reasons.Why.FIRST_LESS_OFTEN
    elif past.last.get(names[first], 0) != past.last.get(names[second], 0):
        why = reasons.Why.FIRST_IN_TURN
    return (first, second), reasons.because(why, entry=names[first])


def _floats(field: Field, groups: Sequence[Group]) -> dict[str, Float]:
    """Who left his score group; of three, by the first of the others."""
    floats: dict[str, Float] = {}
    for group in groups:
        if len(group) == 1:
            floats[field.names[group[0]]] = Float.DOWN
        for one, other in permutations(group, 2):
            if field.floats(one, other):
                down = field.groups[one] < field.groups[other]
                floats.setdefault(field.names[one], Float.DOWN if down else Float.UP)
    return floats
