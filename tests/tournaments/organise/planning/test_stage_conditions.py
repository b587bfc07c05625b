"""Stages and other plans of an event: both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.organise.planning.test_event_conditions import (
    FINAL,
    PLAN,
    TOP,
    found,
    fresh,
    reasons,
)
from tests.tournaments.organise.planning.test_stages_of_events import GROUPS, staged_cast
from tests.tournaments.organise.taking_part.test_bounds import codes, round_of, second_event
from tests.tournaments.rows_written import written
from tournaments import organise
from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    BoardSource,
    DrawMethod,
    Entry,
    EntryRequest,
    Event,
    EventState,
    Form,
    GroupMember,
    Round,
    RoundState,
    RuleSet,
    Stage,
)
from tournaments.organise import (
    planned_stages,
    stages,
)
from tournaments.organise.replanning import changed_plan
from tournaments.organise.replanning.changed_plan import change_plan, plan_change_problems
from tournaments.organise.stored_plans import plan_of
from tournaments.record.audit import Verb, change
from tournaments.standings.group_results import Carry, CarryRule
from tournaments.standings.tie_breaks import NOT_OF_EVENTS
from tournaments.structure.stages import StagePlan


@pytest.mark.full
@pytest.mark.parametrize(
    ("plan", "state", "expected"),
    [
        (FINAL, EventState.PUBLISHED, []),
        (FINAL, EventState.FINISHED, [Reason.EVENT_NOT_RUNNING]),
        (replace(FINAL, draw_method=""), EventState.PUBLISHED, []),
        (replace(FINAL, feed=None), EventState.PUBLISHED, [PlanReason.STAGE_WITHOUT_FEED]),
        (
            replace(FINAL, draw_method=DrawMethod.SWISS),
            EventState.PUBLISHED,
            [PlanReason.DRAW_METHOD_NOT_OFFERED],
        ),
        (replace(FINAL, groups_wanted=2), EventState.PUBLISHED, [PlanReason.GROUPS_NEED_MATCHES]),
    ],
)
def test_a_stage_is_added_that_fits_the_event(
    cast: Cast, plan: StagePlan, state: str, expected: list[str]
) -> None:
    second_event(cast)
    Event.objects.filter(pk=cast.event.pk).update(state=state)
    found(lambda: organise.add_stage(cast.event, cast.director, plan), expected)


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"draw_method": DrawMethod.SWISS, "groups_wanted": 2}, []),
        ({"draw_method": DrawMethod.ROUND_ROBIN, "groups_wanted": 2}, []),
        ({"draw_method": DrawMethod.DANISH, "groups_wanted": 2}, [PlanReason.GROUPS_NEED_MATCHES]),
        (
            {"draw_method": DrawMethod.KNOCKOUT, "feed": replace(TOP, carry=CarryRule(Carry.ALL))},
            [PlanReason.CARRY_INTO_KNOCKOUT],
        ),
        ({"draw_method": DrawMethod.SWISS, "feed": replace(TOP, carry=CarryRule(Carry.ALL))}, []),
    ],
)
def test_a_stage_of_pairs_is_added_that_fits(
    db: None, changes: dict[str, Any], expected: list[str]
) -> None:
    cast = staged_cast(StagePlan(draw_method=DrawMethod.SWISS))
    plan = replace(StagePlan(draw_method=DrawMethod.SWISS, feed=TOP), **changes)
    found(lambda: organise.add_stage(cast.event, cast.director, plan), expected)


@pytest.mark.full
@pytest.mark.parametrize(
    ("of_stage", "expected"),
    [("", ["boards_two_winners_in_stages"]), (DrawMethod.SWISS, ["boards_winners_not_offered"])],
)
def test_two_winners_are_looked_at_by_the_draw_of_the_stage_before(
    db: None, of_stage: str, expected: list[str]
) -> None:
    cast = people.assemble(players=0)
    Event.objects.update(
        form=Form.PAIRS, boards=BoardSource.PASSED, draw_method="mitchell", movement={"winners": 2}
    )
    Stage.objects.update(draw_method=of_stage)
    plan = StagePlan(draw_method=DrawMethod.SWISS, feed=TOP)
    wrong = planned_stages._stage_problems(fresh(cast), cast.event.stages.get(), plan)
    assert set(expected) <= set(reasons(wrong))


@pytest.mark.full
@pytest.mark.parametrize(
    ("source", "offered"), [(BoardSource.PASSED, True), (BoardSource.TABLE, False)]
)
def test_movements_are_ways_to_draw_over_boards(cast: Cast, source: str, *, offered: bool) -> None:
    Event.objects.update(form=Form.PAIRS, boards=source)
    assert (DrawMethod.MITCHELL in planned_stages.methods_of(fresh(cast))) is offered


def in_groups(pairs: int = 8) -> tuple[Cast, Stage]:
    cast = staged_cast(GROUPS, pairs=pairs)
    return cast, cast.event.stages.select_related("event").get(number=1)


def settle(cast: Cast, number: int = 1) -> bool:
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        made.concerns(event=cast.event)
        return stages.settle_groups(made, fresh(cast), number)


def sizes(stage: Stage) -> list[int]:
    return [group.members.count() for group in stage.groups.order_by("number")]


@pytest.mark.full
def test_groups_are_made_anew_until_a_round_was_drawn(db: None) -> None:
    cast, stage = in_groups()
    assert settle(cast)
    assert sizes(stage) == [4, 4]
    organise.add_entries(cast.event, cast.director, [["九甲", "九乙"]])
    first = GroupMember.objects.order_by("pk")[0].pk
    settle(cast)
    assert sizes(stage) == [5, 4]
    assert not GroupMember.objects.filter(pk=first).exists()
    drawn = round_of_stage(cast, stage, RoundState.DRAFT)
    kept = set(GroupMember.objects.values_list("pk", flat=True))
    organise.add_entries(cast.event, cast.director, [["十甲", "十乙"]])
    settle(cast)
    assert sizes(stage) == [5, 5]
    assert kept < set(GroupMember.objects.values_list("pk", flat=True))
    newest = GroupMember.objects.latest("pk")
    assert (newest.group.number, newest.number) == (2, 5)
    Round.objects.filter(pk=drawn.pk).update(state=RoundState.CANCELLED)
    settle(cast)
    assert not GroupMember.objects.filter(pk__in=kept).exists()


def round_of_stage(cast: Cast, stage: Stage, state: str) -> Round:
    group = stage.groups.order_by("number")[0]
    return Round.objects.create(event=cast.event, group=group, number=1, state=state)


@pytest.mark.full
def test_who_is_not_here_is_in_no_group(db: None) -> None:
    cast, stage = in_groups()
    cast.event.entries.filter(number__lte=6).update(state="checked_in")
    settle(cast)
    assert sizes(stage) == [3, 3]
    round_of_stage(cast, stage, RoundState.CLOSED)
    settle(cast, 2)
    assert sizes(stage) == [3, 3]
    cast.event.entries.filter(number=7).update(state="checked_in")
    settle(cast, 2)
    assert sizes(stage) == [4, 3]


@pytest.mark.full
@pytest.mark.parametrize(
    ("groups", "number", "settled"), [(1, 1, False), (2, 1, True), (2, 2, False)]
)
def test_only_a_first_stage_of_groups_is_settled(
    db: None, groups: int, number: int, *, settled: bool
) -> None:
    cast, stage = in_groups()
    Stage.objects.update(groups_wanted=groups, number=number)
    assert settle(cast) is settled
    assert GroupMember.objects.exists() is settled
    with change(cast.tournament, cast.director, Verb.DRAW_ROUND) as made:
        made.concerns(event=cast.event)
        stages.divide_into_groups(made, cast.event.stages.select_related("event").get())
    assert GroupMember.objects.exists() is settled
    assert stage.pk


@pytest.mark.full
def test_an_entry_is_entered_into_one_stage_and_may_be_in_another(db: None) -> None:
    cast, stage = in_groups()
    settle(cast)
    later = Stage.objects.create(event=cast.event, number=2)
    group = later.groups.create(number=1)
    one = cast.event.entries.get(number=1)
    stages.enter_groups(later, [GroupMember(group=group, entry=one, number=1)])
    assert codes(
        lambda: stages.enter_groups(stage, [GroupMember(group=group, entry=one, number=2)])
    ) == [Reason.ENTRY_IN_GROUP]
    two = cast.event.entries.get(number=2)
    stages.enter_groups(later, [GroupMember(group=group, entry=two, number=2)])


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "published", "expected"),
    [
        (RoundState.DRAFT, False, [Reason.ROUND_IN_DRAFT]),
        (RoundState.CANCELLED, False, []),
        (RoundState.CANCELLED, True, [PlanReason.PLAN_PUBLISHED]),
        (RoundState.CLOSED, True, [PlanReason.PLAN_PUBLISHED]),
    ],
)
def test_a_plan_changes_until_a_draw_was_ever_published(
    cast: Cast, state: str, published: bool, expected: list[str]
) -> None:
    other = second_event(cast)
    row = round_of(cast, 1, state)
    Round.objects.filter(pk=row.pk).update(published_at=timezone.now() if published else None)
    assert reasons(plan_change_problems(fresh(cast))) == expected
    assert reasons(plan_change_problems(other)) == []
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    assert reasons(plan_change_problems(fresh(cast))) == [Reason.EVENT_NOT_RUNNING]


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "is_entered", "expected"),
    [
        ({}, True, []),
        ({"form": "pairs"}, True, [PlanReason.PLAN_ENTERED]),
        ({"game": "shengji"}, True, [PlanReason.PLAN_ENTERED]),
        ({"form": "pairs"}, False, []),
    ],
)
def test_game_and_form_stay_once_somebody_is_entered(
    cast: Cast, changes: dict[str, Any], is_entered: bool, expected: list[str]
) -> None:
    if not is_entered:
        cast.event.entries.all().delete()
    plan = replace(plan_of(fresh(cast)), **changes)
    assert reasons(plan_change_problems(fresh(cast), plan)) == expected


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "is_entered"),
    [("asked", True), ("waiting", True), ("entered", False), ("refused", False)],
)
def test_who_asks_for_a_place_holds_game_and_form(
    cast: Cast, state: str, *, is_entered: bool
) -> None:
    other = second_event(cast)
    Entry.objects.all().delete()
    EntryRequest.objects.create(event=cast.event, state=state, secret_hash="x")
    assert changed_plan.is_entered(fresh(cast)) is is_entered
    assert not changed_plan.is_entered(other)


@pytest.mark.full
def test_the_same_rules_under_another_name_are_rules_of_their_own(cast: Cast) -> None:
    before = plan_of(fresh(cast))
    assert written(lambda: change_plan(cast.event, cast.director, before)) == {}
    named = replace(before, rules_name="我们的")
    assert written(lambda: change_plan(cast.event, cast.director, named)) == {
        "~event": 1,
        "+ruleset": 1,
    }
    assert RuleSet.objects.filter(name="我们的").count() == 1


@pytest.mark.parametrize(
    ("method", "kept"),
    [
        ("mitchell", {"stay": ["2"], "form": "boards_web"}),
        ("howell", {"form": "boards_howell"}),
    ],
)
def test_what_was_chosen_of_a_movement_stays_with_its_way_to_draw(
    method: str, kept: dict[str, Any]
) -> None:
    before = replace(
        PLAN, draw_method="mitchell", movement={"stay": ["2"], "winners": 2, "form": "boards_skip"}
    )
    form = {"form": kept["form"]}
    assert changed_plan._movement(before, replace(PLAN, draw_method=method, movement=form)) == kept


def test_tie_breaks_that_the_regulations_set_stay_in_their_places() -> None:
    special = str(min(NOT_OF_EVENTS))
    event = Event(tie_breaks=["net", special, "lot"])
    kept = changed_plan._tie_breaks(event, replace(PLAN, tie_breaks=("own", "lot")))
    assert kept == ["own", special, "lot"]
