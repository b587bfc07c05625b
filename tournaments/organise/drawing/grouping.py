"""Groups before a round is drawn: the field is divided, and late entries are placed."""

from __future__ import annotations

from django.db.models import Count, Max

from tournaments.models import Entry, Event, Group, GroupMember, Stage
from tournaments.organise.group_members import enter
from tournaments.organise.stages import divide
from tournaments.progress import event_progress
from tournaments.record.audit import Change
from tournaments.structure import stages


def settle(made: Change, event: Event, number: int) -> bool:
    """Put all entries present into groups, where the first stage of an event has several.

    Late entries go into the smallest group, the first among equals. Later stages have their
    members already. Return whether the stage has groups to fill. Raises Refused where the field is
    too small.
    """
    stage = stages.current(event)
    if stage.number > 1 or stage.groups_wanted < 2:
        return False
    divide(made, stage)
    members = GroupMember.objects.filter(group__stage=stage).values("entry")
    late = event.entries.exclude(pk__in=members).order_by("number")
    able = event_progress.able_to_sit(list(event.entries.all()), number)
    able_keys = {entry.pk for entry in able}
    placed = {entry.uid: _place_in_group(stage, entry) for entry in late if entry.pk in able_keys}
    if placed:
        made.note(late={uid: group.number for uid, group in placed.items()})
    return True


def _place_in_group(stage: Stage, entry: Entry) -> Group:
    """Put a late entry into the smallest group, and return the group."""
    sizes = stage.groups.annotate(size=Count("members"), last=Max("members__number"))
    group = sizes.order_by("size", "number")[0]
    enter(stage, [GroupMember(group=group, entry=entry, number=(group.last or 0) + 1)])
    return group
