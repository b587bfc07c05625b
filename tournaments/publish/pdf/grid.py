"""Lays out rows and columns: a list with light bands, or ruled lines to be written in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from reportlab.lib.units import mm

from tournaments.publish.pdf import page
from tournaments.publish.pdf.book import Grid
from tournaments.publish.pdf.flow import Chunk, Piece
from tournaments.publish.pdf.fonts import Font, Fonts, plain
from tournaments.publish.pdf.page import INNER, MARGIN, Pen
from tournaments.publish.pdf.sheet import Column
from tournaments.publish.pdf.text import Fitted, fit

SIZE, HEADING, TITLE = 10.0, 9.0, 11.0
PAD: float = 1.5 * mm
ABOVE: float = 1 * mm
AFTER: float = 4 * mm
APART: float = 5 * mm


@dataclass(frozen=True, slots=True)
class Place:
    """A column with its position on the page."""

    column: Column
    left: float
    width: float

    @property
    def room(self) -> float:
        """The width that text may take."""
        return self.width - 2 * PAD


@dataclass(frozen=True, slots=True)
class Row:
    """A row with its fitted cells and their fonts."""

    places: tuple[Place, ...]
    cells: tuple[Fitted, ...]
    fonts: tuple[Font, ...]
    ruled: bool = False
    least: float = 0
    banded: bool = False

    @property
    def height(self) -> float:
        """The height of the highest cell with its padding."""
        highest = max((page.height(cell) for cell in self.cells), default=0.0)
        return max(highest + 2 * ABOVE, self.least)


def chunks(grid: Grid, fonts: Fonts, room: float, inner: float = INNER) -> list[Chunk]:
    """Return the chunks of a grid: title, heading and rows, split only between rows."""
    places = tuple(_places(grid.columns, inner))
    heading = _heading(grid, places, fonts)
    rows = list(_rows(grid, places, fonts))
    again = Piece(heading.height, partial(_draw_heading, heading))
    top = [*_title(grid, fonts), again]
    below = [Piece(row.height, partial(_draw_row, row)) for row in rows]
    end = Piece(ABOVE if grid.leads else AFTER, partial(_draw_end, grid.ruled))
    whole = Chunk((*top, *below, end), leads=grid.leads)
    if not below or (grid.together and whole.height <= room):
        return [whole]
    torn = [(*top, below[0]), *((piece,) for piece in below[1:])]
    torn[-1] = (*torn[-1], end)
    return [Chunk(pieces, again) for pieces in torn]


def _title(grid: Grid, fonts: Fonts) -> Iterator[Piece]:
    if grid.title:
        fitted = fit(plain(grid.title), fonts.bold, TITLE, INNER)
        yield Piece(
            page.height(fitted) + 2 * ABOVE,
            partial(page.draw_lines, fitted=fitted, font=fonts.bold),
        )


def _places(columns: tuple[Column, ...], inner: float) -> Iterator[Place]:
    """Place the columns side by side; the rest of the twelve goes to the widest."""
    spare = 12 - sum(column.twelfths for column in columns)
    widest = max(columns, key=lambda column: column.twelfths)
    left = MARGIN
    for column in columns:
        width = (column.twelfths + (spare if column is widest else 0)) * inner / 12
        yield Place(column, left, width)
        left += width


def _heading(grid: Grid, places: tuple[Place, ...], fonts: Fonts) -> Row:
    # Blank forms have narrow columns with long headings.
    lines = 3 if grid.ruled else 2
    cells = tuple(
        fit(plain(place.column.heading), fonts.bold, HEADING, place.room, lines) for place in places
    )
    # Options to be circled are spread, their headings are not.
    plainly = tuple(replace(place, column=replace(place.column, spread=False)) for place in places)
    return Row(plainly, cells, (fonts.bold,) * len(cells), grid.ruled)


def _rows(grid: Grid, places: tuple[Place, ...], fonts: Fonts) -> Iterator[Row]:
    sums = len(grid.rows) - grid.strong_rows
    for number, texts in enumerate(grid.rows):
        used = tuple(
            fonts.bold if place.column.strong or number >= sums else fonts.regular
            for place in places
        )
        cells = tuple(
            fit(plain(text), font, SIZE, place.room, place.column.lines)
            for text, place, font in zip(texts, places, used, strict=True)
        )
        banded = bool(number % 2) and not grid.ruled
        yield Row(places, cells, used, grid.ruled, grid.height * mm, banded)


def _draw_heading(row: Row, pen: Pen, top: float) -> None:
    _draw_row(row, pen, top)
    pen.rule(top + row.height)


def _draw_end(ruled: bool, pen: Pen, top: float) -> None:
    if not ruled:
        pen.rule(top)


def _draw_row(row: Row, pen: Pen, top: float) -> None:
    if row.banded:
        pen.band(top, row.height)
    if row.ruled:
        pen.rule(top)
        pen.rule(top + row.height)
        for left in (*(place.left for place in row.places), pen.right):
            pen.canvas.line(left, pen.height - top, left, pen.height - top - row.height)
    for place, cell, font in zip(row.places, row.cells, row.fonts, strict=True):
        base = top + (row.height - page.height(cell)) / 2
        for line in cell.lines:
            base += cell.size * page.LEADING
            _draw_line(pen, place, line, font, cell.size, base - cell.size * (page.LEADING - 1))


def _draw_line(pen: Pen, place: Place, line: str, font: Font, size: float, base: float) -> None:
    if place.column.spread:
        _draw_spread(pen, place, line, font, size, base)
    elif place.column.number:
        pen.write_to(line, font, size, place.left + place.width - PAD, base)
    else:
        pen.write(line, font, size, place.left + PAD, base)


def _draw_spread(pen: Pen, place: Place, line: str, font: Font, size: float, base: float) -> None:
    words = line.split(" ")
    spare = place.room - sum(font.width(word, size) for word in words)
    gap = min(spare / max(len(words) - 1, 1), APART)
    left = place.left + PAD
    for word in words:
        pen.write(word, font, size, left, base)
        left += font.width(word, size) + gap
