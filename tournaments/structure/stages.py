"""The stages of an event: which is played now, its settings, and who is in it."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import DrawMethod, Entry, Event, Group, GroupMember, Stage


def current(event: Event) -> Stage:
    """Return the stage that is played now: the last one that anybody is in, else the first."""
    stages = Stage.objects.filter(event=event).order_by("number")
    entered = stages.filter(groups__members__isnull=False).last()
    return entered or stages[0]


def following(stage: Stage) -> Stage | None:
    """Return the stage after one; None after the last."""
    return stage.event.stages.filter(number__gt=stage.number).order_by("number").first()


def method_of(stage: Stage) -> DrawMethod:
    """Return how the rounds of a stage are drawn unless the director chooses otherwise."""
    return DrawMethod(stage.draw_method or stage.event.draw_method)


def deals_of(stage: Stage) -> int:
    """Return how many deals a match of a stage has, or has at the most."""
    return stage.deals_per_round or stage.event.deals_per_round


def rounds_of(stage: Stage) -> int | None:
    """Return how many rounds are planned for a stage; None where that is not set.

    The rounds planned for an event apply where it has one stage.
    """
    if stage.rounds_planned is not None or following(stage) or stage.number > 1:
        return stage.rounds_planned
    return stage.event.rounds_planned


def groups_of(stage: Stage) -> Mapping[Group, tuple[Entry, ...]]:
    """Return who is in every group of a stage, in the order of their places there.

    A first stage into which nobody was put has all entries of the event in its one group.
    """
    groups = list(stage.groups.order_by("number"))
    members = GroupMember.objects.filter(group__in=groups).select_related("entry")
    entries: dict[int, list[Entry]] = {group.pk: [] for group in groups}
    for member in members.order_by("number"):
        entries[member.group_id].append(member.entry)
    if stage.number == 1 and not any(entries.values()):
        entries[groups[0].pk] = list(stage.event.entries.order_by("number"))
    return {group: tuple(entries[group.pk]) for group in groups}
