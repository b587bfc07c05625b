"""Typefaces: those of documents, as files, and the serif of titles, cut for the signs of a page.

Documents are drawn in the configured typeface, the packaged ones, or the system's. A page loads a
font of exactly the signs of its title. The address of such a font names its signs and is signed, so
that every process can make it without storage, and makes none that this program did not ask for.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import uharfbuzz as hb
from django.core import signing
from django.utils.crypto import constant_time_compare

from scoring.problems import Problem, Refused
from tournaments.codes import WordedCode, worded

PACKAGE = "justmytype_intl_cjk"
PACKAGED = (
    # What the first lacks (a name written with 𠮷, say) is taken from the next.
    "notosanssc/NotoSansSC[wght].ttf",
    "notosanstc/NotoSansTC[wght].ttf",
    "notosansjp/NotoSansJP[wght].ttf",
    "notosanskr/NotoSansKR[wght].ttf",
)
LATIN_PACKAGE = "fontpkg_noto_sans"
LATIN = "files/NotoSans[wdth,wght].ttf"
"""Letters such as Ł, ü, Đ and ș, which typefaces for Chinese lack."""
SERIF_PACKAGE = "pylopdf_fonts_zh_cn"
SERIF = "NotoSerifSC-Regular.otf"
"""The face of titles and seals. Its outlines are CFF, which no PDF of ours embeds."""
SYSTEM = (
    ("lxgw-wenkai/LXGWWenKai-Regular.ttf", "lxgw-wenkai/LXGWWenKai-Bold.ttf"),
    ("wqy/wqy-zenhei.ttc", "wqy/wqy-zenhei.ttc"),
)
SYSTEM_FOLDER = Path("/usr/share/fonts/truetype")


class FontProblem(WordedCode):
    """Why nothing can be printed. Paths are left out, because strangers may read it."""

    FONT_MISSING = worded(
        "font_missing",
        "No font with Chinese characters was found. Whoever runs this program can reinstall"
        " it, or name a TrueType font in the setting FONT_PATH.",
    )
    FONT_UNREADABLE = worded(
        "font_unreadable", "The setting FONT_PATH names a font that cannot be read."
    )
    FONT_WITHOUT_OUTLINES = worded(
        "font_without_outlines",
        "The font that the setting FONT_PATH names has no TrueType outlines; another is needed.",
    )


@dataclass(frozen=True, slots=True)
class Typeface:
    """A typeface as files: one for each weight, or the same variable file for both."""

    regular: Path
    bold: Path


def typefaces(wanted: Path | None = None) -> tuple[Typeface, ...]:
    """Return the typefaces to draw with, each filling in what those before it lack.

    Raises Refused if `wanted` cannot be used, or no typeface is found.
    """
    chosen: tuple[Typeface, ...] = ()
    if wanted:
        if not wanted.is_file() or not characters(wanted):
            raise Refused([Problem(FontProblem.FONT_UNREADABLE)])
        if "glyf" not in opened(wanted).table_tags:
            raise Refused([Problem(FontProblem.FONT_WITHOUT_OUTLINES)])
        chosen = (Typeface(wanted, wanted),)
    typefaces = chosen + (_packaged_typefaces() or _system_typefaces())
    if not typefaces:
        raise Refused([Problem(FontProblem.FONT_MISSING)])
    return typefaces + _in_package(LATIN_PACKAGE, [LATIN])


def serif() -> Path | None:
    """Return the font file of the serif face; None until its package is installed.

    A first start installs it while the program runs already.
    """
    return _installed_serif() if find_spec(SERIF_PACKAGE) else None


@lru_cache(maxsize=1)
def _installed_serif() -> Path | None:
    faces = _in_package(SERIF_PACKAGE, [SERIF])
    return faces[0].regular if faces else None


@lru_cache(maxsize=16)
def opened(path: Path) -> hb.Face:
    """Return a font file, mapped into memory once for the whole process."""
    return hb.Face(hb.Blob.from_file_path(str(path)))


@lru_cache(maxsize=16)
def characters(path: Path) -> frozenset[int]:
    """Return the code points that a font file has glyphs for."""
    return frozenset(opened(path).unicodes)


def _packaged_typefaces() -> tuple[Typeface, ...]:
    return _in_package(PACKAGE, [f"fonts/ofl/{name}" for name in PACKAGED])


def _in_package(name: str, files: Iterable[str]) -> tuple[Typeface, ...]:
    package = find_spec(name)
    if not (package and package.origin):
        return ()
    paths = (Path(package.origin).parent / file for file in files)
    return tuple(Typeface(path, path) for path in paths if path.is_file())


def _system_typefaces() -> tuple[Typeface, ...]:
    pairs = ((SYSTEM_FOLDER / regular, SYSTEM_FOLDER / bold) for regular, bold in SYSTEM)
    return tuple(Typeface(*pair) for pair in pairs if all(path.is_file() for path in pair))


MOST_SIGNS: Final = 40
MOST_BYTES: Final = 9000
"""The total size of the fonts of one page."""
KEPT: Final = 512
_DROPPED: Final = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx")
"""Tables of features that titles do not use."""
_SIGNATURE: Final = 16
_SALT: Final = "web.publish.pdf.title_faces"
"""Stays where this moves: the addresses of fonts that were read before are signed with it."""


@dataclass(frozen=True, slots=True)
class TitleFace:
    """The names on a page that are drawn in the serif face, and their font.

    `digest` is empty if no font has to be loaded for them.
    """

    digest: str
    names: frozenset[str]

    def style(self, name: str) -> str:
        """Return the class of a name, which is drawn wholly in the face or wholly in the sans."""
        return "title-face" if name in self.names else "title-sans"


def title_face(names: Iterable[str], beside: str = "") -> TitleFace | None:
    """Return the face of names, the most important first; None if no serif is installed.

    `beside` is a title that another font of the page has, which counts towards the page's total
    size.
    """
    if serif() is None:
        return None
    beside = beside if _fits(_signs(beside)) else ""
    drawn: list[str] = []
    for name in names:
        if _fits(_signs("".join([*drawn, name])), _signs(beside)):
            drawn.append(name)
    signs = _signs("".join(drawn))
    return TitleFace(digest_of(signs) if signs else "", frozenset(drawn))


def digest_of(signs: str) -> str:
    """Return the name of the font of these characters: the characters themselves, signed."""
    named = base64.urlsafe_b64encode(signs.encode()).rstrip(b"=").decode()
    return f"{named}.{_signature(named)}"


def signs_of(digest: str) -> str:
    """Return the characters that a digest names; empty if this program did not sign it."""
    named, _, signature = digest.rpartition(".")
    if not constant_time_compare(signature, _signature(named)):
        return ""
    try:
        signs = base64.urlsafe_b64decode(named + "=" * (-len(named) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return signs if len(signs) <= MOST_SIGNS else ""


def stylesheet(digest: str, signs: str) -> str:
    """Return the rule that loads a font for its characters only, so that fonts combine."""
    codes = ",".join(f"U+{ord(sign):X}" for sign in signs)
    return (
        '@font-face{font-family:"Huapai Title";font-weight:400 900;font-display:swap;'
        f'src:url("{digest}.otf") format("opentype");unicode-range:{codes}}}\n'
    )


@lru_cache(maxsize=KEPT)
def cut(signs: str) -> bytes:
    """Return an OpenType font of exactly these characters, empty if no serif is installed."""
    path = serif()
    if path is None:
        return b""
    asked = hb.SubsetInput()
    # Shared subroutines that nothing calls would stay as empty entries, a kilobyte in each font.
    asked.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.DESUBROUTINIZE
    asked.sets(hb.SubsetInputSets.UNICODE).set({ord(sign) for sign in signs})
    asked.sets(hb.SubsetInputSets.DROP_TABLE_TAG).set(
        {int.from_bytes(tag.encode(), "big") for tag in _DROPPED}
    )
    return bytes(hb.subset(opened(path), asked).blob.data)


def _signs(text: str) -> str:
    """Return the characters of a text, each once, in fixed order: equal titles share an address."""
    return "".join(sorted(set(text)))


def _fits(signs: str, beside: str = "") -> bool:
    path = serif()
    if path is None or len({*signs, *beside}) > MOST_SIGNS:
        return False
    if not {*map(ord, signs)} <= characters(path):
        return False
    return len(cut(signs)) + (len(cut(beside)) if beside else 0) <= MOST_BYTES


def _signature(named: str) -> str:
    return signing.Signer(salt=_SALT).signature(named)[:_SIGNATURE]
