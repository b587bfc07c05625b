"""Draws the card of a table: its number, readable across a hall, its code, and the QR code."""

from __future__ import annotations

from functools import partial

from reportlab.lib.units import mm

from tournaments.publish.pdf import page
from tournaments.publish.pdf.book import Card
from tournaments.publish.pdf.flow import Chunk, Piece
from tournaments.publish.pdf.fonts import Font, plain
from tournaments.publish.pdf.page import HEIGHT, MARGIN, WIDTH, Pen
from tournaments.publish.pdf.text import fit

TALL: float = 122 * mm
"""The height of a card: two fit on a page of A4, which is cut into two of A5."""
SQUARE: float = 62 * mm
GAP: float = 6 * mm
ROOM: float = page.INNER - SQUARE - GAP
NUMBER, CODE, NAME = 120.0, 40.0, 13.0
CLOSE = 1.1
"""The distance of two lines of a name, relative to their size."""


def chunks(card: Card) -> list[Chunk]:
    """Return a card as one chunk."""
    return [Chunk((Piece(TALL, partial(_draw, card)),))]


def _draw(card: Card, pen: Pen, top: float) -> None:
    pen.canvas.setDash(2, 3)
    pen.canvas.setLineWidth(page.RULE / 2)
    cut = HEIGHT - top - TALL + 1 * mm
    pen.canvas.line(MARGIN, cut, WIDTH - MARGIN, cut)
    pen.canvas.setDash()
    _line(pen, card.over, pen.fonts.regular, 11, top + 7 * mm, page.INNER)
    _line(pen, card.label, pen.fonts.bold, 18, top + 18 * mm, ROOM)
    _line(pen, card.number, pen.fonts.bold, NUMBER, top + 56 * mm, ROOM)
    _line(pen, card.code_label, pen.fonts.regular, 11, top + 66 * mm, ROOM)
    _line(pen, card.code, pen.fonts.bold, CODE, top + 80 * mm, ROOM)
    if card.address:
        page.draw_qr(pen, card.address, WIDTH - MARGIN - SQUARE, top + 12 * mm, SQUARE)
    _line(pen, card.hint, pen.fonts.regular, page.SMALL + 1, top + 88 * mm, page.INNER)
    for place, seat in enumerate(card.seats):
        left = MARGIN + (place % 2) * page.INNER / 2
        base = top + (98 + 9 * (place // 2)) * mm
        _line(pen, seat, pen.fonts.bold, NAME, base, page.INNER / 2 - GAP, left)


def _line(
    pen: Pen, text: str, font: Font, size: float, base: float, room: float, left: float = MARGIN
) -> None:
    pen.write_lines(fit(plain(text), font, size, room), font, left, base, CLOSE)
