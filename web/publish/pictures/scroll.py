"""The long picture of a finished event: its head, its scroll, and where to find more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from web.publish.pdf.seal_shape import ClubMark
from web.publish.pictures import canvas as colours
from web.publish.pictures import parts
from web.publish.pictures.canvas import Canvas
from web.publish.pictures.cards import turned_card
from web.publish.pictures.faces import FontFace
from web.publish.pictures.parts import EDGE, INSIDE, WIDTH, Foot, PictureHead, PictureState
from web.publish.scroll import layout
from web.publish.scroll.shapes import (
    Bend,
    ScrollBox,
    ScrollCard,
    ScrollDot,
    ScrollPart,
    Seal,
    Text,
)
from web.publish.scroll.words import EveningScroll

INKS: Final = {
    "ink": colours.INK,
    "muted": colours.MUTED,
    "faint": colours.FAINT,
    "rule": colours.RULE,
    "sunk": colours.SUNK,
    "accent": colours.ACCENT,
    "seal": colours.SEAL,
    "gold": colours.MEDALS[1],
    "silver": colours.MEDALS[2],
    "bronze": colours.MEDALS[3],
}
HIGHEST: Final = 4000
"""The greatest height in pixels that chats show whole; deals are left out to keep it."""
ALONG: Final = 48
"""The straight pieces of a bent line."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LongPicture:
    """The content of the picture; `more` is the sentence that places are left out."""

    head: PictureHead
    state: PictureState
    evening: EveningScroll
    foot: Foot
    more: str = ""


def draw(shown: LongPicture) -> bytes:
    """Draw the picture, as high as its content."""
    drawing = layout.lay_out(shown.evening)
    scale = INSIDE / (drawing.width - 2 * layout.EDGE)
    canvas = Canvas(WIDTH, int(1400 + drawing.height * scale + 200 * len(drawing.parts)))
    room = INSIDE - parts.stamp_width(shown.state.seal)
    y = parts.head(canvas, 52, shown.head, width=room)
    if shown.state.seal:
        parts.seal(canvas, WIDTH - EDGE, 52, shown.state.seal)
    y = parts.state(canvas, y, shown.state)
    for number, part in enumerate(drawing.parts):
        _Hand(canvas, y, scale, shown.head.club).draw(part)
        y += int(part.height * scale) + 8
        if number < len(shown.evening.fields) and shown.evening.fields[number].story:
            y = parts.paragraph(canvas, y, shown.evening.fields[number].story, FontFace(30)) + 12
    if shown.more:
        y = parts.paragraph(canvas, y, shown.more, FontFace(28), colours.MUTED)
    y = parts.foot(canvas, y + 24, shown.foot)
    if y > HIGHEST and shown.evening.notes:
        fewer = replace(shown.evening, notes=shown.evening.notes[:-1])
        return draw(replace(shown, evening=fewer))
    canvas.image = canvas.image.crop((0, 0, WIDTH, y))
    return canvas.png()


@dataclass(frozen=True, slots=True)
class _Hand:
    """Draws the shapes of a part below a height."""

    canvas: Canvas
    top: int
    scale: float
    club: ClubMark | None

    def draw(self, part: ScrollPart) -> None:
        for shape in part.shapes:
            match shape:
                case Bend():
                    points = [self._at(*point) for point in _bent(shape)]
                    wide, is_bent = max(2, self._long(shape.width)), shape.y != shape.to_y
                    self.canvas.line(points, INKS[shape.ink], wide, is_round=is_bent)
                case ScrollBox():
                    self._box(shape)
                case ScrollDot():
                    x, y = self._at(shape.x, shape.y)
                    self.canvas.disc(int(x), int(y), self._long(shape.radius), INKS[shape.ink])
                case Text():
                    self._text(shape)
                case ScrollCard():
                    x, y = self._at(shape.x, shape.y)
                    turned_card(self.canvas, shape, (int(x), int(y)), self.scale)
                case Seal():
                    self._seal(shape)

    def _at(self, x: float, y: float) -> Point:
        return EDGE + (x - layout.EDGE) * self.scale, self.top + y * self.scale

    def _long(self, length: float) -> int:
        return round(length * self.scale)

    def _box(self, shape: ScrollBox) -> None:
        x, y = self._at(shape.x, shape.y)
        right, bottom = self._at(shape.x + shape.width, shape.y + shape.height)
        box = (int(x), int(y), max(int(x) + 2, int(right)), max(int(y) + 2, int(bottom)))
        self.canvas.box(box, INKS[shape.ink])

    def _text(self, shape: Text) -> None:
        x, y = self._at(shape.x, shape.y)
        face = FontFace(self._long(shape.size), shape.weight != "plain")
        if shape.weight == "title":
            face = face.for_title(shape.text)
        place = (x, y, shape.room * self.scale)
        ink = INKS[shape.ink]
        self.canvas.fitted(place, shape.text, face, ink, least=20, align=shape.align)

    def _seal(self, shape: Seal) -> None:
        x, y = self._at(shape.x, shape.y)
        side = self._long(shape.size)
        if shape.stamp.is_of_club:
            parts.club_mark(self.canvas, int(x), int(y), self.club, side)
            return
        self.canvas.seal(int(x), int(y), side, shape.stamp.shape, ground=colours.ON_SEAL)


def _bent(shape: Bend) -> Iterator[Point]:
    """Yield places along a line that is level at both ends."""
    steps = ALONG if shape.y != shape.to_y else 1
    for step in range(steps + 1):
        share = step / steps
        # A cubic curve whose control points are in the middle.
        x = shape.x + (shape.to_x - shape.x) * (
            1.5 * share * (1 - share) ** 2 + 1.5 * share**2 * (1 - share) + share**3
        )
        y = shape.y + (shape.to_y - shape.y) * (3 * share**2 * (1 - share) + share**3)
        yield x, y
