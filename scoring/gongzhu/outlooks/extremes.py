"""The lowest that a weighted sum of all seats' raw points can come to, whatever is still out.

Pig, sheep and transformer are tried in every way (`rest`). For each of them the hearts that are
out are either all of the suit in one pile, which is settled as it is, or they are not. Then a
heart counts its face times what its pile makes of it, and only a transformer that is alone breaks
the sum: so a walk over the hearts has to remember no more than who could have all of them, and
which transformers have company. Ways that cannot be better than the best so far are not walked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.gongzhu.bits import BIT, as_bits, as_cards, together
from scoring.gongzhu.deck import HEARTS, SCORING, TRANSFORMER
from scoring.gongzhu.outlooks.rest import Choice, Rest
from scoring.gongzhu.rules import RuleSet, TransformerAlone
from scoring.gongzhu.values import HEART_FACES

_NOBODY: Final = -1
_SEVERAL: Final = -2
_SUIT: Final = as_bits(HEARTS * 2)
_SCORING: Final = as_bits(SCORING * 2)

State = tuple[int, tuple[int, ...]]
"""Whose all hearts may be so far, and what company each transformer that is watched has."""


def lowest_sum(rest: Rest, weights: Sequence[int]) -> int:
    """Return the lowest sum of raw points times weights, by place in the order of play.

    Seats with equal holdings and weights are interchangeable, so only one order of them is tried.

    >>> from scoring.gongzhu.stakes import Stakes
    >>> piles = (as_bits(SCORING[1:]), 0, 0, 0)
    >>> rest = Rest(RuleSet(), Stakes(()), piles, ("SQ",), (0, 1, 2, 3))
    >>> lowest_sum(rest, (1, 0, 0, 0)), lowest_sum(rest, (-1, 0, 0, 0))
    (600, -800)
    """
    weighed = sorted((weight, rest.part_at(place)) for place, weight in enumerate(weights))
    return _lowest(rest.rearrange(part for _, part in weighed), tuple(w for w, _ in weighed))


@lru_cache(maxsize=1024)
def _lowest(rest: Rest, weights: tuple[int, ...]) -> int:
    concerned = frozenset(place for place, weight in enumerate(weights) if weight)
    best: int | None = None
    walks: list[_Walk] = []
    for choice in rest.choices(concerned):
        for points in _with_all_hearts(choice, rest, weights):
            best = points if best is None else min(best, points)
        walks.append(_walk(choice, weights))
    for walk in sorted(walks, key=lambda walk: walk.bound):
        if best is not None and walk.bound >= best:
            break
        points_ = _lowest_of_walk(walk, rest)
        if points_ is not None:
            best = points_ if best is None else min(best, points_)
    return best or 0


def _with_all_hearts(choice: Choice, rest: Rest, weights: Sequence[int]) -> list[int]:
    """The sums where one seat has all hearts, settled by the rules themselves."""
    holders = [place for place, pile in enumerate(choice.piles) if pile & _SUIT]
    if len(holders) > 1:
        return []
    takers: Sequence[int] = holders or choice.places
    if rest.hearts:
        takers = [place for place in takers if place in rest.open]
    sums = []
    for taker in takers:
        before = choice.piles[taker]
        for heart in rest.hearts:
            choice.piles[taker] = together(choice.piles[taker], heart)
        sums.append(sum(weight * choice.worth(at) for at, weight in enumerate(weights) if weight))
        choice.piles[taker] = before
    return sums


@dataclass(frozen=True, slots=True)
class _Walk:
    """A way in which the chosen cards fall, ready for the hearts, with a lower bound.

    `costs` is what one point of a heart's value costs in each place; `alone` what a watched
    transformer costs that stays without company.
    """

    bound: int
    start: int
    state: State
    costs: Mapping[int, int]
    watched: tuple[int, ...]
    alone: tuple[int, ...]


def _walk(choice: Choice, weights: Sequence[int]) -> _Walk:
    rest = choice.rest
    start, costs = 0, {}
    watched, company, alone = [], [], []
    for place in {*choice.places, *(at for at, weight in enumerate(weights) if weight)}:
        others, factor, weight = choice.others(place), choice.factor(place), weights[place]
        start += weight * others * factor
        if place in choice.places:
            costs[place] = weight * factor * choice.suit(place)
        lonely = choice.alone(place)
        if not weight or lonely is None:
            continue
        count = _company(choice.piles[place], others, rest.rules)
        if not count or _sums(rest.rules):
            watched.append(place)
            company.append(count)
            alone.append(weight * lonely)
    hearts = sum(rest.values) * max(costs.values(), default=0)
    bound = start + hearts + sum(min(0, cost) for cost in alone)
    holders = [place for place, pile in enumerate(choice.piles) if pile & _SUIT] or [_NOBODY]
    state = (holders[0] if len(holders) == 1 else _SEVERAL, tuple(company))
    return _Walk(bound, start, state, costs, tuple(watched), tuple(alone))


def _lowest_of_walk(walk: _Walk, rest: Rest) -> int | None:
    """Return the lowest sum in which no seat has all hearts, None where there is none."""
    states: dict[State, int] = {walk.state: walk.start}
    for heart, value in zip(rest.hearts, rest.values, strict=True):
        after: dict[State, int] = {}
        for (sole, company), points in states.items():
            for place, cost in walk.costs.items():
                state = (
                    place if sole in (_NOBODY, place) else _SEVERAL,
                    _next_company(company, place, heart, value, walk, rest.rules),
                )
                sum_ = points + value * cost
                if sum_ < after.get(state, sum_ + 1):
                    after[state] = sum_
        states = after
    ends = [
        points + sum(cost for cost, count in zip(walk.alone, company, strict=True) if not count)
        for (sole, company), points in states.items()
        if sole == _SEVERAL
    ]
    return min(ends, default=None)


def _next_company(
    company: tuple[int, ...], place: int, heart: int, value: int, walk: _Walk, rules: RuleSet
) -> tuple[int, ...]:
    if place not in walk.watched:
        return company
    at = walk.watched.index(place)
    count = company[at] + value if _sums(rules) else company[at] or _counts(heart, rules)
    return (*company[:at], count, *company[at + 1 :])


def _company(pile: int, others: int, rules: RuleSet) -> int:
    """Return what the transformers of a pile have beside them; at 0 they are alone (GZ-15)."""
    if _sums(rules):
        return others
    cards = [card for card in as_cards(pile & _SCORING) if card != TRANSFORMER]
    return int(any(card not in HEARTS or _counts(BIT[card], rules) for card in cards))


def _sums(rules: RuleSet) -> bool:
    return rules.transformer_alone is TransformerAlone.SUM_ZERO


def _counts(heart: int, rules: RuleSet) -> int:
    """Return 1 if a heart is company for a transformer, else 0."""
    if rules.transformer_alone is TransformerAlone.NO_SCORING_CARD:
        return 1
    [card] = as_cards(heart)
    return int(HEART_FACES[rules.hearts][card] != 0)
