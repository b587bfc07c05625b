"""Draw a seal as SVG: its field or frame with a worn edge, and its characters in strong strokes.

The signs of a name stand in columns from the right, read downwards. Two signs are joined by 之印,
three by 印; four stand alone. Five to eight stand in two columns of at most four, nine to twelve in
three. A dot, as in 买买提·吐尔逊, ends a column and is not drawn, as far as so many columns hold
the name.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from pathlib import Path
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from web.publish.pdf.outlines import BASELINE, EM, Outline, outline
from web.publish.pdf.seal_shape import COARSE, FINE, FRAME, SIDE, Point, SealShape, drawn_svg
from web.publish.pdf.typefaces import serif

THICKENED: Final = 0.035
"""How much strokes are thickened, in em, since those of a book face are thin."""
LEAST: Final = 56
"""The least size in pixels of a seal of two by two characters."""
LEAST_BEYOND: Final = 72
"""The least size of a seal with more."""
LEAST_ALONE: Final = 28
"""The least size of a seal with a single character, which is as large as four of the first."""
INKS: Final = ("--seal", "--on-seal")
"""The colours of a person's seal: of the ink, and of the parts left out of it."""
MARK_INKS: Final = ("--club-ink", "--paper")
"""The colours of a club's mark, which is no seal of a person."""
_EDGE: Final = 2.0
_INSIDE: Final = {True: 11.0, False: 8.0}
"""The distance from the edge of a seal to its characters, with a frame and without."""
_CLOSE: Final = 0.94
"""The share of its cell that a character takes, so that no two touch."""
_POINTS: Final = 9
_WORN: Final = 1.1
"""How far a point of a worn side is moved inwards."""


@dataclass(frozen=True, slots=True)
class DrawnSeal:
    """The seal of a name, or the mark of a club; `least` is its least size in pixels.

    `inks` are the variables of its colours on a page.
    """

    name: str
    shape: SealShape
    least: int
    inks: tuple[str, str] = INKS

    def svg(self, size: int, *, key: str = "") -> SafeString:
        """Return the seal at a size in pixels, empty where that is too small to be read.

        With a `key` other seals of the page may repeat its shape.
        """
        if size < self.least:
            return SafeString("")
        named = format_html(' id="{}"', key) if key else ""
        return _framed(size, self.name, format_html("<g{}>{}</g>", named, self._shape))

    def repeated(self, size: int, key: str) -> SafeString:
        """Return the shape that is on the page under `key` once more, at a size."""
        if size < self.least:
            return SafeString("")
        return _framed(size, self.name, format_html('<use href="#{}"/>', key))

    def beside_name(self, size: int) -> SafeString:
        """Return the mark of a club without its name, for use beside the name."""
        if size < self.least:
            return SafeString("")
        return format_html(_DRAWN, size, _BESIDE, "", self._drawn(COARSE))

    @property
    def _shape(self) -> SafeString:
        return self._drawn(FINE)

    def _drawn(self, parts: int) -> SafeString:
        ink, ground = (f"var({name})" for name in self.inks)
        return drawn_svg(self.shape, ink, ground, parts)


def seal(name: str, uid: str) -> DrawnSeal | None:
    """Return the seal of a name; None if it has none, or the face lacks one of its characters.

    The owner's `uid` decides whether the seal is framed or filled, and how its edge is worn.
    """
    return _seal(name, uid, serif())


def club_mark(name: str, uid: str) -> DrawnSeal | None:
    """Return the first character of a club's name as its mark; None if it is no Han character."""
    return _mark(name, uid, serif())


# Also by the file of the face, which is there only once its package is installed.
@lru_cache(maxsize=1024)
def _seal(name: str, uid: str, _face: Path | None) -> DrawnSeal | None:
    ordered = columns(name)
    chance = _chance(uid)
    shape = _shaped(ordered, chance, is_framed=chance.random() < 0.5)
    return DrawnSeal(name, shape, LEAST if shape.is_small else LEAST_BEYOND) if shape else None


@lru_cache(maxsize=64)
def _mark(name: str, uid: str, _face: Path | None) -> DrawnSeal | None:
    sign = name.strip()[:1]
    if not (sign and is_han(sign)):
        return None
    shape = _shaped((sign,), _chance(uid), is_framed=False)
    return DrawnSeal(name, shape, LEAST_ALONE, MARK_INKS) if shape else None


def _chance(uid: str) -> random.Random:
    return random.Random(hashlib.sha256(uid.encode()).digest())  # noqa: S311


def _shaped(ordered: Sequence[str], chance: random.Random, *, is_framed: bool) -> SealShape | None:
    """Return the shape of a seal with these columns; None if there is nothing to draw."""
    places = tuple(cells(ordered)) if ordered else ()
    outlines = [outline(cell.sign) for cell in places]
    if not places or not all(outlines):
        return None
    inside = _INSIDE[is_framed]
    placed = zip(places, outlines, strict=True)
    signs = tuple(_placed(cell, drawn or (), inside) for cell, drawn in placed)
    em = min(min(cell.width, cell.height) for cell in places) * (SIDE - 2 * inside)
    inset = _EDGE + (FRAME / 2 if is_framed else 0)
    is_small = max(len(ordered), *map(len, ordered)) <= 2
    stroke = round(em * THICKENED, 2)
    return SealShape(is_framed, _worn_edge(chance, inset), signs, stroke, is_small)


