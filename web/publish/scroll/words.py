"""What the scroll of an evening says: who stood where after each round, and the deals of note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.base.separators import join_facts
from web.publish.pdf.outlines import Outline
from web.publish.pdf.seal_shape import SealShape

MOST: Final = 16
"""The most entries whose ranks are drawn."""
LEAST_ROUNDS: Final = 3
"""With fewer rounds the podium stands alone."""


class ScrollStep(NamedTuple):
    """Where an entry stood after a round; `at_table` is its place at the table there, or 0."""

    round: int
    place: int
    at_table: int = 0


class SealStamp(NamedTuple):
    """A seal in a square of 100, as `seals` draws it."""

    name: str
    is_framed: bool
    edge: tuple[tuple[float, float], ...]
    signs: tuple[Outline, ...]
    stroke: float
    is_small: bool
    """Whether it has two by two signs at most, and is read at a smaller size."""

    @property
    def shape(self) -> SealShape:
        """What is drawn of it."""
        return SealShape(self.is_framed, self.edge, self.signs, self.stroke)


@dataclass(frozen=True, slots=True)
class RankLine:
    """An entry that finished among the first, and where it stood after each round."""

    place: int
    shown: str
    name: str
    total: str
    steps: tuple[ScrollStep, ...] = ()


@dataclass(frozen=True, slots=True)
class ScrollField:
    """A list of standings; `title` where two directions rank apart, `heading` what is shown.

    `story` says how it ended. Where nobody's rank is known by rounds, `has_ranks` is false, and the
    first three stand on a podium. The seals are those of the winner.
    """

    title: str
    heading: str
    story: str
    lines: tuple[RankLine, ...]
    has_ranks: bool
    seals: tuple[SealStamp, ...] = ()


@dataclass(frozen=True, slots=True)
class NotedDeal:
    """A deal of note: what it is told for, where it was, who won by it and what, and its cards."""

    title: str
    place: str
    names: str
    points: str
    cards: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The deal in one line."""
        return join_facts(self.title, self.place, f"{self.names} {self.points}")


@dataclass(frozen=True, slots=True)
class EveningScroll:
    """What the scroll says."""

    fields: tuple[ScrollField, ...]
    notes: tuple[NotedDeal, ...] = ()
    notes_heading: str = ""
