"""Lay out rows and columns: a list with light bands, or ruled lines to be filled in.

Type is fitted per column: all cells of a column have one size, and similar columns share it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from reportlab.lib.units import mm

from web.publish.pdf import page, text
from web.publish.pdf.book import Grid
from web.publish.pdf.flow import Chunk, Piece
from web.publish.pdf.fonts import Font, Fonts, plain
from web.publish.pdf.grid_rows import ABOVE, PAD, GridRow, PlacedColumn, draw_heading, draw_row
from web.publish.pdf.page import MARGIN, Pen
from web.publish.pdf.sheet import PrintedColumn
from web.publish.pdf.text import Fitted, fit, fit_column

SIZE, TITLE = 10.0, 11.0
HEADING = 0.9
LARGE = (1.3, 1.2, 1.1, 1.0)
DECIDES = (1.25, 1.2, 1.1, 1.0)
"""The sizes of headings, of large rows and of what decides, relative to the others; the latter two
try several.
"""
LARGEST_HEADING, LARGEST_TITLE = 11.0, 15.0
AFTER: float = 4 * mm
RULED: Final = 20.5
"""How high a lower ruled row becomes where its page has room."""
ALONE: Final = 2
"""The fewest rows of a list on a page that has others of it before or after."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A grid at one size of type: its heading and its rows, the large ones on `scale`."""

    heading: GridRow
    rows: tuple[GridRow, ...]
    scale: float
    size: float = SIZE

    @property
    def height(self) -> float:
        """The height of the heading and all rows."""
        return self.heading.height + sum(row.height for row in self.rows)

    @property
    def is_tight(self) -> bool:
        """Whether a column had to be smaller than the others, or the large rows than usual."""
        return self.scale < LARGE[0] or any(cell.tight for row in self.rows for cell in row.cells)


def chunks(grid: Grid, fonts: Fonts, room: float, inner: float) -> list[Chunk]:
    """Return the chunks of a grid: title, heading and rows, split only between rows.

    No row stands alone at the foot or the head of a page. `room` is the height of a page. Of
    several sizes it has the last.
    """
    laid = laid_out(grid, fonts, inner, grid.sizes[-1] if grid.sizes else SIZE)
    again = Piece(laid.heading.height, partial(draw_heading, laid.heading))
    top = [*title_pieces(grid, fonts, inner, laid.size), again]
    below = [_piece(row, grows=bool(grid.sizes)) for row in laid.rows]
    end = Piece(ABOVE if grid.leads else AFTER, partial(_draw_end, grid.ruled, laid.heading))
    whole = Chunk((*top, *below, end), leads=grid.leads, follows=grid.follows)
    if not below or (grid.together and whole.height <= room):
        return [whole]
    first, *others = _torn(below)
    parts = [(*top, *first), *others]
    parts[-1] = (*parts[-1], end)
    start, *later = parts
    return [Chunk(start, follows=grid.follows), *(Chunk(pieces, again) for pieces in later)]


def _piece(row: GridRow, *, grows: bool) -> Piece:
    """Return a row as a piece; one of a list `grows` where its page has room."""

    if row.ruled and 0 < row.least < RULED:
        return Piece(row.height, partial(draw_row, row), partial(_ruled_piece, row))

    def grow(more: float) -> Piece:
        return _piece(replace(row, above=row.above + more / 2), grows=False)

    return Piece(row.height, partial(draw_row, row), grow if grows else None)


def _ruled_piece(row: GridRow, more: float) -> Piece:
    """Return a ruled row that is higher by `more`, but no higher than is good to write in."""
    grown = replace(row, least=max(row.height, min(row.height + more, RULED)))
    return Piece(grown.height, partial(draw_row, grown))


