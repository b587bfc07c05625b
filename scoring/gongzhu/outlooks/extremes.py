"""The lowest value of a weighted sum of all seats' raw points, over all cards still out.

Pig, sheep and transformer are tried at every seat. If self-winning counts, the ace of hearts is
chosen with these three, and for each card with an unknown owner whether its winner was dealt it. In
each case either one pile gets all hearts, and is settled as it is, or none does. Then a heart
counts its face value times the factor of its pile, and only a transformer that is alone breaks this
sum: so a walk over the hearts only has to track which seat could have all of them, and which
transformers have company. Cases that cannot beat the best so far are skipped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from math import prod
from typing import Final

from scoring.gongzhu.bits import BIT, as_bits, as_cards, together
from scoring.gongzhu.deck import HEART_ACE, HEART_FACES, HEARTS, PIG, SCORING, SHEEP, TRANSFORMER
from scoring.gongzhu.rules import RuleSet, SelfWonHeartAce, SelfWonTransformer, TransformerAlone
from scoring.gongzhu.settling.pile import MULTIPLIER, SELF_WON, slam_cards
from scoring.gongzhu.settling.tables import PointTable, table_of
from scoring.gongzhu.stakes import Stakes

_HEARTS: Final = as_bits(HEARTS * 2)
_PIG, _SHEEP, _TRANSFORMER = (as_bits((card, card)) for card in (PIG, SHEEP, TRANSFORMER))

Piece = tuple[int, int, int]
"""What a choice gives to a seat: its place, the bits that it wins, the bits that it was dealt."""

Part = tuple[int, bool, tuple[str, ...]]
"""What belongs to one place of a rest."""


_NOBODY: Final = -1

_SEVERAL: Final = -2

_SCORING: Final = as_bits(SCORING * 2)

State = tuple[int, int, tuple[int, ...]]
"""Whose all hearts may be so far, whose all hearts that a slam needs, and what company each
transformer that is watched has.
"""


@dataclass(frozen=True)
class Rest:
    """The piles so far in order of play, the cards still out, and the seats that may get them.

    `owners` has the positions of the seats that were dealt the exposable cards, as far as known.

    >>> rest = Rest(RuleSet(), Stakes(()), (0, 0, 0, 0), ("SQ", "H5"), (0, 1, 2, 3))
    >>> len(list(rest.choices(frozenset([0])))), rest.values
    (2, (-10,))
    """

    rules: RuleSet
    stakes: Stakes
    piles: tuple[int, ...]
    out: tuple[str, ...]
    open: tuple[int, ...]
    owners: tuple[tuple[str, int], ...] = ()

    def part_at(self, place: int) -> Part:
        """Return the pile of a position, whether it may get more, and the cards it was dealt."""
        dealt = tuple(card for card, owner in self.owners if owner == place)
        return self.piles[place], place in self.open, dealt

    def rearrange(self, parts: Iterable[Part]) -> "Rest":
        """Return the same rest with its positions in another order."""
        piles, open_, dealt = zip(*parts, strict=True)
        return replace(
            self,
            piles=piles,
            open=tuple(place for place, may in enumerate(open_) if may),
            owners=tuple((card, place) for place, cards in enumerate(dealt) for card in cards),
        )

    @cached_property
    def table(self) -> PointTable:
        """The point table for these stakes."""
        return table_of(self.stakes, self.rules)

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The cards that are placed one by one; the other hearts go where it is best."""
        ace = (HEART_ACE,) if self.rules.self_won else ()
        return (PIG, SHEEP, TRANSFORMER, *ace)

    @cached_property
    def hearts(self) -> tuple[int, ...]:
        """The bits of the hearts that are out and not placed singly, equal ones repeated."""
        return tuple(BIT[card] for card in self.out if card in HEARTS and card not in self.chosen)

    @cached_property
    def slam_hearts(self) -> int:
        """The bits of the hearts that a slam needs, of both decks."""
        return as_bits(slam_cards(self.rules) * 2) & _HEARTS

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The value of each of these hearts at these stakes if no pile has all hearts."""
        return tuple(map(self.table.worth, self.hearts))

    def choices(self, concerned: frozenset[int]) -> Iterator["Choice"]:
        """Yield every distribution of the chosen cards over the positions concerned.

        The other positions are all alike, so that one of them stands for all.
        """
        others = [place for place in self.open if place not in concerned]
        places = [place for place in self.open if place in concerned] + others[:1]
        ways = [list(self._ways(card, places)) for card in self.chosen]
        for way in product(*ways):
            yield Choice(self, tuple(places), tuple(piece for pieces in way for piece in pieces))

    def _ways(self, card: str, places: list[int]) -> Iterator[tuple[Piece, ...]]:
        count, bit = self.out.count(card), BIT[card]
        if not self.rules.self_won:
            for winners in combinations_with_replacement(places, count):
                yield tuple((place, bit, 0) for place in winners)
            return
        holders = [place for place, pile in enumerate(self.piles) if pile & bit]
        owner = dict(self.owners).get(card)
        for place in places if count else holders:
            for own in (False, True) if owner is None else (owner == place,):
                yield ((place, bit if count else 0, bit if own else 0),)


class Choice:
    """One distribution of the chosen cards, with the resulting piles.

    >>> rest = Rest(RuleSet(), Stakes(()), (as_bits(["C10", "H5"]), 0, 0, 0), ("SQ",), (0, 1, 2, 3))
    >>> choice = next(rest.choices(frozenset([0])))
    >>> choice.others(0), choice.factor(0), choice.alone(0), choice.worth(0)
    (-110, 2, 50, -220)
    """

    def __init__(self, rest: Rest, places: tuple[int, ...], pieces: tuple[Piece, ...]) -> None:
        self.rest, self.places = rest, places
        self.piles, self.own = list(rest.piles), [0] * len(rest.piles)
        for place, won, dealt in pieces:
            if won:
                self.piles[place] = together(self.piles[place], won)
            self.own[place] |= dealt

    def others(self, place: int) -> int:
        """Return the points of pig, sheep and hearts in a pile that lacks some heart."""
        table, pile, own = self.rest.table, self.piles[place], self.own[place]
        singles = table.worth(pile & _PIG, own) + table.worth(pile & _SHEEP, own)
        hearts = as_cards(pile & _HEARTS)
        return singles + sum(
            table.worth(BIT[card], own & BIT[card]) * self.suit(place, card) for card in hearts
        )

    def suit(self, place: int, card: str = "") -> int:
        """Return the factor that a self-won ace gives the other hearts of a pile."""
        if self.rest.rules.self_won_heart_ace is not SelfWonHeartAce.SUIT or card == HEART_ACE:
            return 1
        return SELF_WON if self.own[place] & BIT[HEART_ACE] else 1

    @cached_property
    def slammer(self) -> int:
        """The position that makes a slam with the hearts it needs, if these are not all hearts."""
        needed = as_bits(slam_cards(self.rest.rules) * self.rest.rules.decks)
        if needed & _HEARTS == as_bits(HEARTS * self.rest.rules.decks):
            return _NOBODY
        singles = needed & ~_HEARTS
        takers = [place for place, pile in enumerate(self.piles) if pile & singles == singles]
        return takers[0] if takers else _NOBODY

    def factor(self, place: int) -> int:
        """Return the factor of the transformers in a pile."""
        count = (self.piles[place] & _TRANSFORMER).bit_count()
        if not count:
            return 1
        both = self.rest.rules.self_won_transformer is SelfWonTransformer.BOTH
        doubled = both and self.own[place] & BIT[TRANSFORMER]
        shown = self.rest.stakes.transformers(count)
        return prod(MULTIPLIER * factor for factor in shown) * (SELF_WON if doubled else 1)

    def alone(self, place: int) -> int | None:
        """Return the value of the transformers in a pile if alone, None if it has none."""
        transformers = self.piles[place] & _TRANSFORMER
        if not transformers:
            return None
        return self.rest.table.worth(transformers, self.own[place])

    def worth(self, place: int) -> int:
        """Return the points of a pile as it is."""
        return self.rest.table.worth(self.piles[place], self.own[place])


def lowest_sum(rest: Rest, weights: Sequence[int]) -> int:
    """Return the lowest sum of raw points times weights, given in order of play.

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
        whole = _with_all_hearts(choice, rest, weights) + _with_slam(choice, rest, weights)
        for points in whole:
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
    """Return the sums with all hearts in one pile, settled by the rules themselves."""
    holders = [place for place, pile in enumerate(choice.piles) if pile & _HEARTS]
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


