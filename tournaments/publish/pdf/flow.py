"""Cuts what is to be drawn into pages before anything is drawn, so that each knows its number.

A piece knows its height and how it is drawn; a chunk of pieces is never torn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tournaments.publish.pdf.page import Pen

Draw = Callable[[Pen, float], None]
"""Draws a piece whose top is so far below the upper edge of the page."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that is drawn in one go."""

    height: float
    draw: Draw


@dataclass(frozen=True, slots=True)
class Chunk:
    """Pieces that stand together. `again` is drawn before them where they begin a later page."""

    pieces: tuple[Piece, ...]
    again: Piece | None = None
    leads: bool = False
    """It heads what follows, and does not stay behind alone."""

    @property
    def height(self) -> float:
        """The height of all pieces."""
        return sum(piece.height for piece in self.pieces)


@dataclass(slots=True)
class Page:
    """A page as it fills: its pieces with where each begins, and where the next one would."""

    top: float
    placed: list[tuple[float, Piece]] = field(default_factory=list)

    def put(self, piece: Piece) -> None:
        """Put a piece below all others."""
        self.placed.append((self.top, piece))
        self.top += piece.height


def paginate(chunks: Iterable[Chunk], first: float, later: float, end: float) -> list[Page]:
    """Return the pages; the first begins at `first`, the others at `later`, and all end at `end`.

    What is higher than a page begins one and runs over its end.
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
    """Join what leads with the chunk that it leads to."""
    joined: list[Chunk] = []
    held: tuple[Piece, ...] = ()
    for chunk in chunks:
        held += chunk.pieces
        if not chunk.leads:
            joined.append(Chunk(held, chunk.again))
            held = ()
    return [*joined, Chunk(held)] if held else joined
