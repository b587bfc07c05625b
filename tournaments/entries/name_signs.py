"""Characters of names: the one middle dot, Han characters, private-use characters.

Comparison of names is in `names`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

HAN: Final = r"\u2e80-\u2fdf\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
MIDDLE_DOT: Final = "\u00b7"
DOTS: Final = "\u00b7\u0387\u16eb\u2022\u2027\u2219\u22c5\u2e31\u2e33\u30fb\uff65\u25e6"
"""Every sign that is typed for the dot between the parts of a name."""
BETWEEN_HAN: Final = re.compile(rf"(?<=[{HAN}])\s+(?=[{HAN}])")
ROUND_DOT: Final = re.compile(rf"\s*[{DOTS}]+\s*")
ANY_DOT: Final = re.compile(f"[{DOTS}]")
DOT_OF_HAN: Final = re.compile(rf"(?<=[{HAN}])\s*[{DOTS}]+\s*|\s*[{DOTS}]+\s*(?=[{HAN}])")
"""A middle dot beside a Chinese character, which no blanks surround."""
FULL_STOP: Final = re.compile(rf"(?<=[{HAN}]{{2}})\s*[.．]\s*(?=[{HAN}]{{2}})")
"""A full stop between two parts of a name in Chinese characters stands for the middle dot."""
SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors: they ask for a shape, and are no part of a name."""

_ONLY_PRIVATE: Final[Mapping[int, int]] = {
    0xE816: 0x20087,
    0xE817: 0x20089,
    0xE818: 0x200CC,
    0xE81E: 0x9FB4,
    0xE826: 0x9FB5,
    0xE82B: 0x9FB6,
    0xE82C: 0x9FB7,
    0xE831: 0x215D7,
    0xE832: 0x9FB8,
    0xE83B: 0x2298F,
    0xE843: 0x9FB9,
    0xE854: 0x9FBA,
    0xE855: 0x241FE,
    0xE864: 0x9FBB,
    0xE7C7: 0x1E3F,
}
"""Private-use characters of GB 18030 to which the codec still maps, by what Unicode has now."""


def _private_use() -> dict[int, int]:
    """Return the private-use characters of older GBK systems, mapped to Unicode."""
    trails = (*range(0x50, 0x7F), *range(0x80, 0xA1))
    mapped = {
        0xE815 + place: ord(bytes((0xFE, trail)).decode("gb18030"))
        for place, trail in enumerate(trails)
    }
    return {**mapped, **_ONLY_PRIVATE}


_PRIVATE: Final = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
PRIVATE_USE: Final[Mapping[int, int]] = _private_use()


def without_private_use(text: str) -> str:
    """Return a text with private-use characters replaced by their Unicode characters where known.

    >>> without_private_use("张\\ue863") == "张\\u4dae", without_private_use("\\ue000") == "\\ue000"
    (True, True)
    """
    return text.translate(PRIVATE_USE) if _PRIVATE.search(text) else text


def private_signs(text: str) -> tuple[str, ...]:
    """Return the private-use characters of a text that Unicode does not have, as `U+E000`."""
    if not _PRIVATE.search(text):
        return ()
    left = [sign for sign in without_private_use(text) if unicodedata.category(sign) == "Co"]
    return tuple(f"U+{ord(sign):04X}" for sign in dict.fromkeys(left))
