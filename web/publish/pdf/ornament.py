"""Ornaments of a certificate, drawn with lines only: a frame of frets, plum blossoms, a medal.

Positions are those of the canvas, from the bottom of the page; text is not drawn here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

GOLD: Final = HexColor(0xA67C2D)
"""The gold for print: the screen's is too light for thin lines."""
SEAL: Final = HexColor(0xA8321C)
INK: Final = HexColor(0x1B2321)
PAPER: Final = HexColor(0xFFFFFF)
METALS: Final = {1: HexColor(0xC9982F), 2: HexColor(0x98A2A6), 3: HexColor(0xB07A45)}
"""Gold, silver and bronze by place."""
EDGE: Final[float] = 9 * mm
"""The distance from the paper's edge to the frame, within the reach of most printers."""
BAND: Final[float] = 6 * mm
"""The width of the band of frets."""
CORNER: Final[float] = 15 * mm
FRET: Final = (
    (0.0, 0.0),
    (1.0, 0.0),
    (1.0, 1.0),
    (0.0, 1.0),
    (0.0, 0.27),
    (0.72, 0.27),
    (0.72, 0.72),
    (0.3, 0.72),
    (0.3, 0.52),
    (0.5, 0.52),
)
"""A fret (回纹) in a square of one: a line that turns inwards."""
PETALS: Final = 5
POINTS: Final = 28
"""The points of the star of a medal."""
TURNS: Final = 40
"""The ellipses of the rosette behind the words."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    low: float
    wide: float
    high: float

    def within(self, by: float) -> Box:
        """Return the box reduced by a distance on every side."""
        return Box(self.left + by, self.low + by, self.wide - 2 * by, self.high - 2 * by)

    @property
    def corners(self) -> Iterator[tuple[float, float]]:
        """Yield the corners."""
        for x in (self.left, self.left + self.wide):
            for y in (self.low, self.low + self.high):
                yield x, y


def draw_frame(canvas: Canvas, wide: float, high: float) -> None:
    """Draw the frame of a page: two lines with frets between them, and blossoms in the corners."""
    outer = Box(0, 0, wide, high).within(EDGE)
    inner = outer.within(BAND)
    canvas.saveState()
    canvas.setStrokeColor(GOLD)
    canvas.setLineJoin(0)
    _box(canvas, outer, 1.8)
    _box(canvas, inner, 0.9)
    _box(canvas, inner.within(1.4 * mm), 0.35)
    canvas.setLineWidth(0.75)
    _frets(canvas, outer)
    canvas.restoreState()
    for x, y in outer.within(CORNER / 2).corners:
        _corner(canvas, x, y)


def _box(canvas: Canvas, box: Box, line: float) -> None:
    canvas.setLineWidth(line)
    canvas.rect(box.left, box.low, box.wide, box.high)


def _frets(canvas: Canvas, outer: Box) -> None:
    """Draw the frets of the four sides, facing the middle of each side."""
    side = BAND - 2.4 * mm
    for turned, length, across in (
        (False, outer.wide, outer.low),
        (False, outer.wide, outer.low + outer.high - BAND),
        (True, outer.high, outer.left),
        (True, outer.high, outer.left + outer.wide - BAND),
    ):
        begins = (outer.low if turned else outer.left) + CORNER
        room = length - 2 * CORNER
        count = 2 * round(room / (side + 1 * mm) / 2)
        step = room / count
        for number in range(count):
            along = begins + number * step + (step - side) / 2
            left, low = (across, along) if turned else (along, across)
            shift = (BAND - side) / 2
            at = (
                Box(left + shift, low, side, side) if turned else Box(left, low + shift, side, side)
            )
            _fret(canvas, at, is_turned=turned, is_mirrored=number >= count / 2)


def _fret(canvas: Canvas, at: Box, *, is_turned: bool, is_mirrored: bool) -> None:
    path = canvas.beginPath()
    for place, (x, y) in enumerate(FRET):
        along = 1 - x if is_mirrored else x
        right, up = (y, along) if is_turned else (along, y)
        move = path.lineTo if place else path.moveTo
        move(at.left + right * at.wide, at.low + up * at.high)
    canvas.drawPath(path, stroke=1, fill=0)


def _corner(canvas: Canvas, x: float, y: float) -> None:
    half = CORNER / 2
    canvas.saveState()
    canvas.setFillColor(PAPER)
    canvas.setStrokeColor(GOLD)
    canvas.setLineWidth(1.8)
    canvas.rect(x - half, y - half, CORNER, CORNER, stroke=1, fill=1)
    canvas.setLineWidth(0.5)
    canvas.rect(x - half + 1.2 * mm, y - half + 1.2 * mm, CORNER - 2.4 * mm, CORNER - 2.4 * mm)
    canvas.restoreState()
    draw_blossom(canvas, x, y, half - 3 * mm)


def draw_blossom(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Draw a plum blossom: five petals, and a ring of stamens in its middle."""
    canvas.saveState()
    canvas.setStrokeColor(GOLD)
    canvas.setFillColor(SEAL)
    canvas.setLineWidth(radius / 16)
    petal = radius * 0.44
    for number in range(PETALS):
        angle = math.pi / 2 + number * 2 * math.pi / PETALS
        away = radius - petal
        across, up = x + away * math.cos(angle), y + away * math.sin(angle)
        canvas.circle(across, up, petal, stroke=0, fill=1)
    canvas.setFillColor(PAPER)
    canvas.circle(x, y, radius * 0.2, stroke=0, fill=1)
    canvas.setFillColor(GOLD)
    canvas.circle(x, y, radius * 0.12, stroke=0, fill=1)
    for number in range(PETALS):
        angle = math.pi / 2 + number * 2 * math.pi / PETALS
        tip = radius * 0.5
        canvas.circle(
            x + tip * math.cos(angle), y + tip * math.sin(angle), radius * 0.055, stroke=0, fill=1
        )
    canvas.restoreState()


