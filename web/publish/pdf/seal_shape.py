"""The shape of a seal as plain numbers, and how it is drawn on paper; whose it is, is not here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas

from web.publish.pdf.outlines import Outline

SIDE: Final = 100.0
FRAME: Final = 5.0
"""How thick a frame is."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SealShape:
    """A seal in a square of 100, y from above: its worn edge, its signs, how thick these are.

    With a frame it is 朱文, its signs in ink; without it 白文, the signs left out of the ink.
    """

    is_framed: bool
    edge: tuple[Point, ...]
    signs: tuple[Outline, ...]
    stroke: float


def draw_seal(
    canvas: Canvas, shape: SealShape, at: tuple[float, float, float], ink: Color, ground: Color
) -> None:
    """Draw a seal; `at` is its left, its lower edge and its side."""
    left, low, side = at
    canvas.saveState()
    canvas.translate(left, low + side)
    canvas.scale(side / SIDE, -side / SIDE)
    canvas.setLineJoin(1)
    canvas.setFillColor(ink)
    canvas.setStrokeColor(ink)
    canvas.setLineWidth(FRAME)
    field = canvas.beginPath()
    field.moveTo(*shape.edge[0])
    for point in shape.edge[1:]:
        field.lineTo(*point)
    field.close()
    canvas.drawPath(field, stroke=shape.is_framed, fill=not shape.is_framed)
    if not shape.is_framed:
        canvas.setFillColor(ground)
        canvas.setStrokeColor(ground)
    canvas.setLineWidth(shape.stroke)
    for sign in shape.signs:
        draw_outline(canvas, sign)
    canvas.restoreState()


def draw_outline(canvas: Canvas, outline: Outline, *, stroke: bool = True) -> None:
    """Fill an outline with the canvas's colour, where it stands, and thicken it by its line."""
    path = canvas.beginPath()
    steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for kind, points in outline:
        steps[kind](*points)
    canvas.drawPath(path, stroke=stroke, fill=1, fillMode=1)