def _placed(cell: Cell, steps: Outline, inside: float) -> Outline:
    """Return the outline of a character in its cell, with y downwards."""
    room = SIDE - 2 * inside
    x_scale, y_scale = (size * room * _CLOSE / EM for size in (cell.width, cell.height))
    left = inside + (cell.x + cell.width * (1 - _CLOSE) / 2) * room
    top = inside + (cell.y + cell.height * (1 - _CLOSE) / 2) * room

    def placed(points: Sequence[float]) -> tuple[float, ...]:
        return tuple(
            left + value * x_scale if number % 2 == 0 else top + (EM - BASELINE - value) * y_scale
            for number, value in enumerate(points)
        )

    return tuple((kind, placed(points)) for kind, points in steps)


def _worn_edge(chance: random.Random, inset: float) -> tuple[Point, ...]:
    """Return the points of a square with slightly worn sides, one corner more than the rest."""
    far, length = SIDE - inset, SIDE - 2 * inset
    steps = [inset + length * number / _POINTS for number in range(_POINTS)]
    worn = [[chance.random() * _WORN for _ in steps] for _ in range(4)]
    worn[chance.randrange(4)][0] = 2 * _WORN
    above = [(at, inset + by) for at, by in zip(steps, worn[0], strict=True)]
    right = [(far - by, at) for at, by in zip(steps, worn[1], strict=True)]
    below = [(SIDE - at, far - by) for at, by in zip(steps, worn[2], strict=True)]
    left = [(inset + by, SIDE - at) for at, by in zip(steps, worn[3], strict=True)]
    return tuple((round(x, 1), round(y, 1)) for x, y in (*above, *right, *below, *left))


_DRAWN: Final = (
    '<svg class="name-seal"{1} width="{0}" height="{0}" viewBox="0 0 100 100">{2}{3}</svg>'
)
_ALONE: Final = mark_safe(' role="img"')
_BESIDE: Final = mark_safe(' aria-hidden="true"')


def _framed(size: int, name: str, shape: SafeString) -> SafeString:
    return format_html(_DRAWN, size, _ALONE, format_html("<title>{}</title>", name), shape)


MOST: Final = 12
"""The characters of the longest name that has a seal."""
TALLEST: Final = 4
"""The most signs of a column."""
ADDED: Final = {2: "之印", 3: "印"}
MOST_STRETCHED: Final = 1.25
"""The greatest ratio of width to height, or height to width, of a character."""
_DOTS: Final = re.compile("[·・•‧∙]")
_HAN: Final = (
    range(0x3400, 0x4DC0),
    range(0x4E00, 0xA000),
    range(0xF900, 0xFB00),
    range(0x20000, 0x323B0),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of a character in a seal, as shares of its field: x from the left, y from the top.

    `width` and `height` are the size at which the character is drawn in the middle of its place.
    """

    sign: str
    x: float
    y: float
    width: float
    height: float


def columns(name: str) -> tuple[str, ...]:
    """Return the columns of the seal of a name, the right one first.

    Empty for a name that is not only of Han characters, or has too many for a seal.

    >>> columns("赵敏"), columns("欧阳修"), columns("诸葛孔明")
    (('赵敏', '之印'), ('欧阳', '修印'), ('诸葛', '孔明'))
    >>> columns("买买提·吐尔逊"), columns("清风棋牌俱乐部"), columns("马·丽莎娜")
    (('买买提', '吐尔逊'), ('清风棋牌', '俱乐部'), ('马', '丽莎娜'))
    >>> columns("Ann Lee"), columns("王Tom")
    ((), ())
    """
    parts = [part for part in _DOTS.split(name.strip()) if part]
    signs = "".join(parts)
    if not signs or len(signs) > MOST or not all(map(is_han, signs)):
        return ()
    dots = {*accumulate(map(len, parts[:-1]))}
    shown = signs + ADDED.get(len(signs), "")
    count = -(-len(shown) // (TALLEST if len(signs) > TALLEST else 2))
    return _divided(shown, count, dots)


def cells(ordered: Sequence[str]) -> Iterator[Cell]:
    """Yield the place of each character of a seal's columns, the right column first."""
    width = 1 / len(ordered)
    for number, column in enumerate(ordered):
        left, height = 1 - width * (number + 1), 1 / len(column)
        wide = min(width, height * MOST_STRETCHED)
        high = min(height, width * MOST_STRETCHED)
        for row, sign in enumerate(column):
            x, y = left + (width - wide) / 2, row * height + (height - high) / 2
            yield Cell(sign, x, y, wide, high)


def is_han(sign: str) -> bool:
    """Return whether a sign is an ideograph.

    >>> is_han("印"), is_han("〇"), is_han("の")
    (True, True, False)
    """
    return sign == "〇" or any(ord(sign) in signs for signs in _HAN)


def _divided(signs: str, count: int, dots: Collection[int]) -> tuple[str, ...]:
    """Divide characters into `count` columns, of which as many as possible end at dots; otherwise
    they are as even as possible, the first of them the longer ones.

    >>> _divided("一二三四五六七", 2, ()), _divided("一二三四五六七", 2, [3])
    (('一二三四', '五六七'), ('一二三', '四五六七'))
    """
    within = [
        ends
        for ends in combinations(range(1, len(signs)), count - 1)
        if max(_heights(ends, len(signs))) <= TALLEST
    ]
    ends = min(within, key=lambda ends: _unevenness(ends, len(signs), dots))
    return tuple(signs[start:end] for start, end in pairwise((0, *ends, len(signs))))


def _heights(ends: Sequence[int], whole: int) -> tuple[int, ...]:
    return tuple(end - start for start, end in pairwise((0, *ends, whole)))


def _unevenness(
    ends: Sequence[int], whole: int, dots: Collection[int]
) -> tuple[int, int, tuple[int, ...]]:
    """Return the sort key of a division into columns, the best first."""
    heights = _heights(ends, whole)
    at_dots = sum(end in dots for end in ends)
    return -at_dots, sum(height**2 for height in heights), tuple(-height for height in heights)
