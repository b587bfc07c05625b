"""The fonts of pictures: those of the documents, at a size and a weight."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from PIL import ImageFont

from web.publish.pdf.fonts import DOT, STAND_IN, joints, narrow_dot, plain
from web.publish.pdf.typefaces import Typeface, characters, serif, typefaces

REGULAR: Final = 400
BOLD: Final = 700
KEPT: Final = 8192
"""The number of characters whose font and width are cached: enough for a large field."""


class Glyph(NamedTuple):
    """A sign, and the font file that draws it."""

    sign: str
    path: Path


class Run(NamedTuple):
    """A part of a text that one font draws, and its width."""

    text: str
    font: ImageFont.FreeTypeFont
    width: float


class FontFace(NamedTuple):
    """A size and a weight; characters missing from the first typeface are drawn by later ones.

    The serif is that of titles, and has one weight.
    """

    size: int
    is_bold: bool = False
    is_serif: bool = False

    def for_title(self, title: str) -> FontFace:
        """Return the serif at this size if it has every character of a title, else this face."""
        path = serif()
        is_whole = path is not None and {*map(ord, plain(title))} <= characters(path)
        return self._replace(is_serif=is_whole)

    def runs(self, text: str) -> list[Run]:
        """Return a text in runs; a character that no typeface has becomes 〓."""
        runs = []
        for path, glyphs in groupby(self._glyphs(text), key=lambda glyph: glyph.path):
            signs = list(glyphs)
            font = _font(path, self.size, self._weight)
            run = "".join(glyph.sign for glyph in signs)
            runs.append(Run(run, font, sum(map(self._advance, signs))))
        return runs

    def width(self, text: str) -> float:
        """Return the width of a text in pixels."""
        return sum(map(self._advance, self._glyphs(text)))

    @property
    def thickened(self) -> float:
        """By how many pixels each edge of a title is moved: the serif has no bold."""
        return self.size / 90 if self.is_serif and self.is_bold else 0

    @property
    def _weight(self) -> int:
        return BOLD if self.is_bold else REGULAR

    def _glyphs(self, text: str) -> list[Glyph]:
        wanted = str(settings.FONT_PATH or "")
        path = serif() if self.is_serif else None
        if path is not None:
            return [Glyph(sign, path) for sign in plain(text)]
        seen = plain(text)
        glyphs = [_glyph(wanted, sign, self.is_bold) for sign in seen]
        for place in joints(seen):
            glyphs[place] = _joint(wanted, self.is_bold)
        return glyphs

    def _advance(self, glyph: Glyph) -> float:
        return _advance(glyph, self.size, self._weight)

    def at(self, size: int) -> FontFace:
        """Return the same weight at another size."""
        return self._replace(size=size)


@lru_cache(maxsize=2)
def _typefaces(wanted: str) -> tuple[Typeface, ...]:
    """Return the typefaces of the documents. Raises Refused if there is none."""
    return typefaces(Path(wanted) if wanted else None)


@lru_cache(maxsize=KEPT)
def _glyph(wanted: str, sign: str, is_bold: bool) -> Glyph:
    """Return the file that draws a sign, or the stand-in for it."""
    paths = _paths(wanted, is_bold)
    having = (path for path in paths if ord(sign) in characters(path))
    path = next(having, None)
    return Glyph(sign, path) if path else Glyph(STAND_IN, paths[0])


@lru_cache(maxsize=4)
def _joint(wanted: str, is_bold: bool) -> Glyph:
    """Return the dot that joins facts: that of a name is as wide as a Chinese sign."""
    path = narrow_dot(_paths(wanted, is_bold))
    return Glyph(DOT, path) if path else _glyph(wanted, DOT, is_bold)


def _paths(wanted: str, is_bold: bool) -> list[Path]:
    return [face.bold if is_bold else face.regular for face in _typefaces(wanted)]


@lru_cache(maxsize=4 * KEPT)
def _advance(glyph: Glyph, size: int, weight: int) -> float:
    return _font(glyph.path, size, weight).getlength(glyph.sign)


@lru_cache(maxsize=64)
def _font(path: Path, size: int, weight: int) -> ImageFont.FreeTypeFont:
    # The simple layout exists on every machine, so that pictures are the same everywhere.
    font = ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)
    with suppress(OSError):  # It has a file for each weight.
        font.set_variation_by_axes([weight])
    return font
