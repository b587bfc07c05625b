"""Draws name slips to be cut out: the player, and the secret for confirming deals."""

from __future__ import annotations

from functools import partial

from reportlab.lib.units import mm

from web.publish.pdf import page
from web.publish.pdf.book import SlipRow
from web.publish.pdf.flow import Chunk, Piece
from web.publish.pdf.fonts import Font, plain
from web.publish.pdf.page import HEIGHT, INNER, MARGIN, Pen
from web.publish.pdf.text import fit

TALL: float = 50 * mm
"""The height of a row: five fit on a page of A4."""
WIDE: float = INNER / 2
PAD: float = 4 * mm
SQUARE: float = 31 * mm
NAME, CODE, CLOSE = 18.0, 26.0, 1.15
OVER, HINT = 9.5, 12.0
"""The least scale of a text that is too long for its line, still readable."""


def chunks(row: SlipRow) -> list[Chunk]:
    """Return a row as one chunk."""
    return [Chunk((Piece(TALL, partial(_draw, row)),))]


def _draw(row: SlipRow, pen: Pen, top: float) -> None:
    for place in range(len(row.names)):
        left = MARGIN + place * WIDE
        pen.canvas.setDash(2, 3)
        pen.canvas.setLineWidth(page.RULE / 2)
        pen.canvas.rect(left, HEIGHT - top - TALL, WIDE, TALL, stroke=1, fill=0)
        pen.canvas.setDash()
        _slip(pen, row, place, left + PAD, top)


def _slip(pen: Pen, row: SlipRow, place: int, left: float, top: float) -> None:
    whole, regular, bold = WIDE - 2 * PAD, pen.fonts.regular, pen.fonts.bold
    address, code = row.addresses[place], row.codes[place]
    room = whole - SQUARE - PAD if address else whole

    def write(text: str, font: Font, size: float, down: float, width: float, lines: int) -> None:
        fitted = fit(plain(text), font, size, width, lines)
        pen.write_lines(fitted, font, left, top + down * mm, CLOSE)

    write(row.over, regular, OVER, 7, whole, 2)
    write(row.names[place], bold, NAME, 16, room, 2)
    write(row.teams[place], regular, page.TEXT, 27, room, 1)
    if code:
        write(row.code_label, regular, OVER, 29, room, 1)
        write(code, bold, CODE, 38, room, 1)
    write(row.hint, regular, HINT, 44 if code else 32, room, 2 if code else 4)
    if address:
        page.draw_qr(pen, address, left + whole - SQUARE, top + 9 * mm, SQUARE)
        write(address.partition("://")[2], regular, OVER, 47, whole, 1)