def _with_slam(choice: Choice, rest: Rest, weights: Sequence[int]) -> list[int]:
    """Return the sums with a slam that does not need all hearts, the others elsewhere.

    The other hearts are worth nothing, and no transformer is alone.
    """
    taker = choice.slammer
    if taker == _NOBODY:
        return []
    out = [heart for heart in rest.hearts if heart & rest.slam_hearts]
    holders = [place for place, pile in enumerate(choice.piles) if pile & rest.slam_hearts]
    if set(holders) - {taker} or (out and taker not in rest.open):
        return []
    before = choice.piles[taker]
    for heart in out:
        choice.piles[taker] = together(choice.piles[taker], heart)
    sum_ = sum(weight * choice.worth(at) for at, weight in enumerate(weights) if weight)
    choice.piles[taker] = before
    return [sum_]


@dataclass(frozen=True, slots=True)
class _Walk:
    """A distribution of the chosen cards, ready for the hearts, with a lower bound.

    `costs` is the cost of one point of a heart's value at each position; `alone` the cost of a
    watched transformer that stays alone.
    """

    bound: int
    start: int
    state: State
    costs: Mapping[int, int]
    watched: tuple[int, ...]
    alone: tuple[int, ...]
    slammer: int


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
    state = (_sole(choice, _HEARTS), _sole(choice, rest.slam_hearts), tuple(company))
    return _Walk(bound, start, state, costs, tuple(watched), tuple(alone), choice.slammer)


