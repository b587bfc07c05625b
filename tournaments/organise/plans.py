"""The plan of a new event, as the director enters it: the table of its options.

A field that is a `column` is stored in the column of its name, read back from it, and copied when
the event is repeated; nothing else names it. The form fields are in `web.desk.events.option_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import time
from typing import Any, Final

from tournaments.models import Event
from tournaments.structure.stages import StagePlan


def column(default: Any, *, noted: bool = False) -> Any:
    """Return the field of an option that is stored in a column of the same name.

    A `noted` option is logged when a plan is changed.
    """
    return field(default=default, metadata={"column": True, "noted": noted})


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
    `movement` in that of `movements.board_choice`; in a change None leaves it as it is. `starts_at`
    is the time of the tournament's first day at which the first round begins, in its time zone.
    """

    name: str = field(metadata={"column": True})
    game: str = field(metadata={"column": True})
    rules: Mapping[str, object]
    deals_per_round: int = column(8, noted=True)
    form: str = column(Event.Form.INDIVIDUAL)
    template: str = column("", noted=True)
    to_limit: bool = False
    ranking: str = column(Event.Ranking.POINTS, noted=True)
    draw_method: str = column(Event.DrawMethod.RANDOM, noted=True)
    rounds_planned: int | None = column(None)
    round_minutes: int | None = column(None)
    starts_at: time | None = None
    depth: str = column("", noted=True)
    records: str = column(Event.Records.ONE, noted=True)
    confirmation: str = column(Event.Confirmation.OTHER_SIDE, noted=True)
    proof: str = column(Event.Proof.TAP, noted=True)
    sit_out_credit: str = column("")
    sit_out_amount: str = column("")
    late_credit: str = column(Event.SitOutCredit.NONE)
    late_amount: str = column("")
    ranked_from: str = column("")
    least_deals: int | None = column(None)
    tie_breaks: tuple[str, ...] = ()
    comparison: str = column(Event.Comparison.NONE, noted=True)
    boards: str = column(Event.BoardSource.TABLE, noted=True)
    board_copies: int = column(1)
    rooms: int = column(1)
    segments: int = column(1)
    line_up_order: str = column(Event.LineUpOrder.BLIND)
    line_up_minutes: int | None = column(None)
    odd_field: str = column(Event.OddField.SIT_OUT)
    stages: tuple[StagePlan, ...] = ()
    prizes: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str = ""
    movement: Mapping[str, Any] | None = None
    board_set_deals: int | None = None

    @property
    def over_boards(self) -> bool:
        """Whether several tables play the same boards."""
        return self.boards != Event.BoardSource.TABLE

    @property
    def planned(self) -> tuple[StagePlan, ...]:
        """The stages to create: at least one."""
        return self.stages or (StagePlan(),)


COLUMNS: Final = tuple(each.name for each in fields(EventPlan) if each.metadata.get("column"))
"""What an event says of its plan in columns of the same names."""
NOTED: Final = tuple(each.name for each in fields(EventPlan) if each.metadata.get("noted"))
"""What the log says of a changed plan."""
