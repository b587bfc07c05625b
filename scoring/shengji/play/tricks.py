"""Who wins a trick: which plays contend, and how they compare (SJ-44 to SJ-47).

>>> from scoring.shengji.play.ladder import ladder
>>> order = ladder("S", "5")
>>> winning_play([["HA", "HA"], ["S2", "S2"], ["S9", "SK"], ["S3", "S3"]], order, RuleSet())
3
"""

from collections.abc import Iterator, Sequence

from scoring.shengji.play.ladder import TRUMP, Ladder
from scoring.shengji.play.shapes import (
    SINGLE,
    Block,
    Holding,
    decompose,
    fits,
    holding,
    tops,
    without,
)
from scoring.shengji.rules import RuffCompare, RuleSet


def winning_play(plays: Sequence[Sequence[str]], order: Ladder, rules: RuleSet) -> int:
    """Return which of the plays wins, the leader's first; of equal plays the first.

    The lead is of one suit, every play of as many cards.

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
    """Return the suit in which a play contends for a trick, None where it does not.

    All its cards are of the suit led, or all are trump, and they can be divided exactly into the
    combinations that were led. A triple gives a pair and a single, a row gives shorter ones.

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
    """How high a play that contends stands, by the way in which the rules compare."""
    places = sorted((order.place[card] for card in play), reverse=True)
    if rules.ruff_compare is RuffCompare.HIGHEST_CARD or blocks[0] == SINGLE:
        largest_only = rules.ruff_compare in (
            RuffCompare.LARGEST_COMPONENT,
            RuffCompare.HIGHEST_CARD,
        )
        return tuple(places[:1] if largest_only else places)
    tops = _tops(blocks, places, holding(play, order))
    if rules.ruff_compare is RuffCompare.LARGEST_COMPONENT:
        return (next(tops),)
    return tuple(tops)


def _tops(blocks: Sequence[Block], places: list[int], held: Holding) -> Iterator[int]:
    """The top of every combination, the largest one as high as can be, then the next."""
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
