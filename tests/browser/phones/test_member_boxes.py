"""A member's page under a thumb: every link of the results is as high as a finger needs."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import member_links
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Seat

PHONE: ViewportSize = {"width": 390, "height": 844}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LOW = """() => [...document.querySelectorAll('#now a, .member-results a, .member-results summary')]
  .filter((e) => e.checkVisibility())
  .map((e) => [e.textContent.trim(), Math.round(e.getBoundingClientRect().height)])
  .filter(([, height]) => height < 44)"""
BESIDE = """() => ['#now h2', '#results'].map((each) => {
  const { left, bottom } = document.querySelector(each).getBoundingClientRect();
  return [Math.round(left), Math.round(bottom)];
})"""
OPENS = "document.querySelectorAll('.member-results details').forEach((e) => (e.open = true))"


@pytest.mark.full
def test_a_finger_finds_every_link_of_the_results(
    hall: Hall, live_server: LiveServer, chromium: Browser
) -> None:
    person = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    of = member_links.MembersOf(hall.cast.club, [person])
    (slip,) = member_links.SLIPS.draw(of, hall.cast.director)
    with chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(live_server.url + reverse("member", args=[slip.link]))
        expect(page.locator(".member-results .person-round")).to_have_count(1)
        page.evaluate(OPENS)
        expect(page.locator(".member-results .person-deals a")).to_have_count(6)
        assert page.evaluate(LOW) == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        page.set_viewport_size(TABLET)
        (left, top), (right, beside) = page.evaluate(BESIDE)
        assert left < TABLET["width"] / 2 < right
        assert top == beside
