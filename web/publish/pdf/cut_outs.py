"""Draws what is cut out of a page: cards of tables, and name slips.

A table card has a number readable across a hall, a code and a QR code; a slip has the player, and
the secret for confirming deals.
"""

from __future__ import annotations

from functools import partial

from reportlab.lib.units import mm

from web.publish.pdf import page
from web.publish.pdf.book import Card, SlipRow
from web.publish.pdf.flow import Chunk, Piece
from web.publish.pdf.fonts import Font, plain
from web.publish.pdf.page import HEIGHT, INNER, MARGIN, WIDTH, Pen
from web.publish.pdf.text import CLOSE, Fitted, fit, fit_column, height

TALL: float = 122 * mm
"""The height of a card: two fit on a page of A4, which is cut into two of A5."""
SQUARE: float = 62 * mm
GAP: float = 6 * mm
BETWEEN: float = 4 * mm
"""The space between two players who are beside each other."""
ROOM: float = page.INNER - SQUARE - GAP
NUMBER, FOLDED_NUMBER, CODE, NAME, LABEL = 120.0, 132.0, 40.0, 13.0, 24.0
SEATS = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
ABREAST = (14.0, 13.0, 12.0)
SEATS_ROOM: float = 21 * mm
SEAT_GAP: float = 0.8 * mm
"""The sizes of the names below each other and in two columns on a folded card; the height for
them, and the gap between them."""


FOLD: float = TALL / 2
"""Where a standing card is folded: its upper half is upside down."""
FOLDED_SQUARE: float = 50 * mm
MOST_NUMBER: float = 50 * mm
BESIDE_LABEL: float = 2.5 * mm
BESIDE_NUMBER: float = 6 * mm
BASE: float = 49 * mm
"""The width of the number at most, the space before its label and before the code, and the line on
which the number, its label and the last names stand.
"""


def card_chunks(card: Card) -> list[Chunk]:
    """Return a card as one chunk."""
    return [Chunk((Piece(TALL, partial(_draw_folded if card.folded else _draw_flat, card)),))]


def _draw_folded(card: Card, pen: Pen, top: float) -> None:
    _cut(pen, top)
    pen.canvas.setDash(1, 8)
    fold = HEIGHT - top - FOLD
    pen.canvas.line(MARGIN, fold, WIDTH - MARGIN, fold)
    pen.canvas.setDash()
    _draw_half(card, pen, top + FOLD)
    pen.canvas.saveState()
    # Rotated by half a turn about the fold, and drawn like the lower half.
    pen.canvas.translate(WIDTH, 2 * fold)
    pen.canvas.rotate(180)
    _draw_half(card, pen, top + FOLD)
    pen.canvas.restoreState()


def _draw_half(card: Card, pen: Pen, top: float) -> None:
    _line(pen, card.over, pen.fonts.regular, 11, top + 8 * mm, page.INNER - FOLDED_SQUARE - GAP)
    left = _number(pen, card, top + BASE) + BESIDE_NUMBER
    room = WIDTH - MARGIN - left - FOLDED_SQUARE - GAP
    pairs = _abreast(pen, card.seats, (room - BETWEEN) / 2)
    down = (15 if pairs else 20) * mm if card.seats else 0
    _line(pen, card.code_label, pen.fonts.regular, 11, top + BASE - 15 * mm - down, room, left)
    _line(pen, card.code, pen.fonts.bold, CODE, top + BASE - down, room, left)
    for place, cell in enumerate(pairs):
        at = left + place % 2 * (room + BETWEEN) / 2
        base = top + BASE - (0 if place > 1 else 7) * mm
        pen.write_lines(cell, pen.fonts.bold, at, base, CLOSE)
    if not pairs:
        _seats(pen, card.seats, top + 53 * mm - down, room, left)
    _line(pen, card.hint, pen.fonts.regular, page.SMALL + 1, top + 58 * mm, page.INNER)
    if card.address:
        left = WIDTH - MARGIN - FOLDED_SQUARE
        page.draw_qr(pen, card.address, left, top + (FOLD - FOLDED_SQUARE) / 2, FOLDED_SQUARE)


