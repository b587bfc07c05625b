"""The facts of a deal, read from a report without problems."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.gongzhu.stakes import Exposure

Piles = Mapping[str, tuple[str, ...]]
"""Cards by the label in the report; a label need not be a seat of the table."""


class ClaimKind(StrEnum):
    """What a player claims of the cards that are still out (GZ-80)."""

    ALL = "all"
    NONE = "none"
    ALLOCATION = "allocation"
    NOTHING_LEFT = "nothing_left"
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class Facts:
    """Who won which cards, what was exposed, and who was dealt the exposable cards.

    `piles` has every seat of the table in order of play, and plain cards too where the report
    has them. `owners` has the cards of which the owner is known; with two decks it is empty.
    """

    piles: Piles
    exposures: tuple[Exposure, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
