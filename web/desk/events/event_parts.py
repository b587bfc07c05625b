"""The stages of a new event, according to its options."""

from __future__ import annotations

from typing import Any

from tournaments.formats.templates import EventTemplate, Shape
from tournaments.models import DrawMethod
from tournaments.pairing.knockout import knockout_draw
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan


def stages(template: EventTemplate, data: dict[str, Any]) -> tuple[StagePlan, ...]:
    """Return the stages of an event from cleaned data; empty if it has only one stage."""
    kind = KnockoutKind(data.get("knockout_kind") or KnockoutKind.SINGLE)
    third = bool(data.get("third_place")) and kind is KnockoutKind.SINGLE
    options = knockout_draw.KnockoutOptions(kind=kind, third_place=third)
    if template.shape is Shape.KNOCKOUT:
        return (StagePlan(draw_method=DrawMethod.KNOCKOUT, knockout=options),)
    if template.shape is Shape.GROUPS:
        return _groups_and_knockout(data["groups_wanted"], data["go_on"], options)
    return ()


def _groups_and_knockout(
    groups: int, go_on: int, options: knockout_draw.KnockoutOptions
) -> tuple[StagePlan, ...]:
    feed = FeedRule((Take(TakeKind.FIRST, go_on),), crosswise=groups > 1)
    return (
        StagePlan(
            draw_method=DrawMethod.ROUND_ROBIN,
            groups_wanted=groups,
        ),
        StagePlan(
            draw_method=DrawMethod.KNOCKOUT,
            feed=feed,
            knockout=options,
        ),
    )
