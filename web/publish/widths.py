"""How wide a text is, counted in letters: what decides how many columns and lines names get.

Fonts are measured where papers are made; a page does not know the fonts of its reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import east_asian_width

WORD: Final = re.compile(r"[^\W\d_]+")


def width(text: str) -> int:
    """Return the letters of a text; a Chinese character counts two.

    >>> width("王小明"), width("Ann Lee")
    (6, 7)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def widest(texts: Iterable[str]) -> int:
    """Return the width of the widest text; 0 where there is none."""
    return max(map(width, texts), default=0)


def longest_word(texts: Iterable[str]) -> int:
    """Return the letters of the longest word that no line breaks: Chinese breaks anywhere.

    >>> longest_word(["Ann Oberhuemer-Steinbach"]), longest_word(["城北棋牌俱乐部"])
    (10, 0)
    """
    words = (word for text in texts for word in WORD.findall(text))
    return max((len(word) for word in words if width(word) == len(word)), default=0)
