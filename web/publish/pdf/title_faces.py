"""The serif face of titles on pages: fonts of exactly a title's characters, subset on request.

The address of such a font names its characters and is signed, so that every process can make it
without storage, but only for this program's own pages. Documents draw titles by `titles`.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import uharfbuzz as hb
from django.core import signing
from django.utils.crypto import constant_time_compare

from web.publish.pdf.typefaces import characters, opened, serif

MOST_SIGNS: Final = 40
MOST_BYTES: Final = 9000
"""The total size of the fonts of one page."""
KEPT: Final = 512
_DROPPED: Final = ("BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx")
"""Tables of features that titles do not use."""
_SIGNATURE: Final = 16
_SALT: Final = "web.publish.pdf.title_faces"


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
    asked.flags = hb.SubsetFlags.NO_HINTING
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
