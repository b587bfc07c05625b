"""Links and buttons of the desk on a phone: their size, and the edge on which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs import fees
from tests import cast as people
from tests.browser.signed_in import PHONE
from tests.cast import Cast
from tournaments.models import Club, ClubFeature, Hold

pytestmark = pytest.mark.django_db(transaction=True)

FINGER: Final = 44
EDGES: Final = """() => [...document.querySelectorAll(".page-head .row")].flatMap((row) => {
  const boxes = [...row.children].map((child) => {
    const words = document.createRange();
    words.selectNodeContents(child);
    const isQuiet = child.matches(".button-quiet");
    const box = (isQuiet ? words : child).getBoundingClientRect();
    return {left: box.left, middle: box.top + box.height / 2};
  });
  const begins = boxes.filter((box, n) => !n || box.middle - boxes[n - 1].middle > 20);
  return begins.map((box) => Math.abs(box.left - row.getBoundingClientRect().left));
})"""
FILLED: Final = """() => [...document.querySelectorAll("main .button-primary")]
  .filter((button) => button.checkVisibility()).length"""
LINKS: Final = """(selector) => [...document.querySelectorAll(selector)]
  .map((link) => link.getBoundingClientRect().height)"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    cast = people.assemble()
    features = [ClubFeature.FEES.value, ClubFeature.SEASONS.value]
    Club.objects.filter(pk=cast.club.pk).update(features=features)
    return cast


@pytest.fixture
def phone(cast: Cast, client: Client, live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    cookie: Any = {"name": session.key, "value": session.value, "url": live_server.url}
    with chromium.new_context(
        base_url=live_server.url, viewport=PHONE, has_touch=True, locale="zh-CN"
    ) as context:
        context.add_cookies([cookie])
        yield context.new_page()


@pytest.mark.full
def test_words_begin_on_the_edge_of_the_line_wherever_it_breaks(cast: Cast, phone: Page) -> None:
    for name, of in (("desk_members", cast.club), ("desk_entries", cast.event)):
        phone.goto(reverse(name, args=[of.uid]))
        edges = phone.evaluate(EDGES)
        assert edges
        assert max(edges) <= 1, name


@pytest.mark.full
def test_who_has_not_paid_has_no_filled_button_each(cast: Cast, phone: Page) -> None:
    fees.set_fee(cast.event, cast.director, 2000)
    phone.goto(reverse("desk_fees", args=[cast.event.uid]))
    assert phone.locator("button[name=take]").count() > 2
    assert phone.evaluate(FILLED) <= 1


@pytest.mark.full
def test_of_what_needs_somebody_the_first_alone_is_filled(cast: Cast, phone: Page) -> None:
    phone.goto(reverse("desk"))
    assert phone.evaluate(FILLED) == 1
    deal = cast.deals(cast.round_in_play())[0]
    Hold.objects.create(tournament=cast.tournament, deal=deal, code="one", origin_uid="one")
    phone.reload()
    assert phone.evaluate(FILLED) == 1
    expect(phone.locator("main li .button").first).to_have_class("button button-primary")
    assert min(phone.evaluate(LINKS, ".event-line-words > .state")) >= FINGER - 0.5


@pytest.mark.full
def test_a_link_on_a_line_of_its_own_suits_a_finger(cast: Cast, phone: Page) -> None:
    for name, of, links in (
        ("desk_settings", cast.event, "[aria-labelledby=more] a"),
        ("desk_officials", cast.tournament, "main p.row > a"),
    ):
        phone.goto(reverse(name, args=[of.uid]))
        heights = phone.evaluate(LINKS, links)
        assert heights
        assert min(heights) >= FINGER - 0.5, name


@pytest.mark.full
def test_what_is_to_be_mended_suits_a_finger(cast: Cast, phone: Page) -> None:
    phone.goto(reverse("desk_settings", args=[cast.event.uid]))
    phone.locator("[name=name]").fill("")
    phone.locator("main form .button-primary").click()
    phone.locator(".error-summary").wait_for()
    assert min(phone.evaluate(LINKS, ".error-summary a")) >= FINGER - 0.5


@pytest.mark.full
def test_clubs_and_seeding_are_saved_from_any_row(cast: Cast, phone: Page) -> None:
    phone.goto(reverse("desk_seeding", args=[cast.event.uid]))
    rows = phone.evaluate(LINKS, ".entries-table tbody > tr")
    assert len(rows) == len(people.PLAYERS)
    assert FINGER <= min(rows) <= max(rows) <= 54
    box = phone.locator(".draft-exchange .button-primary").bounding_box()
    assert box
    assert box["y"] + box["height"] <= PHONE["height"]
