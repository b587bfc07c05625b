"""The shapes of a scroll, for the renderers of SVG, pictures and PDF.

Lengths are units of the drawing, from its upper left corner; `ink` is the name of a colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from web.publish.scroll.words import SealStamp

Align = Literal["left", "middle", "right"]
Weight = Literal["plain", "strong", "title"]
"""A `title` is set in the serif face if there is one."""
INDEX: Final = 0.36
"""The size of the rank on a card, in widths of the card."""
TALL: Final = 1.4
"""The height of a card, in widths."""
CORNER: Final = 0.12
"""The radius of its corners, in widths."""
CARD: Final = 46.0
NOTED_CARD: Final = 64.0
"""The width of a card, and that of a deal of note in the drawing of a whole evening; cards of a
fan that is too wide are smaller.
"""
BESIDE: Final = 1.6
"""The width of a fan beyond the middles of its first and last card, in cards."""
RADIUS: Final = 5.2
"""The distance from a card's middle to its centre of rotation, in widths of a card."""
SPREAD: Final = 5.4
"""The degrees between two cards of a fan."""
MOST_SPREAD: Final = 62.0
SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Bend(NamedTuple):
    """A line from one place to another, level at both ends."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float
    ink: str


class ScrollBox(NamedTuple):
    """A filled field."""

    x: float
    y: float
    width: float
    height: float
    ink: str


class ScrollDot(NamedTuple):
    """A filled circle around a place."""

    x: float
    y: float
    radius: float
    ink: str


class Text(NamedTuple):
    """A text on a baseline, at most as wide as its room."""

    x: float
    y: float
    text: str
    size: float
    room: float
    ink: str = "ink"
    align: Align = "left"
    weight: Weight = "plain"


class ScrollCard(NamedTuple):
    """A card by its middle, rotated clockwise by degrees."""

    x: float
    y: float
    width: float
    turn: float
    code: str

    @property
    def rank(self) -> str:
        """The text in its corner; for a joker the sign of kings."""
        return "王" if self.is_joker else self.code[1:]

    @property
    def suit(self) -> str:
        """The sign of its suit, empty on a joker."""
        return "" if self.is_joker else SIGNS[self.code[0]]

    @property
    def ink(self) -> str:
        """The colour of its suit."""
        return {"RJ": "H", "BJ": "S"}.get(self.code, self.code[0])

    @property
    def is_joker(self) -> bool:
        """Whether it has no suit."""
        return self.code in {"RJ", "BJ"}


class Seal(NamedTuple):
    """A seal at a place, of a size."""

    x: float
    y: float
    size: float
    stamp: SealStamp


Shape = Bend | ScrollBox | ScrollDot | Text | ScrollCard | Seal
_KINDS: Final = {
    kind.__name__: kind for kind in (Bend, ScrollBox, ScrollDot, Text, ScrollCard, Seal)
}


@dataclass(frozen=True, slots=True)
class ScrollPart:
    """A part of the scroll: its title, the same in words, its height, shapes from back to front."""

    title: str
    words: str
    height: float
    shapes: tuple[Shape, ...]

    def texts(self) -> Iterator[str]:
        """Yield every text that will be drawn."""
        for shape in self.shapes:
            if isinstance(shape, Text):
                yield shape.text
            elif isinstance(shape, ScrollCard):
                yield shape.rank + shape.suit

    def as_json(self) -> dict[str, Any]:
        """Return the part as plain data."""
        shapes = [[type(shape).__name__, *shape] for shape in self.shapes]
        return {"title": self.title, "words": self.words, "height": self.height, "shapes": shapes}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ScrollPart:
        """Return the part from plain data of `as_json`."""
        return cls(data["title"], data["words"], data["height"], tuple(map(_shape, data["shapes"])))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A scroll laid out: its parts below each other, all of one width."""

    width: float
    parts: tuple[ScrollPart, ...]

    @property
    def height(self) -> float:
        """The height of all parts."""
        return sum(part.height for part in self.parts)


def _shape(data: Sequence[Any]) -> Shape:
    kind, *values = data
    if kind == Seal.__name__:
        name, is_framed, edge, signs, *others = values[-1]
        drawn = tuple(tuple((step, tuple(at)) for step, at in sign) for sign in signs)
        values[-1] = SealStamp(name, is_framed, tuple(map(tuple, edge)), drawn, *others)
    return _KINDS[kind](*values)


def fan(
    cards: Sequence[str], x: float, top: float, room: float, most: float = CARD
) -> Iterator[ScrollCard]:
    """Yield cards turned around a place below them, the first at the left."""
    card, step = _card_width(cards, room, most), _turn(cards)
    y, radius = top + card * TALL / 2, RADIUS * card
    for number, code in enumerate(cards):
        turn = step * (number - (len(cards) - 1) / 2)
        angle = math.radians(turn)
        at_x, at_y = x + radius * math.sin(angle), y + radius * (1 - math.cos(angle))
        yield ScrollCard(round(at_x, 1), round(at_y, 1), round(card, 1), round(turn, 1), code)


def fan_height(cards: Sequence[str], room: float, most: float = CARD) -> float:
    """Return the height of a fan with the space below it."""
    if not cards:
        return 8.0
    card, half = _card_width(cards, room, most), math.radians(_turn(cards) * (len(cards) - 1) / 2)
    corner = card / 2 * math.sin(half)
    return RADIUS * card * (1 - math.cos(half)) + card * TALL + corner + 16


def _turn(cards: Sequence[str]) -> float:
    """Return the degrees between two cards of a fan."""
    return min(SPREAD, MOST_SPREAD / max(1, len(cards) - 1))


def _card_width(cards: Sequence[str], room: float, most: float) -> float:
    half = math.radians(_turn(cards) * (len(cards) - 1) / 2)
    return min(most, room / (2 * RADIUS * math.sin(half) + BESIDE))
