"""Fits text into a width: first smaller, then on more lines, and only then shortened.

Text must have passed `fonts.plain`, which removes characters that cannot be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.publish.pdf.fonts import Font

SHRINK = 0.8
ELLIPSIS = "…"

# Where a line may end: around every ideograph, but not before what closes a phrase.
_WIDE = r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
_CLOSING = r"[、。，．！：；？）》」』】’”·)\]]"
_PIECE = re.compile(rf"(?:{_WIDE}|(?:(?!{_WIDE})\S)+){_CLOSING}*\s*|\s+")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted text: its lines and its font size."""

    lines: tuple[str, ...]
    size: float


def fit(text: str, font: Font, size: float, width: float, lines: int = 2) -> Fitted:
    """Fit a text into `width`, on at most `lines` lines."""
    full = font.width(text, size)
    if full <= width:
        return Fitted((text,), size)
    if full * SHRINK <= width:
        return Fitted((text,), size * width / full)
    small = size * SHRINK
    wrapped = list(_wrap(text, font, small, width))
    if len(wrapped) > lines:
        rest = "".join(wrapped[lines - 1 :])
        wrapped[lines - 1 :] = [_shorten(rest, font, small, width)]
    return Fitted(tuple(line.rstrip() for line in wrapped), small)


def _wrap(text: str, font: Font, size: float, width: float) -> Iterator[str]:
    line = ""
    for piece in _pieces(text, font, size, width):
        if line and font.width((line + piece).rstrip(), size) > width:
            yield line
            line = ""
        line += piece
    yield line


def _pieces(text: str, font: Font, size: float, width: float) -> Iterator[str]:
    """Yield the unbreakable pieces of a text; a word wider than the line is broken anyway."""
    for piece in _PIECE.findall(text):
        if font.width(piece.rstrip(), size) <= width:
            yield piece
        else:
            yield from piece


def _shorten(text: str, font: Font, size: float, width: float) -> str:
    for end in range(len(text), 0, -1):
        short = text[:end].rstrip() + ELLIPSIS
        if font.width(short, size) <= width:
            return short
    return ELLIPSIS
