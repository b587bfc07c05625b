"""The page of every document: A4, margins, running head, and the foot with its QR code.

Lengths are in points, measured from the top of the page; only black is used, for any printer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import IO

import segno
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from web.publish.pdf.fonts import Font, Fonts, plain
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pdf.seal_shape import draw_mark as draw_club_mark
from web.publish.pdf.sheet import Imprint
from web.publish.pdf.text import Fitted, fit, fit_column
from web.publish.pdf.titles import TitleFont, title_font

WIDTH: float
HEIGHT: float
WIDTH, HEIGHT = A4
MARGIN: float = 15 * mm
INNER: float = WIDTH - 2 * MARGIN
RULE: float = 0.3 * mm
LEADING = 1.35
TITLE, LONG_TITLE, OVER, TEXT, SMALL = 20.0, 16.0, 12.0, 10.0, 8.0
HEAD_RULE: float = 0.7 * mm
AFTER_LINES: float = 2 * mm
MARK: float = 200.0
"""The size of the word printed across a page."""
QR: float = 17 * mm
CLUB: float = 12 * mm
"""The side of the mark of a club, at the right of the head."""
FOOT_GAP: float = 4 * mm


@dataclass(frozen=True, slots=True)
class Pen:
    """A canvas with the fonts of its document, and the size of its pages."""

    canvas: Canvas
    fonts: Fonts
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def right(self) -> float:
        """The position of the right margin."""
        return self.width - MARGIN

    def write(self, text: str, font: Font, size: float, left: float, base: float) -> None:
        """Draw a text that begins at `left` on the line `base`."""
        if isinstance(font, TitleFont):
            font.draw(self.canvas, text, size, (left, self.height - base))
            return
        for name, run, wide in font.runs(text, size):
            self.canvas.setFont(name, size)
            self.canvas.drawString(left, self.height - base, run)
            left += wide

    def write_to(self, text: str, font: Font, size: float, right: float, base: float) -> None:
        """Draw a text that ends at `right`."""
        self.write(text, font, size, right - font.width(text, size), base)

    def write_lines(
        self, fitted: Fitted, font: Font, left: float, base: float, leading: float
    ) -> None:
        """Draw the lines of a fitted text; the first stands on the line `base`."""
        for number, line in enumerate(fitted.lines):
            self.write(line, font, fitted.size, left, base + number * fitted.size * leading)

    def rule(self, top: float, left: float = MARGIN, right: float | None = None) -> None:
        """Draw a horizontal rule, by default to the right margin."""
        self.canvas.setLineWidth(RULE)
        end = self.right if right is None else right
        self.canvas.line(left, self.height - top, end, self.height - top)

    def band(self, top: float, height: float, left: float, right: float) -> None:
        """Draw a light band behind a row."""
        self.canvas.setFillGray(0.93)
        self.canvas.rect(left, self.height - top - height, right - left, height, stroke=0, fill=1)
        self.canvas.setFillGray(0)


def open_canvas(
    stream: IO[bytes], size: tuple[float, float], fonts: Fonts, language: str
) -> Canvas:
    """Return a canvas that writes the same bytes for the same drawing."""
    canvas = Canvas(stream, pagesize=size, invariant=1, lang=language, initialFontName=fonts.first)
    canvas.setAuthor("Huapai")
    canvas.setCreator("Huapai")
    return canvas


def bottom(imprint: Imprint, high: float = HEIGHT) -> float:
    """Return where the content of a page ends, above its foot."""
    return high - MARGIN - (QR if imprint.address else 2 * SMALL * LEADING) - FOOT_GAP


def head(
    title: str, lines: tuple[str, ...], fonts: Fonts, inner: float = INNER, over: str = ""
) -> list[tuple[Fitted, Font]]:
    """Return the fitted head of the first page: the title with the lines above and below it."""
    font = title_font(plain(title), fonts.bold)
    fitted = fit(plain(title), font, TITLE, inner)
    if len(fitted.lines) > 1:
        fitted = fit(plain(title), font, LONG_TITLE, inner)
    above = [(fit(plain(over), fonts.bold, OVER, inner), fonts.bold)] if over else []
    below = [(_below(plain(line), fonts.regular, inner), fonts.regular) for line in lines]
    return [*above, (fitted, font), *below]


def _below(line: str, font: Font, inner: float) -> Fitted:
    """Return a line below the title: a little smaller, but in full size if it has to break."""
    fitted = fit(line, font, TEXT, inner)
    return fitted if len(fitted.lines) == 1 else fit_column([(line, font)], TEXT, inner, 3)[0]


def height(fitted: Fitted) -> float:
    """Return the height of a fitted text."""
    return len(fitted.lines) * fitted.size * LEADING


def head_height(parts: list[tuple[Fitted, Font]]) -> float:
    """Return the height of a head with the rule below it."""
    return sum(height(fitted) for fitted, _font in parts) + AFTER_LINES


def draw_head(
    pen: Pen, top: float, parts: list[tuple[Fitted, Font]], mark: ClubMark | None = None
) -> None:
    """Draw the head of the first page with the mark of the club at its right, a rule below it."""
    if mark:
        draw_club_mark(pen.canvas, mark, (pen.right - CLUB, pen.height - top - CLUB, CLUB))
    for fitted, font in parts:
        draw_lines(pen, top, fitted, font)
        top += height(fitted)
    pen.canvas.setLineWidth(HEAD_RULE)
    base = pen.height - top - AFTER_LINES
    pen.canvas.line(MARGIN, base, pen.right, base)


def draw_mark(pen: Pen, mark: str) -> None:
    """Draw a word across the page, from the lower left to the upper right.

    It is so light that the figures below it are read first.
    """
    font, room = pen.fonts.bold, 0.7 * math.hypot(pen.width, pen.height)
    size = min(MARK, room / max(font.width(mark, 1), 1))
    canvas = pen.canvas
    canvas.saveState()
    canvas.setFillAlpha(0.06)
    canvas.translate(pen.width / 2, pen.height / 2)
    canvas.rotate(math.degrees(math.atan2(pen.height, pen.width)))
    canvas.translate(-pen.width / 2, -pen.height / 2)
    pen.write(mark, font, size, (pen.width - font.width(mark, size)) / 2, pen.height / 2 + size / 3)
    canvas.restoreState()


def draw_lines(pen: Pen, top: float, fitted: Fitted, font: Font) -> None:
    """Draw a fitted text from the left margin."""
    for line in fitted.lines:
        top += fitted.size * LEADING
        pen.write(line, font, fitted.size, MARGIN, top - fitted.size * (LEADING - 1))


def draw_running_head(pen: Pen, title: str) -> None:
    """Draw the head of later pages."""
    fitted = fit(plain(title), pen.fonts.bold, TEXT, pen.right - MARGIN, lines=1)
    pen.write(fitted.lines[0], pen.fonts.bold, fitted.size, MARGIN, MARGIN + fitted.size)


def draw_foot(pen: Pen, imprint: Imprint, page: int, pages: int) -> None:
    """Draw the foot: event and page number, the entry of the log, and the QR code."""
    right, last = pen.right, pen.height - MARGIN
    if imprint.address:
        draw_qr(pen, imprint.address, right - QR, last - QR, QR)
        right -= QR + FOOT_GAP
    first = last - SMALL * LEADING
    pen.rule(first - SMALL * LEADING, right=right)
    number = imprint.page.format(page=page, pages=pages)
    pen.write_to(number, pen.fonts.regular, SMALL, right, first)
    room = right - MARGIN - pen.fonts.regular.width(number, SMALL) - FOOT_GAP
    for text, base, width in (
        (imprint.event, first, room),
        (imprint.record, last, right - MARGIN),
    ):
        fitted = fit(plain(text), pen.fonts.regular, SMALL, width, lines=1)
        pen.write(fitted.lines[0], pen.fonts.regular, fitted.size, MARGIN, base)


def draw_qr(pen: Pen, address: str, left: float, top: float, side: float) -> None:
    """Draw a QR code as a square of side `side`."""
    rows = tuple(segno.make(address, error="m", micro=False).matrix)
    step = side / len(rows)
    path = pen.canvas.beginPath()
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                path.rect(left + x * step, pen.height - top - (y + 1) * step, step, step)
    pen.canvas.drawPath(path, stroke=0, fill=1)
