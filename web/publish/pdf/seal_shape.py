"""The shape of a seal and the mark of a club as plain values, drawn on paper and as SVG.

Whose they are is decided in `seals` and `club_face`; pictures draw them by `pictures.canvas`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
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
FINE: Final = 5
COARSE: Final = 2
"""The parts of a unit in which a seal is drawn, and a mark, which is half as large."""

INKS: Final = {
    "": "#1b2321",
    "soot": "#22272a",
    "indigo": "#1c5a96",
    "navy": "#343c92",
    "azure": "#00718e",
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
    is_small: bool = True
    """Whether it has at most two by two characters, legible at a smaller size."""


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


def drawn_svg(shape: SealShape, ink: str, ground: str, parts: int = FINE) -> SafeString:
    """Return a seal as SVG in its square of 100; the colours are values of `fill`.

    Places are whole `parts` of a unit.
    """
    (first, *others) = shape.edge
    around = [("M", first), *(("L", point) for point in others), ("Z", ())]
    edge = path_of(around, parts)
    written = ink if shape.is_framed else ground
    field = (
        f'<path d="{edge}" fill="none" stroke="{ink}" stroke-width="{FRAME:g}"/>'
        if shape.is_framed
        else f'<path d="{edge}" fill="{ink}"/>'
    )
    signs = "".join(path_of(sign, parts) for sign in shape.signs)
    drawn = (
        f'<path d="{signs}" fill="{written}" stroke="{written}" stroke-width="{shape.stroke:g}"/>'
    )
    return mark_safe(field + drawn)  # noqa: S308 (numbers and colours alone)


def path_of(steps: Iterable[tuple[str, Sequence[float]]], parts: int) -> str:
    """Return the data of a path, each step from where the one before ended, which is shorter.

    >>> path_of([("M", (2, 10)), ("L", (2, 12.6)), ("L", (3, 12)), ("Z", ())], 2)
    'M2 10v2.5l1-.5z'
    """
    drawn, start, at = [], (0, 0), (0, 0)
    for kind, points in steps:
        places = [round(value * parts) for value in points]
        if kind == "M":
            start = at = (places[0], places[1])
            drawn.append("M" + _numbers(places, parts))
        elif kind == "Z":
            drawn, at = [*drawn, "z"], start
        else:
            moved = [place - at[number % 2] for number, place in enumerate(places)]
            drawn.append(_step(kind, moved, parts))
            at = (places[-2], places[-1])
    return "".join(drawn)


def _step(kind: str, moved: Sequence[int], parts: int) -> str:
    """Return a step by where it moves to; a level or an upright line needs one number."""
    if kind == "L" and 0 in moved:
        return ("h" if moved[0] else "v") + _numbers([sum(moved)], parts)
    return kind.lower() + _numbers(moved, parts)


def _numbers(values: Iterable[int], parts: int) -> str:
    """Return numbers with nothing between them that a reader of paths can do without."""
    texts = (f"{value / parts:.1f}".removesuffix(".0") for value in values)
    short = (text.replace("0.", ".", 1) if text.lstrip("-")[:2] == "0." else text for text in texts)
    return " ".join(short).replace(" -", "-")


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
