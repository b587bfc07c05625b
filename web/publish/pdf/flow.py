"""Divide content into pages before anything is drawn, so that page numbers are known.

A piece has a height and a function that draws it; a chunk of pieces is never split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from web.publish.pdf.page import Pen

Draw = Callable[[Pen, float], None]
"""Draws a piece at a distance from the upper edge of the page."""


MOST_GROWTH: Final = 0.9
"""How much higher a row becomes where its page has room."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of content with its height and the function that draws it.

    One that may `grow` is drawn higher where its page has room left.
    """

    height: float
    draw: Draw
    grow: Callable[[float], Piece] | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pieces that stay together. `again` is repeated before them at the top of a later page."""

    pieces: tuple[Piece, ...]
    again: Piece | None = None
    leads: bool = False
    """Whether it stays on the page of what follows."""
    follows: bool = False
    """Whether it stays on the page of what precedes it."""

    @property
    def height(self) -> float:
        """The height of all pieces."""
        return sum(piece.height for piece in self.pieces)


@dataclass(slots=True)
class Page:
    """A page that is being filled: its pieces with their positions, and the next position."""

    top: float
    placed: list[tuple[float, Piece]] = field(default_factory=list)
    continues: bool = False
    """Whether it begins within a list, whose rows are then no higher than on the page before."""

    def put(self, piece: Piece) -> None:
        """Add a piece below all others."""
        self.placed.append((self.top, piece))
        self.top += piece.height

    def fill(self, end: float, most: float) -> float:
        """Let its pieces grow towards `end`, by a share of `most` at most; return the share."""
        growing = sum(piece.height for _top, piece in self.placed if piece.grow)
        share = min(most, max(0.0, end - self.top) / growing) if growing else most
        placed, self.placed, self.top = self.placed, [], self.placed[0][0] if self.placed else end
        for _top, piece in placed:
            self.put(piece.grow(piece.height * share) if piece.grow else piece)
        return share


def fill(pages: Iterable[Page], end: float) -> None:
    """Let the rows of lists fill their pages, as far as rows may grow."""
    share = MOST_GROWTH
    for page in pages:
        share = page.fill(end, share if page.continues else MOST_GROWTH)


def paginate(chunks: Iterable[Chunk], first: float, later: float, end: float) -> list[Page]:
    """Return the pages; content begins at `first` on the first, at `later` on others, up to `end`.

    A chunk higher than a page begins a new one and overflows.
    """
    pages = [Page(first)]
    for chunk in _joined(list(chunks)):
        if pages[-1].placed and pages[-1].top + chunk.height > end:
            pages.append(Page(later))
            if chunk.again:
                pages[-1].put(chunk.again)
                pages[-1].continues = True
        for piece in chunk.pieces:
            pages[-1].put(piece)
    return pages


def _joined(chunks: list[Chunk]) -> list[Chunk]:
    """Join chunks that lead with the chunk that follows, and those that follow with the last."""
    joined: list[Chunk] = []
    held: tuple[Piece, ...] = ()
    for chunk in chunks:
        again = chunk.again
        if chunk.follows and not held and joined:
            before = joined.pop()
            held, again = before.pieces, before.again
        held += chunk.pieces
        if not chunk.leads:
            joined.append(Chunk(held, again))
            held = ()
    return [*joined, Chunk(held)] if held else joined
