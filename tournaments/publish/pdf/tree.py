"""A part of a knockout as plain values: rounds side by side, each with its matches.

As in a book every word is text already. A match names those that it comes from by their codes, so
that lines can be drawn between them where both stand on the same page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self


class Look(StrEnum):
    """How the name of a side stands."""

    PLAIN = "plain"
    WINNER = "winner"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class TreeSide:
    """A side of a match: who it is or who is to come, and what it came to.

    `source` is the code of the match whose winner it is; `mark` stands before the name.
    """

    name: str
    total: str = ""
    look: Look = Look.PLAIN
    source: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A match: its code, what is said of it, and its two sides."""

    code: str
    note: str
    sides: tuple[TreeSide, ...]


@dataclass(frozen=True, slots=True)
class TreeRound:
    """The matches of a round from the top to the bottom."""

    heading: str
    matches: tuple[TreeMatch, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """Rounds side by side under a title; it is never torn between two pages."""

    kind: ClassVar[str] = "tree"

    title: str
    rounds: tuple[TreeRound, ...]

    @property
    def rows(self) -> int:
        """How many matches the longest round has."""
        return max(len(round_.matches) for round_ in self.rounds)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the tree that was written as plain data."""
        return cls(data["title"], tuple(map(_round, data["rounds"])))


def _round(data: Mapping[str, Any]) -> TreeRound:
    return TreeRound(data["heading"], tuple(map(_match, data["matches"])))


def _match(data: Mapping[str, Any]) -> TreeMatch:
    return TreeMatch(data["code"], data["note"], tuple(map(_side, data["sides"])))


def _side(data: Mapping[str, Any]) -> TreeSide:
    return TreeSide(**{**data, "look": Look(data["look"])})
