"""The shape of a seal and the mark of a club as plain values, drawn on paper and as SVG.

Whose they are is decided in `seals` and `club_face`; pictures draw them by `pictures.canvas`.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from web.publish.pdf.outlines import Outline

SIDE: Final = 100.0
FRAME: Final = 5.0
"""The thickness of a frame."""

INKS: Final = {
    "": "#1b2321",
    "soot": "#454c50",
    "indigo": "#1c5a96",
    "navy": "#343c92",
    "azure": "#0c6379",
    "violet": "#66408f",
    "plum": "#8c2f6b",
    "tea": "#6e4a3c",
    "olive": "#595f12",
}
"""The colours of clubs by values of ClubInk, as `inks.css` has them in the light scheme."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SealShape:
    """A seal in a square of 100, y downwards: its worn edge, its characters, their thickness.

    With a frame it is 朱文, with characters in ink; without one 白文, with characters left white.
    """

    is_framed: bool
    edge: tuple[Point, ...]
    signs: tuple[Outline, ...]
    stroke: float


@dataclass(frozen=True, slots=True)
class ClubMark:
    """The mark of a club: its logo as a PNG, else the shape of its first character, else the
    character.
    """

    name: str
    ink: str = ""
    """A value of ClubInk, or empty."""
    logo: bytes = b""
    shape: SealShape | None = None

    @property
    def colour(self) -> str:
        """The colour of the club for documents and pictures that use it."""
        return INKS[self.ink]

    @property
    def sign(self) -> str:
        """The first sign of the name."""
        return self.name.strip()[:1]


def drawn_svg(shape: SealShape, ink: str, ground: str) -> SafeString:
    """Return a seal as SVG in its square of 100; the colours are values of `fill`."""
    around = "M" + "L".join(f"{x:g} {y:g}" for x, y in shape.edge) + "Z"
    written = ink if shape.is_framed else ground
    field = (
        f'<path d="{around}" fill="none" stroke="{ink}" stroke-width="{FRAME:g}"/>'
        if shape.is_framed
        else f'<path d="{around}" fill="{ink}"/>'
    )
    signs = "".join(map(_path, shape.signs))
    drawn = (
        f'<path d="{signs}" fill="{written}" stroke="{written}" stroke-width="{shape.stroke:g}"/>'
    )
    return mark_safe(field + drawn)  # noqa: S308 (numbers and colours alone)


def _path(placed: Outline) -> str:
    """Return an outline as the data of a path."""
    return "".join(
        kind + " ".join(f"{value:.1f}".removesuffix(".0") for value in points)
        for kind, points in placed
    )


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
    path = canvas.beginPath()
    for sign in shape.signs:
        add_outline(path, sign)
    canvas.drawPath(path, stroke=1, fill=1, fillMode=1)
    canvas.restoreState()


def draw_mark(
    canvas: Canvas, mark: ClubMark, at: tuple[float, float, float], *, in_colour: bool = False
) -> None:
    """Draw the mark of a club, if it has a logo or an outlined character; `at` as for a seal.

    Without colour it is black, for any printer; a logo keeps its colours.
    """
    left, low, side = at
    if mark.logo:
        logo = ImageReader(io.BytesIO(mark.logo))
        canvas.drawImage(logo, left, low, side, side, mask="auto")
    elif mark.shape:
        ink = HexColor(mark.colour) if in_colour else HexColor("#000000")
        draw_seal(canvas, mark.shape, at, ink, HexColor("#ffffff"))


def add_outline(path: PDFPathObject, outline: Outline, right: float = 0) -> None:
    """Add an outline to a path, shifted to the right."""
    steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for kind, points in outline:
        placed = (value if number % 2 else value + right for number, value in enumerate(points))
        steps[kind](*placed)
