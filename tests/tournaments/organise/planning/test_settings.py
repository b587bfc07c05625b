"""What may still be changed of an event and a tournament, and deleting what is empty."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import PlanReason, Reason, Refused
from tournaments.checks.verification import verify, verify_club
from tournaments.models import Entry, Event, Person, Round, Tournament, WarningLevel
from tournaments.organise.settings import settings_of
from tournaments.record import audit, ledger
from tournaments.record.audit import Verb


def fresh(event: Event) -> Event:
    """Read an event anew, with what belongs to it."""
    return Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    return client


def change(cast: Cast, **wanted: object) -> Event:
    settings = replace(settings_of(fresh(cast.event)), **wanted)  # type: ignore[arg-type]
    organise.change_event(cast.event, cast.director, settings)
    return fresh(cast.event)


def refusal(cast: Cast, **wanted: object) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        change(cast, **wanted)
    return [(str(problem.code), problem.field) for problem in refused.value.problems]


@pytest.mark.databases
def test_names_rounds_deals_and_minutes_change_before_the_draw(cast: Cast) -> None:
    event = change(
        cast,
        name=" 周五个人赛 ",
        tournament_name="冬季赛",
        deals_per_round=4,
        rounds_planned=3,
        round_minutes=25,
    )
    assert (event.name, event.tournament.name) == ("周五个人赛", "冬季赛")
    assert (event.deals_per_round, event.rounds_planned, event.round_minutes) == (4, 3, 25)
    assert event.public_revision == event.tournament.log_seq
    last = cast.tournament.log.order_by("seq").last()
    assert last is not None
    assert last.verb == Verb.CHANGE_EVENT
    assert "周五" not in last.body
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_first_published_round_fixes_the_deals_and_no_name(cast: Cast) -> None:
    cast.drawn_round()
    assert refusal(cast, deals_per_round=4) == [(Reason.ROUND_IN_DRAFT, "deals_per_round")]
    organise.publish_round(Round.objects.get(), cast.director)
    assert refusal(cast, deals_per_round=4) == [(PlanReason.DEALS_PUBLISHED, "deals_per_round")]
    event = change(cast, name="新名", round_minutes=30)
    assert (event.name, event.round_minutes, event.deals_per_round) == ("新名", 30, 2)


@pytest.mark.full
def test_fewer_rounds_than_are_drawn_are_not_planned(cast: Cast) -> None:
    cast.closed_round()
    cast.drawn_round()
    assert refusal(cast, rounds_planned=1) == [(PlanReason.ROUNDS_DRAWN_ALREADY, "rounds_planned")]
    assert change(cast, rounds_planned=2).rounds_planned == 2


def test_deals_that_the_segments_cannot_share_are_refused(cast: Cast) -> None:
    plan = organise.EventPlan(
        "队式赛", "gongzhu", {"preset": "huapai-pairs"}, 8, form="teams", segments=2, rooms=2,
        ranking="wdl_2_1_0", draw_method="swiss",
    )  # fmt: skip
    event = organise.create_event(cast.tournament, cast.director, plan)
    settings = replace(settings_of(event), deals_per_round=7)
    with pytest.raises(Refused) as refused:
        organise.change_event(event, cast.director, settings)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.SEGMENTS_UNEQUAL]


def test_a_name_is_never_empty(cast: Cast) -> None:
    assert refusal(cast, name=" ", tournament_name="") == [
        (Reason.NAME_MISSING, "name"),
        (Reason.NAME_MISSING, "tournament_name"),
    ]


def test_the_number_of_a_later_stage_is_changed_in_the_stage(cast: Cast) -> None:
    event = cast.event
    event.stages.update(rounds_planned=2, deals_per_round=4)
    change(cast, rounds_planned=3, deals_per_round=6)
    stage = event.stages.get()
    assert (stage.rounds_planned, stage.deals_per_round) == (3, 6)
    assert fresh(event).deals_per_round == 2


@pytest.mark.full
def test_the_page_says_what_is_fixed_and_keeps_what_was_typed(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    address = reverse("desk_settings", args=[cast.event.uid])
    page = desk.get(address).content.decode()
    assert "Fixed by the first published round." in page
    assert "At least 1, the number of rounds already drawn." in page
    sent = {"name": "周五赛", "tournament_name": "", "round_minutes": "20"}
    again = desk.post(address, sent)
    assert "Please fill in “Name of the tournament”." in again.content.decode()
    assert 'value="周五赛"' in again.content.decode()
    assert desk.post(address, sent | {"tournament_name": "冬季赛"})["Location"] == address
    event = fresh(cast.event)
    assert (event.name, event.round_minutes, event.deals_per_round) == ("周五赛", 20, 2)


@pytest.mark.full
def test_day_and_place_of_a_tournament_change(desk: Client, cast: Cast) -> None:
    address = reverse("desk_tournament_settings", args=[cast.tournament.uid])
    desk.post(address, {"name": "冬季赛", "starts_on": "2026-12-04", "place": "文化馆"})
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.starts_on) == ("冬季赛", date(2026, 12, 4))
    assert tournament.place == "文化馆"
    assert fresh(cast.event).public_revision == tournament.log_seq
    assert verify(tournament) == []


@pytest.mark.full
def test_an_event_is_deleted_with_its_names_and_draft_after_a_question(
    desk: Client, cast: Cast
) -> None:
    cast.drawn_round()
    address = reverse("desk_event_delete", args=[cast.event.uid])
    page = desk.get(address).content.decode()
    assert "8 entries are deleted with it." in page
    assert "draft of its first round is discarded" in page
    assert Event.objects.get().state == Event.State.PUBLISHED
    assert desk.post(address)["Location"] == reverse("desk_tournament", args=[cast.tournament.uid])
    assert not Entry.objects.exists()
    assert not Person.objects.exists()
    assert desk.get(address).status_code == 404
    assert desk.get(reverse("event", args=[cast.event.uid])).status_code == 404
    for listing in (reverse("desk"), reverse("desk_tournament", args=[cast.tournament.uid])):
        assert cast.event.name not in desk.get(listing).content.decode()
    assert verify(cast.tournament) == []


def test_the_numbers_of_events_go_on_after_one_was_deleted(cast: Cast) -> None:
    organise.delete_event(cast.event, cast.director)
    plan = organise.EventPlan("另一项", "gongzhu", {"preset": "classic"}, 2)
    assert organise.create_event(cast.tournament, cast.director, plan).number == 2


@pytest.mark.full
def test_an_event_in_play_is_not_deleted(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.delete_event(cast.event, cast.director)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.EVENT_PUBLISHED]
    address = reverse("desk_event_delete", args=[cast.event.uid])
    assert "Round 1 is published." in desk.get(address).content.decode()
    assert "Round 1 is published." in desk.post(address).content.decode()
    assert Entry.objects.count() == 8


@pytest.mark.full
def test_what_a_withdrawn_draw_names_stays_in_the_record(cast: Cast) -> None:
    round_ = cast.round_in_play()
    organise.withdraw_draw(round_, cast.director, reason="wrong list")
    organise.delete_event(cast.event, cast.director)
    assert Entry.objects.count() == 8
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_tournament_without_events_is_deleted_and_both_logs_say_so(
    desk: Client, cast: Cast
) -> None:
    address = reverse("desk_tournament_delete", args=[cast.tournament.uid])
    assert "Events of this tournament: 1." in desk.post(address).content.decode()
    organise.delete_event(cast.event, cast.director)
    assert "has no events" in desk.get(address).content.decode()
    assert desk.post(address)["Location"] == reverse("desk")
    assert desk.get(address).status_code == 404
    assert cast.tournament.name not in desk.get(reverse("desk")).content.decode()
    assert cast.club.log.get().verb == Verb.DELETE_TOURNAMENT
    last = cast.tournament.log.order_by("seq").last()
    assert last is not None
    assert last.verb == Verb.DELETE_TOURNAMENT
    assert verify(cast.tournament) == []
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_a_finished_event_keeps_its_numbers(cast: Cast) -> None:
    cast.closed_round()
    organise.finish_event(fresh(cast.event), cast.director)
    assert refusal(cast, round_minutes=5) == [(Reason.EVENT_NOT_RUNNING, "")]
    assert change(cast, name="决赛").name == "决赛"


@pytest.mark.databases
def test_an_event_whose_entry_is_named_by_a_warning_keeps_its_entries(cast: Cast) -> None:
    entry = cast.event.entries.select_related("event__tournament").order_by("number")[0]
    with audit.change(cast.tournament, cast.director, Verb.ADJUST) as made:
        origin = ledger.Origin("x", "case")
        ledger.warn(made, entry, WarningLevel.SPOKEN, article="A-03", reason="phone", origin=origin)
    organise.delete_event(cast.event, cast.director)
    assert Event.objects.get(pk=cast.event.pk).state == Event.State.CANCELLED
    assert cast.event.entries.filter(pk=entry.pk).exists()
