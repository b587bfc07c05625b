"""The width of a text in letters, which decides how many columns and lines names get.

Documents measure their fonts; a page does not know the fonts of its reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
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
    """Return the width of the widest text; 0 if there is none."""
    return max(map(width, texts), default=0)


LINES: Final = (8, 10, 12, 16, 20, 26, 34, 44)
"""The line lengths by which names on a wall are sized; `hall.css` has a rule for each."""

LATIN: Final = Fraction(6, 5)
"""How much wider a bold Latin letter is than half a Chinese character."""


def letters_of_line(names: Iterable[str], *, is_halved: bool) -> int:
    """Return how many letters a line must hold for each name to fit in one line, or in two.

    >>> letters_of_line(["王小明", "欧阳明珠"], is_halved=False)
    8
    >>> letters_of_line(["Alexandra Petrova-Montgomery"], is_halved=True)
    20
    """
    listed = tuple(names)
    needed = max(map(_bold_width, listed), default=Fraction(0))
    if is_halved:
        # The first line ends before a word that it cannot hold.
        needed = max(needed / 2 + 2, longest_word(listed) * LATIN)
    return next((line for line in LINES if line >= needed), LINES[-1])


def _bold_width(text: str) -> Fraction:
    wide = width(text) - len(text)
    return 2 * wide + (len(text) - wide) * LATIN


def longest_word(texts: Iterable[str]) -> int:
    """Return the letters of the longest word that no line breaks: Chinese breaks anywhere.

    >>> longest_word(["Ann Oberhuemer-Steinbach"]), longest_word(["城北棋牌俱乐部"])
    (10, 0)
    """
    words = (word for text in texts for word in WORD.findall(text))
    return max((len(word) for word in words if width(word) == len(word)), default=0)
