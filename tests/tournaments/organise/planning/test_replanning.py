"""Everything of an event changes until its first published draw; a change says whom it touches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs import fees
from clubs.registration.terms import EntryTerms, set_terms
from tests.cast import Cast
from tests.tournaments.organise.planning.test_new_events import sent as sent_new
from tests.tournaments.organise.planning.test_stages_of_events import LEAGUE
from tournaments import organise
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.checks.verification import verify
from tournaments.formats.templates import TEMPLATES, template_of
from tournaments.models import (
    Club,
    ClubFeature,
    Event,
    PaymentMethod,
    RegistrationTerms,
    SitOutCredit,
)
from tournaments.organise import movements
from tournaments.organise.events import checked_ruleset
from tournaments.organise.replanning.changed_plan import change_plan
from tournaments.organise.stored_plans import plan_of
from tournaments.pairing.movements.board_choice import FORMS, MovementChoice
from tournaments.record.audit import Actor, Verb, change
from tournaments.regulations.regulation_changes import change_regulations
from tournaments.structure import stages
from tournaments.structure.regulations import regulations_of
from web.desk.events import event_options
from web.desk.events.replanning.replanned import ReplanForm


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "zh-hans"
    return client


def created(desk: Client, cast: Cast, key: str, game: str, **changes: Any) -> Event:
    answer = desk.post(
        reverse("desk_event_new", args=[cast.tournament.uid]), sent_new(key, game, **changes)
    )
    assert answer.status_code == 302, answer.context["form"].errors
    return Event.objects.select_related("tournament", "ruleset").get(name="第二项")


def page_of(event: Event) -> str:
    return reverse("desk_event_plan", args=[event.uid])


def fresh(event: Event) -> Event:
    return Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)


def stored(desk: Client, event: Event, **changes: Any) -> dict[str, Any]:
    """What the page sends when nothing but `changes` is changed in it."""
    form = desk.get(page_of(event)).context["form"]
    data = {name: form.data[name] for name in form.fields if form.data.get(name)}
    return {**data, "template": event.template, "game": event.game, **changes}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("key", "game"),
    [
        (template.key, game)
        for template in TEMPLATES
        for game in ("gongzhu", "shengji")
        if event_options.for_template(template, game)
    ],
)
def test_a_page_that_is_saved_unchanged_changes_nothing_of_any_template(
    desk: Client, cast: Cast, key: str, game: str
) -> None:
    check_unchanged(desk, cast, key, game)


@pytest.mark.full
@pytest.mark.parametrize("key", ["club_evening", "pairs_groups", "free"])
def test_a_page_that_is_saved_unchanged_changes_nothing(desk: Client, cast: Cast, key: str) -> None:
    check_unchanged(desk, cast, key, "gongzhu")


def check_unchanged(desk: Client, cast: Cast, key: str, game: str) -> None:
    event = created(desk, cast, key, game)
    before = plan_of(event)
    form = ReplanForm(event, template_of(key), is_entered=False, game=game)
    assert form.is_valid(), form.errors
    plan = form.plan()
    assert plan.planned == before.planned
    assert checked_ruleset(plan).digest == event.ruleset.digest
    names = ("stages", "starts_at", "rules", "to_limit", "board_set_deals")
    same: dict[str, Any] = {name: getattr(before, name) for name in names}
    assert plan.movement in (None, before.movement)
    assert replace(plan, **same, movement=before.movement) == before
    desk.post(page_of(event), stored(desk, event))
    assert plan_of(fresh(event)) == before
    assert fresh(event).ruleset_id == event.ruleset_id


@pytest.mark.nightly
@pytest.mark.parametrize("key", [template.key for template in TEMPLATES])
@pytest.mark.parametrize("game", ["gongzhu", "shengji"])
def test_what_other_pages_have_decided_stays_with_any_template(
    desk: Client, cast: Cast, key: str, game: str
) -> None:
    if event_options.for_template(template_of(key), game):
        check_touched(desk, cast, key, game)


@pytest.mark.full
@pytest.mark.parametrize(
    ("key", "game"), [("pairs_groups", "gongzhu"), ("pairs_mitchell", "gongzhu")]
)
def test_what_other_pages_have_decided_stays(desk: Client, cast: Cast, key: str, game: str) -> None:
    check_touched(desk, cast, key, game)


def check_touched(desk: Client, cast: Cast, key: str, game: str) -> None:
    """Save the page in English once stages and movement were changed in Chinese elsewhere."""
    event = created(desk, cast, key, game)
    if event.stages.count() > 1:
        organise.remove_stage(event, cast.director)
    with suppress(Refused):
        organise.add_stage(event, cast.director, LEAGUE)
    if event.draw_method in FORMS:
        movement = {"stay": ["3"], "form": FORMS[event.draw_method][-1].value}
        Event.objects.filter(pk=event.pk).update(movement=movement)
    before = plan_of(fresh(event))
    rows = list(event.stages.values_list("uid", flat=True))
    desk.cookies["django_language"] = "en"
    answer = desk.post(page_of(event), stored(desk, event, round_minutes="57"))
    assert answer.status_code == 302, answer.context["form"].errors
    assert replace(plan_of(fresh(event)), round_minutes=before.round_minutes) == before
    assert list(event.stages.values_list("uid", flat=True)) == rows


@pytest.mark.full
@pytest.mark.parametrize(
    ("key", "game", "ranking"),
    [("pairs_levels_boards", "shengji", "match_points"), ("free", "gongzhu", "points")],
)
def test_two_winners_stay_two_where_the_page_does_not_ask(
    desk: Client, cast: Cast, key: str, game: str, ranking: str
) -> None:
    of_pairs = {"form": "pairs", "boards": "made", "draw_method": "mitchell"}
    event = created(desk, cast, key, game, **of_pairs, ranking=ranking)
    movement = {"winners": 2, "stay": ["3"]}
    Event.objects.filter(pk=event.pk).update(movement=movement)
    answer = desk.post(page_of(event), stored(desk, event, round_minutes="55"))
    assert answer.status_code == 302, answer.context["form"].errors
    assert (fresh(event).movement, fresh(event).round_minutes) == (movement, 55)


@pytest.mark.full
def test_rounds_planned_are_those_of_the_first_of_several_stages(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "pairs", "gongzhu", rounds_planned="5")
    organise.add_stage(event, cast.director, LEAGUE)
    answer = desk.post(page_of(event), stored(desk, event, rounds_planned="7"))
    assert answer.status_code == 302, answer.context["form"].errors
    first, second = event.stages.order_by("number")
    assert (first.rounds_planned, fresh(event).rounds_planned) == (7, 7)
    assert second.rounds_planned == LEAGUE.rounds_planned
    assert desk.get(page_of(event)).context["form"].data["rounds_planned"] == "7"
    organise.remove_stage(event, cast.director)
    desk.post(page_of(event), stored(desk, event, rounds_planned=""))
    assert stages.rounds_of(fresh(event).stages.get()) is None


@pytest.mark.full
@pytest.mark.parametrize("other", ["movement", "stages", "regulations"])
def test_a_page_of_before_the_movement_the_stages_or_the_boards_of_a_set_were_changed(
    desk: Client, cast: Cast, other: str
) -> None:
    event = created(desk, cast, "pairs_mitchell", "gongzhu")
    opened_at = desk.get(page_of(event)).context["form"].seen
    of_before = stored(desk, event, name="周六双人赛", seen=opened_at)
    boards = replace(regulations_of(event), board_set_deals=20)
    change_elsewhere: dict[str, Callable[[], object]] = {
        "movement": lambda: movements.set_movement(
            event, cast.director, MovementChoice(by_seeding=True)
        ),
        "stages": lambda: organise.add_stage(event, cast.director, LEAGUE),
        "regulations": lambda: change_regulations(event, cast.director, boards),
    }
    change_elsewhere[other]()
    before = plan_of(fresh(event))
    refused = desk.post(page_of(event), of_before)
    assert (refused.status_code, plan_of(fresh(event))) == (200, before)
    assert "另有人刚刚保存了此处的内容" in refused.content.decode()


@pytest.mark.full
def test_an_event_of_no_template_is_shown_and_saved_as_it_is_stored(
    desk: Client, cast: Cast
) -> None:
    before = plan_of(cast.event)
    assert before.template == ""
    form = desk.get(page_of(cast.event)).context["form"]
    assert form.data["rules"] == "gongzhu:classic"
    desk.post(page_of(cast.event), stored(desk, cast.event, template=form.template.key))
    after = fresh(cast.event)
    assert (after.ruleset.digest, after.template) == (cast.event.ruleset.digest, "free")
    # Of an event of one stage these say the same.
    same: dict[str, Any] = {name: getattr(before, name) for name in ("ranked_from", "stages")}
    assert replace(plan_of(after), template="", **same) == before


@pytest.mark.full
@pytest.mark.databases
def test_rules_ranking_draw_and_recording_change_with_entries_in(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "club_evening", "gongzhu", **{"rule-sheep": "50"})
    organise.add_entries(event, cast.director, [[name] for name in ("寅", "卯", "辰", "巳")])
    page = desk.get(page_of(event)).content.decode()
    assert "已有人报名，玩法和赛制不能再改" in page
    assert "修改确认方式将涉及4份报名" in page
    wanted = {
        "rule-sheep": "",
        "depth": "tricks",
        "confirmation": "all_others",
        "proof": "pin",
        "late_credit": "number",
        "late_amount": "2",
        "tie_breaks": "own",
        "tie_break_1": "lot",
        "round_minutes": "50",
    }
    answer = desk.post(page_of(event), stored(desk, event, **wanted), follow=True)
    changed = fresh(event)
    assert (changed.depth, changed.confirmation, changed.proof) == ("tricks", "all_others", "pin")
    assert (changed.late_credit, changed.late_amount) == ("number", "2")
    assert (changed.tie_breaks, changed.round_minutes) == (["lot"], 50)
    assert changed.ruleset.rules != event.ruleset.rules
    words = answer.content.decode()
    assert "4份报名的确认方式已改变" in words
    assert "请打印姓名条" in words
    assert (changed.entries.count(), verify(cast.tournament)) == (4, [])
    organise.draw_round(changed, cast.director)


@pytest.mark.full
@pytest.mark.databases
def test_a_page_of_before_another_change_is_looked_at_once_more(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "club_evening", "gongzhu")
    opened_at = desk.get(page_of(event)).context["form"].seen
    of_before = stored(desk, event, name="周六个人赛", seen=opened_at)
    with change(cast.tournament, Actor.from_user(cast.bob), Verb.CHANGE_EVENT) as made:
        made.concerns(event=event)
    refused = desk.post(page_of(event), of_before)
    assert (refused.status_code, fresh(event).name) == (200, "第二项")
    page = refused.content.decode()
    assert "另有人刚刚保存了此处的内容" in page
    assert "周六个人赛" in page
    pressed_again = {**of_before, "seen": refused.context["form"].seen}
    assert desk.post(page_of(event), pressed_again).status_code == 302
    assert fresh(event).name == "周六个人赛"


@pytest.mark.full
def test_game_and_form_change_while_nobody_is_entered(desk: Client, cast: Cast) -> None:
    event = created(desk, cast, "club_evening", "gongzhu")
    assert "升级" in desk.get(page_of(event)).content.decode()
    data = sent_new("pairs_groups", "shengji", name="双升赛")
    desk.post(page_of(event), data)
    changed = fresh(event)
    assert (changed.game, changed.form, changed.name) == ("shengji", "pairs", "双升赛")
    assert changed.stages.count() == 2
    assert changed.stages.get(number=1).groups.count() == 2
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_game_and_form_stay_once_somebody_is_entered(desk: Client, cast: Cast) -> None:
    plan = replace(plan_of(cast.event), form="partners", draw_method="random")
    with pytest.raises(Refused) as refused:
        change_plan(cast.event, cast.director, plan)
    assert PlanReason.PLAN_ENTERED in [problem.code for problem in refused.value.problems]
    page = desk.get(page_of(cast.event), {"game": "shengji", "template": "pairs"})
    assert page.context["game"] == "gongzhu"
    assert page.context["template"].form in {None, "individual"}


@pytest.mark.full
def test_a_draft_is_thrown_away_first_and_a_published_draw_fixes_the_plan(
    desk: Client, cast: Cast
) -> None:
    draft = cast.drawn_round()
    plan = replace(plan_of(cast.event), depth="tricks")
    with pytest.raises(Refused) as refused:
        change_plan(cast.event, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [Reason.ROUND_IN_DRAFT]
    organise.publish_round(draft, cast.director)
    with pytest.raises(Refused) as refused:
        change_plan(cast.event, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.PLAN_PUBLISHED]
    answer = desk.get(page_of(cast.event))
    assert answer["Location"] == reverse("desk_settings", args=[cast.event.uid])
    assert page_of(cast.event) not in desk.get(answer["Location"]).content.decode()


@pytest.mark.full
def test_another_fee_says_who_has_paid_and_who_has_not(desk: Client, cast: Cast) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.FEES.value])
    fees.set_fee(cast.event, cast.director, 3000)
    fees.take_fee(cast.event.entries.get(number=1), cast.alice, PaymentMethod.CASH)
    address = reverse("desk_fees", args=[cast.event.uid])
    page = desk.post(address, {"amount": "40", "currency": "CNY"}, follow=True).content.decode()
    assert "1份报名已交30元，收据照旧" in page
    assert "7份报名尚未交费" in page


@pytest.mark.full
def test_another_approval_says_whom_it_touches(desk: Client, cast: Cast) -> None:
    set_terms(cast.event, cast.director, EntryTerms(door="public", is_approved=False))
    address = reverse("desk_registration", args=[cast.event.uid])
    form = desk.get(address).context["form"]
    data = {name: form[name].value() or "" for name in form.fields} | {"is_approved": "1"}
    data = {name: value for name, value in data.items() if value not in ("", False)}
    page = desk.post(address, data, follow=True).content.decode()
    assert RegistrationTerms.objects.get(event=cast.event).is_approved
    assert "已报名的8份照旧有效，此后的报名须先审核" in page


@pytest.mark.full
@pytest.mark.parametrize("name", ["sit_out_credit", "late_credit"])
def test_an_average_of_an_event_made_before_is_offered_and_stays(
    desk: Client, cast: Cast, name: str
) -> None:
    event = created(desk, cast, "club_evening", "gongzhu")
    Event.objects.filter(pk=event.pk).update(**{name: SitOutCredit.AVERAGE})
    before = plan_of(fresh(event))
    form = desk.get(page_of(event)).context["form"]
    assert SitOutCredit.AVERAGE in dict(form.fields[name].choices)
    answer = desk.post(page_of(event), stored(desk, event))
    assert answer.status_code == 302, answer.context["form"].errors
    assert plan_of(fresh(event)) == before
    desk.post(page_of(event), stored(desk, event, round_minutes="55"))
    assert getattr(fresh(event), name) == SitOutCredit.AVERAGE
