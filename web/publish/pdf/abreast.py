"""Lay out a list in columns side by side, in type to be read from a wall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, pairwise
from typing import Final

from reportlab.lib.units import mm

from web.publish.pdf import grid, grid_rows
from web.publish.pdf.book import Grid
from web.publish.pdf.flow import MOST_GROWTH, Chunk, Piece
from web.publish.pdf.fonts import Fonts, plain
from web.publish.pdf.grid import Laid
from web.publish.pdf.grid_rows import GridRow
from web.publish.pdf.page import MARGIN, Pen
from web.publish.pdf.text import Fitted

GUTTER: float = 8 * mm
BLANK: Final = Fitted(("",), grid.SIZE)
SMALLER: Final = (16.0, 15.0, 14.0, 13.0, 12.0)
"""The sizes that are tried for a list of several pages whose texts would often break."""
MOST_BROKEN: Final = 0.1
FEW_BROKEN: Final = 0.05
"""The share of rows from which those are tried, and the share that is looked for."""


@dataclass(frozen=True, slots=True)
class ColumnPart:
    """A part of a list in one of the columns of a page, with its left edge."""

    heading: GridRow
    rows: tuple[GridRow, ...]

    @property
    def height(self) -> float:
        """The height of the heading and the rows."""
        return self.heading.height + sum(row.height for row in self.rows)

    def grown(self, share: float) -> ColumnPart:
        """Return the part with each row higher by a share of its height."""
        rows = (replace(row, above=row.above + row.height * share / 2) for row in self.rows)
        return replace(self, rows=tuple(rows))

    def told_once(self, at: Sequence[int]) -> ColumnPart:
        """Return the part whose cells at these numbers are blank where they repeat a row's."""
        if not at:
            return self
        rows = [*self.rows[:1]]
        for before, row in pairwise(self.rows):
            again = {n for n in at if row.cells[n].lines == before.cells[n].lines}
            cells = (BLANK if n in again else cell for n, cell in enumerate(row.cells))
            rows.append(replace(row, cells=tuple(cells)))
        return replace(self, rows=tuple(rows))


def chunks(listed: Grid, fonts: Fonts, room: float, inner: float, left: float) -> list[Chunk]:
    """Return a list as a chunk for each page: `left` is its height on the first, `room` on others.

    The size is the largest in which the list fits on the first page.
    """
    title = list(grid.title_pieces(listed, fonts, inner))
    free = left - sum(piece.height for piece in title) - grid.AFTER
    for size in listed.sizes or (grid.SIZE,):
        columns = _columns(listed, fonts, inner, size)
        pages = list(_pages(columns, free, room - grid.AFTER))
        if len(pages) == 1 and not columns[0].is_tight:
            break
    if len(pages) > 1 and listed.sizes and _broken(columns) > MOST_BROKEN:
        columns = _closer(listed, fonts, inner)
        pages = list(_pages(columns, free, room - grid.AFTER))
    if len(pages) == 1 and listed.sizes:
        pages = [_grown(pages[0], free)]
    at = [number for number, column in enumerate(listed.columns) if column.heads]
    pages = [_levelled(tuple(part.told_once(at) for part in parts)) for parts in pages]
    pieces = [
        Piece(max(part.height for part in parts) + grid.AFTER, partial(_draw, parts))
        for parts in pages
    ]
    first, *others = pieces
    return [Chunk((*title, first)), *(Chunk((piece,)) for piece in others)]


def _grown(parts: tuple[ColumnPart, ...], free: float) -> tuple[ColumnPart, ...]:
    """Return the columns of a list of one page with rows as high as that has room for."""
    highest = max(parts, key=lambda part: part.height)
    rows = highest.height - highest.heading.height
    share = min(MOST_GROWTH, (free - highest.height) / rows) if rows else 0.0
    return tuple(part.grown(share) for part in parts)


def _levelled(parts: tuple[ColumnPart, ...]) -> tuple[ColumnPart, ...]:
    """Return the columns of a page that end together, unless one has a row less."""
    high = max(part.height for part in parts)
    shares = ((high - part.height) / max(part.height - part.heading.height, 1.0) for part in parts)
    return tuple(
        part.grown(share) if share * len(part.rows) < 1 else part
        for part, share in zip(parts, shares, strict=True)
    )


