"""Fit text into a width: one text by itself, or all texts of a column at one size.

A single text first becomes smaller, then breaks, and only then is shortened. In a column a long
text breaks before the others become smaller for it. Text must have passed `fonts.plain`, which
removes characters that cannot be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from web.publish.pdf.fonts import Font

SHRINK = 0.8
CLOSE = 1.2
"""The distance of two lines of a cell, relative to their size."""
SCALES = (1.0, 0.95, 0.9, 0.85, SHRINK)
LEAST_SCALES = (*SCALES, 0.75, 0.7)
"""The sizes of a column relative to its usual one; the least only if rows have a fixed height."""
ON_ONE_LINE = 0.9
"""The size down to which a column shrinks before one of its texts breaks."""
BETWEEN, HEAVIER = 0.9, 1.06
"""The space between two steps on a line, for a size of one, and how much wider a bold number is."""
ELLIPSIS = "…"

# Where a line may end: around every ideograph, but not after an opening bracket, nor before closing
# punctuation or the dot between facts. A number stays with what it numbers: 裁-2026-0001, 东 −50,
# 现为+50.
_WIDE = r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
_CLOSING = r"[、。，．！：；？）》」』】’”·／)\]]"
_OPENING = r"[（《「『【“]"
_WHOLE = rf"{_WIDE}-[\d-]+|{_WIDE}[+−]\d+|(?<![\u4e00-\u9fff])[东南西北] [+−]?\d+"
_RUN = rf"(?:(?!{_WIDE})\S)+"
_PIECE = re.compile(rf"{_OPENING}*(?:{_WHOLE}|{_WIDE}|{_RUN}){_CLOSING}*(?:\s+·(?=\s))?\s*|\s+")
_PART = re.compile(r"\S+\s*")
_SENTENCE = re.compile(r"[^。！？]*[。！？]+\s*|[^。！？]+")
_PHRASE = re.compile(r"[^，。；：！？]*[，。；：！？]+\s*|[^，。；：！？]+")
_CLAUSE = re.compile(r"[^；;]+[；;]*\s*")
_STEP = re.compile(r"(.*?)\s+([+−-]?[\d./]+)")
_HYPHEN = re.compile(r"(?<=[^\W\d_]-)(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted text: its lines and its font size; `tight` if it had to be smaller or cut."""

    lines: tuple[str, ...]
    size: float
    tight: bool = False


def fit(text: str, font: Font, size: float, width: float, lines: int = 2) -> Fitted:
    """Fit a text into `width`, on at most `lines` lines."""
    full = font.width(text, size)
    if full <= width:
        return Fitted((text,), size)
    if full * SHRINK <= width:
        return Fitted((text,), size * width / full)
    return _cut(text, font, size * SHRINK, width, lines)


def fit_column(
    texts: Sequence[tuple[str, Font]],
    size: float,
    width: float,
    lines: int = 2,
    high: float = 0,
    *,
    clauses: bool = False,
) -> list[Fitted]:
    """Fit all texts of a column at one size, each on at most `lines` lines.

    With `high` the lines of a text should not be higher than that; those of `clauses` end only
    where one does. A text that does not fit at the least size is shortened.
    """
    widest = max((font.width(text, size) for text, font in texts), default=0.0)
    if widest * ON_ONE_LINE <= width and not clauses:
        single = size * min(1.0, width / widest) if widest else size
        return [Fitted((text,), single, widest > width) for text, _font in texts]
    scales = LEAST_SCALES if high else SCALES
    for scale in scales:
        wrapped = _by_clauses if clauses else _wrapped
        fitted = [wrapped(text, font, size * scale, width) for text, font in texts]
        if all(fits and _is_within(cell, lines, high) for cell, fits in fitted):
            return [replace(cell, tight=scale < 1) for cell, _fits in fitted]
    least = size * scales[-1]
    if widest * scales[-1] <= width:
        return [Fitted((text,), least, tight=True) for text, _font in texts]
    cut = (_cut(text, font, least, width, lines) for text, font in texts)
    return [replace(cell, tight=True) for cell in cut]


