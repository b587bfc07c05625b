"""Draws a seal as SVG: its field or its frame with a worn edge, and its signs in strong strokes."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from web.publish.pdf.outlines import BASELINE, EM, Outline, outline
from web.publish.seals import layout
from web.publish.seals.layout import Cell

SIDE: Final = 100.0
THICKENED: Final = 0.035
"""How much the strokes of a sign are thickened, in em: those of a face for books are thin."""
LEAST: Final = 56
"""The least size in pixels of a seal of two by two signs."""
LEAST_BEYOND: Final = 72
"""The least size of one with more."""
_EDGE: Final = 2.0
_FRAME: Final = 5.0
_INSIDE: Final = {True: 11.0, False: 8.0}
"""From the edge of the seal to its signs, with a frame and without."""
_CLOSE: Final = 0.94
"""How much of its place a sign takes, so that no two touch."""
_POINTS: Final = 9
_WORN: Final = 1.1
"""How far a point of a worn side stands in."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal in a square of 100: the paths of its signs, and the points of its worn edge.

    With a frame it is 朱文, red signs on paper; without it 白文, the signs left out of the red.
    """

    name: str
    is_framed: bool
    edge: tuple[Point, ...]
    signs: tuple[str, ...]
    stroke: float
    least: int

    def svg(self, size: int, *, key: str = "") -> SafeString:
        """Return the seal at a size in pixels, empty where that is too small to be read.

        With a `key` other seals of the page may repeat its shape.
        """
        if size < self.least:
            return SafeString("")
        named = format_html(' id="{}"', key) if key else ""
        return _framed(size, self.name, format_html("<g{}>{}</g>", named, self._shape))

    def repeated(self, size: int, key: str) -> SafeString:
        """Return the shape that stands on the page under `key` once more, at a size."""
        if size < self.least:
            return SafeString("")
        return _framed(size, self.name, format_html('<use href="#{}"/>', key))

    @property
    def _shape(self) -> SafeString:
        around = "M" + "L".join(f"{x:g} {y:g}" for x, y in self.edge) + "Z"
        ink = "var(--seal)" if self.is_framed else "var(--on-seal)"
        field = (
            f'<path d="{around}" fill="none" stroke="var(--seal)" stroke-width="{_FRAME:g}"/>'
            if self.is_framed
            else f'<path d="{around}" fill="var(--seal)"/>'
        )
        signs = "".join(self.signs)
        drawn = f'<path d="{signs}" fill="{ink}" stroke="{ink}" stroke-width="{self.stroke:g}"/>'
        return mark_safe(field + drawn)  # noqa: S308 (numbers and colours alone)


@lru_cache(maxsize=1024)
def seal(name: str, uid: str) -> Seal | None:
    """Return the seal of a name; None where it has none, or the face lacks one of its signs.

    `uid` is whose it is: by it the seal is framed or filled, and its edge worn.
    """
    ordered = layout.columns(name)
    cells = tuple(layout.cells(ordered)) if ordered else ()
    outlines = [outline(cell.sign) for cell in cells]
    if not cells or not all(outlines):
        return None
    chance = random.Random(hashlib.sha256(uid.encode()).digest())  # noqa: S311
    is_framed = chance.random() < 0.5
    inside = _INSIDE[is_framed]
    placed = zip(cells, outlines, strict=True)
    signs = tuple(_path(cell, drawn or (), inside) for cell, drawn in placed)
    em = min(min(cell.width, cell.height) for cell in cells) * (SIDE - 2 * inside)
    is_small = max(len(ordered), *map(len, ordered)) <= 2
    inset = _EDGE + (_FRAME / 2 if is_framed else 0)
    return Seal(
        name=name,
        is_framed=is_framed,
        edge=_worn_edge(chance, inset),
        signs=signs,
        stroke=round(em * THICKENED, 2),
        least=LEAST if is_small else LEAST_BEYOND,
    )


def _path(cell: Cell, steps: Outline, inside: float) -> str:
    """Return the outline of a sign in its cell as the data of a path."""
    room = SIDE - 2 * inside
    x_scale, y_scale = (size * room * _CLOSE / EM for size in (cell.width, cell.height))
    left = inside + (cell.x + cell.width * (1 - _CLOSE) / 2) * room
    top = inside + (cell.y + cell.height * (1 - _CLOSE) / 2) * room

    def placed(points: Sequence[float]) -> str:
        numbers = [
            left + value * x_scale if number % 2 == 0 else top + (EM - BASELINE - value) * y_scale
            for number, value in enumerate(points)
        ]
        return " ".join(f"{value:.1f}".removesuffix(".0") for value in numbers)

    return "".join(f"{kind}{placed(points)}" for kind, points in steps)


def _worn_edge(chance: random.Random, inset: float) -> tuple[Point, ...]:
    """Return the points of a square whose sides are worn a little, and one corner more."""
    far, length = SIDE - inset, SIDE - 2 * inset
    steps = [inset + length * number / _POINTS for number in range(_POINTS)]
    worn = [[chance.random() * _WORN for _ in steps] for _ in range(4)]
    worn[chance.randrange(4)][0] = 2 * _WORN
    above = [(at, inset + by) for at, by in zip(steps, worn[0], strict=True)]
    right = [(far - by, at) for at, by in zip(steps, worn[1], strict=True)]
    below = [(SIDE - at, far - by) for at, by in zip(steps, worn[2], strict=True)]
    left = [(inset + by, SIDE - at) for at, by in zip(steps, worn[3], strict=True)]
    return tuple((round(x, 1), round(y, 1)) for x, y in (*above, *right, *below, *left))


def _framed(size: int, name: str, shape: SafeString) -> SafeString:
    return format_html(
        '<svg class="name-seal" role="img" width="{0}" height="{0}" viewBox="0 0 100 100">'
        "<title>{1}</title>{2}</svg>",
        size,
        name,
        shape,
    )
