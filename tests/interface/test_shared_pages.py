"""Podium and report in a browser: no rule of axe is broken, and the report is copied."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import accessibility
from tests import cast as people
from tests.cast import Cast
from tournaments import organise
from tournaments.models import Event
from web.publish.publications import needs_with_highlights, read_event
from web.publish.sharing import report

SIZES = ((390, 844), (1366, 768))


@pytest.fixture
def finished(transactional_db: None) -> Cast:
    cast = people.assemble()
    cast.closed_round()
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    return cast


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844},
        locale="en-GB",
        permissions=["clipboard-read", "clipboard-write"],
    )
    yield context.new_page()
    context.close()


@pytest.mark.full
def test_what_is_shared_breaks_no_rule_fits_and_is_copied(
    finished: Cast, live_server: LiveServer, phone: Page
) -> None:
    broken = {}
    for name in ("event", "winners", "hall_winners", "share"):
        phone.goto(live_server.url + reverse(name, args=[finished.event.uid]))
        for width, height in SIZES:
            phone.set_viewport_size({"width": width, "height": height})
            broken[name, width] = accessibility.violations(phone)
            assert phone.evaluate("document.documentElement.scrollWidth") <= width, name
    assert {page: rules for page, rules in broken.items() if rules} == {}
    copies(phone)
    copied = phone.evaluate("navigator.clipboard.readText()")
    assert copied == phone.get_by_role("textbox").input_value()
    event = Event.objects.select_related("tournament__club").get(pk=finished.event.pk)
    assert len(copied.splitlines()) == len(report.report(*read_event(event, needs_with_highlights)))
    # Where the clipboard is kept for HTTPS.
    phone.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    phone.reload()
    copies(phone)


def copies(phone: Page) -> None:
    phone.get_by_role("button", name="Copy the report").click()
    expect(phone.get_by_text("Copied.")).to_be_visible()
