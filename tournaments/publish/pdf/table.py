"""Renders a book or a sheet: divides its parts into pages, then draws them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.publish.pdf import branches, card, grid, page, slip
from tournaments.publish.pdf.book import Blanks, Block, Book, Card, Grid, Part, SlipRow, Words
from tournaments.publish.pdf.flow import Chunk, Page, Piece, paginate
from tournaments.publish.pdf.fonts import Fonts, plain, registered
from tournaments.publish.pdf.page import HEIGHT, INNER, MARGIN, WIDTH, Pen
from tournaments.publish.pdf.sheet import Sheet
from tournaments.publish.pdf.text import fit
from tournaments.publish.pdf.tree import Tree
from tournaments.publish.pdf.typefaces import typefaces

AFTER_HEAD: float = 3 * mm
AFTER_WORDS: float = 2.5 * mm
WORDS_LINES = 6
LINE: float = 8 * mm
SIGNED: float = 20 * mm

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page with its part, and whether the part begins on it."""

    part: Part
    begins: bool
    page: Page


@dataclass(frozen=True, slots=True)
class Room:
    """The space of a page: its width, its height, and the height below the head."""

    wide: float
    high: float
    below_head: float


def render(document: Sheet | Book, progress: Progress, font: Path | None = None) -> bytes:
    """Render a document as a PDF; the same input always gives the same bytes.

    Raises Refused where no typeface can be found.
    """
    book = Book.of(document) if isinstance(document, Sheet) else document
    stream = io.BytesIO()
    with registered(book.texts(), typefaces(font)) as fonts:
        canvas = _canvas(stream, book, fonts)
        _draw(Pen(canvas, fonts, *_size(book)), book, progress)
        canvas.save()
    return stream.getvalue()


def _size(book: Book) -> tuple[float, float]:
    return (HEIGHT, WIDTH) if book.wide else (WIDTH, HEIGHT)


def _canvas(stream: io.BytesIO, book: Book, fonts: Fonts) -> Canvas:
    canvas = Canvas(
        stream,
        pagesize=_size(book),
        invariant=1,
        lang=book.language,
        initialFontName=fonts.first,
    )
    canvas.setTitle(plain(f"{book.title} · {book.imprint.event}"))
    canvas.setSubject(plain(book.imprint.record))
    canvas.setAuthor("Huapai")
    canvas.setCreator("Huapai")
    return canvas


def _draw(pen: Pen, book: Book, progress: Progress) -> None:
    leaves = [leaf for part in book.parts for leaf in _leaves(part, book, pen.fonts)]
    for number, leaf in enumerate(leaves, 1):
        if not leaf.begins:
            title = leaf.part.title or book.title
            page.draw_running_head(pen, f"{title} · {book.imprint.event}")
        for top, piece in leaf.page.placed:
            piece.draw(pen, top)
        page.draw_foot(pen, book.imprint, number, len(leaves))
        pen.canvas.showPage()
        progress(number, len(leaves))


def _leaves(part: Part, book: Book, fonts: Fonts) -> Iterator[Leaf]:
    width, high = _size(book)
    end, inner = page.bottom(book.imprint, high), width - 2 * MARGIN
    later = MARGIN + page.TEXT * page.LEADING + AFTER_HEAD
    fitted = page.head(part.title, part.lines, fonts, inner)
    head_height = sum(page.height(paragraph) for paragraph, _ in fitted) + AFTER_HEAD
    head = Piece(head_height, partial(page.draw_head, parts=fitted))
    start = [Chunk((head,), leads=True)] if part.title else []
    room = Room(inner, end - later, end - later - head.height)
    chunks = [chunk for block in part.blocks for chunk in _chunks(block, fonts, room)]
    # Cards have no head; every page begins with a new card.
    top = later if part.title else MARGIN
    for number, cut in enumerate(paginate([*start, *chunks], MARGIN, top, end)):
        yield Leaf(part, number == 0 or not part.title, cut)


def _chunks(block: Block, fonts: Fonts, room: Room) -> list[Chunk]:
    if isinstance(block, Grid):
        return grid.chunks(block, fonts, room.high, room.wide)
    if isinstance(block, Tree):
        return branches.chunks(block, room.wide, room.below_head)
    if isinstance(block, Card):
        return card.chunks(block)
    if isinstance(block, SlipRow):
        return slip.chunks(block)
    return [_blanks(block) if isinstance(block, Blanks) else _words(block, fonts)]


def _words(words: Words, fonts: Fonts) -> Chunk:
    font = fonts.bold if words.strong else fonts.regular
    size = grid.TITLE if words.strong else page.TEXT
    fitted = fit(plain(words.text), font, size, INNER, WORDS_LINES)
    draw = partial(page.draw_lines, fitted=fitted, font=font)
    return Chunk((Piece(page.height(fitted) + AFTER_WORDS, draw),), leads=words.strong)


def _blanks(blanks: Blanks) -> Chunk:
    height = SIGNED if blanks.signed else LINE
    after = 0.0 if blanks.leads else grid.AFTER
    piece = Piece(height + after, partial(_draw_blanks, blanks))
    return Chunk((piece,), leads=blanks.leads)


def _draw_blanks(blanks: Blanks, pen: Pen, top: float) -> None:
    shares = blanks.shares or (1.0,) * len(blanks.labels)
    left = MARGIN
    for label, share in zip(blanks.labels, shares, strict=True):
        width = INNER * share / sum(shares)
        place = (left, left + width - 4 * mm)
        (_draw_signed if blanks.signed else _draw_blank)(pen, label, top, place)
        left += width


def _draw_blank(pen: Pen, label: str, top: float, place: tuple[float, float]) -> None:
    left, right = place
    font = pen.fonts.regular
    fitted = fit(plain(label), font, page.TEXT, right - left, lines=1)
    base = top + LINE - 2 * mm
    pen.write(fitted.lines[0], font, fitted.size, left, base)
    begins = left + font.width(fitted.lines[0], fitted.size) + 1 * mm
    if begins < right:
        pen.rule(base + 1 * mm, begins, right)


def _draw_signed(pen: Pen, label: str, top: float, place: tuple[float, float]) -> None:
    left, right = place
    base = top + SIGNED - 8 * mm
    pen.rule(base, left, right)
    fitted = fit(plain(label), pen.fonts.regular, page.SMALL, right - left)
    for line in fitted.lines:
        base += fitted.size * page.LEADING
        pen.write(line, pen.fonts.regular, fitted.size, left, base)
