"""A part of a knockout bracket as plain values: rounds side by side, each with its matches.

As in a `Book` every word is text already. Sides name the match they come from by its code, so that
lines can be drawn where both are on the same page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Self


class NameStyle(StrEnum):
    """How the name of a side is set."""

    PLAIN = "plain"
    WINNER = "winner"
    FAINT = "faint"


@dataclass(frozen=True, slots=True)
class TreeSide:
    """A side of a match: its name or where it comes from, and its total.

    `source` is the code of the match whose winner it is; `mark` is printed before the name.
    """

    name: str
    total: str = ""
    look: NameStyle = NameStyle.PLAIN
    source: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A match: its code, a note, and its two sides."""

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
    """Rounds side by side under a title; it is never split between pages."""

    kind: ClassVar[str] = "tree"

    title: str
    rounds: tuple[TreeRound, ...]

    @property
    def rows(self) -> int:
        """The number of matches of the longest round."""
        return max(len(round_.matches) for round_ in self.rounds)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the tree that was written as plain data."""
        rounds = (
            TreeRound(round_["heading"], tuple(map(_match, round_["matches"])))
            for round_ in data["rounds"]
        )
        return cls(data["title"], tuple(rounds))


def _match(data: Mapping[str, Any]) -> TreeMatch:
    sides = (TreeSide(**{**side, "look": NameStyle(side["look"])}) for side in data["sides"])
    return TreeMatch(data["code"], data["note"], tuple(sides))