def draw_rosette(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """Draw a rosette of rotated ellipses, light enough to print text over it."""
    canvas.saveState()
    canvas.setStrokeColor(GOLD)
    canvas.setStrokeAlpha(0.16)
    canvas.setLineWidth(0.4)
    canvas.translate(x, y)
    for _ in range(TURNS):
        canvas.rotate(180 / TURNS)
        canvas.ellipse(-radius, -radius * 0.42, radius, radius * 0.42)
    canvas.restoreState()


def draw_divider(canvas: Canvas, x: float, y: float, half: float) -> None:
    """Draw a line with a blossom in its middle, thinner to its ends."""
    canvas.saveState()
    canvas.setFillColor(GOLD)
    for way in (-1, 1):
        near, thick = x + way * 6 * mm, 0.35 * mm
        _fill(canvas, [(near, y - thick), (x + way * half, y), (near, y + thick)])
    canvas.restoreState()
    draw_blossom(canvas, x, y, 3.2 * mm)


def draw_medal(canvas: Canvas, x: float, y: float, radius: float, place: int) -> None:
    """Draw the medal of one of the first three places, with its ribbons; without the number."""
    canvas.saveState()
    canvas.setFillColor(SEAL)
    for way in (-1, 1):
        ribbon = ((0.1, 0), (0.35, -2.0), (0.62, -1.72), (0.98, -1.8), (0.75, 0))
        _fill(canvas, [(x + way * radius * right, y + radius * up) for right, up in ribbon])
    canvas.setFillColor(METALS[place])
    star = [
        (radius * (1.0 if point % 2 else 0.9), point * math.pi / POINTS)
        for point in range(2 * POINTS)
    ]
    _fill(canvas, [(x + r * math.cos(turn), y + r * math.sin(turn)) for r, turn in star])
    canvas.setFillColor(PAPER)
    canvas.circle(x, y, radius * 0.76, stroke=0, fill=1)
    canvas.setStrokeColor(METALS[place])
    canvas.setLineWidth(radius * 0.05)
    canvas.circle(x, y, radius * 0.66)
    canvas.restoreState()


def _fill(canvas: Canvas, points: Sequence[tuple[float, float]]) -> None:
    path = canvas.beginPath()
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
