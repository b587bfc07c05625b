"""The values of every code as the comment behind its member names them, and all its words."""

from __future__ import annotations

import inspect
import re
from enum import Enum

from tournaments import wording
from tournaments.wording.cases import Text

_MEMBER = re.compile(
    r'^\s+(?P<name>[A-Z0-9_a-z]+) = "[^"]*"(?:\s+# (?P<values>.*))?$', re.MULTILINE
)
_VALUE = re.compile(r"[a-z_]+")


def values_of(codes: type[Enum]) -> dict[str, set[str]]:
    """Return the names of the values that come with each code.

    A comment reads `cards: what they are; count, copies`; what stands behind a colon explains.
    """
    return {
        match["name"]: _names(match["values"] or "")
        for match in _MEMBER.finditer(inspect.getsource(codes))
    }


def _names(comment: str) -> set[str]:
    parts = re.split(r"[;,]", comment)
    named = (part.partition(":")[0].strip() for part in parts)
    return {name for name in named if _VALUE.fullmatch(name)}


def words_of(code: Enum) -> tuple[Text, ...]:
    """Return all the words that a code may be given, in no language yet."""
    return wording.every(wording._words[type(code)][code])
