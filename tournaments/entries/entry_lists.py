"""The heads of the columns of a list, as they are compared."""

from __future__ import annotations

import re


def heads(words: str) -> frozenset[str]:
    """Return column names from words separated by blanks."""
    return frozenset(words.split())


def head_of(text: str) -> str:
    """Return the name of a column without spaces, signs and capitals."""
    return re.sub(r"[\s:：()（）_-]", "", text).lower()
