"""The fonts of a document: subsets of its characters, regular and bold, embedded.

Reportlab registers fonts by names that are global to the process, and confuses two fonts of one
face. So every document uses names of its own thread, and a face gets the name of its weight only
after it is registered.
"""

from __future__ import annotations

import io
import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import uharfbuzz as hb
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from web.publish.pdf.typefaces import Typeface, characters, opened

DOT = "·"
JOINT = " ·"
"""The key of the dot that joins facts, which is narrow; a dot in a name keeps its face's width."""
STAND_IN = "〓"
"""The geta mark, which printers set for a character that they lack."""

_ALWAYS = frozenset(" 0123456789+−…" + STAND_IN)
_WEIGHTS = {"Regular": 400, "Bold": 700}
_UNSEEN = ("Cc", "Cf")
_SIGNS_OF_TYPE = frozenset("★☆☎☏♀♂♠♡♢♣♤♥♦♧♨♩♪♫♬♭♮♯✓✔✕✖✗✘")
"""Signs among the pictographs that typefaces for Chinese have."""
_PICTOGRAPHS = (range(0x1F000, 0x1FB00), range(0x2600, 0x27C0), range(0x2B50, 0x2B56))
_JOINTS = re.compile(r"(?<= )·(?= |$)")
_NARROW = 0.5
_APOSTROPHE = re.compile(r"(?<=[A-Za-zÀ-ɏ])’")
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x180E), (0x180F,))
_SKIN_TONES = (range(0x1F3FB, 0x1F400),)
_FILLERS = ((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0),)
_MODIFIERS = frozenset(
    chr(code) for codes in (*_SELECTORS, *_SKIN_TONES, *_FILLERS) for code in codes
)
"""Characters that choose the form of the preceding one, or take up space and show nothing."""


def plain(text: str) -> str:
    """Return text as it is drawn: composed, without invisible characters and pictographs.

    A letter and its mark become one character, even with a selector between them. No typeface of a
    document has pictographs, and a name is complete without them; a text of nothing else keeps
    them, so that it is not empty. An apostrophe after a Latin letter is the narrow one: typefaces
    for Chinese draw the other as wide as an ideograph.

    >>> plain("王\\u200d小\\ufe0f明\\n2"), plain("老K 😀"), plain("😀"), plain("O’Neil")
    ('王小明 2', '老K', '😀', "O'Neil")
    """
    kept = (
        char
        for char in " ".join(text.split())
        if unicodedata.category(char) not in _UNSEEN and char not in _MODIFIERS
    )
    seen = unicodedata.normalize("NFC", "".join(kept))
    drawn = "".join(char for char in seen if not _is_pictograph(char))
    return _APOSTROPHE.sub("'", " ".join(drawn.split()) or seen)


def _is_pictograph(char: str) -> bool:
    code = ord(char)
    return char not in _SIGNS_OF_TYPE and any(code in range_ for range_ in _PICTOGRAPHS)


def joints(text: str) -> list[int]:
    """Return where a text has dots that join facts; a line may end after one.

    >>> joints("阿不都·拉希德 · 4"), joints("4 ·")
    ([8], [2])
    """
    return [found.start() for found in _JOINTS.finditer(text)] if JOINT in text else []


def narrow_dot(paths: Iterable[Path]) -> Path | None:
    """Return the first font with a middle dot that is not as wide as a Chinese sign."""
    return next((path for path in paths if _dot_width(path) < _NARROW), None)


@lru_cache(maxsize=16)
def _dot_width(path: Path) -> float:
    face = opened(path)
    font = hb.Font(face)
    glyph = font.get_nominal_glyph(ord(DOT))
    return font.get_glyph_h_advance(glyph) / face.upem if glyph else 1.0


def missing_signs(text: str, faces: Iterable[Typeface]) -> str:
    """Return the signs of a text, each once, that no typeface has and that are printed as 〓."""
    known = [characters(face.regular) for face in faces]
    signs = dict.fromkeys(plain(text))
    return "".join(sign for sign in signs if not any(ord(sign) in font for font in known))


