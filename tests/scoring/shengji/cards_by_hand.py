"""A second opinion on the cards of 升级: what is trump, what is above what, what a play is made of.

Slow and obvious on purpose, and made from the texts alone: it shares nothing with the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

SUITS = "SHDC"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKERS = ("BJ", "RJ")
FACES = (*(suit + rank for suit in SUITS for rank in RANKS), *JOKERS)

Cards = tuple[str, ...]


class Shape(NamedTuple):
    """So many neighbouring faces, each so many times: a pair is Shape(2, 1)."""

    width: int
    length: int


class Component(NamedTuple):
    """A part of a play: its shape and its cards."""

    shape: Shape
    cards: Cards


@dataclass(frozen=True)
class Trump:
    """The trump suit, None without one, and the level of a deal."""

    suit: str | None
    level: str

    def group(self, card: str) -> str:
        """Return the suit that a card counts as: T for all trump."""
        if card in JOKERS or card[1:] == self.level or card[0] == self.suit:
            return "T"
        return card[0]

    def height(self, card: str) -> int:
        """Return the place of a card in its suit, from 0; neighbours differ by one.

        >>> [Trump("S", "5").height(card) for card in ("SA", "H5", "S5", "BJ", "RJ", "H6")]
        [11, 12, 13, 14, 15, 3]
        """
        named = self.suit is not None
        if card in JOKERS:
            return 13 + JOKERS.index(card) + named
        if card[1:] == self.level:
            return 12 + (card[0] == self.suit)
        return [rank for rank in RANKS if rank != self.level].index(card[1:])

    def of_group(self, cards: Iterable[str], group: str) -> list[str]:
        """Return the cards that count as one suit."""
        return [card for card in cards if self.group(card) == group]

    def ladder(self) -> dict[str, list[list[str]]]:
        """Return every suit from low to high, equal cards together and in alphabetical order."""
        groups: dict[str, list[list[str]]] = {}
        for group in "TSHDC":
            cards = sorted(self.of_group(FACES, group))
            heights = sorted({self.height(card) for card in cards})
            steps = [[card for card in cards if self.height(card) == step] for step in heights]
            if steps:
                groups[group] = steps
        return groups


def ways(cards: Counter[str], shape: Shape, trump: Trump) -> Iterator[Cards]:
    """Find every choice of cards of one suit that makes a shape."""
    wide = [card for card, copies in cards.items() if copies >= shape.width]
    for lowest in sorted({trump.height(card) for card in wide}):
        steps = [
            [card for card in wide if trump.height(card) == lowest + step]
            for step in range(shape.length)
        ]
        for faces in product(*steps):
            yield tuple(face for face in faces for _ in range(shape.width))


def holds(cards: Counter[str], shapes: tuple[Shape, ...], trump: Trump) -> bool:
    """Say whether cards of one suit contain some shapes, no card in two of them."""
    if not shapes:
        return True
    return any(
        holds(cards - Counter(way), shapes[1:], trump) for way in ways(cards, shapes[0], trump)
    )


KINDS = ("titanic", "tractor", "triple", "pair", "single")
"""From the biggest to the smallest."""


def kind(shape: Shape) -> str:
    """Return the name of a shape.

    >>> kind(Shape(3, 2)), kind(Shape(2, 3)), kind(Shape(1, 1))
    ('titanic', 'tractor', 'single')
    """
    if shape.length > 1:
        return {3: "titanic", 2: "tractor"}[shape.width]
    return {3: "triple", 2: "pair", 1: "single"}[shape.width]


def top(cards: Iterable[str], trump: Trump) -> int:
    """Return the place of the highest card."""
    return max(trump.height(card) for card in cards)


def components(cards: Iterable[str], trump: Trump) -> list[Component]:
    """Divide a play of one suit as its leader is taken to mean it, biggest kind first.

    Three copies are a triple, two a pair; neighbours of one width make the longest runs. Where
    two pairs would fit into one run, the spare is the first in the order S, H, D, C; of equal
    components the first in that order comes first.

    >>> [part.cards for part in components("H3 H3 H3 H4 H4".split(), Trump("S", "5"))]
    [('H3', 'H3', 'H3'), ('H4', 'H4')]
    """
    count = Counter(cards)
    components = [Component(Shape(1, 1), (card,)) for card in count if count[card] == 1]
    for width in (2, 3):
        faces = Counter({card: width for card in count if count[card] == width})
        while faces:
            run = _longest(faces, width, trump)
            components.append(run)
            faces -= Counter(run.cards)
    return sorted(components, key=lambda part: (_order(part), top(part.cards, trump), _suits(part)))


def _order(part: Component) -> tuple[int, int]:
    return KINDS.index(kind(part.shape)), -part.shape.length


def _suits(part: Component) -> list[int]:
    return [SUITS.find(card[0]) for card in part.cards]


def _longest(faces: Counter[str], width: int, trump: Trump) -> Component:
    for length in range(len(faces), 0, -1):
        runs = list(ways(faces, Shape(width, length), trump))
        if runs:
            last = max(runs, key=lambda run: [SUITS.find(card[0]) for card in run])
            return Component(Shape(width, length), last)
    raise ValueError(faces)
