"""The values of every code as the comment behind its member names them, and all its words."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module

from config import wiring
from config.source_packages import ROOT, TRANSLATED, at_least, modules
from tournaments import wording
from tournaments.codes import WordedCode
from tournaments.wording import Text

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
    return wording.every(wording.text_of(code))


def enums_with_words() -> frozenset[type[Enum]]:
    """Return every Enum whose codes have words: carried, listed for a game, or labels of verbs."""
    return frozenset((*wording.registered(), *wiring.VERBS, *_carrying()))


def _carrying() -> Iterator[type[Enum]]:
    paths = at_least(1000, modules(*TRANSLATED))
    for path in paths:
        if "(WordedCode)" in path.read_text("utf-8"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            module = vars(import_module(name.removesuffix(".__init__")))
            yield from (each for each in module.values() if _carries(each))


def _carries(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, WordedCode) and value is not WordedCode