def height(fitted: Fitted, leading: float) -> float:
    """Return the height of the lines of a cell, the first with the `leading` of a paragraph."""
    return fitted.size * (leading + (len(fitted.lines) - 1) * CLOSE)


def is_whole(fitted: Fitted) -> bool:
    """Whether nothing of a text was cut off."""
    return not any(line.endswith(ELLIPSIS) for line in fitted.lines)


def _is_within(cell: Fitted, lines: int, high: float) -> bool:
    return len(cell.lines) <= lines and (not high or height(cell, CLOSE) <= high)


def _wrapped(text: str, font: Font, size: float, width: float) -> tuple[Fitted, bool]:
    """Return a text in lines, and whether none of its words had to be broken."""
    words = (piece.rstrip() for piece in _words(text))
    is_whole = all(font.width(word, size) <= width for word in words)
    lines = list(_wrap(text, font, size, width))
    for pattern in (_SENTENCE, _PHRASE, _PART):
        parts = pattern.findall(text)
        if len(parts) == 1 or any(font.width(part.rstrip(), size) > width for part in parts):
            continue
        filled = list(_filled(parts, font, size, width))
        if len(filled) <= len(lines):
            # A sentence, a phrase or a name stays whole where that takes no line more.
            lines = filled
            break
    return Fitted(tuple(line.rstrip() for line in lines), size), is_whole


def _by_clauses(text: str, font: Font, size: float, width: float) -> tuple[Fitted, bool]:
    """Return a text in lines, and whether no word had to be broken.

    A clause is on one line; one that is too wide begins one.
    """
    lines, is_whole = [""], True
    for clause in _CLAUSE.findall(text):
        if width_of_steps(lines[-1] + clause, font, size) <= width:
            lines[-1] += clause
            continue
        broken, fits = _wrapped(clause, font, size, width)
        lines, is_whole = [*lines, *(f"{line} " for line in broken.lines)], is_whole and fits
    return Fitted(tuple(line.rstrip() for line in lines if line), size), is_whole


def width_of_steps(line: str, font: Font, size: float) -> float:
    """Return the width of the steps of a line with the space between them."""
    found = steps(line)
    words = sum(font.width(f"{words} ", size) for words, _number in found)
    numbers = sum(font.width(number, size * HEAVIER) for _words, number in found)
    return words + numbers + (len(found) - 1) * BETWEEN * size


def steps(line: str) -> list[tuple[str, str]]:
    """Return the words of each clause of a line, and the number at its end if there is one.

    >>> steps("猪 ♠Q −100；羊 ♦J +100；"), steps("pig")
    ([('猪 ♠Q', '−100'), ('羊 ♦J', '+100')], [('pig', '')])
    """
    clauses = (clause.strip().rstrip("；;") for clause in _CLAUSE.findall(line))
    found = ((_STEP.fullmatch(clause), clause) for clause in clauses)
    return [(step[1], step[2]) if step else (clause, "") for step, clause in found]


def _cut(text: str, font: Font, size: float, width: float, lines: int) -> Fitted:
    """Return a text in at most `lines` lines, the last one shortened."""
    wrapped = list(_wrap(text, font, size, width))
    if len(wrapped) > lines:
        rest = "".join(wrapped[lines - 1 :])
        wrapped[lines - 1 :] = [_shorten(rest, font, size, width)]
    return Fitted(tuple(line.rstrip() for line in wrapped), size)


def _wrap(text: str, font: Font, size: float, width: float) -> Iterator[str]:
    return _filled(_pieces(text, font, size, width), font, size, width)


def _filled(pieces: Iterable[str], font: Font, size: float, width: float) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if line and font.width((line + piece).rstrip(), size) > width:
            yield line
            line = ""
        line += piece
    yield line


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, ideograph by ideograph; a line may end after a hyphen."""
    for piece in _PIECE.findall(text):
        yield from _HYPHEN.split(piece)


def _pieces(text: str, font: Font, size: float, width: float) -> Iterator[str]:
    """Yield the unbreakable pieces of a text; a word wider than the line is broken anyway."""
    for piece in _words(text):
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
