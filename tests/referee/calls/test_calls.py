"""A table calls for the referee; officials answer, the table reads how far they are."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.refusals import Code, CodedRefusal
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.leases import leases
from referee.models import Call, CallReason, CallState, CallStep, Sheet
from referee.sheets import seat_answers
from tests.cast import account
from tests.referee.hall import Hall, Tablet, fits
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Event, Membership, Role
from tournaments.progress import table_notes
from tournaments.record import audit
from tournaments.rights import roles
from web.desk.calls import views
from web.desk.frame import event_scope
from web.tablet.api.round_pack import RoundPack

KEY = "call-of-table-1"
ASKED = CallDetails(CallReason.QUESTION, "May he lead that?")


def called(hall: Hall, key: str = KEY) -> Call:
    """A call of the first table, made by its device."""
    lease = hall.table.leases.filter(released_at=None).first() or hall.lease()
    return calls.call_referee(lease, key, ASKED)


def says(hall: Hall, call: Call, state: CallState, seen: int, **details: Any) -> CallStep:
    """Bob says how far he is."""
    return calls.answer(call, hall.cast.bob, state, seen=seen, **details)


def sent(**changes: Any) -> dict[str, Any]:
    return {"key": KEY, "reason": "irregularity", **changes}


def verbs(hall: Hall) -> list[str]:
    return list(hall.cast.tournament.log.order_by("seq").values_list("verb", flat=True))


@pytest.mark.full
@pytest.mark.databases
def test_a_table_calls_and_reads_how_far_the_referee_is(hall: Hall, tablet: Tablet) -> None:
    calls_shown = tablet.post("calls", sent(words="a revoke?", deal=hall.deal(2).uid)).json()[
        "calls"
    ]
    assert [(call["state"], call["words"]) for call in calls_shown] == [("called", "a revoke?")]
    assert Call.objects.get().deal == hall.deal(2)
    says(hall, Call.objects.get(), CallState.ON_THE_WAY, 1, note="two minutes")
    (now,) = fits(RoundPack, tablet.get("round").json())["calls"]
    assert (now["state"], now["text"]) == ("on_the_way", "The referee is on the way.")
    assert (now["note"], now["reason_text"]) == ("two minutes", "something went wrong in play")
    says(hall, Call.objects.get(), CallState.DONE, 2)
    assert tablet.get("round").json()["calls"] == []


def test_a_call_changes_the_etag_of_its_round(hall: Hall, tablet: Tablet) -> None:
    etag = tablet.get("round")["ETag"]
    tablet.post("calls", sent())
    assert tablet.get("round", **{"If-None-Match": etag}).status_code == 200


@pytest.mark.databases
@pytest.mark.full
def test_a_call_sent_again_is_the_same_call(hall: Hall, tablet: Tablet) -> None:
    answers = [tablet.post("calls", sent()).json() for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert (Call.objects.count(), CallStep.objects.count()) == (1, 1)
    for other in ({"reason": "cards"}, {"words": "something else"}):
        second_call = tablet.post("calls", sent(**other))
        assert (second_call.status_code, second_call.json()["code"]) == (409, "key_reused")


def test_a_call_about_another_deal_is_another_call(hall: Hall) -> None:
    lease, about = hall.lease(), CallDetails(CallReason.QUESTION, "lead?", hall.deal(1).uid)
    first = calls.call_referee(lease, KEY, about)
    assert calls.call_referee(lease, KEY, about) == first
    for deal in (hall.deal(2).uid, ""):
        with pytest.raises(CodedRefusal):
            calls.call_referee(lease, KEY, replace(about, deal=deal))


def test_a_call_about_a_deal_of_elsewhere_repeats_as_one_about_none(hall: Hall) -> None:
    lease, about = hall.lease(), CallDetails(CallReason.QUESTION, "lead?", "elsewhere")
    first = calls.call_referee(lease, KEY, about)
    assert first.deal is None
    assert calls.call_referee(lease, KEY, about) == first


@pytest.mark.full
def test_a_table_has_one_call_at_a_time(hall: Hall, tablet: Tablet) -> None:
    tablet.post("calls", sent())
    second = tablet.post("calls", sent(key="another-call"))
    assert (second.status_code, second.json()["code"]) == (409, "call_open")
    assert tablet.post("calls/withdraw", {"key": KEY}).json()["calls"] == []
    assert tablet.post("calls", sent(key="another-call")).status_code == 200


@pytest.mark.full
def test_the_table_sees_the_call_of_a_player_too(hall: Hall, tablet: Tablet) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=Event.Proof.PHONE)
    tablet.submits(hall.sheet())
    call = seat_answers.object_to(hall.official(), Sheet.objects.get(), "W", "not mine")
    says(hall, call, CallState.ON_THE_WAY, 1)
    (now,) = fits(RoundPack, tablet.get("round").json())["calls"]
    assert (now["state"], now["by_phone"], now["words"]) == ("on_the_way", True, "not mine")
    assert tablet.post("calls/withdraw", {"key": call.key}).json()["code"] == "unreadable"
    second = tablet.post("calls", sent())
    assert (second.status_code, second.json()["code"]) == (409, "call_open")


@pytest.mark.databases
@pytest.mark.full
def test_a_call_is_taken_back_once_and_by_its_own_table(hall: Hall, tablet: Tablet) -> None:
    tablet.post("calls", sent())
    other = Tablet(Client()).opens(hall.tables[1], "the-other-tablet")
    assert other.post("calls/withdraw", {"key": KEY}).json()["code"] == "call_unknown"
    before = verbs(hall)
    for _ in range(2):
        assert tablet.post("calls/withdraw", {"key": KEY}).status_code == 200
    assert verbs(hall) == [*before, "answer_call"]
    assert CallStep.objects.order_by("number").last().state == "done"  # type: ignore[union-attr]


def test_a_device_that_lost_its_table_takes_nothing_back_and_nothing_is_logged(hall: Hall) -> None:
    called(hall)
    lease = hall.table.leases.get()
    leases.release(lease=lease, actor=hall.cast.director)
    before = verbs(hall)
    calls.withdraw(hall.table.leases.get(), KEY)
    assert verbs(hall) == before
    assert CallStep.objects.count() == 1


@pytest.mark.databases
def test_a_call_that_is_over_while_it_is_taken_back_is_named_in_the_log(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = called(hall)

    def overtaken(*args: Any) -> Any:
        monkeypatch.undo()
        says(hall, call, CallState.DONE, 1)
        return audit.change(*args)

    monkeypatch.setattr(calls, "change", overtaken)
    calls.withdraw(hall.table.leases.get(), KEY)
    assert CallStep.objects.count() == 2
    about = json.loads(hall.cast.tournament.log.order_by("seq").last().body)["about"]  # type: ignore[union-attr]
    assert about == {"call": call.uid, "table": hall.table.uid}


@pytest.mark.parametrize(
    "wrong", [{"reason": "boredom"}, {"words": "x" * 201}, {"key": "objection:a:N"}, {"key": ""}]
)
def test_what_is_no_call_is_refused(hall: Hall, tablet: Tablet, wrong: Any) -> None:
    answer = tablet.post("calls", sent(**wrong))
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    assert not Call.objects.exists()


def test_a_call_does_not_fail_over_the_deal_that_it_names(hall: Hall, tablet: Tablet) -> None:
    elsewhere = hall.deal(1, hall.tables[1]).uid
    assert tablet.post("calls", sent(deal=elsewhere)).status_code == 200
    assert Call.objects.get().deal is None


def test_a_device_that_lost_its_table_cannot_call(hall: Hall, tablet: Tablet) -> None:
    leases.release(lease=hall.table.leases.get(), actor=hall.cast.director)
    assert tablet.post("calls", sent()).status_code == 401
    with pytest.raises(CodedRefusal) as turned:
        calls.call_referee(hall.table.leases.get(), KEY, ASKED)
    assert turned.value.code == Code.LEASE_LOST


@pytest.mark.full
def test_an_officials_button_pressed_twice_is_one_step(hall: Hall) -> None:
    call = called(hall)
    first = says(hall, call, CallState.ON_THE_WAY, 1)
    assert says(hall, call, CallState.ON_THE_WAY, 1) == first
    assert call.steps.count() == 2


def test_another_note_on_the_same_step_is_not_taken_for_the_same_press(hall: Hall) -> None:
    call = called(hall)
    says(hall, call, CallState.ON_THE_WAY, 1, note="two minutes")
    with pytest.raises(Refused) as refused:
        says(hall, call, CallState.ON_THE_WAY, 1, note="ten minutes")
    assert [problem.code for problem in refused.value.problems] == [Code.CALL_MOVED]


def test_of_two_officials_one_goes_and_the_other_is_told(hall: Hall) -> None:
    call, dave = called(hall), account("dave")
    organise.grant_role(hall.cast.director, hall.cast.tournament, dave, Role.REFEREE)
    says(hall, call, CallState.ON_THE_WAY, 1)
    with pytest.raises(Refused) as refused:
        calls.answer(call, dave, CallState.ON_THE_WAY, seen=1)
    assert [problem.code for problem in refused.value.problems] == [Code.CALL_MOVED]


def test_a_call_that_is_over_stays_over(hall: Hall) -> None:
    call = called(hall)
    says(hall, call, CallState.DONE, 1)
    with pytest.raises(Refused) as refused:
        says(hall, call, CallState.AT_THE_TABLE, 2)
    assert [problem.code for problem in refused.value.problems] == [Code.CALL_OVER]
    assert calls.open_calls(hall.cast.tournament) == []


@pytest.mark.databases
def test_deferred_calls_stand_behind_those_that_wait(hall: Hall) -> None:
    first = called(hall)
    other = calls.call_referee(hall.lease(hall.tables[1], "other-tablet"), "another-call", ASKED)
    says(hall, first, CallState.DEFERRED, 1)
    open_calls = calls.open_calls(hall.cast.tournament)
    assert [call.call for call in open_calls] == [other, first]
    assert CallState.DEFERRED not in open_calls[1].offered


def test_the_first_answer_offered_is_the_next_step(hall: Hall) -> None:
    call = called(hall)
    steps = (CallState.ON_THE_WAY, CallState.AT_THE_TABLE, CallState.DONE)
    for seen, state in enumerate(steps, 1):
        (shown,) = calls.open_calls(hall.cast.tournament)
        assert shown.offered[0] == state
        says(hall, call, state, seen)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize("of_event", [False, True], ids=["tables", "event"])
def test_a_call_that_is_over_stays_in_sight_of_the_referee_of_its_table(
    hall: Hall, client: Client, monkeypatch: pytest.MonkeyPatch, *, of_event: bool
) -> None:
    """Later ones of other tables, or without a deal of the event, take none of its lines."""
    monkeypatch.setattr(views, "MOST_DONE", 2)
    own = calls.call_referee(hall.lease(), KEY, replace(ASKED, deal=hall.deal(1).uid))
    says(hall, own, CallState.DONE, 1)
    device = hall.lease(hall.tables[1], "another-tablet-2741")
    for number in range(3):
        other = calls.call_referee(device, f"call-of-elsewhere-{number}", ASKED)
        says(hall, other, CallState.DONE, 1)
    address = reverse("referee_calls", args=[hall.cast.tournament.uid])
    if of_event:
        elsewhere = frozenset({hall.tables[1].pk})
        monkeypatch.setattr(event_scope, "tables_of_others", lambda *_of: elsewhere)
        address += f"?event={hall.cast.event.uid}"
    else:
        held = roles.table_text([hall.table.number])
        Membership.objects.filter(user=hall.cast.bob).update(tables=held)
    client.force_login(hall.cast.bob)
    assert [row.now.call for row in client.get(address).context["done"]] == [own]


@pytest.mark.full
def test_everything_about_a_call_is_in_the_log_and_nothing_is_public(hall: Hall) -> None:
    revision = type(hall.cast.event).objects.get().public_revision
    call = called(hall)
    says(hall, call, CallState.DONE, 1)
    assert verbs(hall)[-2:] == ["call_referee", "answer_call"]
    assert type(hall.cast.event).objects.get().public_revision == revision
    assert not list(verify(hall.cast.tournament))


def test_the_desk_hears_how_many_calls_a_table_has_open(hall: Hall) -> None:
    call = called(hall)
    number = hall.table.number
    assert table_notes.read(hall.round).tables[number].calls == 1
    says(hall, call, CallState.DONE, 1)
    assert table_notes.read(hall.round).tables.get(number, table_notes.NOTHING).calls == 0
