"""What the demo shows of a form: an event, and the moment of its life to which it is brought."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from config.simulation.demo import reports
from config.simulation.made_up_values import pseudo_random
from tournaments import organise
from tournaments.models import Deal

MOST_SHOWN: Final = 8
"""A table in the middle of a round has entered fewer deals than this."""


class Moment(Enum):
    """The moments of an event's life, in the last of the rounds that the demo draws."""

    CREATED = auto()
    DRAWN = auto()
    PUBLISHED = auto()
    IN_PLAY = auto()
    CLOSED = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class Show:
    """An event with who enters it, how many rounds are drawn, and the moment of the last of them.

    `day` is the tournament that it belongs to. `gone` are the numbers of entries that withdrew
    after the first round.
    """

    day: str
    event: organise.EventPlan
    entries: tuple[tuple[str, ...], ...]
    rounds: int
    moment: Moment
    names: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The seed of everything random in it."""
        return self.event.name

    @property
    def steps(self) -> int:
        """How many steps it is made in: its creation, and its rounds."""
        return 1 + self.rounds

    def report_of(self, deal: Deal, at: tuple[int, int]) -> reports.Report:
        """Return what a table writes on a sheet; `at` are the round and its place in it."""
        return reports.report_of_deal(self.key, deal, at)

    def deals_entered(self, at: tuple[int, int]) -> int:
        """Return how many deals a table has entered that is in the middle of its round."""
        at_most = min(MOST_SHOWN, self.event.deals_per_round)
        return pseudo_random(self.key, "played", *at) % at_most
