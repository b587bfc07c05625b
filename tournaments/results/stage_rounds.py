"""The stages of an event as values for the standings: their rounds, groups and members."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.models import DrawMethod, Stage
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.stage_places import GroupPart, StagePart
from tournaments.structure.stages import method_of


def stage_parts(snapshot: EventSnapshot, everybody: Sequence[str]) -> tuple[StagePart, ...]:
    """Return the stages with members in order; none where the event is one field.

    A first stage without members has `everybody`.
    """
    stages = [stage for stage in snapshot.stages if snapshot.groups_of(stage)]
    has_knockout = any(method_of(stage) == DrawMethod.KNOCKOUT for stage in stages)
    several = has_knockout or any(len(snapshot.groups_of(stage)) > 1 for stage in stages)
    if not several and not any(snapshot.members.values()):
        return ()
    entered = [stage for stage in stages if stage.number == 1 or _has_members(snapshot, stage)]
    return tuple(
        StagePart(stage.pk, first, last, tuple(_group_parts(snapshot, stage, everybody)))
        for stage, first, last in _with_rounds(snapshot, entered)
    )


def _has_members(snapshot: EventSnapshot, stage: Stage) -> bool:
    return any(snapshot.members[group.pk] for group in snapshot.groups_of(stage))


def _group_parts(
    snapshot: EventSnapshot, stage: Stage, everybody: Sequence[str]
) -> Iterator[GroupPart]:
    groups = snapshot.groups_of(stage)
    if not _has_members(snapshot, stage):
        yield GroupPart(groups[0].pk, tuple(everybody))
        return
    # A late entry plays in the only group of a first stage even if it was not put there.
    late = everybody if len(groups) == 1 and stage.number == 1 else ()
    for group in groups:
        members = snapshot.members[group.pk]
        carried = {member.entry.uid: member.carried for member in members if member.carried}
        entries = dict.fromkeys((*(member.entry.uid for member in members), *late))
        yield GroupPart(group.pk, tuple(entries), carried)


def _with_rounds(
    snapshot: EventSnapshot, stages: Sequence[Stage]
) -> Iterator[tuple[Stage, int, int | None]]:
    """Yield each stage with its first and last round; the last stage has no last round."""
    last = max((round_.number for round_ in snapshot.rounds), default=0)
    begun = [
        min((round_.number for round_ in snapshot.rounds_of(stage)), default=last + 1)
        for stage in stages
    ]
    firsts = [0, *begun[1:]]
    for stage, first, after in zip(stages, firsts, [*firsts[1:], None], strict=True):
        yield stage, first, None if after is None else after - 1
