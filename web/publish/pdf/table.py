"""Render a book or a table: divide its parts into pages, then draw them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournaments.base.separators import join_facts
from web.publish.pdf import abreast, branches, cut_outs, grid, page, sizing
from web.publish.pdf.book import (
    Blanks,
    Block,
    Book,
    BookPart,
    Card,
    Grid,
    LongText,
    SlipRow,
    Stamp,
    Words,
)
from web.publish.pdf.flow import Chunk, Page, Piece, fill, paginate
from web.publish.pdf.fonts import Fonts, plain, registered
from web.publish.pdf.page import HEIGHT, INNER, MARGIN, WIDTH, Pen
from web.publish.pdf.seal_shape import ClubMark
from web.publish.pdf.sheet import PrintedTable
from web.publish.pdf.text import Fitted, fit, fit_column
from web.publish.pdf.tree import Tree
from web.publish.pdf.typefaces import typefaces

AFTER_HEAD: float = 3 * mm
AFTER_WORDS: float = 2.5 * mm
WORDS_LINES = 6
LINE, CLOSE_LINE = 8 * mm, 6.2 * mm
SIGNED: float = 16 * mm
BESIDE: float = 4 * mm
"""The space between lines to write on that are beside each other."""
AFTER_CLOSE: float = 2 * mm
RING: float = 42 * mm
"""The diameter of the ring; a round stamp of a club has about 40 mm."""
STAMP_TALL: float = RING + 10 * mm
ACROSS: float = 64 * mm
"""The width for the club's name, which is stamped over."""
CLUB = 13.0
FAINT = 0.45

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page with its part, and whether the part begins on it."""

    part: BookPart
    begins: bool
    page: Page


@dataclass(frozen=True, slots=True)
class PageSpace:
    """The space of a page: its width, its height, and the height below the head.

    `left` is the part of the first page left for a block and the words after it.
    """

    wide: float
    high: float
    below_head: float
    left: float


def render(
    document: PrintedTable | Book,
    progress: Progress,
    font: Path | None = None,
    mark: ClubMark | None = None,
) -> bytes:
    """Render a document as a PDF; the same input always gives the same bytes.

    The `mark` is that of the club which the imprint names.
    Raises Refused where no typeface can be found.
    """
    book = Book.of(document) if isinstance(document, PrintedTable) else document
    stream = io.BytesIO()
    with registered(book.texts(), typefaces(font)) as fonts:
        canvas = _canvas(stream, book, fonts)
        _draw(Pen(canvas, fonts, *_size(book)), book, progress, mark)
        canvas.save()
    return stream.getvalue()


def _size(book: Book) -> tuple[float, float]:
    return (HEIGHT, WIDTH) if book.wide else (WIDTH, HEIGHT)


def _canvas(stream: io.BytesIO, book: Book, fonts: Fonts) -> Canvas:
    canvas = page.open_canvas(stream, _size(book), fonts, book.language)
    canvas.setTitle(plain(join_facts(book.title, book.imprint.event)))
    canvas.setSubject(plain(book.imprint.record))
    return canvas


def _draw(pen: Pen, book: Book, progress: Progress, mark: ClubMark | None) -> None:
    leaves = [leaf for part in book.parts for leaf in _leaves(part, book, pen.fonts, mark)]
    for number, leaf in enumerate(leaves, 1):
        if not leaf.begins:
            title = leaf.part.title or book.title
            page.draw_running_head(pen, join_facts(title, book.imprint.event))
        for top, piece in leaf.page.placed:
            piece.draw(pen, top)
        if leaf.part.mark:
            page.draw_mark(pen, plain(leaf.part.mark))
        page.draw_foot(pen, book.imprint_of(leaf.part), number, len(leaves))
        pen.canvas.showPage()
        progress(number, len(leaves))


def _leaves(part: BookPart, book: Book, fonts: Fonts, mark: ClubMark | None) -> Iterator[Leaf]:
    width, high = _size(book)
    end, inner = page.bottom(book.imprint_of(part), high), width - 2 * MARGIN
    later = MARGIN + page.TEXT * page.LEADING + AFTER_HEAD
    beside = page.CLUB + page.FOOT_GAP if mark else 0
    fitted = page.head(part.title, part.lines, fonts, inner - beside, part.over)
    head_height = page.head_height(fitted) + AFTER_HEAD
    head = Piece(head_height, partial(page.draw_head, parts=fitted, mark=mark))
    start = [Chunk((head,), leads=True)] if part.title else []
    below_head = end - MARGIN - head.height
    # Cards have no head; every page begins with a new card.
    top = later if part.title else MARGIN

    def pages(part: BookPart) -> list[Page]:
        space = PageSpace(inner, end - later, below_head, below_head)
        return paginate([*start, *_blocks(part, fonts, space)], MARGIN, top, end)

    def cost(part: BookPart) -> tuple[int, ...]:
        ends = (at for at, block in enumerate(part.blocks, 1) if isinstance(block, Stamp))
        signed = (replace(part, blocks=part.blocks[:end]) for end in ends)
        return tuple(len(pages(each)) for each in (part, *signed))

    cuts = pages(sizing.sized(part, fonts, inner, cost))
    fill(cuts, end)
    for number, cut in enumerate(cuts):
        yield Leaf(part, number == 0 or not part.title, cut)


def _blocks(part: BookPart, fonts: Fonts, room: PageSpace) -> Iterator[Chunk]:
    """Yield the chunks of a part; a block gets the space left on its page for it and its notes.

    A tree leaves room for all that comes after it.
    """
    used = 0.0
    for number, block in enumerate(part.blocks):
        after = part.blocks[number + 1 :]
        if not isinstance(block, Tree):
            after = tuple(takewhile(_stays_below, after))
        left = room.below_head - used - sum(_least(other, fonts, room) for other in after)
        if isinstance(block, Tree):
            left = _share(block, after, left)
        chunks = _chunks(block, fonts, replace(room, left=left))
        used += sum(chunk.height for chunk in chunks)
        yield from chunks


def _stays_below(block: Block) -> bool:
    """Whether a block before it leaves room for this one: words, and the only rows of a page."""
    return isinstance(block, Words | Stamp) or (isinstance(block, Grid) and block.follows)


def _share(tree: Tree, after: Iterable[Block], left: float) -> float:
    """Return what a tree gets of the space left, so that all on its page have one scale."""
    rows = tree.rows + sum(other.rows for other in after if isinstance(other, Tree))
    least = branches.least(tree)
    return least + (left - least) * tree.rows / rows


def _least(block: Block, fonts: Fonts, room: PageSpace) -> float:
    """Return the height that a block needs."""
    if isinstance(block, Tree):
        return branches.least(block)
    return sum(chunk.height for chunk in _chunks(block, fonts, room))


def _chunks(block: Block, fonts: Fonts, room: PageSpace) -> list[Chunk]:
    if isinstance(block, Grid) and block.abreast > 1:
        return abreast.chunks(block, fonts, room.high, room.wide, room.left)
    if isinstance(block, Tree):
        fits = branches.least(block) <= room.left
        return branches.chunks(block, room.wide, room.left if fits else room.below_head)
    if isinstance(block, Card):
        return cut_outs.card_chunks(block)
    if isinstance(block, SlipRow):
        return cut_outs.slip_chunks(block)
    if isinstance(block, Stamp):
        return _stamp(block)
    return list(_lines(block, fonts, room))


def _lines(
    block: Grid | Words | LongText | Blanks, fonts: Fonts, room: PageSpace
) -> Iterator[Chunk]:
    if isinstance(block, Grid):
        yield from grid.chunks(block, fonts, room.high, room.wide)
    elif isinstance(block, LongText):
        yield from _long_text(block, fonts)
    else:
        yield _blanks(block) if isinstance(block, Blanks) else _words(block, fonts)


def _words(words: Words, fonts: Fonts) -> Chunk:
    font = fonts.bold if words.strong else fonts.regular
    size = page.SMALL if words.small else grid.TITLE if words.strong else page.TEXT
    size = page.LONG_TITLE if words.decides else size
    # A paragraph breaks rather than having a size of its own.
    (fitted,) = fit_column([(plain(words.text), font)], size, INNER, WORDS_LINES)
    draw = partial(page.draw_lines, fitted=fitted, font=font)
    after = AFTER_WORDS / 2 if words.small and not words.follows else AFTER_WORDS
    piece = Piece(page.height(fitted) + after, draw)
    return Chunk((piece,), leads=words.strong, follows=words.follows)


def _long_text(text: LongText, fonts: Fonts) -> Iterator[Chunk]:
    """Yield the lines of a text one by one, so that they can continue on the next page."""
    font, shown = fonts.regular, plain(text.text)
    fitted = fit(shown, font, page.TEXT, INNER, lines=len(shown))
    for number, line in enumerate(fitted.lines, 1):
        one = replace(fitted, lines=(line,))
        after = AFTER_WORDS if number == len(fitted.lines) else 0.0
        draw = partial(page.draw_lines, fitted=one, font=font)
        yield Chunk((Piece(page.height(one) + after, draw),), follows=number == 1)


def _blanks(blanks: Blanks) -> Chunk:
    height = SIGNED if blanks.signed else CLOSE_LINE if blanks.close else LINE
    after = 0.0 if blanks.leads else AFTER_CLOSE if blanks.close else grid.AFTER
    piece = Piece(height + after, partial(_draw_blanks, blanks))
    return Chunk((piece,), leads=blanks.leads, follows=blanks.follows)


def _draw_blanks(blanks: Blanks, pen: Pen, top: float) -> None:
    shares = blanks.shares or (1.0,) * len(blanks.labels)
    left, places = MARGIN, []
    for share in shares:
        width = (INNER + BESIDE) * share / sum(shares)
        places.append((left, left + width - BESIDE))
        left += width
    draw = _draw_signed if blanks.signed else _draw_blank
    top -= LINE - CLOSE_LINE if blanks.close else 0
    lines, size = (3, page.SMALL) if blanks.signed else (1, page.TEXT)
    labels = [plain(label) for label in blanks.labels]
    # All labels of a line have one size.
    fits = [
        fit(label, pen.fonts.regular, size, right - left, lines)
        for label, (left, right) in zip(labels, places, strict=True)
    ]
    smallest = min((fitted.size for fitted in fits), default=size)
    for label, place in zip(labels, places, strict=True):
        draw(pen, fit(label, pen.fonts.regular, smallest, place[1] - place[0], lines), top, place)


def _draw_blank(pen: Pen, label: Fitted, top: float, place: tuple[float, float]) -> None:
    left, right = place
    font = pen.fonts.regular
    base = top + LINE - 2 * mm
    pen.write(label.lines[0], font, label.size, left, base)
    begins = left + font.width(label.lines[0], label.size) + 1 * mm
    if begins < right:
        pen.rule(base + 1 * mm, begins, right)


def _draw_signed(pen: Pen, label: Fitted, top: float, place: tuple[float, float]) -> None:
    left, right = place
    base = top + SIGNED - 7 * mm
    pen.rule(base, left, right)
    for line in label.lines:
        base += label.size * page.LEADING
        pen.write(line, pen.fonts.regular, label.size, left, base)


def _stamp(stamp: Stamp) -> list[Chunk]:
    """Return the end of an official document: lines to sign, and a ring for the club's stamp."""
    return [Chunk((Piece(STAMP_TALL, partial(_draw_stamp, stamp)),))]


def _draw_stamp(stamp: Stamp, pen: Pen, top: float) -> None:
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
