"""扣底: the multiplier of the kitty if the attackers win the last trick.

Also names the combinations by which a record says what won that trick. For a throw it is the
combination that counts for the kitty. A number is the count of pairs or triples in a row:
`tractor-2` is 3344.

>>> from scoring.shengji.play.ladder import ladder
>>> kitty_multiplier(["S9", "S9", "S10", "S10"], ladder("S", "5"), RuleSet())
8
>>> combination_name(Block(2, 3)), block_named("titanic-2")
('tractor-3', Block(width=3, length=2))
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from scoring.cards import RANKS
from scoring.shengji.cards import hand_size
from scoring.shengji.play.ladder import PLACES, Ladder
from scoring.shengji.play.shapes import Block, decompose
from scoring.shengji.rules import KittyMultiplier, KittyPrecedence, RuleSet

_TWO_FOUR_EIGHT: Final = {1: 2, 2: 4, 3: 8}

_CLUBS: Final = 8
"""The tables of clubs: rows and triples 8, pairs 4, singles 2."""

_SMALL: Final = ("single", "pair", "triple")

_ROWS: Final = {2: "tractor", 3: "titanic"}


def kitty_multiplier(play: Sequence[str], order: Ladder, rules: RuleSet) -> int:
    """Return the multiplier of the points in the kitty (SJ-50 to SJ-53).

    `play` is the play that won the last trick, or the lead to it if the rules say so.

    >>> from scoring.shengji.play.ladder import ladder
    >>> kitty_multiplier(["S9"] * 3, ladder("S", "5"), RuleSet())
    6
    """
    return kitty_factor(counting_combination(play, order, rules), rules)


def counting_combination(play: Sequence[str], order: Ladder, rules: RuleSet) -> Block:
    """Return the combination of a play that counts for the kitty (SJ-52).

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
    """Return the factor of one combination for the points of the kitty (SJ-51).

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


def combination_name(block: Block) -> str:
    """Return the name of a combination.

    >>> combination_name(Block(1)), combination_name(Block(3))
    ('single', 'triple')
    """
    if block.length == 1:
        return _SMALL[block.width - 1]
    return f"{_ROWS[block.width]}-{block.length}"


def possible_combinations(rules: RuleSet) -> tuple[Block, ...]:
    """Return every combination that a seat can hold, the smallest kind first.

    A row is no longer than the trump suit, and no larger than a hand.

    >>> [combination_name(block) for block in possible_combinations(RuleSet())][:4]
    ['single', 'pair', 'tractor-2', 'tractor-3']
    """
    return _combinations(rules.decks, PLACES + len(rules.always_trump))


@cache
def _combinations(decks: int, places: int) -> tuple[Block, ...]:
    singles = tuple(Block(width) for width in range(1, decks + 1))
    rows = tuple(
        Block(width, length)
        for width in range(2, decks + 1)
        for length in range(2, min(places, hand_size(decks) // width) + 1)
    )
    return singles + rows


def combination_names(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of every combination that a seat can hold.

    >>> combination_names(RuleSet())[-1], combination_names(RuleSet(decks=3))[-1]
    ('tractor-12', 'titanic-13')
    """
    return tuple(combination_name(block) for block in possible_combinations(rules))


def block_named(name: str) -> Block:
    """Return the combination with a name. Raises KeyError if it does not exist at any table.

    >>> block_named("pair")
    Block(width=2, length=1)
    """
    return _BY_NAME[name]


_BY_NAME: Final = {
    combination_name(block): block
    for decks in (2, 3)
    for block in _combinations(decks, PLACES + len(RANKS))
}
