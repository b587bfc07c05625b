"""Names as people type and paste them, made fit to be stored, compared and printed."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Controls, marks that turn the direction of a line, and what has no shape of its own."""
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols and show nothing."""


NUMBERED: Final = re.compile(r"^\s*\d{1,4}\s*[.．、)）]\s*(?!\d)")
"""A number as it stands before the lines of a list; no further number behind it."""


def tidy(text: str) -> str:
    """Return a name with single spaces, composed, and without what nobody can see.

    A text without anything to see gives the empty name.

    >>> tidy(" 王\\u200b  小明\\u202e ")
    '王 小明'
    >>> tidy("\\u3164\\ufe0f")
    ''
    """
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    seen = "".join(character for character in spaced if not _is_unseen(character)).strip()
    return seen if any(unicodedata.category(character)[0] in "LNPS" for character in seen) else ""


def unnumbered(line: str) -> str:
    """Return a line of a list without the number that it begins with.

    >>> [unnumbered(line) for line in ("1. 王小明", "12、李娜", "3) Eve", "007", "1.5 x")]
    ['王小明', '李娜', 'Eve', '007', '1.5 x']
    """
    return NUMBERED.sub("", line)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN or character in BLANKS
