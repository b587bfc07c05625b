"""Divide content into pages before anything is drawn, so that page numbers are known.

A piece has a height and a function that draws it; a chunk of pieces is never split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from web.publish.pdf.page import Pen

Draw = Callable[[Pen, float], None]
"""Draws a piece at a distance from the upper edge of the page."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of content with its height and the function that draws it."""

    height: float
    draw: Draw


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

    def put(self, piece: Piece) -> None:
        """Add a piece below all others."""
        self.placed.append((self.top, piece))
        self.top += piece.height


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
