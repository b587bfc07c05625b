"""Confirming as the event asks: by a tap that says what it is, a PIN on a pad, or a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from clubs.credentials import player_credentials
from referee.base.handed_in import Writer, seal
from referee.models import Confirmation, Sheet
from referee.sheets import entry, seat_answers
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Event, Person, Seat

WRONG = "The PIN was wrong, so the sheet was not confirmed."
DISPUTE = re.compile("notice-dispute")


def asks_for(hall: Hall, proof: str) -> Event:
    """Let the event ask for a proof."""
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=proof)
    return Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)


def person(hall: Hall, seat: str) -> Person:
    """Return who sits at a seat of the first table."""
    return Seat.objects.get(sitting=hall.deal().sitting, label=seat).person


def pin_of(hall: Hall, event: Event, seat: str) -> str:
    """Draw the PIN of who sits there."""
    (slip,) = player_credentials.SLIPS.draw(event, hall.cast.director, [person(hall, seat).uid])
    return slip.pin


def types(tablet: TabletPage, pin: str) -> None:
    """Tap a PIN on the pad."""
    for digit in pin:
        tablet.page.locator(f'#pin [data-digit="{digit}"]').click()
    tablet.page.locator('#pin [data-part="done"]').click()


def other(pin: str) -> str:
    """Return another PIN."""
    return f"{(int(pin) + 1) % 10**6:06}"


def hands_over(tablet: TabletPage) -> Sheet:
    """Enter and send a deal, and return its sheet when it has arrived."""
    with tablet.page.expect_response(lambda answer: answer.url.endswith("/api/tablet/1/sheets")):
        tablet.fills().previews().sends()
    return Sheet.objects.select_related("deal__sitting__table").latest("pk")


@pytest.mark.nightly
def test_a_pin_confirms_and_a_wrong_one_is_said_and_asked_for_once_more(
    device: Devices, hall: Hall
) -> None:
    pin = pin_of(hall, asks_for(hall, "pin"), "W")
    tablet = device().opens(hall.table).writes("S")
    tablet.fills().previews().sends()
    puts_the_pad_away(tablet)
    tablet.confirms("W")
    expect(tablet.page.locator("#pin [data-part='dots'] [data-typed]")).to_have_count(0)
    types(tablet, other(pin))
    tablet.says(WRONG)
    expect(tablet.view("result").locator('[data-part="notice"]')).to_have_class(DISPUTE)
    assert not Confirmation.objects.exists()
    tablet.confirms("W")
    types(tablet, pin)
    tablet.sees_done()
    assert Confirmation.objects.get().proof == "pin"
    tablet.act("next").click()
    is_checked_when_it_arrives(tablet, pin)


def puts_the_pad_away(tablet: TabletPage) -> None:
    """A pad that is put away confirms nothing, and forgets what was typed."""
    tablet.confirms("W")
    tablet.page.keyboard.press("1")
    expect(tablet.page.locator("#pin [data-part='dots'] [data-typed]")).to_have_count(1)
    expect(tablet.page.locator('#pin [data-part="done"]')).to_be_disabled()
    tablet.page.keyboard.press("Escape")
    expect(tablet.page.locator("#pin")).to_be_hidden()
    expect(tablet.confirmer("W")).to_be_enabled()


def is_checked_when_it_arrives(tablet: TabletPage, pin: str) -> None:
    """Without a network nobody can say whether a PIN is right."""
    tablet.context.set_offline(True)
    tablet.fills().previews().sends().confirms("W")
    types(tablet, other(pin))
    tablet.says("Kept on this device and sent as soon as the network is back.")
    tablet.context.set_offline(False)
    tablet.says(WRONG)
    tablet.confirms("W")
    types(tablet, pin)
    tablet.sees_done()


@pytest.mark.nightly
def test_names_are_told_by_their_place_and_a_tap_says_what_it_is(tablet: TabletPage) -> None:
    tablet.fills().previews().sends()
    relations = tablet.page.locator('.confirm-names [data-part="relation"]')
    assert relations.all_inner_texts() == ["opposite", "played before", "next to play"]
    tablet.says("who tapped is not checked")


@pytest.mark.full
def test_where_phones_are_asked_for_the_tablet_waits_and_sees_their_word_or_an_objection(
    device: Devices, hall: Hall
) -> None:
    asks_for(hall, "phone")
    tablet = device().opens(hall.table).writes("S")
    sheet = hands_over(tablet)
    tablet.says("Confirmed on the players' own phones")
    assert tablet.page.locator(".confirm-names button").count() == 0
    agreed = seal({"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": "W"})
    entry.confirm(writer=of_west(hall), sealed=agreed)
    tablet.page.reload()
    tablet.sees_done()
    tablet.act("next").click()
    objection = hands_over(tablet)
    expect(tablet.page.locator(".awaited")).to_have_count(3)
    widths = "(names) => names.map((name) => name.offsetWidth)"
    assert min(tablet.page.locator(".awaited").evaluate_all(widths)) >= 200, "they share the line"
    seat_answers.object_to(of_west(hall), objection, "W")
    tablet.page.reload()
    tablet.says("does not agree with this sheet")
    assert tablet.page.locator(".awaited:visible").count() == 0


def of_west(hall: Hall) -> Writer:
    """Return the phone of who sits West."""
    return Writer.phone(hall.cast.tournament, person(hall, "W"))