def _sole(choice: Choice, hearts: int) -> int:
    """Return the only position that has any of these hearts, _NOBODY or _SEVERAL."""
    holders = [place for place, pile in enumerate(choice.piles) if pile & hearts] or [_NOBODY]
    return holders[0] if len(holders) == 1 else _SEVERAL


def _lowest_of_walk(walk: _Walk, rest: Rest) -> int | None:
    """Return the lowest sum without all hearts in one pile, None if there is none.

    A slam with the hearts that it needs is excluded too.
    """
    states: dict[State, int] = {walk.state: walk.start}
    for heart, value in zip(rest.hearts, rest.values, strict=True):
        after: dict[State, int] = {}
        needed = heart & rest.slam_hearts
        for (sole, slams, company), points in states.items():
            for place, cost in walk.costs.items():
                state = (
                    place if sole in (_NOBODY, place) else _SEVERAL,
                    place
                    if needed and slams in (_NOBODY, place)
                    else _SEVERAL
                    if needed
                    else slams,
                    _next_company(company, place, heart, value, walk, rest.rules),
                )
                sum_ = points + value * cost
                if sum_ < after.get(state, sum_ + 1):
                    after[state] = sum_
        states = after
    ends = [
        points + sum(cost for cost, count in zip(walk.alone, company, strict=True) if not count)
        for (sole, slams, company), points in states.items()
        if sole == _SEVERAL and (walk.slammer == _NOBODY or slams != walk.slammer)
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
    """Return the count of cards that keep a pile's transformers from being alone (GZ-15)."""
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
