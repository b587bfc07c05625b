"""Throws 甩牌: whether a lead of several combinations stands, and what is played instead.

A throw stands unless another seat can beat one of its combinations with cards of its suit
(SJ-40). Where it does not, one combination that can be beaten is played, and the rest goes back
to the hand (SJ-41).

>>> from scoring.shengji.play.ladder import ladder
>>> order = ladder("S", "5")
>>> thrown, hands = ["H3", "H3", "H3", "H4", "H4"], [["C2"], ["H7", "H7"], ["C3"]]
>>> resolve_throw(thrown, hands, order, RuleSet(decks=3))
Thrown(stands=False, played=('H4', 'H4'))
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.shengji.play.ladder import Ladder
from scoring.shengji.play.shapes import (
    SINGLE,
    TRIPLE,
    Block,
    Component,
    Holding,
    decompose,
    holding,
)
from scoring.shengji.play.shapes import tops as tops_of
from scoring.shengji.rules import RuleSet, Switch, ThrowFallback, ThrowPenalty

PARTNER = 1
"""Which of the other hands, in order of play, is the partner's."""


class Thrown(NamedTuple):
    """Whether a throw stands, and what is played of it: all, a part, or nothing."""

    stands: bool
    played: tuple[str, ...]


def resolve_throw(
    thrown: Sequence[str], other_hands: Sequence[Sequence[str]], order: Ladder, rules: RuleSet
) -> Thrown:
    """Return what becomes of a throw of one suit; the other hands come in order of play.

    >>> from scoring.shengji.play.ladder import ladder
    >>> resolve_throw(["HA", "HK"], [["HQ"], [], ["S2"]], ladder("S", "5"), RuleSet()).stands
    True
    """
    components = decompose(thrown, order)
    if len(components) > 1:
        hands = [
            hand
            for place, hand in enumerate(other_hands)
            if rules.partner_blocks_throw or place != PARTNER
        ]
        suit = order.suit[thrown[0]]
        rivals = [
            _Rival([card for card in hand if order.suit[card] == suit], order, rules)
            for hand in hands
        ]
        beaten = [
            component for component in components if any(rival.beats(component) for rival in rivals)
        ]
        if beaten:
            return Thrown(False, _instead(components, beaten, rules))
    return Thrown(True, tuple(thrown))


def throw_penalty(thrown: Thrown, size: int, rules: RuleSet) -> int:
    """Return the points that a throw of some cards costs who made it (SJ-43).

    >>> throw_penalty(Thrown(False, ("H9",)), 3, RuleSet(throw_penalty=ThrowPenalty.TEN_PER_CARD))
    30
    """
    if thrown.stands or rules.throw_penalty is ThrowPenalty.NONE:
        return 0
    cards = {
        ThrowPenalty.TEN_PER_CARD: size,
        ThrowPenalty.TEN_PER_RETURNED_CARD: size - len(thrown.played),
    }
    return 10 * cards.get(rules.throw_penalty, 1)


def _instead(
    components: Sequence[Component], beaten: Sequence[Component], rules: RuleSet
) -> tuple[str, ...]:
    """What is played of a throw that does not stand. Components come largest kind first."""
    if rules.throw_fallback is ThrowFallback.REJECT:
        return ()
    if rules.throw_fallback is ThrowFallback.SMALLEST_SINGLE:
        return min(components, key=lambda component: component.top - component.block.length).cards[
            :1
        ]
    if rules.throw_fallback is ThrowFallback.SMALLEST:
        kind = min(_kind(component.block) for component in beaten)
    else:
        kind = max(_kind(component.block) for component in beaten)
    of_kind = [component for component in beaten if _kind(component.block) == kind]
    return min(of_kind, key=lambda part: (part.top, part.block.length)).cards


def _kind(block: Block) -> tuple[bool, int]:
    return block.rank[:2]


class _Rival:
    """The cards that another seat has of the suit that was thrown."""

    def __init__(self, cards: Sequence[str], order: Ladder, rules: RuleSet) -> None:
        self.highest = max((order.place[card] for card in cards), default=-1)
        self.held = holding(cards, order)
        self.for_pairs = self.held
        if rules.triple_protection is Switch.ON:
            self.for_pairs = Holding(self.held.twos, (0,) * len(self.held.threes))

    def beats(self, component: Component) -> bool:
        """Whether there is the same combination, at least as long, with a higher top."""
        if component.block == SINGLE:
            return self.highest > component.top
        holding = self.held if component.block.width == TRIPLE.width else self.for_pairs
        return next(tops_of(component.block, holding), -1) > component.top
