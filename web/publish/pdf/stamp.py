"""Draws the end of an official paper: lines to sign, and a ring for the club's stamp."""

from __future__ import annotations

from functools import partial

from reportlab.lib.units import mm

from web.publish.pdf import page
from web.publish.pdf.book import Stamp
from web.publish.pdf.flow import Chunk, Piece
from web.publish.pdf.fonts import plain
from web.publish.pdf.page import INNER, MARGIN, Pen
from web.publish.pdf.text import fit

RING: float = 42 * mm
"""The diameter of the ring; a round stamp of a club has about 40 mm."""
TALL: float = RING + 10 * mm
ACROSS: float = 64 * mm
"""The width for the club's name, over which the stamp goes."""
CLUB = 13.0
FAINT = 0.45


def chunks(stamp: Stamp) -> list[Chunk]:
    """Return the lines and the ring as one chunk."""
    return [Chunk((Piece(TALL, partial(_draw, stamp)),))]


def _draw(stamp: Stamp, pen: Pen, top: float) -> None:
    middle = pen.right - ACROSS / 2
    centre = top + 4 * mm + RING / 2
    pen.canvas.saveState()
    pen.canvas.setStrokeGray(FAINT)
    pen.canvas.setDash(1, 2)
    pen.canvas.setLineWidth(page.RULE)
    pen.canvas.circle(middle, pen.height - centre, RING / 2)
    pen.canvas.restoreState()
    club = fit(plain(stamp.club), pen.fonts.bold, CLUB, ACROSS)
    first = centre - (len(club.lines) - 1) * club.size / 2 + club.size / 3
    for number, line in enumerate(club.lines):
        left = middle - pen.fonts.bold.width(line, club.size) / 2
        pen.write(line, pen.fonts.bold, club.size, left, first + number * club.size * 1.2)
    hint = plain(stamp.hint)
    left = middle - pen.fonts.regular.width(hint, page.SMALL) / 2
    pen.write(hint, pen.fonts.regular, page.SMALL, left, centre + RING / 2 - 5 * mm)
    _draw_lines(stamp, pen, top)


def _draw_lines(stamp: Stamp, pen: Pen, top: float) -> None:
    """Draw the lines to sign beside the ring, each with its label below."""
    right, each = MARGIN + INNER - ACROSS - 14 * mm, RING / max(len(stamp.labels), 1)
    for number, label in enumerate(stamp.labels):
        base = top + (number + 1) * each - 3 * mm
        pen.rule(base, MARGIN, right)
        fitted = fit(plain(label), pen.fonts.regular, page.SMALL + 1, right - MARGIN, lines=1)
        down = base + fitted.size * page.LEADING
        pen.write(fitted.lines[0], pen.fonts.regular, fitted.size, MARGIN, down)
