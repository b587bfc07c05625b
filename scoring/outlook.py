"""What is still open in a deal of which only a part is written down: an outlook.

Nobody has to wait for the last card to know what a deal can still come to.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Range = tuple[int, int]
"""The lowest and the highest that a seat can come to; both can be reached."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What nobody has won yet, and what the deal can still come to for every seat.

    `unplaced` are the cards that count and lie nowhere, each as often as it is missing. Of
    `may_take_all_hearts` and `may_slam` a seat is a member as long as no card is against it. Each
    end of `raw` and `scores` is reached by some way in which the unplaced cards can fall; they
    are empty where the record contradicts itself.

    >>> Outlook(unplaced=("SQ",), raw={"N": (-100, 0)}).as_json()["raw"]
    {'N': [-100, 0]}
    """

    unplaced: tuple[str, ...] = ()
    may_take_all_hearts: tuple[str, ...] = ()
    may_slam: tuple[str, ...] = ()
    raw: Mapping[str, Range] = field(default_factory=dict)
    scores: Mapping[str, Range] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain JSON data."""
        return {
            "unplaced": list(self.unplaced),
            "may_take_all_hearts": list(self.may_take_all_hearts),
            "may_slam": list(self.may_slam),
            "raw": {seat: list(ends) for seat, ends in self.raw.items()},
            "scores": {seat: list(ends) for seat, ends in self.scores.items()},
        }