def _number(pen: Pen, card: Card, base: float) -> float:
    """Draw the number of a table with its label on one line, and return where they end.

    In Chinese the label follows the number.
    """
    bold, number, label = pen.fonts.bold, plain(card.number), plain(card.label)
    size = FOLDED_NUMBER * min(1.0, MOST_NUMBER / bold.width(number, FOLDED_NUMBER))
    parts = [(number, size), (label, LABEL)]
    left = MARGIN
    for text, text_size in reversed(parts) if label.isascii() else parts:
        pen.write(text, bold, text_size, left, base)
        left += bold.width(text, text_size) + BESIDE_LABEL
    return left - BESIDE_LABEL


def _abreast(pen: Pen, seats: tuple[str, ...], room: float) -> list[Fitted]:
    """Return the players for two columns, each on one line; none if that would make them small."""
    texts = [(plain(seat), pen.fonts.bold) for seat in seats]
    for size in ABREAST:
        fitted = fit_column(texts, size, room)
        if all(len(cell.lines) == 1 and not cell.tight for cell in fitted):
            return fitted
    return []


def _seats(pen: Pen, seats: tuple[str, ...], top: float, room: float, left: float) -> None:
    """Draw the players below each other, all in the largest size that fits."""
    texts = [(plain(seat), pen.fonts.bold) for seat in seats]
    for size in SEATS:
        fitted = fit_column(texts, size, room)
        high = sum(height(cell, CLOSE) for cell in fitted) + SEAT_GAP * (len(fitted) - 1)
        if high <= SEATS_ROOM and not any(cell.tight for cell in fitted):
            break
    for cell in fitted:
        pen.write_lines(cell, pen.fonts.bold, left, top + cell.size, CLOSE)
        top += height(cell, CLOSE) + SEAT_GAP


def _cut(pen: Pen, top: float) -> None:
    pen.canvas.setDash(2, 3)
    pen.canvas.setLineWidth(page.RULE / 2)
    cut = HEIGHT - top - TALL + 1 * mm
    pen.canvas.line(MARGIN, cut, WIDTH - MARGIN, cut)
    pen.canvas.setDash()


def _draw_flat(card: Card, pen: Pen, top: float) -> None:
    _cut(pen, top)
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


SLIP_TALL: float = 50 * mm
"""The height of a row: five fit on a page of A4."""
SLIP_WIDE: float = INNER / 2
SLIP_PAD: float = 4 * mm
SLIP_SQUARE: float = 31 * mm
SLIP_NAME, SLIP_CODE, BELOW = 18.0, 26.0, 1.15
OVER, HINT = 9.5, 12.0
"""The least scale of a text that is too long for its line, still readable."""


def slip_chunks(row: SlipRow) -> list[Chunk]:
    """Return a row as one chunk."""
    return [Chunk((Piece(SLIP_TALL, partial(_draw_slips, row)),))]


def _draw_slips(row: SlipRow, pen: Pen, top: float) -> None:
    for place in range(len(row.names)):
        left = MARGIN + place * SLIP_WIDE
        pen.canvas.setDash(2, 3)
        pen.canvas.setLineWidth(page.RULE / 2)
        pen.canvas.rect(left, HEIGHT - top - SLIP_TALL, SLIP_WIDE, SLIP_TALL, stroke=1, fill=0)
        pen.canvas.setDash()
        _slip(pen, row, place, left + SLIP_PAD, top)


def _slip(pen: Pen, row: SlipRow, place: int, left: float, top: float) -> None:
    whole, regular, bold = SLIP_WIDE - 2 * SLIP_PAD, pen.fonts.regular, pen.fonts.bold
    address, code = row.addresses[place], row.codes[place]
    room = whole - SLIP_SQUARE - SLIP_PAD if address else whole

    def write(text: str, font: Font, size: float, down: float, width: float, lines: int) -> None:
        fitted = fit(plain(text), font, size, width, lines)
        pen.write_lines(fitted, font, left, top + down * mm, BELOW)

    write(row.over, regular, OVER, 7, whole, 2)
    write(row.names[place], bold, SLIP_NAME, 16, room, 2)
    write(row.teams[place], regular, page.TEXT, 27, room, 1)
    if code:
        write(row.code_label, regular, OVER, 29, room, 1)
        write(code, bold, SLIP_CODE, 38, room, 1)
    write(row.hint, regular, HINT, 44 if code else 32, room, 2 if code else 4)
    if address:
        page.draw_qr(pen, address, left + whole - SLIP_SQUARE, top + 9 * mm, SLIP_SQUARE)
        write(address.partition("://")[2], regular, OVER, 47, whole, 1)
