"""Membership of entries in the groups of a stage: each entry in at most one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.models import GroupMember, Stage
from tournaments.refusals import Reason, Refused, refuse


def enter(stage: Stage, members: Sequence[GroupMember]) -> None:
    """Put entries into groups of a stage.

    Raises Refused for entries that are in a group of the stage already, or would be in two.
    """
    wanted = Counter(member.entry for member in members)
    present = GroupMember.objects.filter(group__stage=stage, entry__in=wanted)
    twice = {member.entry for member in present.select_related("entry")}
    twice |= {entry for entry, times in wanted.items() if times > 1}
    if twice:
        numbers = sorted(entry.number for entry in twice)
        raise Refused(*(refuse(Reason.ENTRY_IN_GROUP, number=number) for number in numbers))
    GroupMember.objects.bulk_create(members)
