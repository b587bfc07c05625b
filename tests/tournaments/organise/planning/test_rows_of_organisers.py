"""What is set for one club, tournament or event is set for no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from typing import Any, TypeAlias

import pytest

from clubs.registration.club_use import change_club
from tests.tournaments import rows_written
from tests.tournaments.rows_written import Three, written
from tournaments import organise
from tournaments.models import (
    ClubFeature,
    ClubRules,
    DrawMethod,
    Event,
    ExtraDeal,
    Role,
    Stage,
    Tournament,
)
from tournaments.organise.replanning.changed_plan import change_plan
from tournaments.organise.settings import settings_of
from tournaments.organise.stored_plans import plan_of
from tournaments.standings.qualification_rules import FeedRule, Take, TakeKind
from tournaments.structure.stages import StagePlan

Act: TypeAlias = Callable[[Three], object]
Rows: TypeAlias = dict[str, int]

FINAL = StagePlan(draw_method=DrawMethod.RANDOM, feed=FeedRule((Take(TakeKind.TOP, 4),)))


def settings(three: Three, **changes: Any) -> None:
    wanted = replace(settings_of(three.fresh()), **changes)
    organise.change_event(three.own, three.director, wanted)


def add_final(three: Three) -> None:
    organise.add_stage(three.own, three.director, FINAL)


def replan(three: Three, **changes: Any) -> None:
    change_plan(three.own, three.director, replace(plan_of(three.fresh()), **changes))


def rename_tournament(three: Three) -> None:
    day = date(2026, 12, 1)
    organise.change_tournament(
        three.cast.tournament, three.director, name="新名", starts_on=day, place="文化馆"
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("act", "found"),
    [
        pytest.param(
            lambda three: organise.set_notice(three.own, three.director, "通知"),
            {"~event": 1},
            id="a notice",
        ),
        pytest.param(
            lambda three: organise.set_prizes(
                three.own, three.director, {"amounts": ["100"], "ties": "divided"}
            ),
            {"~event": 1},
            id="prizes",
        ),
        pytest.param(lambda three: settings(three, name="新名"), {"~event": 1}, id="a name"),
        pytest.param(
            lambda three: settings(three, deals_per_round=4, rounds_planned=3),
            {"~event": 1},
            id="numbers",
        ),
        pytest.param(
            lambda three: settings(three, tournament_name="新名"),
            {"~tournament": 1},
            id="the name of the tournament",
        ),
        pytest.param(
            rename_tournament,
            {"~tournament": 1},
            id="name, day and place of the tournament",
        ),
        pytest.param(
            lambda three: change_club(three.cast.club, three.director, name="新名"),
            {"~club": 1},
            id="the name of the club",
        ),
        pytest.param(
            lambda three: organise.set_features(
                three.cast.club, three.director, [ClubFeature.FEES]
            ),
            {"~club": 1, "+job": 1},
            id="the features of the club",
        ),
        pytest.param(
            lambda three: organise.set_embed_origins(
                three.cast.club, three.director, ["https://club.example"]
            ),
            {"~club": 1},
            id="the sites that show the standings of the club",
        ),
        pytest.param(
            lambda three: organise.grant_role(
                three.director, three.away.tournament, three.cast.bob, Role.REFEREE
            ),
            {"+membership": 1},
            id="a role",
        ),
        pytest.param(
            lambda three: organise.add_places(three.cast.club, three.director, 3),
            {"+place": 3},
            id="places",
        ),
        pytest.param(
            lambda three: organise.delete_event(three.own, three.director),
            {"-entry": 8, "-entrymember": 8, "-person": 8, "~event": 1},
            id="the end of an event",
        ),
        pytest.param(
            lambda three: organise.draw_round(three.own, three.director, seed="x"),
            {
                "+round": 1,
                "+match": 2,
                "+side": 8,
                "+side_entries": 8,
                "+segment": 2,
                "+sitting": 2,
                "+seat": 8,
                "+deal": 4,
                "+table": 2,
                "+place": 2,
            },
            id="a draw",
        ),
        pytest.param(add_final, {"+stage": 1}, id="a stage"),
        pytest.param(
            lambda three: replan(three, depth="tricks"), {"~event": 1}, id="another depth"
        ),
        pytest.param(
            lambda three: replan(three, rules={"preset": "huapai"}),
            {"~event": 1, "+ruleset": 1},
            id="other rules",
        ),
        pytest.param(
            lambda three: replan(three, board_set_deals=3),
            {"+eventregulations": 1},
            id="another board set",
        ),
    ],
)
def test_what_is_set_is_set_for_one_alone(db: None, act: Act, found: Rows) -> None:
    three = rows_written.assemble()
    assert written(lambda: act(three)) == found


@pytest.mark.full
def test_what_a_stage_has_of_its_own_is_changed_in_it_alone(db: None) -> None:
    three = rows_written.assemble()
    Stage.objects.update(rounds_planned=2, deals_per_round=4)
    wanted = {"rounds_planned": 3, "deals_per_round": 6}
    assert written(lambda: settings(three, **wanted)) == {"~stage": 1}


@pytest.mark.full
def test_the_planned_rounds_of_an_event_become_those_of_its_first_stage(db: None) -> None:
    three = rows_written.assemble()
    Event.objects.update(rounds_planned=3)
    assert written(lambda: add_final(three)) == {"+stage": 1, "~stage": 1}
    assert three.own.stages.get(number=1).rounds_planned == 3
    further = replace(FINAL, feed=FeedRule((Take(TakeKind.TOP, 2),)))
    assert written(lambda: organise.add_stage(three.own, three.director, further)) == {"+stage": 1}
    assert three.own.stages.get(number=2).rounds_planned is None
    assert written(lambda: organise.remove_stage(three.own, three.director)) == {"-stage": 1}


@pytest.mark.full
def test_a_first_stage_with_planned_rounds_of_its_own_keeps_them(db: None) -> None:
    three = rows_written.assemble()
    Event.objects.update(rounds_planned=3)
    Stage.objects.update(rounds_planned=2)
    add_final(three)
    assert three.own.stages.get(number=1).rounds_planned == 2


@pytest.mark.full
def test_a_tournament_without_events_goes_alone(db: None) -> None:
    three = rows_written.assemble()
    Event.objects.update(state="cancelled")
    found = written(
        lambda: organise.delete_tournament(three.cast.club, three.cast.tournament, three.director)
    )
    assert found == {"~tournament": 1}
    assert Tournament.objects.get(pk=three.away.tournament_id).state == "running"


@pytest.mark.full
def test_rules_that_a_club_keeps_are_renamed_and_removed_alone(db: None) -> None:
    three = rows_written.assemble()
    first, _second = (
        organise.keep_rules(
            three.cast.club, three.director, name=name, game="gongzhu", preset="classic", rules={}
        )
        for name in ("我们的", "你们的")
    )
    renamed = written(lambda: organise.rename_rules(first, three.director, "改名"))
    assert renamed == {"~clubrules": 1}
    assert written(lambda: organise.remove_rules(first, three.director)) == {"-clubrules": 1}
    assert ClubRules.objects.get().name == "你们的"


@pytest.mark.full
def test_an_extra_deal_is_taken_back_whatever_became_of_others(db: None) -> None:
    three = rows_written.assemble("closed")
    points = {three.entry().uid: 1}
    first, second = (
        ExtraDeal.objects.create(event=three.own, after_round=1, points=points, reason="x")
        for _ in range(2)
    )
    ExtraDeal.objects.create(event=three.own, after_round=1, retires=first, reason="x")
    second = ExtraDeal.objects.select_related("event__tournament").get(pk=second.pk)
    found = written(lambda: organise.take_back_extra_deal(second, three.director, "x"))
    assert found == {"+extradeal": 1}


@pytest.mark.full
def test_the_start_is_set_for_one_event(db: None) -> None:
    three = rows_written.assemble()
    hour = datetime.fromisoformat("2026-11-21T06:00:00+00:00")
    assert written(lambda: settings(three, starts_at=hour)) == {"~event": 1}


@pytest.mark.full
def test_an_event_goes_with_its_own_draft_and_deals(db: None) -> None:
    three = rows_written.assemble("drafted")
    found = written(lambda: organise.delete_event(three.own, three.director))
    assert found == {
        "-round": 1,
        "-match": 2,
        "-side": 8,
        "-side_entries": 8,
        "-segment": 2,
        "-sitting": 2,
        "-seat": 8,
        "-deal": 4,
        "-entry": 8,
        "-entrymember": 8,
        "-person": 8,
        "~event": 1,
    }
