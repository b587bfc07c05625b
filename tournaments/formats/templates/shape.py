"""Values of an event template: what it fixes, and what it only proposes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.functional import Promise

from scoring.game import Counting
from tournaments.models import BoardSource, Comparison, DrawMethod, Form, Ranking

DEALT_AT_TABLES: Final = (BoardSource.TABLE,)
OVER_BOARDS: Final = (BoardSource.PASSED, BoardSource.MADE)
POINT_RULES: Final = ("huapai-pairs", "qq-partners")
"""Rules under which two who sit opposite each other add up their points."""
LEVEL_RULES: Final = (
    "standard-2",
    "lianzhong-2",
    "standard-3",
    "lianzhong-3",
    "lianzhong-1",
)
"""Rules under which sides climb levels."""
PAIRS_RULES: Final = (*POINT_RULES, *LEVEL_RULES)
"""Rules of every game for two sides."""
BOARD_RULES: Final = ("huapai-duplicate", "huapai-pairs", "qq-partners")
"""Rules of points that are usual over boards."""


class Shape(StrEnum):
    """The stages of an event."""

    ONE = "one"
    KNOCKOUT = "knockout"
    GROUPS = "groups"
    """Round robins in groups, then a knockout of the first of each."""


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """What a template fixes, and what it only proposes.

    `form`, `ranking`, `rooms` and `to_limit` are decided where they are not None; `presets` are
    the sets of rules it proposes, the best first. One that `proposes` orders ranks by what matches
    are worth: by the first of these that the game fits, or by another that is chosen. Of several
    `methods`, `comparisons` and sources of `boards` one is chosen, the first proposed; no methods
    are all that are usual for the form. Where `counting` is not None, deals have to score so.
    `played` is what people call it, behind the name of the game, where it is recommended.
    """

    key: str
    name: str | Promise
    about: str | Promise
    form: Form | None = Form.INDIVIDUAL
    ranking: Ranking | None = Ranking.TABLE_POINTS
    to_limit: bool | None = False
    presets: tuple[str, ...] = ()
    deals: int = 8
    rounds: int | None = None
    draw_method: DrawMethod = DrawMethod.RANDOM
    proposals: tuple[Ranking, ...] = ()
    methods: tuple[DrawMethod, ...] = ()
    comparisons: tuple[Comparison, ...] = (Comparison.NONE,)
    boards: tuple[BoardSource, ...] = DEALT_AT_TABLES
    rooms: int | None = 1
    segments: int = 1
    shape: Shape = Shape.ONE
    counting: Counting | None = None
    played: str | Promise = ""

    @property
    def proposes(self) -> Ranking | None:
        """The match ranking that it proposes first; None if it does not rank by matches."""
        return self.proposals[0] if self.proposals else None

    @property
    def over_boards(self) -> bool:
        """Whether several tables play the same boards under every option.

        >>> EventTemplate("x", "x", "x").over_boards
        False
        """
        return BoardSource.TABLE not in self.boards
