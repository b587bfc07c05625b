"""Whether an appeal is heard: in time, of the appellant's own table, with consent, appealable.

What an appeal has decided is final: nobody appeals against it again, nor against what came in its
place. Only a matter of law that the chief referee decided alone still goes to a committee.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from referee.appeals import pending_entries
from referee.appeals.grounds import Ground
from referee.models import (
    Appeal,
    AppealState,
    AppealStep,
    Matter,
    PartFate,
    Rejection,
    RulingStepKind,
    RulingVersion,
)
from tournaments.models import Adjustment, Entry, EntryMember, Event, Form
from tournaments.structure.regulations import Regulations


def rejection(
    entry: Entry,
    ground: Ground,
    signers: Collection[int],
    *,
    regulations: Regulations,
    lodged_at: datetime,
    deadline: datetime | None,
) -> Rejection | None:
    """Return why an appeal is not heard; `signers` are the keys of who signed or is absent."""
    if not ground.is_appealable(regulations):
        return Rejection.NOT_APPEALABLE
    if entry.pk not in ground.parties:
        return Rejection.NOT_OWN_TABLE
    if is_late(lodged_at, deadline):
        return Rejection.OUT_OF_TIME
    if not has_consent(entry, signers):
        return Rejection.NO_CONSENT
    return None


def is_late(lodged_at: datetime, deadline: datetime | None) -> bool:
    """Whether an appeal came after its deadline, whose hour itself is in time; None is no end."""
    return deadline is not None and lodged_at > deadline


def may_sign(entry: Entry) -> list[EntryMember]:
    """Return who may sign for an entry: its players and its captain, no stand-in and no coach."""
    roles = (EntryMember.Role.PLAYER, EntryMember.Role.CAPTAIN)
    return [row for row in entry.members.all() if row.role in roles]


def has_consent(entry: Entry, signers: Collection[int]) -> bool:
    """Whether those consent on whom it depends: the captain of a team, else every player.

    A team without a captain is spoken for by any of its players.
    """
    members = may_sign(entry)
    players = {row.person_id for row in members if row.role == EntryMember.Role.PLAYER}
    captains = {row.person_id for row in members if row.role == EntryMember.Role.CAPTAIN}
    signed = set(signers)
    if entry.event.form == Form.TEAMS:
        return bool(signed & (captains or players))
    return bool(players) and players <= signed


def final_among(event: Event, grounds: Collection[Ground]) -> frozenset[str]:
    """Return the uids of the grounds that an appeal has decided, or that came of its decision."""
    steps = list(_final_steps(event))
    entered = pending_entries.entered_among({step.appeal for step in steps})
    wanted = frozenset(row.pk for row in entered.values())
    return frozenset(
        ground.uid for ground in grounds if any(_decides(step, ground, wanted) for step in steps)
    )


def _final_steps(event: Event) -> QuerySet[AppealStep]:
    """Return the steps by which appeals of an event decided something for good."""
    law_alone = AppealStep.objects.filter(matter=Matter.LAW, members=None)
    rows = AppealStep.objects.filter(appeal__event=event)
    decided = rows.filter(Q(state=AppealState.DECIDED) | ~Q(parts=None)).distinct()
    final = decided.exclude(appeal__in=Appeal.objects.filter(steps__in=law_alone))
    return final.select_related("appeal__result", "appeal__ruling").prefetch_related(
        "parts", "appeal__steps"
    )


def _decides(step: AppealStep, ground: Ground, wanted: Collection[int]) -> bool:
    """Whether a step decides a ground; `wanted` are the results that were entered as varied."""
    appeal, row = step.appeal, ground.row
    if isinstance(row, RulingVersion):
        is_same = appeal.ruling is not None and appeal.ruling.case_id == row.case_id
        return is_same and _is_final_version(step, row)
    if isinstance(row, Adjustment):
        return row.pk in (appeal.adjustment_id, step.penalty_id)
    # A result had been entered when the appeal was decided, or is what that wanted.
    is_same = appeal.result is not None and appeal.result.deal_id == row.deal_id
    return is_same and (row.created_at <= step.created_at or row.pk in wanted)


def _is_final_version(step: AppealStep, version: RulingVersion) -> bool:
    """Whether a version is what an appeal decided on or left; a later one is a new ruling."""
    if version.created_at <= step.created_at:
        return True
    # Grounds are read with every version of their cases.
    versions = version.case.versions.all()
    before = next((row for row in versions if row.pk == version.supersedes_id), None)
    if before is None or before.created_at > step.created_at:
        return False
    # Without the parts that were annulled a ruling goes on as the next version.
    annuls = any(part.fate == PartFate.ANNULLED for part in step.parts.all())
    return annuls and all(row.kind != RulingStepKind.UNDONE for row in before.steps.all())
