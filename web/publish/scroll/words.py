"""The content of an evening's scroll: the ranks after each round, and the deals of note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tournaments.base.separators import join_facts
from web.publish.pdf.outlines import Outline
from web.publish.pdf.seal_shape import SealShape

MOST: Final = 16
"""The most entries whose ranks are drawn."""
LEAST_ROUNDS: Final = 3
"""With fewer rounds there is only the podium."""


class ScrollStep(NamedTuple):
    """The rank of an entry after a round; `at_table` is its place at its table, or 0."""

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
    """Whether it has at most two by two characters, so that it is legible at a smaller size."""

    @property
    def is_of_club(self) -> bool:
        """Whether the mark of the club stands here, which each renderer has itself."""
        return not self.edge

    @property
    def shape(self) -> SealShape:
        """The shape to draw."""
        return SealShape(self.is_framed, self.edge, self.signs, self.stroke, self.is_small)


CLUB_STAMP: Final = SealStamp("", False, (), (), 0, True)
"""In place of the seals of a name that has none; it is in the club's ink, never in cinnabar."""


@dataclass(frozen=True, slots=True)
class RankLine:
    """An entry that finished among the first, and its rank after each round."""

    place: int
    shown: str
    name: str
    total: str
    steps: tuple[ScrollStep, ...] = ()


@dataclass(frozen=True, slots=True)
class ScrollField:
    """A list of standings, with a `title` if two directions rank separately; `heading` says what it
    shows.

    `story` says how it ended. If ranks by rounds are unknown, `has_ranks` is false, and the first
    three are on a podium. The seals are the winner's, or the mark of the club.
    """

    title: str
    heading: str
    story: str
    lines: tuple[RankLine, ...]
    has_ranks: bool
    seals: tuple[SealStamp, ...] = ()


@dataclass(frozen=True, slots=True)
class NotedDeal:
    """A deal of note: its feature, where it was played, who won what by it, and its cards.

    The deal of the evening has the `seals` of who won it, or the mark of the club.
    """

    title: str
    place: str
    names: str
    points: str
    cards: tuple[str, ...] = ()
    seals: tuple[SealStamp, ...] = ()

    @property
    def line(self) -> str:
        """The deal in one line."""
        return join_facts(self.title, self.place, f"{self.names} {self.points}")


@dataclass(frozen=True, slots=True)
class EveningScroll:
    """The content of the scroll."""

    fields: tuple[ScrollField, ...]
    notes: tuple[NotedDeal, ...] = ()
    notes_heading: str = ""