def _broken(columns: Sequence[Laid]) -> float:
    """Return the share of rows that have a text on several lines."""
    rows = columns[0].rows
    return sum(any(len(cell.lines) > 1 for cell in row.cells) for row in rows) / max(1, len(rows))


def _closer(listed: Grid, fonts: Fonts, inner: float) -> tuple[Laid, ...]:
    """Return the list in smaller type, with no more width for its other columns than they need."""
    for size in SMALLER:
        narrowed = _narrowed(listed, fonts, inner, size)
        columns = _columns(narrowed, fonts, inner, size)
        if _broken(columns) <= FEW_BROKEN:
            break
    return columns


def _narrowed(listed: Grid, fonts: Fonts, inner: float, size: float) -> Grid:
    """Return a list whose columns are as wide as they need; the widest gets the rest."""
    widest = max(listed.columns, key=lambda column: column.twelfths)
    columns = []
    for at, column in enumerate(listed.columns):
        font = fonts.bold if column.strong else fonts.regular
        texts = (font.width(plain(row[at]), size) for row in listed.rows)
        heading = fonts.bold.width(plain(column.heading), size * grid.HEADING)
        need = max((heading, *texts)) + 2 * grid_rows.PAD + 1
        twelfths = min(column.twelfths, need * 12 * listed.abreast / (inner - GUTTER))
        columns.append(column if column is widest else replace(column, twelfths=twelfths))
    return replace(listed, columns=tuple(columns))


def _columns(listed: Grid, fonts: Fonts, inner: float, size: float) -> tuple[Laid, ...]:
    """Return the whole list laid out for each column."""
    wide = (inner - (listed.abreast - 1) * GUTTER) / listed.abreast
    return tuple(
        grid.laid_out(listed, fonts, wide, size, start=MARGIN + number * (wide + GUTTER))
        for number in range(listed.abreast)
    )


def _pages(columns: Sequence[Laid], first: float, later: float) -> Iterator[tuple[ColumnPart, ...]]:
    """Yield the parts of each page; on the last the columns are of about equal length."""
    begin, room, rows = 0, first, columns[0].rows
    while True:
        high = room - columns[0].heading.height
        cuts = _cuts(rows[begin:], high, len(columns))
        if begin + cuts[-1] == len(rows) - 1 and cuts[-1] > cuts[-2] + 1:
            # The last row does not stand alone on its page.
            cuts[-1] -= 1
        if begin + cuts[-1] == len(rows):
            cuts = _level(rows[begin:], len(columns), cuts)
        starts = (0, *cuts[:-1])
        yield tuple(
            ColumnPart(laid.heading, laid.rows[begin + start : begin + end])
            for laid, start, end in zip(columns, starts, cuts, strict=True)
            if start < end or not start
        )
        begin += cuts[-1]
        if begin >= len(rows):
            return
        room = later


def _cuts(rows: Sequence[GridRow], high: float, abreast: int) -> list[int]:
    """Return where each column of a full page of height `high` ends."""
    cuts, end = [], 0
    for _column in range(abreast):
        begin, used = end, 0.0
        while end < len(rows) and (used + rows[end].height <= high or end == begin):
            used += rows[end].height
            end += 1
        cuts.append(end)
    return cuts


def _level(rows: Sequence[GridRow], abreast: int, full: list[int]) -> list[int]:
    """Return the ends of the last page's columns, which share its rows; the first is longest."""
    total = sum(row.height for row in rows)
    ends = list(accumulate((row.height for row in rows), initial=0.0))
    cuts = []
    for column in range(1, abreast):
        share = total * column / abreast
        cuts.append(
            min(next(n for n, end in enumerate(ends) if end >= share - 1), full[column - 1])
        )
    return [*cuts, len(rows)]


def _draw(parts: Sequence[ColumnPart], pen: Pen, top: float) -> None:
    for part in parts:
        down = top + part.heading.height
        grid_rows.draw_heading(part.heading, pen, top)
        for row in part.rows:
            grid_rows.draw_row(row, pen, down)
            down += row.height
        pen.rule(down, part.heading.left, part.heading.right)
