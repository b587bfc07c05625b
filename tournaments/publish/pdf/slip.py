"""Draws name slips, to be cut out: who plays, and the secret by which that player confirms."""

from __future__ import annotations

from functools import partial

from reportlab.lib.units import mm

from tournaments.publish.pdf import page
from tournaments.publish.pdf.book import SlipRow
from tournaments.publish.pdf.flow import Chunk, Piece
from tournaments.publish.pdf.fonts import Font, plain
from tournaments.publish.pdf.page import HEIGHT, INNER, MARGIN, Pen
from tournaments.publish.pdf.text import fit

TALL: float = 50 * mm
"""Five rows of two stand on a page of A4."""
WIDE: float = INNER / 2
PAD: float = 4 * mm
SQUARE: float = 31 * mm
NAME, CODE, CLOSE = 18.0, 26.0, 1.15


def chunks(row: SlipRow) -> list[Chunk]:
    """Return a row as one piece."""
    return [Chunk((Piece(TALL, partial(_draw, row)),))]


def _draw(row: SlipRow, pen: Pen, top: float) -> None:
    for place in range(len(row.names)):
        left = MARGIN + place * WIDE
        _cut(pen, left, top)
        _slip(pen, row, place, left + PAD, top)


def _slip(pen: Pen, row: SlipRow, place: int, left: float, top: float) -> None:
    whole = WIDE - 2 * PAD
    address, code = row.addresses[place], row.codes[place]
    room = whole - SQUARE - PAD if address else whole
    _line(pen, row.over, pen.fonts.regular, page.SMALL, left, top + 7 * mm, whole)
    _line(pen, row.names[place], pen.fonts.bold, NAME, left, top + 16 * mm, room)
    _line(pen, row.teams[place], pen.fonts.regular, page.TEXT, left, top + 28 * mm, room)
    if address:
        page.draw_qr(pen.canvas, address, left + whole - SQUARE, top + 9 * mm, SQUARE)
    if code:
        _line(pen, row.code_label, pen.fonts.regular, page.SMALL, left, top + 33 * mm, room)
        _line(pen, code, pen.fonts.bold, CODE, left, top + 41 * mm, room)
    hint = top + (45 if code or address else 34) * mm
    _line(pen, row.hint, pen.fonts.regular, page.SMALL - 1, left, hint, whole)


def _line(
    pen: Pen, text: str, font: Font, size: float, left: float, base: float, room: float
) -> None:
    fitted = fit(plain(text), font, size, room)
    for number, line in enumerate(fitted.lines):
        pen.write(line, font, fitted.size, left, base + number * fitted.size * CLOSE)


def _cut(pen: Pen, left: float, top: float) -> None:
    pen.canvas.setDash(2, 3)
    pen.canvas.setLineWidth(page.RULE / 2)
    pen.canvas.rect(left, HEIGHT - top - TALL, WIDE, TALL, stroke=1, fill=0)
    pen.canvas.setDash()
