"""The page of every document: A4, margins, the running head, the foot with its QR code.

Black on white for a club's printer; lengths are in points, measured from the top of the page.
"""

from __future__ import annotations

from dataclasses import dataclass

import segno
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.publish.pdf.fonts import Font, Fonts, plain
from tournaments.publish.pdf.sheet import Imprint
from tournaments.publish.pdf.text import Fitted, fit

WIDTH: float
HEIGHT: float
WIDTH, HEIGHT = A4
MARGIN: float = 15 * mm
INNER: float = WIDTH - 2 * MARGIN
RULE: float = 0.3 * mm
LEADING = 1.35
TITLE, TEXT, SMALL = 16.0, 10.0, 8.0
QR: float = 17 * mm
FOOT_GAP: float = 4 * mm


@dataclass(frozen=True, slots=True)
class Pen:
    """A canvas with the fonts of its document."""

    canvas: Canvas
    fonts: Fonts

    def write(self, text: str, font: Font, size: float, left: float, base: float) -> None:
        """Draw a text that begins at `left` on the line `base`."""
        for name, run in font.runs(text):
            self.canvas.setFont(name, size)
            self.canvas.drawString(left, HEIGHT - base, run)
            left += font.width(run, size)

    def write_to(self, text: str, font: Font, size: float, right: float, base: float) -> None:
        """Draw a text that ends at `right`."""
        self.write(text, font, size, right - font.width(text, size), base)

    def rule(self, top: float, left: float = MARGIN, right: float = WIDTH - MARGIN) -> None:
        """Draw a horizontal rule."""
        self.canvas.setLineWidth(RULE)
        self.canvas.line(left, HEIGHT - top, right, HEIGHT - top)

    def band(self, top: float, height: float) -> None:
        """Draw a light band behind a row."""
        self.canvas.setFillGray(0.93)
        self.canvas.rect(MARGIN, HEIGHT - top - height, INNER, height, stroke=0, fill=1)
        self.canvas.setFillGray(0)


def bottom(imprint: Imprint) -> float:
    """Return where the content of a page ends, above its foot."""
    return HEIGHT - MARGIN - (QR if imprint.address else 2 * SMALL * LEADING) - FOOT_GAP


def head(title: str, lines: tuple[str, ...], fonts: Fonts) -> list[tuple[Fitted, Font]]:
    """Return the head of the first page as it fits: the title, then what is said below it."""
    fitted = [(fit(plain(title), fonts.bold, TITLE, INNER), fonts.bold)]
    return fitted + [
        (fit(plain(line), fonts.regular, TEXT, INNER), fonts.regular) for line in lines
    ]


def height(fitted: Fitted) -> float:
    """Return how high fitted words stand."""
    return len(fitted.lines) * fitted.size * LEADING


def draw_head(pen: Pen, top: float, parts: list[tuple[Fitted, Font]]) -> None:
    """Draw the head of the first page."""
    for fitted, font in parts:
        draw_lines(pen, top, fitted, font)
        top += height(fitted)


def draw_lines(pen: Pen, top: float, fitted: Fitted, font: Font) -> None:
    """Draw fitted words from the margin."""
    for line in fitted.lines:
        top += fitted.size * LEADING
        pen.write(line, font, fitted.size, MARGIN, top - fitted.size * (LEADING - 1))


def draw_running_head(pen: Pen, title: str) -> None:
    """Draw the head of the pages that follow."""
    fitted = fit(plain(title), pen.fonts.bold, TEXT, INNER, lines=1)
    pen.write(fitted.lines[0], pen.fonts.bold, fitted.size, MARGIN, MARGIN + fitted.size)


def draw_foot(pen: Pen, imprint: Imprint, page: int, pages: int) -> None:
    """Draw the foot: event and page number, the entry of the log, and the QR code."""
    right = WIDTH - MARGIN
    if imprint.address:
        draw_qr(pen.canvas, imprint.address, right - QR, HEIGHT - MARGIN - QR, QR)
        right -= QR + FOOT_GAP
    last = HEIGHT - MARGIN
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


def draw_qr(canvas: Canvas, address: str, left: float, top: float, side: float) -> None:
    """Draw a QR code as a square of this side."""
    rows = tuple(segno.make(address, error="m", micro=False).matrix)
    step = side / len(rows)
    path = canvas.beginPath()
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                path.rect(left + x * step, HEIGHT - top - (y + 1) * step, step, step)
    canvas.drawPath(path, stroke=0, fill=1)
