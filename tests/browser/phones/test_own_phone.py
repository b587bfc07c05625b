"""A player's own phone on plain HTTP under a name of the hall: his word is heard."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import LazySettings
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import player_credentials
from referee.models import Call, Confirmation
from referee.sheets import entry
from tests.referee.hall import Hall
from tests.services import chromium as browsers
from tournaments.models import Event, Seat

NAME = "hall.test"
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def phone(
    live_server: LiveServer, hall: Hall, chromium: Browser, settings: LazySettings
) -> Iterator[Page]:
    """The page of who sits West, while a sheet waits for him. A name is no secure context."""
    settings.HOST_NAMES = [NAME]
    Event.objects.filter(pk=hall.cast.event.pk).update(proof=Event.Proof.PHONE)
    event = Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)
    person = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    (slip,) = player_credentials.SLIPS.draw(event, hall.cast.director, [person.uid])
    entry.submit(writer=hall.writer(), sealed=hall.sheet())
    flags = [*browsers.FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=browsers.find(), args=flags)
    page = browser.new_page(viewport=PHONE, locale="en-GB")
    page.goto(
        f"http://{NAME}:{urlsplit(live_server.url).port}{reverse('player', args=[slip.link])}"
    )
    assert not page.evaluate("isSecureContext")
    yield page
    browser.close()


@pytest.mark.full
def test_a_player_agrees_and_objects(phone: Page, hall: Hall) -> None:
    phone.get_by_role("button", name="Yes, this is right").click()
    expect(phone.locator("body")).to_contain_text("Nothing awaits your confirmation now.")
    assert Confirmation.objects.get().proof == "phone"
    entry.submit(writer=hall.writer(), sealed=hall.sheet(hall.deal(2)))
    phone.reload()
    phone.get_by_text("No, something is wrong").click()
    phone.get_by_role("button", name="Object, and call the referee").click()
    expect(phone.locator("body")).to_contain_text("Objected: the referee is called")
    assert Call.objects.count() == 1
