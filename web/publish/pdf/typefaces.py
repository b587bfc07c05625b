"""Find the typefaces of documents: the configured one, the packaged ones, or the system's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import uharfbuzz as hb

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
        "No font with Chinese characters was found. Whoever runs this program can install it anew, "
        "or name a TrueType font in the setting FONT_PATH.",
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
