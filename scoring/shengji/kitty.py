"""扣底: how often the points of the kitty count when the attackers win the last trick.

>>> from scoring.shengji.ladder import ladder
>>> multiplier(["S9", "S9", "S10", "S10"], ladder("S", "5"), RuleSet())
8
"""

from collections.abc import Iterator, Sequence

from scoring.shengji.ladder import Ladder
from scoring.shengji.rules import KittyMultiplier, KittyPrecedence, RuleSet
from scoring.shengji.shapes import PAIR, TRIPLE, Block, decompose


def multiplier(play: Sequence[str], order: Ladder, rules: RuleSet) -> int:
    """Return what the points of the kitty are multiplied by (SJ-50 to SJ-53).

    `play` is the play that won the last trick, or the lead to it where the rules say so.

    >>> from scoring.shengji.ladder import ladder
    >>> multiplier(["S9"] * 3, ladder("S", "5"), RuleSet())
    6
    """
    blocks = [component.block for component in decompose(play, order)]
    if rules.kitty_multiplier is KittyMultiplier.TIMES:
        return 2 * max(block.size for block in blocks)
    if rules.kitty_multiplier is KittyMultiplier.POWER:
        return int(2 ** max(block.size for block in blocks))
    if rules.kitty_multiplier is KittyMultiplier.TWO_FOUR_EIGHT:
        found = list(_two_four_eight(blocks))
    else:
        found = list(_lianzhong(blocks))
    return max(found) if rules.kitty_precedence is KittyPrecedence.MAX else found[0]


def _lianzhong(blocks: Sequence[Block]) -> Iterator[int]:
    """The source's list in its order: titanic, triple, tractor, pair, anything."""
    titanics = [block.length for block in blocks if block.width == 3 and block.length > 1]
    tractors = [block.length for block in blocks if block.width == 2 and block.length > 1]
    if titanics:
        yield int(2 * 3 ** max(titanics))
    if TRIPLE in blocks:
        yield 6
    if tractors:
        yield int(2 * 2 ** max(tractors))
    if PAIR in blocks:
        yield 4
    yield 2


def _two_four_eight(blocks: Sequence[Block]) -> Iterator[int]:
    """The tables of clubs: rows and triples 8, pairs 4, singles 2."""
    if any(block.length > 1 for block in blocks) or TRIPLE in blocks:
        yield 8
    if PAIR in blocks:
        yield 4
    yield 2
