"""Combinations: single, pair, triple, tractor and titanic, and splitting a lead into them.

A `Block` is the form of a combination: its width in equal cards, and its length in neighbouring
places. A `Component` is a combination with its cards. The `Holding` of a hand counts the doubles
and triples at each place, from which blocks are taken.

>>> from scoring.shengji.play.ladder import ladder
>>> order = ladder("S", "5")
>>> [component.cards for component in decompose(["H3", "H3", "H3", "H4", "H4"], order)]
[('H3', 'H3', 'H3'), ('H4', 'H4')]
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from scoring.cards import SUITS
from scoring.shengji.cards import MOST_COPIES
from scoring.shengji.play.ladder import Ladder


class Block(NamedTuple):
    """The form of a combination: `width` equal cards at each of `length` neighbouring places."""

    width: int
    length: int = 1

    @property
    def size(self) -> int:
        """The number of cards.

        >>> Block(3, 2).size
        6
        """
        return self.width * self.length

    @property
    def rank(self) -> tuple[bool, int, int]:
        """The sort key that puts titanic above tractor, triple, pair and single (SJ-23).

        >>> Block(3, 2).rank > Block(2, 5).rank > TRIPLE.rank > PAIR.rank > SINGLE.rank
        True
        """
        return (self.length > 1, self.width, self.length)


SINGLE: Final = Block(1)
PAIR: Final = Block(2)
TRIPLE: Final = Block(3)


class Component(NamedTuple):
    """A combination with its cards, low to high, and the place of its highest."""

    block: Block
    top: int
    cards: tuple[str, ...]


class Holding(NamedTuple):
    """At each place, the number of cards held exactly twice, and exactly three times.

    There can be more than one such card only at the places of trump ranks.
    """

    twos: tuple[int, ...]
    threes: tuple[int, ...]


def decompose(cards: Sequence[str], order: Ladder) -> tuple[Component, ...]:
    """Return the combinations that form a lead, the largest kind first (SJ-20).

    Three of a card are a triple and never a pair; triples in a row are one titanic, pairs in a
    row one tractor. Within a kind the longest comes first, then the lowest.

    >>> from scoring.shengji.play.ladder import ladder
    >>> [one.cards[0] for one in decompose(["HJ"] * 3 + ["H9"] * 2 + ["H10"] * 2, ladder("S", "5"))]
    ['H9', 'HJ']
    """
    components = [
        component
        for suit in {order.suit[card] for card in cards}
        for component in _of_suit([card for card in cards if order.suit[card] == suit], order)
    ]
    return tuple(sorted(components, key=_largest_first))


def holding(cards: Sequence[str], order: Ladder) -> Holding:
    """Return the pairs and triples among cards of one suit.

    >>> from scoring.shengji.play.ladder import ladder
    >>> held = holding(["H3", "H3", "H3", "H4", "H4", "H9"], ladder("S", "5"))
    >>> held.twos[2], held.threes[1]
    (1, 1)
    """
    twos, threes = [0] * order.places, [0] * order.places
    for face in set(cards):
        copies = cards.count(face)
        if copies == PAIR.width:
            twos[order.place[face]] += 1
        elif copies >= TRIPLE.width:
            threes[order.place[face]] += 1
    return Holding(tuple(twos), tuple(threes))


def fits(blocks: Sequence[Block], held: Holding) -> bool:
    """Say whether all these blocks can be taken out of a holding at once.

    A triple gives at most one pair; neighbours may be taken out of a longer row. Singles are
    ignored.

    >>> from scoring.shengji.play.ladder import ladder
    >>> held = holding(["H3", "H3", "H3", "H4", "H4"], ladder("S", "5"))
    >>> fits([Block(2, 2)], held), fits([TRIPLE, PAIR], held), fits([TRIPLE, Block(2, 2)], held)
    (True, True, False)
    """
    triples = pairs = 0
    rows = []
    for block in blocks:
        if block.length > 1:
            rows.append(block)
        elif block.width == TRIPLE.width:
            triples += 1
        elif block.width == PAIR.width:
            pairs += 1
    if rows:
        rows.sort(key=lambda block: (-block.width, -block.length))
        return _rows_fit(rows, triples, pairs, list(held.twos), list(held.threes))
    return _counts_fit(triples, pairs, sum(held.twos), sum(held.threes))


def without(block: Block, start: int, held: Holding) -> Holding | None:
    """Return a holding after a block is taken out, from a place upwards; None if it is not there.

    A pair is taken from two equal cards rather than from three.

    >>> from scoring.shengji.play.ladder import ladder
    >>> without(PAIR, 1, holding(["H3", "H3"], ladder("S", "5"))).twos[1]
    0
    """
    twos, threes = list(held.twos), list(held.threes)
    if not _take(block, start, twos, threes):
        return None
    return Holding(tuple(twos), tuple(threes))


def tops(block: Block, held: Holding) -> Iterator[int]:
    """Yield the possible top places of a block, the highest first.

    >>> from scoring.shengji.play.ladder import ladder
    >>> list(tops(Block(2, 2), holding(["H3", "H3", "H4", "H4"], ladder("S", "5"))))
    [2]
    """
    for top in range(len(held.twos) - 1, block.length - 2, -1):
        if all(
            held.threes[place] or (block.width == PAIR.width and held.twos[place])
            for place in range(top - block.length + 1, top + 1)
        ):
            yield top


def _of_suit(cards: Sequence[str], order: Ladder) -> Iterator[Component]:
    for width in range(1, MOST_COPIES + 1):
        faces = [face for face in set(cards) if cards.count(face) == width]
        if width == SINGLE.width:
            for face in faces:
                yield Component(SINGLE, order.place[face], (face,))
        else:
            yield from _in_rows(width, faces, order)


def _in_rows(width: int, faces: Iterable[str], order: Ladder) -> Iterator[Component]:
    """Yield the combinations of one width, in rows of neighbouring places.

    At the place of trump ranks there may be several faces: the last in suit order goes into the
    row; the spare ones form rows in the same way (SJ-21).
    """
    ranked = sorted(faces, key=lambda face: (order.place[face], _suit_place(face)))
    first, spare = [], []
    for _, same in groupby(ranked, key=order.place.__getitem__):
        *others, head = same
        first.append(head)
        spare.extend(others)
    rows: list[list[str]] = []
    for face in first:
        if rows and order.place[rows[-1][-1]] + 1 == order.place[face]:
            rows[-1].append(face)
        else:
            rows.append([face])
    for row in rows:
        cards = tuple(face for face in row for _ in range(width))
        yield Component(Block(width, len(row)), order.place[row[-1]], cards)
    if spare:
        yield from _in_rows(width, spare, order)


def _largest_first(component: Component) -> tuple[int, ...]:
    row, width, length = component.block.rank
    return (-row, -width, -length, component.top, _suit_place(component.cards[0]))


def _suit_place(face: str) -> int:
    return SUITS.index(face[0]) if face[0] in SUITS else len(SUITS)


def _counts_fit(triples: int, pairs: int, twos: int, threes: int) -> bool:
    return triples <= threes and pairs <= twos + threes - triples


def _rows_fit(
    rows: Sequence[Block], triples: int, pairs: int, twos: list[int], threes: list[int]
) -> bool:
    if not rows:
        return _counts_fit(triples, pairs, sum(twos), sum(threes))
    block, rest = rows[0], rows[1:]
    for start in range(len(twos) - block.length + 1):
        left, left_threes = twos.copy(), threes.copy()
        if _take(block, start, left, left_threes) and _rows_fit(
            rest, triples, pairs, left, left_threes
        ):
            return True
    return False


def _take(block: Block, start: int, twos: list[int], threes: list[int]) -> bool:
    for place in range(start, start + block.length):
        if block.width == PAIR.width and twos[place]:
            twos[place] -= 1
        elif threes[place]:
            threes[place] -= 1
        else:
            return False
    return True
