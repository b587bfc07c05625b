"""The table calls for the referee while it enters, and reads how far he is."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import APIResponse, Locator, Route, expect

from referee.calls import calls
from referee.models import Call, CallState, Sheet
from referee.sheets import seat_answers
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, loses_the_answer
from tests.referee.hall import Hall
from tests.until import until
from tournaments import organise
from tournaments.models import Event

CALLS = "**/api/tablet/1/calls"
ROUND = "**/api/tablet/1/round"


def button(tablet: TabletPage) -> Locator:
    return tablet.page.locator('[data-part="call"]')


def picks(tablet: TabletPage, reason: str) -> None:
    tablet.page.locator(f'[data-reason="{reason}"]').click()


def closes(tablet: TabletPage) -> None:
    tablet.page.locator("#calls [data-close]").click()


@pytest.mark.full
def test_a_call_is_two_taps_answered_on_a_phone_and_leaves_the_entry_as_it_was(
    hall: Hall, tablet: TabletPage, device: Devices, client: Client
) -> None:
    tablet.gives("N", "SQ")
    button(tablet).click()
    picks(tablet, "irregularity")
    tablet.says("The referee has been called.")
    call = Call.objects.get()
    assert (call.reason, call.deal) == ("irregularity", hall.deal(1))
    closes(tablet)
    expect(button(tablet)).to_have_text("Referee called")
    expect(tablet.tile("SQ")).to_have_attribute("data-seat", "N")
    tablet.gives("W", "DJ")
    the_referee_answers_on_a_phone(hall, device, client)
    tablet.asks_again()
    expect(button(tablet)).to_have_text("On the way")
    the_table_sees_how_far_the_referee_is(hall, tablet)
    expect(tablet.tile("DJ")).to_have_attribute("data-seat", "W")


def the_referee_answers_on_a_phone(hall: Hall, device: Devices, client: Client) -> None:
    client.force_login(hall.cast.bob)
    name = settings.SESSION_COOKIE_NAME
    phone = device(viewport={"width": 390, "height": 844})
    value = client.cookies[name].value
    phone.context.add_cookies([{"name": name, "value": value, "url": phone.address}])
    phone.page.goto(phone.address + reverse("referee_calls", args=[hall.cast.tournament.uid]))
    boxes = """() => ["h2", ".call-reason", ".call-waited", ".call-answers", ".call-about"].map(
        (each) => document.querySelector(`.call-queue ${each}`).getBoundingClientRect().toJSON())"""
    table, reason, waited, answers, links = phone.page.evaluate(boxes)
    assert reason["right"] < waited["left"]
    assert abs(table["top"] - waited["top"]) < 4, "the line of the table says why and since when"
    assert links["top"] - answers["bottom"] == 12
    phone.page.get_by_role("button", name="On the way").click()
    expect(phone.page.locator(".state", has_text="On the way")).to_be_visible()
    tops = """() => [...document.querySelectorAll(".call-answers > *")].map(
        (each) => each.getBoundingClientRect().top)"""
    assert len(set(phone.page.evaluate(tops))) == 1, "three answers stand in one row"


def the_table_sees_how_far_the_referee_is(hall: Hall, tablet: TabletPage) -> None:
    call = Call.objects.get()
    button(tablet).click()
    tablet.says("The referee is on the way.")
    calls.answer(call, hall.cast.bob, CallState.ON_THE_WAY, seen=2, note="one minute")
    tablet.asks_again()
    tablet.says("one minute")
    calls.answer(call, hall.cast.bob, CallState.DONE, seen=3)
    tablet.asks_again()
    expect(button(tablet)).to_have_text("Call the referee")
    expect(tablet.page.locator("#calls")).to_be_hidden()
    expect(tablet.view("entry")).to_be_visible()


@pytest.mark.nightly
def test_an_answer_from_before_the_call_does_not_close_what_says_of_it(
    hall: Hall, tablet: TabletPage
) -> None:
    held: list[tuple[Route, APIResponse]] = []
    organise.set_notice(hall.cast.event, hall.cast.director, "Lunch at twelve")
    tablet.page.route(ROUND, lambda route: held.append((route, route.fetch())))
    with tablet.page.expect_request(ROUND):
        tablet.asks_again()
    # The page is looked at so that its requests go on.
    until(lambda: tablet.page.title() and held)
    button(tablet).click()
    picks(tablet, "irregularity")
    tablet.says("The referee has been called.")
    ((route, answer),) = held
    assert answer.status == 200
    route.fulfill(response=answer)
    tablet.says("Lunch at twelve")
    expect(tablet.page.locator("#calls")).to_be_visible()
    expect(button(tablet)).to_have_text("Referee called")


@pytest.mark.nightly
def test_a_call_of_a_player_is_the_tables_call_and_its_deal_comes_first(
    hall: Hall, tablet: TabletPage
) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=Event.Proof.PHONE)
    tablet.fills().previews()
    with tablet.page.expect_response("**/api/tablet/1/sheets"):
        tablet.sends()
    seat_answers.object_to(hall.official(), Sheet.objects.get(), "N", "not mine")
    tablet.asks_again()
    expect(button(tablet)).to_have_text("Referee called")
    button(tablet).click()
    expect(tablet.page.locator("#calls-title")).to_have_text("Referee called")
    tablet.says("A player called by phone at")
    expect(tablet.page.locator("[data-reason]").first).to_be_hidden()
    expect(tablet.page.locator('#calls [data-part="withdraw"]')).to_be_hidden()
    closes(tablet)
    tablet.forgets("at")
    tablet.page.reload()
    tablet.says("does not agree with this sheet")


@pytest.mark.nightly
def test_without_a_network_a_hand_is_raised_and_a_call_whose_answer_was_lost_is_one_call(
    tablet: TabletPage,
) -> None:
    tablet.context.set_offline(True)
    button(tablet).click()
    picks(tablet, "question")
    tablet.says("Raise a hand")
    assert not Call.objects.exists()
    tablet.context.set_offline(False)
    tablet.page.route(CALLS, loses_the_answer, times=1)
    picks(tablet, "question")
    tablet.says("The referee has been called.")
    assert Call.objects.count() == 1
    tablet.page.locator('#calls [data-part="withdraw"]').click()
    expect(tablet.page.locator("#calls")).to_be_hidden()
    assert list(Call.objects.get().steps.values_list("state", flat=True)) == ["called", "done"]
