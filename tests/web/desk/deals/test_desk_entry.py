"""The desk's keyboard: a paper sheet becomes the result of its deal, a result is corrected."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.models import Sheet
from referee.sheets import entry, queries
from scoring.game import find_game
from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, account
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Deal, Event, Result, Role, Round, RuleSet
from tournaments.record.audit import Actor
from tournaments.record.digest import canonical, sha256
from web.desk.typed_sheets.typed_forms import SheetForm, initial

TYPED = {"won_N": "sq", "won_W": "♦J", "won_S": "变压器", "rest": "E"}


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    """A browser in which Bob, the referee, has signed in, in English."""
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def address(hall: Hall, name: str = "referee_type", deal: Deal | None = None) -> str:
    return reverse(name, args=[hall.cast.tournament.uid, (deal or hall.deal()).uid])


def fields(page: Any) -> dict[str, Any]:
    """Return what a page would send if nobody typed anything."""
    form = page.context["form"]
    values = {field.html_name: field.value() for field in form}
    return {
        name: value
        for name, value in values.items()
        if value not in (None, "", []) and value is not False
    }


def stored(desk: Client, where: str, **typed_values: Any) -> Any:
    """Type a sheet, look at the preview, and store it."""
    preview = typed_in(desk, where, **typed_values)
    page = text(preview)
    assert "Resulting score" in page or "claim is not accepted" in page, page
    return desk.post(where, {**fields(preview), "store": "1"})


def typed_in(desk: Client, where: str, **typed_values: Any) -> Any:
    """Return the answer to a page in which this was typed."""
    return desk.post(where, {**fields(desk.get(where)), **typed_values})


def overview(hall: Hall) -> str:
    return reverse("referee_overview", args=[hall.cast.tournament.uid])


def live(hall: Hall) -> dict[str, int]:
    return dict(Result.live.get(deal=hall.deal()).settlement["scores"])


@pytest.mark.full
def test_a_paper_sheet_becomes_the_result_in_two_steps(hall: Hall, desk: Client) -> None:
    answer = stored(desk, address(hall), **TYPED, reason="no tablet")
    assert answer["Location"] == address(hall, deal=hall.deal(2))
    assert live(hall) == {"N": -100, "W": 100, "S": 50, "E": 200}
    result = Result.live.get()
    assert (result.facts["won"], result.reason) == (NORTH_TAKES_THE_PIG["won"], "no tablet")
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_the_button_pressed_twice_stores_once(hall: Hall, desk: Client) -> None:
    where = address(hall)
    preview = typed_in(desk, where, **TYPED, reason="paper")
    content = {**fields(preview), "store": "1"}
    assert desk.post(where, content)["Location"] == desk.post(where, content)["Location"]
    assert Result.objects.count() == Sheet.objects.count() == 1


@pytest.mark.full
def test_what_was_typed_after_the_preview_is_previewed_again(hall: Hall, desk: Client) -> None:
    where = address(hall)
    preview = typed_in(desk, where, **TYPED, reason="paper")
    answer = desk.post(where, {**fields(preview), "rest": "S", "store": "1"})
    assert "Resulting score" in text(answer)
    assert not Sheet.objects.exists()


@pytest.mark.full
def test_an_error_stands_beside_its_field_and_everything_typed_is_kept(
    hall: Hall, desk: Client
) -> None:
    where = address(hall)
    content = {**fields(desk.get(where)), "won_N": "SQ H1", "won_E": "H2-9", "reason": "paper"}
    form = desk.post(where, content).context["form"]
    assert list(form.errors) == ["won_N"]
    assert form["won_E"].value() == "H2-9"
    content |= {"won_N": "SQ", "won_W": "SQ"}
    form = desk.post(where, content).context["form"]
    assert {"won_N", "won_W", "rest"} & set(form.errors)
    assert not Sheet.objects.exists()


@pytest.mark.full
def test_a_reason_is_asked_where_the_table_was_to_confirm(hall: Hall, desk: Client) -> None:
    where = address(hall)
    values = fields(desk.get(where))
    assert values["reason"] == "Typed from the paper sheet."
    form = desk.post(where, {**values, **TYPED, "reason": ""}).context["form"]
    assert list(form.errors) == ["reason"]


@pytest.mark.full
def test_a_confirmed_deal_is_corrected_and_both_versions_stand(hall: Hall, desk: Client) -> None:
    hall.cast.post(hall.cast.deals(hall.round)[0])
    page = desk.get(address(hall))
    assert page.context["form"]["won_E"].value() == "H2-A"
    answer = stored(desk, address(hall), won_N="", won_W="SQ DJ", reason="West won the pig")
    assert answer["Location"] == address(hall, "referee_deal")
    assert "Round 1, table 1, deal 1: The sheet is now" in text(desk.get(answer["Location"]))
    assert live(hall)["W"] == 0
    results = Result.objects.filter(deal=hall.deal()).order_by("version")
    assert [result.reason for result in results] == ["", "West won the pig"]
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_correction_that_changes_the_end_of_a_game_says_so(db: None, client: Client) -> None:
    cast = people.assemble(players=4, deals_per_round=1)
    rules = find_game("gongzhu").rules({"preset": "plusminus"})
    RuleSet.objects.update(rules=rules.as_dict())
    Event.objects.update(deals_per_round=2)
    cast.event.refresh_from_db()
    played = Hall.of(cast)
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    won = {"won_N": "", "won_W": "SQ C10 H2-K", "won_S": "", "rest": "E"}
    for number in (1, 2):
        stored(client, address(played, deal=played.deal(number)), **won)
    assert "no further deal counts" in text(client.get(overview(played)))
    change = {"rest": "", "won_E": "", "kind": "void", "reason": "misdeal"}
    rule = reverse("referee_rule", args=[cast.tournament.uid, played.deal(2).uid])
    answer = client.post(rule, {**change, "seen": 1}, follow=True)
    assert "another deal is played" in text(answer)


@pytest.mark.full
def test_exposures_are_typed_and_prefilled(hall: Hall, desk: Client) -> None:
    form = desk.get(address(hall)).context["form"]
    number = form.asked.blank.exposable.index("SQ")
    kind = form.asked.blank.kinds[0]
    stored(desk, address(hall), **TYPED, reason="paper", **{f"exposed_{number}": f"W:{kind}"})
    assert live(hall)["N"] == -200
    reopened = desk.get(address(hall)).context["form"]
    assert reopened[f"exposed_{number}"].value() == f"W:{kind}"


@pytest.mark.full
@pytest.mark.parametrize("card", ["DJ", "C10"])
def test_a_problem_with_an_exposure_stands_at_its_card(hall: Hall, desk: Client, card: str) -> None:
    blank = desk.get(address(hall)).context["form"].asked.blank
    name = f"exposed_{blank.exposable.index(card)}"
    data = {**TYPED, name: f"S:{blank.kinds[0]}", "plays": f"W: {card}", "reason": "paper"}
    form = typed_in(desk, address(hall), **data).context["form"]
    assert name in form.errors
    assert "exposed_0" not in form.errors
    assert all(late.html_name.endswith(shown.html_name[-1]) for shown, late in form.exposed)


@pytest.mark.full
@pytest.mark.parametrize("kind", ["not_played", "void"])
def test_a_deal_without_points_is_ruled_with_a_reason(hall: Hall, desk: Client, kind: str) -> None:
    where, data = address(hall, "referee_rule"), {"kind": kind, "seen": 0, "reason": ""}
    assert desk.post(where, data).context["form"].errors.keys() == {"reason"}
    assert desk.post(where, {**data, "reason": "time was up"}).status_code == 302
    assert Result.objects.get().kind == kind
    assert desk.get(address(hall, "referee_deal")).status_code == 200
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_result_is_taken_back_once_it_stands(hall: Hall, desk: Client) -> None:
    where, data = address(hall, "referee_rule"), {"kind": "retracted", "seen": 0, "reason": "wrong"}
    assert desk.post(where, data).context["form"].errors.keys() == {"kind"}
    hall.cast.post(hall.cast.deals(hall.round)[0])
    assert desk.post(where, data).context["form"].errors
    assert desk.post(where, {**data, "seen": 1}).status_code == 302
    assert not Result.live.exists()
    assert (hall.deal().version, hall.deal().done) == (2, False)
    stored(desk, address(hall), **TYPED, reason="played after all")
    assert live(hall)["N"] == -100


def closed(hall: Hall, minutes_ago: int) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    when = timezone.now() - timedelta(minutes=minutes_ago)
    Round.objects.filter(pk=hall.round.pk).update(closed_at=when)


@pytest.mark.full
def test_after_the_window_only_the_chief_referee_and_directors_change_results(
    hall: Hall, desk: Client
) -> None:
    closed(hall, minutes_ago=31)
    where = address(hall)
    content = {**fields(desk.get(where)), **TYPED, "won_E": "", "reason": "late"}
    assert "Only the chief referee" in text(desk.get(where))
    assert desk.post(where, content).status_code == 403
    assert desk.post(address(hall, "referee_rule"), {}).status_code == 403
    assert desk.post(address(hall, "referee_confirm"), {}).status_code == 403
    chief = account("chief")
    organise.grant_role(
        Actor.from_user(hall.cast.alice), hall.cast.tournament, chief, Role.CHIEF_REFEREE
    )
    desk.force_login(chief)
    assert "You can still correct results" in text(desk.get(where))
    assert desk.post(where, content).status_code == 200


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("not_played", ": Ruled as “not played”."),
        ("no_replay", ": Ruled as “void, not played again”."),
        ("void", ": The deal is void. Please play it again."),
    ],
    ids=["not_played", "no_replay", "void"],
)
def test_a_result_without_points_is_named_once_it_is_given(
    hall: Hall, desk: Client, kind: str, told: str
) -> None:
    data = {"kind": kind, "seen": 0, "reason": "the time was up"}
    answer = desk.post(address(hall, "referee_rule"), data, follow=True)
    assert told in text(answer)


@pytest.mark.full
def test_what_was_published_and_changed_is_said(hall: Hall, desk: Client) -> None:
    closed(hall, minutes_ago=5)
    Round.objects.filter(pk=hall.round.pk).update(closed_at=timezone.now())
    assert "Published and changed since" not in text(desk.get(overview(hall)))
    data = {"kind": "void", "seen": 1, "reason": "a card was missing"}
    desk.post(address(hall, "referee_rule"), data)
    page = text(desk.get(overview(hall)))
    assert "Published and changed since" in page
    assert "a card was missing" in page


@pytest.mark.full
def test_the_overview_leads_to_the_deals_of_every_table(hall: Hall, desk: Client) -> None:
    page = desk.get(overview(hall))
    for table in hall.tables:
        assert address(hall, deal=hall.deal(1, table)) in page.content.decode()


@pytest.mark.full
def test_the_overview_leads_to_the_deals_of_a_closed_round_too(hall: Hall, desk: Client) -> None:
    hall.cast.play(hall.round)
    organise.exchange_seats(
        hall.deal().sitting, hall.cast.director, {"N": "W", "W": "N"}, 1, 1, "wrong chairs"
    )
    organise.close_round(hall.round, hall.cast.director)
    # A deal with a result leads to its own page, where it is corrected.
    deal = address(hall, "referee_deal")
    assert deal not in desk.get(overview(hall)).content.decode()
    page = desk.get(overview(hall), {"round": hall.round.uid})
    assert deal in page.content.decode()
    assert len(page.context["tables"]) == len(hall.tables)


@pytest.mark.full
def test_a_sheet_is_not_stored_by_a_digest_that_anybody_can_make(hall: Hall, desk: Client) -> None:
    where = address(hall)
    preview = typed_in(desk, where, **TYPED, reason="paper")
    report = preview.context["form"].report({}, queries.beginning_of(hall.deal()))
    made_up = {**fields(preview), "store": "1", "previewed": sha256(canonical(report))}
    assert "Resulting score" in text(desk.post(where, made_up))
    assert not Sheet.objects.exists()


@pytest.mark.full
def test_every_trick_is_typed_and_read_again(hall: Hall, desk: Client) -> None:
    form = desk.get(address(hall)).context["form"]
    report = {"won": {}, "plays": [["W", "S2"], ["S", "S3"], ["E", "S4"], ["N", "SA"]]}
    values = initial(report, form.asked)
    assert values["plays"] == "W: S2 S3 S4 SA"
    content = {"plays": values["plays"], "seen": 0, "key": "0" * 8}
    new_form = SheetForm(content, asked=form.asked)
    assert set(new_form.errors) == {"reason"}
    assert new_form.report({})["plays"] == report["plays"]


@pytest.mark.full
def test_who_was_dealt_a_card_is_asked_where_the_rules_ask(hall: Hall, desk: Client) -> None:
    rules = find_game("gongzhu").rules({"preset": "huapai"}).as_dict()
    named = {"game": "gongzhu", "name": "huapai", "schema": 1, "digest": "0" * 64}
    stage = hall.cast.event.stages.get()
    stage.ruleset = RuleSet.objects.create(rules=rules, **named)
    stage.save()
    where, data = address(hall), {**TYPED, "reason": "paper"}
    form = typed_in(desk, where, **data).context["form"]
    owners = [f"dealt_{card}" for card in form.asked.blank.owners]
    assert list(form.errors) == ["dealt_SQ"]
    stored(desk, where, **data, **dict.fromkeys(owners, "N"))
    assert Result.live.get().facts["dealt"]["SQ"] == "N"


@pytest.mark.full
@pytest.mark.parametrize(
    "plays", [5, True, {"a": 1}, [5], [[]], [["N"]], [["N", 5]], [[["N"], "SQ"]], [["N", "S", "E"]]]
)
def test_a_sheet_of_which_nothing_is_understood_does_not_keep_the_referee_from_typing(
    hall: Hall, desk: Client, plays: Any
) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report={"plays": plays}))
    assert desk.get(address(hall)).status_code == 200


@pytest.mark.full
@pytest.mark.parametrize(
    ("plays", "written"),
    [
        (5, "?5"),
        ([["W", "S2"], 5, ["E", "S4"]], "W: S2 / ?5 / E: S4"),
        ([["W", "S2"], ["S", "S1"]], "W: S2 / ?_S_S1_"),
        ([["W", "S2"], ["S", ["S3", "S4"]]], "W: S2 / ?_S_S3_S4_"),
        ([["N", [5]], ["Q", "SA"]], "?_N_5_ / ?_Q_SA_"),
    ],
)
def test_what_is_no_play_of_a_stored_sheet_is_shown_and_asked(
    hall: Hall, desk: Client, plays: Any, written: str
) -> None:
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report={"plays": plays}))
    content = fields(desk.get(address(hall)))
    assert content["plays"] == written
    answer = desk.post(address(hall), {**content, **TYPED, "reason": "paper"})
    assert "?" in " ".join(answer.context["form"].errors["plays"])


@pytest.mark.full
@pytest.mark.parametrize("line", ["SA SK SQ SJ", "N: SA SK SQ SJ S10", "SA N: SK"])
def test_no_card_of_a_trick_is_left_out_in_silence(hall: Hall, desk: Client, line: str) -> None:
    plays = f"N: HA H2 H3 H4\n{line}"
    answer = typed_in(desk, address(hall), **TYPED, plays=plays, reason="from paper")
    assert "Line 2" in " ".join(answer.context["form"].errors["plays"])
    assert line in answer.content.decode()


@pytest.mark.full
def test_what_was_typed_while_another_result_came_goes_on_as_its_correction(
    hall: Hall, desk: Client
) -> None:
    otherwise = {**TYPED, "won_W": "♦J 变压器", "won_S": "", "reason": "from paper"}
    content = {**fields(desk.get(address(hall))), **otherwise}
    hall.cast.post(hall.deal())
    changed = desk.post(address(hall), content)
    assert "changed" in text(changed)
    assert fields(changed)["won_N"] == "sq"
    assert Result.objects.count() == 1
    preview = desk.post(address(hall), {**fields(changed)})
    assert desk.post(address(hall), {**fields(preview), "store": "1"}).status_code == 302
    assert Result.live.get().version == 2
    assert verify(hall.cast.tournament) == []
