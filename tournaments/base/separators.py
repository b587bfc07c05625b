"""What stands between the parts of a line that people read: between facts, and between names.

What other programs read, such as a file or an answer of the API, keeps `IN_FILES` between names.
Lists within a sentence are `wording.listed`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

FACTS: Final = " · "
NAMES: Final = "／"
"""Between those who play as one; full-width, so that it needs no spaces in any face."""
IN_FILES: Final = " · "


def join_facts(*facts: object) -> str:
    """Return facts on one line; those that are empty are left out.

    >>> join_facts("第4轮", "", "3号桌")
    '第4轮 · 3号桌'
    """
    return FACTS.join(text for fact in facts if (text := "" if fact is None else str(fact)))


def join_names(names: Iterable[str]) -> str:
    """Return the names of those who play as one.

    >>> join_names(["陈思远", "阿不都·拉希德"])
    '陈思远／阿不都·拉希德'
    """
    return NAMES.join(names)
