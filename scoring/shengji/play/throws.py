"""Throws (甩牌): whether one may be led, and who wins the trick (SJ-40 to SJ-47).

A throw stands unless another seat can beat one of its combinations with cards of its suit. If it
fails, one combination that can be beaten is played, and the other cards go back to the hand.

>>> from scoring.shengji.play.ladder import ladder
>>> order = ladder("S", "5")
>>> thrown, hands = ["H3", "H3", "H3", "H4", "H4"], [["C2"], ["H7", "H7"], ["C3"]]
>>> resolve_throw(thrown, hands, order, RuleSet(decks=3))
Thrown(stands=False, played=('H4', 'H4'))
>>> winning_play([["HA", "HA"], ["S2", "S2"], ["S9", "SK"], ["S3", "S3"]], order, RuleSet())
3
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.shengji.play.ladder import TRUMP, Ladder
from scoring.shengji.play.shapes import (
    SINGLE,
    TRIPLE,
    Block,
    Component,
    Holding,
    decompose,
    fits,
    holding,
    tops,
    without,
)
from scoring.shengji.rules import RuffCompare, RuleSet, Switch, ThrowFallback, ThrowPenalty

PARTNER = 1
"""Which of the other hands, in order of play, is the partner's."""


class Thrown(NamedTuple):
    """The outcome of a throw: whether it stands, and the cards played of it, perhaps none."""

    stands: bool
    played: tuple[str, ...]


def resolve_throw(
    thrown: Sequence[str], other_hands: Sequence[Sequence[str]], order: Ladder, rules: RuleSet
) -> Thrown:
    """Return the outcome of a throw of one suit; the other hands are in order of play.

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
    """Return the points that a throw of `size` cards costs the seat that made it (SJ-43).

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
    """Return the cards played of a failed throw. Components come largest kind first."""
    if rules.throw_fallback is ThrowFallback.REJECT:
        return ()
    if rules.throw_fallback is ThrowFallback.SMALLEST_SINGLE:
        lowest = min(components, key=lambda component: component.top - component.block.length)
        return lowest.cards[:1]
    if rules.throw_fallback is ThrowFallback.SMALLEST:
        kind = min(_kind(component.block) for component in beaten)
    else:
        kind = max(_kind(component.block) for component in beaten)
    of_kind = [component for component in beaten if _kind(component.block) == kind]
    return min(of_kind, key=lambda part: (part.top, part.block.length)).cards


def _kind(block: Block) -> tuple[bool, int]:
    return block.rank[:2]


class _Rival:
    """The cards of the suit thrown that another seat holds."""

    def __init__(self, cards: Sequence[str], order: Ladder, rules: RuleSet) -> None:
        self.highest = max((order.place[card] for card in cards), default=-1)
        self.held = holding(cards, order)
        self.for_pairs = self.held
        if rules.triple_protection is Switch.ON:
            self.for_pairs = Holding(self.held.twos, (0,) * len(self.held.threes))

    def beats(self, component: Component) -> bool:
        """Say whether it has the same combination, at least as long, with a higher top."""
        if component.block == SINGLE:
            return self.highest > component.top
        held = self.held if component.block.width == TRIPLE.width else self.for_pairs
        return next(tops(component.block, held), -1) > component.top


def winning_play(plays: Sequence[Sequence[str]], order: Ladder, rules: RuleSet) -> int:
    """Return which play wins, the leader's first; of equal plays the first.

    The lead is of one suit, and every play has as many cards.

    >>> from scoring.shengji.play.ladder import ladder
    >>> winning_play([["H9"], ["H9"], ["CA"], ["H3"]], ladder("S", "5"), RuleSet())
    0
    """
    led = plays[0]
    suit = order.suit[led[0]]
    blocks = tuple(component.block for component in decompose(led, order))
    best = 0
    strength = _strength(blocks, led, order, rules)
    for place, play in enumerate(plays[1:], start=1):
        own = contends(blocks, suit, play, order)
        if own is None or (own == suit and len(blocks) > 1):
            # A throw that stood cannot be beaten in its suit.
            continue
        ruffs = own == TRUMP and suit != TRUMP
        if ruffs and order.suit[plays[best][0]] != TRUMP:
            best, strength = place, _strength(blocks, play, order, rules)
        elif own == order.suit[plays[best][0]]:
            rival = _strength(blocks, play, order, rules)
            if rules.ruff_compare is RuffCompare.ALL_COMPONENTS:
                is_higher = all(mine > theirs for mine, theirs in zip(rival, strength, strict=True))
            else:
                is_higher = rival > strength
            if is_higher:
                best, strength = place, rival
    return best


def contends(blocks: Sequence[Block], suit: str, play: Sequence[str], order: Ladder) -> str | None:
    """Return the suit in which a play competes for a trick, None if it does not.

    All its cards must be of the suit led, or all trump, and form exactly the combinations led. A
    triple can serve as a pair and a single, a row as shorter rows.

    >>> from scoring.shengji.play.ladder import ladder
    >>> contends([Block(2)], "H", ["RJ", "BJ"], ladder("S", "5"))
    >>> contends([Block(2)], "H", ["S2", "S2"], ladder("S", "5"))
    'T'
    """
    own = order.one_suit(list(play))
    if own is None or own not in (suit, TRUMP):
        return None
    return own if fits(blocks, holding(play, order)) else None


def _strength(
    blocks: Sequence[Block], play: Sequence[str], order: Ladder, rules: RuleSet
) -> tuple[int, ...]:
    """Return the strength of a competing play, by the comparison that the rules choose."""
    places = sorted((order.place[card] for card in play), reverse=True)
    if rules.ruff_compare is RuffCompare.HIGHEST_CARD or blocks[0] == SINGLE:
        largest_only = rules.ruff_compare in (
            RuffCompare.LARGEST_COMPONENT,
            RuffCompare.HIGHEST_CARD,
        )
        return tuple(places[:1] if largest_only else places)
    heights = _heights(blocks, places, holding(play, order))
    if rules.ruff_compare is RuffCompare.LARGEST_COMPONENT:
        return (next(heights),)
    return tuple(heights)


def _heights(blocks: Sequence[Block], places: list[int], held: Holding) -> Iterator[int]:
    """Yield the top of every combination, each in turn as high as possible, the largest first."""
    singles = places
    for place, block in enumerate(blocks):
        if block == SINGLE:
            yield from singles
            return
        rest = blocks[place + 1 :]
        for top in tops(block, held):
            left = without(block, top - block.length + 1, held)
            if left is not None and fits(rest, left):
                held = left
                singles = _taken(singles, block, top)
                yield top
                break


def _taken(places: Sequence[int], block: Block, top: int) -> list[int]:
    left = list(places)
    for place in range(top - block.length + 1, top + 1):
        for _ in range(block.width):
            left.remove(place)
    return left
