"""扣底: how often the points of the kitty count when the attackers win the last trick.

>>> from scoring.shengji.play.ladder import ladder
>>> kitty_multiplier(["S9", "S9", "S10", "S10"], ladder("S", "5"), RuleSet())
8
"""

from collections.abc import Sequence
from typing import Final

from scoring.shengji.play.ladder import Ladder
from scoring.shengji.play.shapes import Block, decompose
from scoring.shengji.rules import KittyMultiplier, KittyPrecedence, RuleSet


def kitty_multiplier(play: Sequence[str], order: Ladder, rules: RuleSet) -> int:
    """Return what the points of the kitty are multiplied by (SJ-50 to SJ-53).

    `play` is the play that won the last trick, or the lead to it where the rules say so.

    >>> from scoring.shengji.play.ladder import ladder
    >>> kitty_multiplier(["S9"] * 3, ladder("S", "5"), RuleSet())
    6
    """
    return kitty_factor(counting_combination(play, order, rules), rules)


def counting_combination(play: Sequence[str], order: Ladder, rules: RuleSet) -> Block:
    """Return which combination of a play counts for the kitty (SJ-52).

    >>> from scoring.shengji.play.ladder import ladder
    >>> play = ["SJ"] * 3 + ["S9", "S9", "S10", "S10"]
    >>> counting_combination(play, ladder("S", "5"), RuleSet(decks=3))
    Block(width=3, length=1)
    """
    blocks = [component.block for component in decompose(play, order)]
    in_order = (
        rules.kitty_multiplier in (KittyMultiplier.LIANZHONG, KittyMultiplier.TWO_FOUR_EIGHT)
        and rules.kitty_precedence is KittyPrecedence.SEED_ORDER
    )
    if in_order:
        # The source's list in its order: titanic, triple, tractor, pair, anything.
        return max(blocks, key=lambda block: (block.width, block.length))
    return max(blocks, key=lambda block: (kitty_factor(block, rules), block.rank))


def kitty_factor(block: Block, rules: RuleSet) -> int:
    """Return what one combination multiplies the points of the kitty by (SJ-51).

    >>> [kitty_factor(block, RuleSet()) for block in (Block(2, 2), Block(3, 2), Block(1))]
    [8, 18, 2]
    """
    if rules.kitty_multiplier is KittyMultiplier.TIMES:
        return 2 * block.size
    if rules.kitty_multiplier is KittyMultiplier.POWER:
        return int(2**block.size)
    if rules.kitty_multiplier is KittyMultiplier.TWO_FOUR_EIGHT:
        return _CLUBS if block.length > 1 else _TWO_FOUR_EIGHT[block.width]
    if block.length > 1:
        return int(2 * block.width**block.length)
    return 2 * block.width


_TWO_FOUR_EIGHT: Final = {1: 2, 2: 4, 3: 8}
_CLUBS: Final = 8
"""The tables of clubs: rows and triples 8, pairs 4, singles 2."""
