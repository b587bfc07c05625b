"""The stages of an event as values for the standings: their rounds, groups and members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Exists, Min, OuterRef

from tournaments.models import DrawMethod, Event, Group, GroupMember, Round, Stage
from tournaments.standings.stage_places import GroupPart, StagePart
from tournaments.structure.stages import method_of


def stage_parts(event: Event, everybody: Sequence[str]) -> tuple[StagePart, ...]:
    """Return the stages with members in order; none where the event is one field.

    A first stage without members has `everybody`.
    """
    groups = _groups_by_stage(event)
    stages = [rows[0].stage for rows in groups.values()]
    has_knockout = any(method_of(stage) == DrawMethod.KNOCKOUT for stage in stages)
    several = any(len(rows) > 1 for rows in groups.values()) or has_knockout
    if not several and not any(row.has_members for rows in groups.values() for row in rows):
        return ()
    members = _members_by_group(event)
    entered = [
        stage for stage in stages if stage.number == 1 or _has_members(groups[stage.pk], members)
    ]
    with_rounds = _with_rounds(event, entered)
    return tuple(
        StagePart(stage.pk, first, last, tuple(_group_parts(groups[stage.pk], members, everybody)))
        for stage, first, last in with_rounds
    )


def _groups_by_stage(event: Event) -> Mapping[int, list[Any]]:
    """Return the groups of each stage that has any, by the stage's key and in order."""
    has_members = Exists(GroupMember.objects.filter(group=OuterRef("pk")))
    rows = Group.objects.filter(stage__event=event).annotate(has_members=has_members)
    groups_by_stage: dict[int, list[Any]] = defaultdict(list)
    for row in rows.select_related("stage").order_by("stage__number", "number"):
        row.stage.event = event
        groups_by_stage[row.stage_id].append(row)
    return groups_by_stage


def _members_by_group(event: Event) -> Mapping[int, list[GroupMember]]:
    rows = GroupMember.objects.filter(group__stage__event=event).select_related("entry")
    members_by_group: dict[int, list[GroupMember]] = defaultdict(list)
    for row in rows.order_by("number"):
        members_by_group[row.group_id].append(row)
    return members_by_group


def _has_members(groups: Sequence[Group], members: Mapping[int, list[GroupMember]]) -> bool:
    return any(group.pk in members for group in groups)


def _group_parts(
    groups: Sequence[Group],
    members: Mapping[int, list[GroupMember]],
    everybody: Sequence[str],
) -> Iterator[GroupPart]:
    if not _has_members(groups, members):
        yield GroupPart(groups[0].pk, tuple(everybody))
        return
    # A late entry plays in the only group of a first stage even if it was not put there.
    late = everybody if len(groups) == 1 and groups[0].stage.number == 1 else ()
    for group in groups:
        group_members = members.get(group.pk, ())
        carried = {
            group_member.entry.uid: group_member.carried
            for group_member in group_members
            if group_member.carried
        }
        entries = dict.fromkeys((*(member.entry.uid for member in group_members), *late))
        yield GroupPart(group.pk, tuple(entries), carried)


def _with_rounds(event: Event, stages: Sequence[Stage]) -> Iterator[tuple[Stage, int, int | None]]:
    """Yield each stage with its first and last round; the last stage has no last round."""
    rounds = Round.objects.filter(event=event).exclude(state=Round.State.CANCELLED)
    begun = dict(rounds.values_list("group__stage").annotate(Min("number")).order_by())
    last = max(rounds.values_list("number", flat=True), default=0)
    firsts = [0, *(begun.get(stage.pk, last + 1) for stage in stages[1:])]
    for stage, first, after in zip(stages, firsts, [*firsts[1:], None], strict=True):
        yield stage, first, None if after is None else after - 1
