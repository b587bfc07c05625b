"""The director's actions between the rounds of a knockout and between stages."""

from __future__ import annotations

from typing import Final

from tournaments import results
from tournaments.models import Event, Round
from tournaments.organise.absences.awards import AwardGrounds, decide_match
from tournaments.organise.stages import open_stage
from tournaments.progress import qualification_state, stage_ends
from tournaments.record.audit import Actor
from tournaments.results import event_record
from tournaments.structure import stages

BY_LOT: Final = "drawn by lot"


def decide_level(round_: Round, actor: Actor, reason: str = BY_LOT) -> int:
    """Decide every level match of a knockout round; return their number."""
    knockout = event_record.knockout_of(results.read(round_.event), round_.group.stage)
    played_level = knockout.level if knockout else ()
    level = [played.match.key for played in played_level if played.match.round == round_]
    for match in round_.matches.filter(pk__in=level).order_by("number"):
        decide_match(match, actor, match.sides.order_by("number")[0], AwardGrounds(reason))
    return len(level)


def open_next(event: Event, actor: Actor) -> bool:
    """Open the next stage if there is one and the current one is over."""
    before = stages.current(event)
    after = stages.following(before)
    if after is None or stage_ends.problems(before):
        return False
    preview = qualification_state.preview(after)
    open_stage(after, actor, seen=preview.mark, accepted=bool(preview.doubts))
    return True
