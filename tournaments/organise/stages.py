"""The stages of an event: a first one divided into groups, the others opened in turn."""

from __future__ import annotations

from collections import Counter

from tournaments.models import Event, EventState, Group, GroupMember, Round, Stage
from tournaments.organise.group_members import enter
from tournaments.progress import event_progress, qualification_state
from tournaments.progress.qualification_state import Preview, Qualifier
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.refusals import Reason, Refused, Stale, refuse
from tournaments.results import knockouts
from tournaments.structure import stages


def divide(made: Change, stage: Stage) -> None:
    """Divide the entries present into the groups of a first stage, by the snake of the seeding.

    Does nothing for a stage of one group, and once a round of it was drawn. Raises Refused where a
    group would have fewer than two.
    """
    if stage.groups_wanted == 1 or stage.number > 1 or _has_rounds(stage):
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
    enter(stage, members)
    made.note(groups=stage.groups_wanted)


def open_stage(stage: Stage, actor: Actor, *, seen: str, accepted: bool = False) -> Preview:
    """Open a stage: those who qualify by its feed rule become its members.

    `seen` is the mark of the preview. A place shared across the cut and an empty slot have to be
    `accepted`. Raises Refused while the stage before is not over, and Stale where others would
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
        enter(stage, [_group_member(row, groups[row.group]) for row in preview.rows])
        made.note(
            number=stage.number, entries=[row.entry.uid for row in preview.rows], accepted=accepted
        )
        made.shows(event)
    return preview


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
            name=qualification_state.group_name(number) if stage.groups_wanted > 1 else "",
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


def _has_rounds(stage: Stage) -> bool:
    standing = Round.objects.filter(group__stage=stage)
    return standing.exclude(state=Round.State.CANCELLED).exists()
