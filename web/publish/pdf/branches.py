"""Draws a part of a knockout: a box for each match, and lines to the match it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from reportlab.lib.units import mm

from web.publish.pdf import page
from web.publish.pdf.flow import Chunk, Piece
from web.publish.pdf.fonts import plain
from web.publish.pdf.page import MARGIN, Pen
from web.publish.pdf.text import fit
from web.publish.pdf.tree import NameStyle, Tree, TreeMatch, TreeSide

SLOT: float = 15.6 * mm
"""The height of a match with its code above and a gap below."""
HEAD: float = 5 * mm
TITLE: float = 6 * mm
AFTER: float = 4 * mm
NOTE: float = 3.6 * mm
SIDE: float = 5.6 * mm
BETWEEN: float = 7 * mm
"""The width of the lines between two rounds."""
MARK: float = 9 * mm
PAD: float = 1 * mm
TOTAL: Final = 0.3
"""The largest share of a box for the total of a side."""
NAME_SIZE, CODE_SIZE, HEAD_SIZE, TITLE_SIZE = 9.0, 7.0, 9.0, 11.0
CLOSE, UP, ON_TWO_LINES, CENTRE = 1.1, 0.92, 0.86, 0.35
LARGEST: Final = 1.5
"""The largest scale, where there are few matches."""
WIDEST: float = 88 * mm
GREY: Final = 0.35


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The layout of a tree: its scale, and the width of a round."""

    tree: Tree
    scale: float
    wide: float

    @property
    def slot(self) -> float:
        """The height of a match of the longest round."""
        return SLOT * self.scale

    @property
    def height(self) -> float:
        """The height of the whole."""
        return (TITLE if self.tree.title else 0) + HEAD + self.slot * self.tree.rows + AFTER

    def left(self, column: int) -> float:
        """Return the left edge of the boxes of a round."""
        return MARGIN + column * self.wide

    def middle(self, column: int, row: int) -> float:
        """Return the distance from the headings to the line between the two sides of a match."""
        each = self.slot * self.tree.rows / len(self.tree.rounds[column].matches)
        return (row + 0.5) * each + (NOTE / 2) * self.scale


def least(tree: Tree) -> float:
    """Return the height of a tree at the scale below which none is drawn."""
    return TreeLayout(tree, 1.0, 0).height


def chunks(tree: Tree, wide: float, room: float) -> list[Chunk]:
    """Return a tree as one chunk, as large as the page allows."""
    most = (room - TITLE - HEAD - AFTER) / tree.rows / SLOT
    each = min(WIDEST, (wide + BETWEEN) / len(tree.rounds))
    plan = TreeLayout(tree, max(1.0, min(LARGEST * each / WIDEST, most)), each)
    return [Chunk((Piece(plan.height, partial(_draw, plan)),))]


def _draw(plan: TreeLayout, pen: Pen, top: float) -> None:
    if plan.tree.title:
        pen.write(plain(plan.tree.title), pen.fonts.bold, TITLE_SIZE, MARGIN, top + TITLE - 2 * mm)
        top += TITLE
    for column, round_ in enumerate(plan.tree.rounds):
        left, room = plan.left(column), plan.wide - BETWEEN
        heading = fit(plain(round_.heading), pen.fonts.bold, HEAD_SIZE, room, lines=1)
        pen.write(heading.lines[0], pen.fonts.bold, heading.size, left, top + HEAD - 2 * mm)
        pen.rule(top + HEAD - 1 * mm, left, left + room)
        for row, match in enumerate(round_.matches):
            _box(plan, pen, match, left, top + HEAD + plan.middle(column, row))
    for left, start, right, end in _lines(plan, top + HEAD):
        half = (left + right) / 2
        pen.rule(start, left, half)
        pen.canvas.line(half, pen.height - start, half, pen.height - end)
        pen.rule(end, half, right)


def _box(plan: TreeLayout, pen: Pen, match: TreeMatch, left: float, middle: float) -> None:
    high, wide = SIDE * plan.scale, plan.wide - BETWEEN
    pen.canvas.setLineWidth(page.RULE)
    pen.canvas.rect(left, pen.height - middle - high, wide, 2 * high, stroke=1, fill=0)
    pen.rule(middle, left, left + wide)
    _note(plan, pen, match, left, middle - high - 1 * mm)
    for place, side in enumerate(match.sides):
        _side(plan, pen, side, left, middle + (place - 1) * high)


def _note(plan: TreeLayout, pen: Pen, match: TreeMatch, left: float, base: float) -> None:
    size = CODE_SIZE * plan.scale
    code = pen.fonts.bold.width(match.code, size) + 2 * PAD
    pen.write(match.code, pen.fonts.bold, size, left, base)
    if match.note:
        room = plan.wide - BETWEEN - code
        fitted = fit(plain(match.note), pen.fonts.regular, size, room, lines=1)
        right = left + plan.wide - BETWEEN
        pen.write_to(fitted.lines[0], pen.fonts.regular, fitted.size, right, base)


def _side(plan: TreeLayout, pen: Pen, side: TreeSide, left: float, top: float) -> None:
    """Draw a side: the match it comes from, its name, and its total."""
    begin, end = left + PAD, left + plan.wide - BETWEEN - PAD
    high, size = SIDE * plan.scale, NAME_SIZE * plan.scale
    font = pen.fonts.bold if side.look is NameStyle.WINNER else pen.fonts.regular
    middle = top + high / 2
    if side.mark:
        mark = fit(plain(side.mark), pen.fonts.regular, CODE_SIZE * plan.scale, MARK, 1)
        text, small = mark.lines[0], mark.size
        pen.write(text, pen.fonts.regular, small, begin, middle + small * CENTRE)
        begin += pen.fonts.regular.width(text, small) + 2 * PAD
    if side.total:
        total = fit(side.total, font, size, (end - begin) * TOTAL, 1)
        pen.write_to(total.lines[0], font, total.size, end, middle + total.size * CENTRE)
        end -= font.width(total.lines[0], total.size) + 2 * PAD
    pen.canvas.setFillGray(GREY if side.look is NameStyle.FAINT else 0)
    name = fit(plain(side.name), font, size, end - begin)
    if len(name.lines) > 1:
        name = fit(plain(side.name), font, size * ON_TWO_LINES, end - begin)
    base = top + (high - len(name.lines) * name.size * CLOSE) / 2 + name.size * UP
    pen.write_lines(name, font, begin, base, CLOSE)
    pen.canvas.setFillGray(0)


def _lines(plan: TreeLayout, top: float) -> Iterator[tuple[float, float, float, float]]:
    """Yield the lines between matches, from the right edge of one to the left edge of the next."""
    for column in range(1, len(plan.tree.rounds)):
        before = plan.tree.rounds[column - 1].matches
        rows = {match.code: row for row, match in enumerate(before)}
        for row, match in enumerate(plan.tree.rounds[column].matches):
            for place, side in enumerate(match.sides):
                if side.source in rows:
                    start = top + plan.middle(column - 1, rows[side.source])
                    high = (place - 0.5) * SIDE * plan.scale
                    end = top + plan.middle(column, row) + high
                    yield plan.left(column) - BETWEEN, start, plan.left(column), end
