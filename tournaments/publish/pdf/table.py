"""Draws a sheet: cuts its rows into pages first, so that every page knows of how many it is one."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.publish.pdf import page
from tournaments.publish.pdf.fonts import Font, Fonts, plain, registered
from tournaments.publish.pdf.page import MARGIN, Pen
from tournaments.publish.pdf.sheet import Column, Sheet
from tournaments.publish.pdf.text import Fitted, fit
from tournaments.publish.pdf.typefaces import typefaces

SIZE, HEADING = 10.0, 9.0
PAD: float = 1.5 * mm
ABOVE: float = 1 * mm
TWELFTH = page.INNER / 12

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Place:
    """A column as it lies on the page."""

    column: Column
    left: float
    width: float

    @property
    def room(self) -> float:
        """The width that words may take."""
        return self.width - 2 * PAD

    def font(self, fonts: Fonts) -> Font:
        """Return the font of the column's cells."""
        return fonts.bold if self.column.strong else fonts.regular


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it fits: its cells, and how high it stands."""

    cells: tuple[Fitted, ...]

    @property
    def height(self) -> float:
        """The height of the highest cell with the space above and below it."""
        return max((page.height(cell) for cell in self.cells), default=0.0) + 2 * ABOVE


def render(sheet: Sheet, progress: Progress, font: Path | None = None) -> bytes:
    """Return a sheet as the bytes of a PDF: the same for the same sheet, always.

    Raises Refused where no typeface can be found.
    """
    stream = io.BytesIO()
    with registered(sheet.texts(), typefaces(font)) as fonts:
        canvas = _canvas(stream, sheet, fonts)
        _draw(Pen(canvas, fonts), sheet, progress)
        canvas.save()
    return stream.getvalue()


def _canvas(stream: io.BytesIO, sheet: Sheet, fonts: Fonts) -> Canvas:
    canvas = Canvas(
        stream,
        pagesize=(page.WIDTH, page.HEIGHT),
        invariant=1,
        lang=sheet.language,
        initialFontName=fonts.first,
    )
    canvas.setTitle(plain(f"{sheet.title} · {sheet.imprint.event}"))
    canvas.setSubject(plain(sheet.imprint.record))
    canvas.setAuthor("Huapai")
    canvas.setCreator("Huapai")
    return canvas


def _draw(pen: Pen, sheet: Sheet, progress: Progress) -> None:
    places = _places(sheet.columns)
    head = page.head(sheet.title, sheet.lines, pen.fonts)
    heading = _fit_row(
        [column.heading for column in sheet.columns], places, pen.fonts, heading=True
    )
    rows = [_fit_row(row, places, pen.fonts) for row in sheet.rows]
    first = MARGIN + sum(page.height(fitted) for fitted, _ in head) + 3 * mm
    later = MARGIN + page.TEXT * page.LEADING + 3 * mm
    end = page.bottom(sheet.imprint)
    pages = list(_cut(rows, end - first - heading.height, end - later - heading.height))
    for number, part in enumerate(pages, 1):
        if number == 1:
            page.draw_head(pen, head)
        else:
            page.draw_running_head(pen, f"{sheet.title} · {sheet.imprint.event}")
        _draw_rows(pen, places, heading, part, first if number == 1 else later)
        if not rows:
            _draw_empty(pen, sheet.empty, first + heading.height)
        page.draw_foot(pen, sheet.imprint, number, len(pages))
        pen.canvas.showPage()
        progress(number, len(pages))


def _places(columns: tuple[Column, ...]) -> list[Place]:
    """Lay the columns side by side; what is left of the twelve goes to the widest."""
    spare = 12 - sum(column.twelfths for column in columns)
    widest = max(columns, key=lambda column: column.twelfths)
    left, places = MARGIN, []
    for column in columns:
        width = (column.twelfths + (spare if column is widest else 0)) * TWELFTH
        places.append(Place(column, left, width))
        left += width
    return places


def _fit_row(
    texts: list[str] | tuple[str, ...], places: list[Place], fonts: Fonts, heading: bool = False
) -> Row:
    size, lines = (HEADING, 2) if heading else (SIZE, 2)
    return Row(
        tuple(
            fit(plain(text), fonts.bold if heading else place.font(fonts), size, place.room, lines)
            for text, place in zip(texts, places, strict=True)
        )
    )


def _cut(rows: list[Row], first: float, later: float) -> Iterator[list[Row]]:
    """Yield the rows of each page; a document without rows has one page all the same."""
    part: list[Row] = []
    left = first
    for row in rows:
        if part and row.height > left:
            yield part
            part, left = [], later
        part.append(row)
        left -= row.height
    yield part


def _draw_rows(pen: Pen, places: list[Place], heading: Row, rows: list[Row], top: float) -> None:
    _draw_row(pen, places, heading, top, heading=True)
    top += heading.height
    pen.rule(top)
    for number, row in enumerate(rows):
        if number % 2:
            pen.band(top, row.height)
        _draw_row(pen, places, row, top)
        top += row.height
    pen.rule(top)


def _draw_row(pen: Pen, places: list[Place], row: Row, top: float, heading: bool = False) -> None:
    for place, cell in zip(places, row.cells, strict=True):
        font = pen.fonts.bold if heading else place.font(pen.fonts)
        base = top + (row.height - page.height(cell)) / 2
        for line in cell.lines:
            base += cell.size * page.LEADING
            _draw_line(pen, place, line, font, cell.size, base - cell.size * (page.LEADING - 1))


def _draw_line(pen: Pen, place: Place, line: str, font: Font, size: float, base: float) -> None:
    if place.column.number:
        pen.write_to(line, font, size, place.left + place.width - PAD, base)
    else:
        pen.write(line, font, size, place.left + PAD, base)


def _draw_empty(pen: Pen, words: str, top: float) -> None:
    fitted = fit(plain(words), pen.fonts.regular, SIZE, page.INNER)
    for number, line in enumerate(fitted.lines, 1):
        pen.write(line, pen.fonts.regular, fitted.size, MARGIN, top + 2 * PAD + number * SIZE)
