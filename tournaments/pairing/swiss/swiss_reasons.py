"""The reasons of the tables and the byes of a Swiss draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.swiss.swiss_costs import Cost, SwissField
from tournaments.pairing.swiss.swiss_values import ByeRule, PairingOrder, Style

ORDERS: Final = {
    PairingOrder.FOLD: Why.FOLDED,
    PairingOrder.SLIDE: Why.SLID,
    PairingOrder.ADJACENT: Why.ADJACENT,
}


def table_reasons(field: SwissField, group: Sequence[int]) -> tuple[DrawReason, ...]:
    """Return the reasons of a table: scores or ranks, floats, rematches, clubs."""
    return tuple(reason for two in combinations(group, 2) for reason in _pair_reasons(field, *two))


def bye_reasons(field: SwissField, number: int) -> tuple[DrawReason, ...]:
    """Return the reasons of a bye."""
    name, place = field.names[number], field.bye_place(number)
    last = field.options.bye is ByeRule.LAST or field.options.style is not Style.SWISS
    reasons = []
    if place:
        reasons.append(because(Why.BYE_HIGHER, entry=name))
    elif last:
        reasons.append(because(Why.BYE_LAST, entry=name, place=field.entrants[number].rank))
    else:
        reasons.append(because(Why.BYE_LOWEST, entry=name, score=_score(field, number)))
    if field.past.byes[name]:
        reasons.append(because(Why.BYE_AGAIN, entry=name, times=field.past.byes[name]))
    return tuple(reasons)


def _pair_reasons(field: SwissField, first: int, other: int) -> Iterator[DrawReason]:
    yield from _meeting_reasons(field, first, other)
    times = field.past.met(field.names[first], field.names[other])
    if times:
        danish = field.columns.index(Cost.REMATCHES) > field.columns.index(Cost.DISTANCE)
        yield because(Why.REMATCH_ALLOWED if danish else Why.REMATCH, times=times)
    if field.same_club(first, other):
        yield because(Why.SAME_CLUB, club=field.entrants[first].club)


def _meeting_reasons(field: SwissField, first: int, other: int) -> Iterator[DrawReason]:
    if field.options.style is not Style.SWISS:
        ranks = sorted((field.entrants[first].rank, field.entrants[other].rank))
        yield because(Why.BY_RANK, one=ranks[0], other=ranks[1])
    elif field.groups[first] == field.groups[other]:
        yield because(Why.SCORE_GROUP, score=_score(field, first))
        if field.options.order in ORDERS:
            a, b = sorted((field.places[first] + 1, field.places[other] + 1))
            yield because(ORDERS[field.options.order], one=a, other=b)
    elif field.floats(first, other):
        yield from _float_reasons(field, first, other)
    else:
        above, below = sorted((first, other), key=lambda number: field.groups[number])
        yield because(Why.SCORES_NEXT, one=_score(field, above), other=_score(field, below))


def _float_reasons(field: SwissField, first: int, other: int) -> Iterator[DrawReason]:
    above, below = sorted((first, other), key=lambda number: field.groups[number])
    high, low = _score(field, above), _score(field, below)
    yield because(Why.FLOATS_DOWN, entry=field.names[above], score=high, to=low)
    yield because(Why.FLOATS_UP, entry=field.names[below], score=low, to=high)
    for again in field.floats_again(first, other):
        yield because(Why.FLOATS_AGAIN, entry=field.names[again])


def _score(field: SwissField, number: int) -> str:
    return str(field.entrants[number].score)
