"""What a director says of a new event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.models import Event
from tournaments.structure.stage_plans import StagePlan


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What a director says of a new event. `rules` is a preset with dimensions that differ.

    `to_limit` keeps the end that the rules set for a game (局); `deals_per_round` is then the most
    deals of it. Otherwise every round has exactly so many deals. An empty `depth` is the least
    that the game can be recorded at, an empty `sit_out_credit` and no `tie_breaks` are as usual
    for the ranking.

    Without `stages` there is one, which is as the event. `prizes` are as `prize_rules` writes them,
    `movement` as `pairing.board_choice` does.
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
    depth: str = ""
    records: str = Event.Records.ONE
    confirmation: str = Event.Confirmation.OTHER_SIDE
    proof: str = Event.Proof.TAP
    sit_out_credit: str = ""
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
    movement: Mapping[str, Any] = field(default_factory=dict)

    @property
    def over_boards(self) -> bool:
        """Whether several tables play the same boards."""
        return self.boards != Event.BoardSource.TABLE

    @property
    def planned(self) -> tuple[StagePlan, ...]:
        """The stages as they are to be made: at least one."""
        return self.stages or (StagePlan(),)
