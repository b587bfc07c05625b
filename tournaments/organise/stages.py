"""The stages of an event: a first one divided into groups, the others opened in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db.models import Count, Max

from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import Event, EventState, Group, GroupMember, Round, Stage
from tournaments.progress import event_progress, qualification_state
from tournaments.progress.qualification_state import QualificationPreview, Qualifier
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.results import knockouts
from tournaments.structure import stages


def divide_into_groups(made: Change, stage: Stage) -> None:
    """Divide the entries present into the groups of a first stage, by the snake of the seeding.

    Does nothing for a stage of one group, and once a round of it was drawn. Raises Refused where a
    group would have fewer than two.
    """
    drawn = Round.objects.filter(group__stage=stage).exclude(state=Round.State.CANCELLED)
    if stage.groups_wanted == 1 or stage.number > 1 or drawn.exists():
        return
    able = event_progress.able_to_sit(list(stage.event.entries.order_by("number")), 1)
    entered = knockouts.seeded(able)
    entered += [entry for entry in able if entry not in entered]
    try:
        divided = qualification_state.divide_into_groups(stage, entered)
    except ValueError:
        groups = stage.groups_wanted
        problem = refuse(Reason.GROUPS_TOO_MANY, entries=len(entered), groups=groups)
        raise Refused(problem) from None
    GroupMember.objects.filter(group__stage=stage).delete()
    groups_ = {group.number: group for group in stage.groups.all()}
    count: Counter[int] = Counter()
    members = []
    for group, entry, reasons in divided:
        count[group] += 1
        place = {"group": groups_[group], "number": count[group]}
        members.append(GroupMember(entry=entry, reasons=list(reasons), **place))
    enter_groups(stage, members)
    made.note(groups=stage.groups_wanted)


def settle_groups(made: Change, event: Event, number: int) -> bool:
    """Put all entries present into groups, if the first stage of an event has several.

    Late entries go into the smallest group, the first among equals. Later stages have their members
    already. Return whether the stage has groups to fill. Raises Refused if the field is too small.
    """
    stage = stages.current(event)
    if stage.number > 1 or stage.groups_wanted < 2:
        return False
    divide_into_groups(made, stage)
    members = GroupMember.objects.filter(group__stage=stage).values("entry")
    late = event.entries.exclude(pk__in=members).order_by("number")
    able = event_progress.able_to_sit(list(event.entries.all()), number)
    sizes = stage.groups.annotate(size=Count("members"), last=Max("members__number"))
    placed = {}
    for entry in late.filter(pk__in=[able_entry.pk for able_entry in able]):
        group = sizes.order_by("size", "number")[0]
        number_in_group = (group.last or 0) + 1
        enter_groups(stage, [GroupMember(group=group, entry=entry, number=number_in_group)])
        placed[entry.uid] = group.number
    if placed:
        made.note(late=placed)
    return True


def open_stage(
    stage: Stage, actor: Actor, *, seen: str, accepted: bool = False
) -> QualificationPreview:
    """Open a stage: the entries that qualify by its rule become its members.

    `seen` is the digest of the preview. A rank shared across the cut and an empty slot have to be
    `accepted`. Raises Refused while the stage before is not over, and Stale if other entries would
    qualify than the preview showed.
    """
    event = stage.event
    with change(event.tournament, actor, Verb.OPEN_STAGE) as made:
        made.concerns(event=event, stage=stage)
        _check_open(stage)
        preview = qualification_state.preview(stage)
        problems = [*preview.problems, *(() if accepted else preview.doubts)]
        if problems:
            raise Refused(*problems)
        if preview.mark != seen:
            raise Stale(refuse(Reason.STAGE_CHANGED))
        groups = _ensure_groups(stage)
        enter_groups(stage, [_group_member(row, groups[row.group]) for row in preview.rows])
        made.note(
            number=stage.number, entries=[row.entry.uid for row in preview.rows], accepted=accepted
        )
        made.shows(event)
    return preview


def enter_groups(stage: Stage, members: Sequence[GroupMember]) -> None:
    """Put entries into groups of a stage.

    Raises Refused for entries that are already in a group of the stage, or would be in two.
    """
    wanted = Counter(member.entry for member in members)
    present = GroupMember.objects.filter(group__stage=stage, entry__in=wanted)
    twice = {member.entry for member in present.select_related("entry")}
    twice |= {entry for entry, times in wanted.items() if times > 1}
    if twice:
        numbers = sorted(entry.number for entry in twice)
        raise Refused(*(refuse(Reason.ENTRY_IN_GROUP, number=number) for number in numbers))
    GroupMember.objects.bulk_create(members)


def next_to_open(event: Event) -> Stage | None:
    """Return the stage to be opened next; None in the last stage."""
    return stages.following(stages.current(event))


def _check_open(stage: Stage) -> None:
    event = Event.objects.get(pk=stage.event_id)
    if event.state != EventState.PUBLISHED:
        raise Refused(refuse(Reason.EVENT_NOT_RUNNING))
    if GroupMember.objects.filter(group__stage=stage).exists():
        raise Refused(refuse(Reason.STAGE_OPEN, number=stage.number))
    before = stages.current(event)
    if stages.following(before) != stage:
        raise Refused(refuse(Reason.STAGES_TO_COME, number=before.number + 1))


def _ensure_groups(stage: Stage) -> dict[int, Group]:
    """Return the groups of a stage by number; missing ones are made."""
    wanted = range(1, stage.groups_wanted + 1)
    present = set(stage.groups.values_list("number", flat=True))
    Group.objects.bulk_create(
        Group(
            stage=stage,
            number=number,
            name=stages.group_name(number) if stage.groups_wanted > 1 else "",
        )
        for number in wanted
        if number not in present
    )
    return {group.number: group for group in stage.groups.all()}


def _group_member(row: Qualifier, group: Group) -> GroupMember:
    return GroupMember(
        group=group,
        entry=row.entry,
        number=row.number,
        slot=row.slot.name,
        carried_numerator=row.carried.numerator,
        carried_denominator=row.carried.denominator,
        reasons=[{"why": row.slot.by.value}, *row.reasons],
    )