def _torn(rows: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """Return rows one by one, but the first two and the last two together.

    >>> [len(part) for part in _torn("abcdef")], [len(part) for part in _torn("abc")]
    ([2, 1, 1, 2], [3])
    """
    if len(rows) <= ALONE + 1:
        return [tuple(rows)]
    middle = ((row,) for row in rows[ALONE:-ALONE])
    return [tuple(rows[:ALONE]), *middle, tuple(rows[-ALONE:])]


def laid_out(grid: Grid, fonts: Fonts, inner: float, size: float, start: float = MARGIN) -> Laid:
    """Return a grid in a size of type, `inner` wide from the left edge `start`."""
    places = tuple(_places(grid.columns, inner, start))
    large, whole = grid.large_rows, len(grid.rows)
    first, scale = _large_rows(grid, range(large), places, fonts, size)
    others = _others(grid, range(large, whole), places, fonts, size)
    if first and large < whole:
        first = (*first[:-1], replace(first[-1], ends=True))
    return Laid(_heading(grid, places, fonts, size), (*first, *others), scale, size)


def _others(
    grid: Grid, numbers: range, places: tuple[PlacedColumn, ...], fonts: Fonts, size: float
) -> Iterator[GridRow]:
    """Yield the rows that are not large, and after them the sums, which may be."""
    weights = (fonts.regular, fonts.bold)
    sums = max(numbers.stop - grid.strong_rows, numbers.start) if grid.large_sums else numbers.stop
    yield from _rows(grid, range(numbers.start, sums), places, weights, size)
    yield from _rows(grid, range(sums, numbers.stop), places, weights, size * LARGE[0])


def title_pieces(grid: Grid, fonts: Fonts, inner: float, size: float = SIZE) -> Iterator[Piece]:
    """Yield the title of a grid, if it has one, in larger type than its rows."""
    if grid.title:
        largest = max(TITLE, min(TITLE / SIZE * size, LARGEST_TITLE))
        fitted = fit(plain(grid.title), fonts.bold, largest, inner)
        yield Piece(
            page.height(fitted) + 2 * ABOVE,
            partial(page.draw_lines, fitted=fitted, font=fonts.bold),
        )


def _places(
    columns: tuple[PrintedColumn, ...], inner: float, left: float
) -> Iterator[PlacedColumn]:
    """Place the columns side by side; the rest of the twelve goes to the widest."""
    spare = 12 - sum(column.twelfths for column in columns)
    widest = max(columns, key=lambda column: column.twelfths)
    for column in columns:
        width = (column.twelfths + (spare if column is widest else 0)) * inner / 12
        yield PlacedColumn(column, left, width)
        left += width


def _heading(grid: Grid, places: tuple[PlacedColumn, ...], fonts: Fonts, size: float) -> GridRow:
    """Return the headings, all in the smallest size that any of them needs."""
    # Blank forms have narrow columns with long headings.
    lines = 3 if grid.ruled else 2
    headings = [(plain(place.column.heading), fonts.bold) for place in places]

    def fitted(size: float) -> tuple[Fitted, ...]:
        pairs = zip(headings, places, strict=True)
        return tuple(
            fit_column([text], size, _heading_room(grid, place, text[0]), lines)[0]
            for text, place in pairs
        )

    cells = fitted(min(cell.size for cell in fitted(min(size * HEADING, LARGEST_HEADING))))
    # Options to be circled are spread, their headings are not.
    plainly = tuple(replace(place, column=replace(place.column, spread=False)) for place in places)
    above = ABOVE / 2 if grid.ruled else min(_above(size), ABOVE)
    return GridRow(plainly, cells, (fonts.bold,) * len(cells), grid.ruled, above=above)


def _heading_room(grid: Grid, place: PlacedColumn, heading: str) -> float:
    """Return the width for a heading; several words rather break than reach their neighbour."""
    apart = 2 * PAD if place.column.number and not grid.ruled and " " in heading else 0
    return place.room - apart


def _rows(
    grid: Grid,
    numbers: range,
    places: tuple[PlacedColumn, ...],
    weights: tuple[Font, Font],
    size: float,
) -> Iterator[GridRow]:
    """Yield these rows in the first of two weights; strong columns and sums are in the second."""
    regular, bold = weights
    sums = len(grid.rows) - grid.strong_rows
    used = [
        tuple(bold if place.column.strong or number >= sums else regular for place in places)
        for number in numbers
    ]
    texts = [
        [(plain(text), font) for text, font in zip(grid.rows[number], fonts, strict=True)]
        for number, fonts in zip(numbers, used, strict=True)
    ]
    high = max(grid.height * mm - 2 * ABOVE, 0) if grid.ruled else 0
    for number, cells, fonts in zip(numbers, _cells(texts, places, size, high), used, strict=True):
        banded = bool(number % 2) and not grid.ruled
        least, above = grid.height * mm, _above(size)
        if high:
            above = ABOVE / 2
        yield GridRow(places, cells, fonts, grid.ruled, least, banded, above)


def large_columns(columns: Sequence[PrintedColumn]) -> frozenset[int]:
    """Return which columns are large in large rows: those up to the name, and strong ones."""
    named = next((at for at, column in enumerate(columns) if not column.number), 0)
    return frozenset(at for at, column in enumerate(columns) if at <= named or column.strong)


def _large_rows(
    grid: Grid, numbers: range, places: tuple[PlacedColumn, ...], fonts: Fonts, size: float
) -> tuple[tuple[GridRow, ...], float]:
    """Return the large rows and the least of their scales.

    Places, names and strong numbers are bold and as large as their columns allow; the others are
    as in all rows.
    """
    both = (fonts.bold, fonts.bold)
    tried = {scale: list(_rows(grid, numbers, places, both, size * scale)) for scale in LARGE}
    usual = list(_rows(grid, numbers, places, (fonts.regular, fonts.bold), size))
    large = large_columns(grid.columns)

    def suits(scale: float, at: int) -> bool:
        cells = [row.cells[at] for row in tried[scale]]
        if grid.columns[at].number:
            return not any(cell.tight for cell in cells)
        # A name that is smaller than the numbers is better than one on two lines.
        return all(len(cell.lines) == 1 and cell.size >= size for cell in cells)

    chosen = {at: next((scale for scale in LARGE if suits(scale, at)), LARGE[-1]) for at in large}

    def of(n: int, at: int) -> GridRow:
        return tried[chosen[at]][n] if at in chosen else usual[n]

    def cell(n: int, at: int) -> Fitted:
        found = of(n, at).cells[at]
        return found if grid.columns[at].number else replace(found, tight=False)

    rows = tuple(
        replace(
            row,
            cells=tuple(cell(n, at) for at in range(len(places))),
            fonts=tuple(of(n, at).fonts[at] for at in range(len(places))),
        )
        for n, row in enumerate(tried[max(chosen.values())])
    )
    of_numbers = (scale for at, scale in chosen.items() if grid.columns[at].number)
    return rows, min(of_numbers, default=LARGE[0])


def _cells(
    texts: Sequence[Sequence[tuple[str, Font]]],
    places: tuple[PlacedColumn, ...],
    size: float,
    high: float,
) -> list[tuple[Fitted, ...]]:
    """Return the fitted cells of rows; similar columns have the same size."""
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for at, place in enumerate(places):
        alike[place.alike].append(at)
    cells: dict[int, list[Fitted]] = {}
    for columns in alike.values():
        place = places[columns[0]]
        together = [row[at] for at in columns for row in texts]
        fitted = iter(_fitted(together, place, size, high))
        for at in columns:
            cells[at] = [next(fitted) for _row in texts]
    return [tuple(cells[at][row] for at in range(len(places))) for row in range(len(texts))]


def _fitted(
    texts: Sequence[tuple[str, Font]], place: PlacedColumn, size: float, high: float
) -> list[Fitted]:
    """Return the cells of a column; of what decides in the largest size that its width allows."""
    for scale in DECIDES if place.column.decides else ():
        cells = _column(texts, place, size * scale, high)
        if not any(cell.tight for cell in cells):
            return cells
    return _column(texts, place, size, high)


def _column(
    texts: Sequence[tuple[str, Font]], place: PlacedColumn, size: float, high: float
) -> list[Fitted]:
    """Return the cells of a column; numbers and options to circle stay on one line if possible."""
    if place.column.spread or place.column.number:
        cells = fit_column(texts, size, place.room, 1, high)
        if all(text.is_whole(cell) for cell in cells):
            return cells
        cells = fit_column(texts, size, place.room, place.column.lines, high)
        return [replace(cell, tight=True) for cell in cells]
    is_of_clauses = place.column.clauses
    return fit_column(texts, size, place.room, place.column.lines, high, clauses=is_of_clauses)


def _above(size: float) -> float:
    """Return the space above and below text of a size; small type is set closer."""
    return ABOVE * size / SIZE if size >= SIZE else ABOVE / 2


def _draw_end(ruled: bool, row: GridRow, pen: Pen, top: float) -> None:
    if not ruled:
        pen.rule(top, row.left, row.right)
