"""The facts of a deal, read from a report without problems."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.gongzhu.stakes import Exposure

Piles = Mapping[str, tuple[str, ...]]
"""Cards by the label in the report; a label need not be a seat of the table."""


class ClaimKind(StrEnum):
    """The kinds of claim on the scoring cards that are still out (GZ-80)."""

    ALL = "all"
    NONE = "none"
    ALLOCATION = "allocation"
    NOTHING_LEFT = "nothing_left"
    CONCEDE = "concede"


@dataclass(frozen=True, slots=True)
class Facts:
    """The cards that each seat won, the exposures, and the owners of the exposable cards.

    `piles` has every seat in order of play, with plain cards if the report has them. `owners` has
    the cards whose owner is known; with two decks it is empty.
    """

    piles: Piles
    exposures: tuple[Exposure, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
