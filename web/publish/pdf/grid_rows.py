"""A row of a grid as it is laid out, and how it is drawn: with its band or its lines."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.units import mm

from web.publish.pdf import page, text
from web.publish.pdf.fonts import Font
from web.publish.pdf.page import Pen
from web.publish.pdf.sheet import PrintedColumn
from web.publish.pdf.text import Fitted

PAD: float = 1.5 * mm
ABOVE: float = 1 * mm
APART: float = 5 * mm
STEP_RULE: float = 0.15 * mm
"""The space beside the text of a cell, above and below it, and at most between spread options;
the width of a rule between steps.
"""


@dataclass(frozen=True, slots=True)
class PlacedColumn:
    """A column with its position on the page."""

    column: PrintedColumn
    left: float
    width: float

    @property
    def room(self) -> float:
        """The width that text may take."""
        return self.width - 2 * PAD

    @property
    def alike(self) -> tuple[object, ...]:
        """The key shared by columns whose type has the same size."""
        column = self.column
        kinds = (column.number, column.strong, column.lines, column.spread, column.decides)
        return (round(self.width, 2), *kinds)


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row with its fitted cells and their fonts; `above` is the space over and under its text."""

    places: tuple[PlacedColumn, ...]
    cells: tuple[Fitted, ...]
    fonts: tuple[Font, ...]
    ruled: bool = False
    least: float = 0
    banded: bool = False
    above: float = ABOVE
    ends: bool = False
    """Whether a rule below it sets it and the rows before it apart."""

    @property
    def left(self) -> float:
        """The left edge of the first cell."""
        return self.places[0].left

    @property
    def right(self) -> float:
        """The right edge of the last cell."""
        return self.places[-1].left + self.places[-1].width

    @property
    def largest(self) -> float:
        """The largest size of a cell of one line; such cells stand on one line."""
        return max((cell.size for cell in self.cells if len(cell.lines) == 1), default=0.0)

    @property
    def height(self) -> float:
        """The height of the highest cell with its padding; what decides may reach into that."""
        highest = deciding = 0.0
        for place, cell in zip(self.places, self.cells, strict=True):
            high = text.height(cell, page.LEADING)
            if place.column.decides:
                deciding = max(deciding, high)
            else:
                highest = max(highest, high)
        return max(highest + 2 * self.above, deciding, self.least)


def draw_heading(row: GridRow, pen: Pen, top: float) -> None:
    """Draw a heading with the rule below it."""
    draw_row(row, pen, top)
    pen.rule(top + row.height, row.left, row.right)


def draw_row(row: GridRow, pen: Pen, top: float) -> None:
    """Draw a row with its band or its lines."""
    if row.banded:
        pen.band(top, row.height, row.left, row.right)
    if row.ends:
        pen.rule(top + row.height, row.left, row.right)
    if row.ruled:
        pen.rule(top, row.left, row.right)
        pen.rule(top + row.height, row.left, row.right)
        for left in (*(place.left for place in row.places), row.right):
            pen.canvas.line(left, pen.height - top, left, pen.height - top - row.height)
    for place, cell, font in zip(row.places, row.cells, row.fonts, strict=True):
        base = top + (row.height - text.height(cell, page.LEADING)) / 2 + cell.size
        if len(cell.lines) == 1:
            base = top + row.height / 2 + row.largest * (1 - page.LEADING / 2)
        for number, line in enumerate(cell.lines):
            down = number * cell.size * text.CLOSE
            _draw_line(pen, place, line, font, cell.size, base + down)


def _draw_line(
    pen: Pen, place: PlacedColumn, line: str, font: Font, size: float, base: float
) -> None:
    if place.column.spread:
        _draw_spread(pen, place, line, font, size, base)
    elif place.column.clauses:
        _draw_steps(pen, place, line, font, size, base)
    elif place.column.number:
        pen.write_to(line, font, size, place.left + place.width - PAD, base)
    else:
        pen.write(line, font, size, place.left + PAD, base)


def _draw_steps(
    pen: Pen, place: PlacedColumn, line: str, font: Font, size: float, base: float
) -> None:
    """Draw the steps of a sum, set apart by thin rules, with their numbers in bold."""
    left, bold = place.left + PAD, pen.fonts.bold
    for at, (words, number) in enumerate(text.steps(line)):
        if at:
            middle = left - text.BETWEEN * size / 2
            pen.canvas.setLineWidth(STEP_RULE)
            pen.canvas.line(middle, pen.height - base + 0.8 * size, middle, pen.height - base)
        pen.write(f"{words} ", font, size, left, base)
        left += font.width(f"{words} ", size)
        pen.write(number, bold, size, left, base)
        left += bold.width(number, size) + text.BETWEEN * size


def _draw_spread(
    pen: Pen, place: PlacedColumn, line: str, font: Font, size: float, base: float
) -> None:
    words = line.split(" ")
    spare = place.room - sum(font.width(word, size) for word in words)
    gap = min(spare / max(len(words) - 1, 1), APART)
    left = place.left + PAD
    for word in words:
        pen.write(word, font, size, left, base)
        left += font.width(word, size) + gap
