"""Stages with their groups and the members of these, made of one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef

from tournaments.models import Group, GroupMember, RuleSet, Stage, Suspension
from tournaments.structure.regulations import CLUB, COLUMNS, Regulations, from_columns
from tournaments.system.compiled_queries import KeysQuery

OF_STAGE: Final = tuple(field.attname for field in Stage._meta.concrete_fields)
OF_GROUP: Final = ("uid", "number", "name")
OF_MEMBER: Final = (
    "uid",
    "entry_id",
    "number",
    "slot",
    "carried_numerator",
    "carried_denominator",
)
_STAGES: Final = KeysQuery(
    lambda events: (
        Stage.objects.filter(event__in=events)
        .order_by("number", "groups__number", "groups__members__number")
        .values_list(
            *OF_STAGE,
            *(f"event__regulations__{name}" for name in COLUMNS),
            "groups__pk",
            *(f"groups__{name}" for name in OF_GROUP),
            "groups__members__pk",
            *(f"groups__members__{name}" for name in OF_MEMBER),
            Exists(Suspension.objects.filter(entry__event=OuterRef("event"))),
        )
    )
)


@dataclass(frozen=True, slots=True)
class StageRows:
    """A stage with its groups in order and the members of each, by the key of the group."""

    stage: Stage
    regulations: Regulations
    """What its event lays down."""
    has_suspensions: bool
    """Whether anybody was ever suspended in its event."""
    groups: dict[int, Group]
    members: dict[int, list[GroupMember]]


def stages_by_event(events: Sequence[int]) -> dict[int, list[StageRows]]:
    """Return the stages with their groups and members by one query.

    A later stage may have no groups before it is opened.
    """
    stages: dict[int, StageRows] = {}
    for row in _STAGES.all(events):
        values = iter(row)
        fields = {name: next(values) for name in OF_STAGE}
        laid_down = [next(values) for _ in COLUMNS]
        if fields["id"] not in stages:
            regulations = CLUB if laid_down[0] is None else from_columns(laid_down)
            stages[fields["id"]] = StageRows(Stage(**fields), regulations, row[-1], {}, {})
        held = stages[fields["id"]]
        group = next(values)
        names = {name: next(values) for name in OF_GROUP}
        if group is not None and group not in held.groups:
            held.groups[group] = Group(pk=group, stage_id=held.stage.pk, **names)
            held.members[group] = []
        member = next(values)
        if member is not None:
            placed = dict(zip(OF_MEMBER, values, strict=False))
            held.members[group].append(GroupMember(pk=member, group_id=group, **placed))
    return _with_rules(list(stages.values()))


def _with_rules(stages: Sequence[StageRows]) -> dict[int, list[StageRows]]:
    """Return stages by the key of their event; the rules of those with their own are loaded."""
    grouped: dict[int, list[StageRows]] = defaultdict(list)
    own = {rows.stage.ruleset_id for rows in stages if rows.stage.ruleset_id}
    rules = RuleSet.objects.in_bulk(own) if own else {}
    for rows in stages:
        if rows.stage.ruleset_id:
            rows.stage.ruleset = rules[rows.stage.ruleset_id]
        grouped[rows.stage.event_id].append(rows)
    return grouped
