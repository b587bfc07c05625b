"""The outlook of a deal recorded in part: which cards are open, and the points still possible."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Range = tuple[int, int]
"""The lowest and the highest that a seat can come to; both can be reached."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The cards that nobody has won yet, and the points that every seat can still get.

    `unplaced` are the cards that count and lie nowhere, each as often as it is missing.
    `within_reach` names the feats that the game knows, each with the seats that no card is
    against yet. Each end of `raw` and `scores` is reached by some way in which the unplaced cards
    can fall; they are empty where the record contradicts itself.

    >>> Outlook(unplaced=("SQ",), raw={"N": (-100, 0)}).as_json()["raw"]
    {'N': [-100, 0]}
    """

    unplaced: tuple[str, ...] = ()
    within_reach: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    raw: Mapping[str, Range] = field(default_factory=dict)
    scores: Mapping[str, Range] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "unplaced": list(self.unplaced),
            "within_reach": {deed: list(seats) for deed, seats in self.within_reach.items()},
            "raw": {seat: list(ends) for seat, ends in self.raw.items()},
            "scores": {seat: list(ends) for seat, ends in self.scores.items()},
        }
