"""The plan of a new event, as the director enters it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from typing import Any

from tournaments.models import Event
from tournaments.structure.stages import StagePlan


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The plan of a new event. `rules` is a preset with the dimensions that differ from it, or all
    dimensions; `rules_name` is the name that the club has for them, by default that of the preset.

    `to_limit` keeps the end that the rules set for a game (局); `deals_per_round` is then the
    maximum of its deals. Otherwise every round has exactly so many deals, and `board_set_deals` of
    them are a board set (盘); None is the usual number. An empty `depth` is the
    smallest depth of recording, an empty `sit_out_credit` and empty `tie_breaks` are the defaults
    of the ranking.

    Without `stages` there is one, like the event. `prizes` are in the form of `prize_rules`,
    `movement` in that of `pairing.board_choice`. `starts_at` is the time of the tournament's first
    day at which the first round begins, in its time zone.
    """

    name: str
    game: str
    rules: Mapping[str, object]
    deals_per_round: int = 8
    form: str = Event.Form.INDIVIDUAL
    template: str = ""
    to_limit: bool = False
    ranking: str = Event.Ranking.POINTS
    draw_method: str = Event.DrawMethod.RANDOM
    rounds_planned: int | None = None
    round_minutes: int | None = None
    starts_at: time | None = None
    depth: str = ""
    records: str = Event.Records.ONE
    confirmation: str = Event.Confirmation.OTHER_SIDE
    proof: str = Event.Proof.TAP
    sit_out_credit: str = ""
    sit_out_amount: str = ""
    late_credit: str = Event.SitOutCredit.NONE
    late_amount: str = ""
    ranked_from: str = ""
    least_deals: int | None = None
    tie_breaks: tuple[str, ...] = ()
    comparison: str = Event.Comparison.NONE
    boards: str = Event.BoardSource.TABLE
    board_copies: int = 1
    rooms: int = 1
    segments: int = 1
    line_up_order: str = Event.LineUpOrder.BLIND
    line_up_minutes: int | None = None
    odd_field: str = Event.OddField.SIT_OUT
    stages: tuple[StagePlan, ...] = ()
    prizes: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str = ""
    movement: Mapping[str, Any] = field(default_factory=dict)
    board_set_deals: int | None = None

    @property
    def over_boards(self) -> bool:
        """Whether several tables play the same boards."""
        return self.boards != Event.BoardSource.TABLE

    @property
    def planned(self) -> tuple[StagePlan, ...]:
        """The stages as they are to be made: at least one."""
        return self.stages or (StagePlan(),)
