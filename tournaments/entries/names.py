"""Normalises typed and pasted names, to be stored, compared and printed."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Unicode categories of control, format, private and surrogate characters."""
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols and show nothing."""


NUMBERED: Final = re.compile(r"^\s*\d{1,4}\s*[.．、)）]\s*(?!\d)")
"""A line number in front of a line of a list, not followed by a further digit."""

MEMBER_NUMBER: Final = re.compile(r"\s*[#＃]\s*(\d{1,9})(?!\w)")
"""The number of a member in the register, alone or behind a name."""


def tidy(text: str) -> str:
    """Return a name composed (NFC), with single spaces and without invisible characters.

    A text without visible characters gives the empty name.

    >>> tidy(" 王\\u200b  小明\\u202e ")
    '王 小明'
    >>> tidy("\\u3164\\ufe0f")
    ''
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(
        character
        for character in spaced
        if character not in BLANKS and unicodedata.category(character) not in UNSEEN
    ).strip()
    return seen if any(unicodedata.category(character)[0] in "LNPS" for character in seen) else ""


def is_name(text: str) -> bool:
    """Whether a text can be a person's name, or the number of a member in its place.

    >>> is_name("张三"), is_name("#12"), is_name("12")
    (True, True, False)
    """
    return any(sign.isalpha() for sign in text) or bool(MEMBER_NUMBER.fullmatch(text))


def unnumbered(line: str) -> str:
    """Return a line of a list without its leading number.

    >>> [unnumbered(line) for line in ("1. 王小明", "12、李娜", "3) Eve", "007", "1.5 x")]
    ['王小明', '李娜', 'Eve', '007', '1.5 x']
    """
    return NUMBERED.sub("", line)
