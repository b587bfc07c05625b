"""The uids and numbers that a page sent; what is none is left out before anything is asked."""

from __future__ import annotations

import re
from typing import Final

from django.http import QueryDict

from tournaments.models.base import UID_ALPHABET, UID_LENGTH

LONGEST_NUMBER: Final = 12
UID: Final = re.compile(f"[{UID_ALPHABET}]{{{UID_LENGTH}}}")


def uids(data: QueryDict, name: str) -> list[str]:
    """Return the uids that were sent under a name, in their order."""
    return [text for text in data.getlist(name) if UID.fullmatch(text)]


def uid(data: QueryDict, name: str) -> str:
    """Return the uid that was sent under a name, or ""."""
    return next(iter(uids(data, name)), "")


def number(text: str) -> int:
    """Return a whole number that a page sent; 0 for what is none, or far too long.

    >>> number("12"), number("x"), number("9" * 5000)
    (12, 0, 0)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else 0
