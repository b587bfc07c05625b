"""The events of the demo, each with the moment of its life at which it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from config.simulation.demo import reports
from config.simulation.made_up_values import pseudo_random
from tournaments.formats.templates import template_of
from tournaments.models import BoardSource, Deal, Depth, Ranking
from tournaments.organise import EventPlan
from tournaments.structure.regulations import CLUB, Regulations

MOST_SHOWN: Final = 8
"""A table in the middle of a round has entered fewer deals than this."""
Kwargs = dict[str, Any]
PIGS: Final[Kwargs] = {"game": "gongzhu", "rules": {"preset": "huapai"}}
PIGS_OF_TWO: Final[Kwargs] = {"game": "gongzhu", "rules": {"preset": "huapai-pairs"}}
BOARDS: Final[Kwargs] = {"game": "gongzhu", "rules": {"preset": "huapai-duplicate"}}
LEVEL_GAME: Final[Kwargs] = {
    "game": "shengji",
    "rules": {"preset": "standard-2"},
    "depth": Depth.RESULT,
}


class DemoMoment(Enum):
    """The moments of an event's life, in the last of the rounds that the demo draws."""

    CREATED = auto()
    DRAWN = auto()
    PUBLISHED = auto()
    IN_PLAY = auto()
    CLOSED = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class Show:
    """An event with its entries, the number of rounds drawn, and the moment of the last of them.

    `day` is the tournament that it belongs to. `gone` are the numbers of entries that withdrew
    after the first round.
    """

    day: str
    event: EventPlan
    entries: tuple[tuple[str, ...], ...]
    rounds: int
    moment: DemoMoment
    names: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()
    regulations: Regulations = CLUB

    @property
    def key(self) -> str:
        """The seed of all its random numbers."""
        return self.event.name

    @property
    def steps(self) -> int:
        """The number of steps that create it: its creation, and its rounds."""
        return 1 + self.rounds

    def report_of(self, deal: Deal, at: tuple[int, int]) -> reports.Report:
        """Return what a table writes on a sheet; `at` are the round and its place in it."""
        return reports.report_of_deal(self.key, deal, at)

    def deals_entered(self, at: tuple[int, int]) -> int:
        """Return the number of deals entered at a table in the middle of its round."""
        at_most = min(MOST_SHOWN, self.event.deals_per_round)
        return pseudo_random(self.key, "played", *at) % at_most


def of_template(key: str, name: str, game: Kwargs, **otherwise: Any) -> EventPlan:
    """Return an event with the first proposals of its template, except for the given values."""
    template = template_of(key)
    proposed: Kwargs = {
        "deals_per_round": template.deals,
        "form": template.form,
        "to_limit": template.to_limit,
        "ranking": template.ranking or (template.proposals or (Ranking.POINTS,))[0],
        "draw_method": template.draw_method,
        "rounds_planned": template.rounds,
        "comparison": template.comparisons[0],
        "boards": BoardSource.MADE if template.over_boards else BoardSource.TABLE,
        "rooms": template.rooms,
        "segments": template.segments,
    }
    return EventPlan(name, template=key, **{**proposed, **game, **otherwise})
