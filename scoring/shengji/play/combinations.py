"""The names of combinations, by which a record says what won the last trick.

Of a throw the one is named that counts for the kitty. A number says how many pairs or triples
run: `tractor-2` is 3344.

>>> combination_name(Block(2, 3)), block_named("titanic-2")
('tractor-3', Block(width=3, length=2))
"""

from functools import cache
from typing import Final

from scoring.shengji.cards import hand_size
from scoring.shengji.play.ladder import PLACES
from scoring.shengji.play.shapes import Block

_SMALL: Final = ("single", "pair", "triple")
_ROWS: Final = {2: "tractor", 3: "titanic"}


def combination_name(block: Block) -> str:
    """Return the name of a combination.

    >>> combination_name(Block(1)), combination_name(Block(3))
    ('single', 'triple')
    """
    if block.length == 1:
        return _SMALL[block.width - 1]
    return f"{_ROWS[block.width]}-{block.length}"


@cache
def possible_combinations(decks: int) -> tuple[Block, ...]:
    """Return every combination that somebody can hold, the smallest kind first.

    A row is no longer than the trump suit, and no larger than a hand.

    >>> [combination_name(block) for block in possible_combinations(2)][:4]
    ['single', 'pair', 'tractor-2', 'tractor-3']
    """
    singles = tuple(Block(width) for width in range(1, decks + 1))
    rows = tuple(
        Block(width, length)
        for width in range(2, decks + 1)
        for length in range(2, min(PLACES, hand_size(decks) // width) + 1)
    )
    return singles + rows


def combination_names(decks: int) -> tuple[str, ...]:
    """Return the names of every combination that somebody can hold.

    >>> combination_names(2)[-1], combination_names(3)[-1]
    ('tractor-12', 'titanic-13')
    """
    return tuple(combination_name(block) for block in possible_combinations(decks))


def block_named(name: str) -> Block:
    """Return the combination of a name. Raises KeyError where no table knows it.

    >>> block_named("pair")
    Block(width=2, length=1)
    """
    return _BY_NAME[name]


_BY_NAME: Final = {
    combination_name(block): block for decks in (2, 3) for block in possible_combinations(decks)
}