@dataclass(frozen=True, slots=True)
class Font:
    """A weight: for each character the registered font that has it, and its width."""

    names: dict[str, str]
    widths: dict[str, float]

    def width(self, text: str, size: float) -> float:
        """Return the width of a text in points."""
        return sum(map(self.widths.__getitem__, self._keys(text))) * size / 1000

    def runs(self, text: str, size: float = 1000) -> Iterator[tuple[str, str, float]]:
        """Yield a text in runs: the registered font that draws each, the run, and its width.

        A run is measured within its text, since a dot alone is not recognised as a joint.
        """
        for name, grouped in groupby(self._keys(text), key=self.names.__getitem__):
            keys = list(grouped)
            run = "".join(DOT if key == JOINT else key for key in keys)
            yield name, run, sum(map(self.widths.__getitem__, keys)) * size / 1000

    def _keys(self, text: str) -> list[str]:
        keys = [char if char in self.names else STAND_IN for char in text]
        for place in joints(text) if JOINT in self.names else ():
            keys[place] = JOINT
        return keys


@dataclass(frozen=True, slots=True)
class Fonts:
    """The two weights of a document."""

    regular: Font
    bold: Font

    @property
    def first(self) -> str:
        """A registered name for the canvas's initial font, so that it adds none of its own."""
        return self.regular.names[" "]


class Embedded(TTFont):  # type: ignore[misc]
    """A font whose text can be copied from the document.

    Reportlab writes a character beyond U+FFFF with five digits into the ToUnicode map, which
    requires the two surrogates of UTF-16.
    """

    def addObjects(self, doc: Any) -> None:  # noqa: N802 (reportlab's name)
        """Add the font to the document, with a corrected ToUnicode map."""
        super().addObjects(doc)
        for name, stream in doc.idToObject.items():
            if str(name).startswith("toUnicodeCMap:"):
                stream.content = re.sub(
                    r"<([0-9A-F]{5})>$", _halves, stream.content, flags=re.MULTILINE
                )


@contextmanager
def registered(texts: Iterable[str], faces: tuple[Typeface, ...]) -> Iterator[Fonts]:
    """Register the fonts that draw these texts while the document is made."""
    needed = _ALWAYS.union(*(plain(text) for text in texts))
    loaded: list[TTFont] = []
    try:
        yield Fonts(
            _font("Regular", [face.regular for face in faces], needed, loaded),
            _font("Bold", [face.bold for face in faces], needed, loaded),
        )
    finally:
        for font in loaded:
            font.face.name = font.fontName.encode()
            font.unregister()


def _font(weight: str, paths: list[Path], needed: frozenset[str], loaded: list[TTFont]) -> Font:
    names: dict[str, str] = {}
    widths: dict[str, float] = {}
    narrow = narrow_dot(paths) if DOT in needed else None
    for place, path in enumerate(paths):
        covered = {char for char in needed if char not in names and ord(char) in characters(path)}
        dots = {JOINT: DOT} if path == narrow else {}
        drawn = covered.union(dots.values())
        if drawn:
            font = _register(f"{threading.get_ident()}-{weight}-{place}", path, weight, drawn)
            loaded.append(font)
            keys = dict(zip(covered, covered, strict=True)) | dots
            names |= dict.fromkeys(keys, font.fontName)
            widths |= {key: font.face.getCharWidth(ord(char)) for key, char in keys.items()}
    if STAND_IN not in names:
        names[STAND_IN], widths[STAND_IN] = names[" "], widths[" "]
    return Font(names, widths)


def _register(name: str, path: Path, weight: str, chars: set[str]) -> TTFont:
    font = Embedded(name, io.BytesIO(_cut(path, _WEIGHTS[weight], chars)), shapable=False)
    font.face.name = name.encode()
    pdfmetrics.registerFont(font)
    font.face.name = f"{path.stem.partition('[')[0]}-{weight}".encode()
    return font


def _halves(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


def _cut(path: Path, weight: int, chars: set[str]) -> bytes:
    face = opened(path)
    cut = hb.SubsetInput()
    cut.sets(hb.SubsetInputSets.UNICODE).set({ord(char) for char in chars})
    for axis in face.axis_infos:
        cut.pin_axis_location(face, axis.tag, weight if axis.tag == "wght" else axis.default_value)
    return bytes(hb.subset(face, cut).blob.data)
