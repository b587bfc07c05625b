"""At the door and on own pages: one measure, one edge, and what is asked for within the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from clubs.credentials import captains, member_links
from clubs.registration import kiosk
from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tournaments import organise
from tournaments.models import Club, ClubFeature

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
DESK: Final[ViewportSize] = {"width": 1366, "height": 768}
BOXES: Final = """(selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect().toJSON())"""
SIZE: Final = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
FIRST_LETTER: Final = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".kiosk-initials > a"));
  return range.getBoundingClientRect().left;
}"""
ROWS: Final = """(number) => {
  const list = document.querySelector(".kiosk-names");
  list.innerHTML = list.firstElementChild.outerHTML.repeat(number);
  const tops = [...list.children].map((each) => each.getBoundingClientRect().top);
  return tops.filter((top) => top === tops.at(-1)).length;
}"""
YEAR: Final = """document.querySelector("main").innerHTML = `<dl class="year-figures">${
    "<div><dt>场次</dt><dd>3</dd></div>".repeat(%d)}</dl>
    <div class="year-lists"><section>名次</section><div>最好的一副</div></div>`"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=3)


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(viewport=DESK, locale="zh-CN") as context:
        yield context.new_page()


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    """Return the boxes of what is seen."""
    found: list[dict[str, Any]] = page.evaluate(BOXES, selector)
    return found


@pytest.mark.full
@pytest.mark.usefixtures("cast")
def test_signing_in_is_one_column_in_one_window(live_server: LiveServer, page: Page) -> None:
    page.goto(live_server.url + reverse("login"))
    parts = boxes(page, ".door-ask h1, .door-ask .field, .door-ask .button-primary, .door-more")
    assert len(parts) == 5
    assert len({(part["left"], part["right"]) for part in parts}) == 1
    assert page.evaluate(SIZE) == [DESK["width"], DESK["height"]]
    page.set_viewport_size(PHONE)
    assert page.evaluate(SIZE) == [PHONE["width"], PHONE["height"]]


@pytest.mark.full
def test_many_names_at_the_kiosk_stand_in_columns_below_their_letters(
    live_server: LiveServer, cast: Cast, page: Page
) -> None:
    names = [[f"{first}{second}"] for first in "赵钱孙李周吴" for second in "一二三四五"]
    organise.add_entries(cast.event, cast.director, names)
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    link = kiosk.open_kiosk(cast.tournament, cast.alice)
    page.goto(live_server.url + reverse("kiosk", args=[link]))
    page.set_viewport_size(PHONE)
    assert len({box["left"] for box in boxes(page, ".kiosk-pick")}) == 3
    assert len(boxes(page, ".kiosk-initial")) == len(boxes(page, ".kiosk-initials > a")) > 4
    assert page.evaluate(FIRST_LETTER) == boxes(page, ".kiosk-pick")[0]["left"]
    page.locator(".kiosk-initials > a", has_text="S").click()
    assert page.evaluate("scrollY") > 0
    page.locator("#kiosk-q").fill("zhao")
    assert [box["height"] > 0 for box in boxes(page, ".kiosk-initial")] == [True]
    assert boxes(page, ".kiosk-initials") == []
    assert page.evaluate(SIZE)[0] == PHONE["width"]


@pytest.mark.full
def test_the_figures_of_a_year_share_the_middle_with_the_lists_below(
    live_server: LiveServer, cast: Cast, page: Page
) -> None:
    person = cast.event.entries.get(number=1).members.get().person
    of = member_links.MembersOf(cast.club, [person])
    (slip,) = member_links.SLIPS.draw(of, cast.director)
    page.goto(live_server.url + reverse("member_year", args=[slip.link]))
    for window in (DESK, TABLET):
        page.set_viewport_size(window)
        for figures in (4, 6):
            page.evaluate(YEAR % figures)
            middle = boxes(page, ".year-figures > div")[figures // 2]
            assert round(middle["left"]) == round(boxes(page, ".year-lists > div")[0]["left"])


@pytest.mark.full
@pytest.mark.usefixtures("transactional_db")
def test_a_captain_sees_both_rooms_and_segments_in_one_window(
    live_server: LiveServer, page: Page
) -> None:
    teams = teams_cast.assemble()
    teams.reveal(teams.segment())
    team = teams.side(1).entries.get()
    (slip,) = captains.SLIPS.draw(teams.event, teams.cast.director, [team.uid])
    page.goto(live_server.url + reverse("captain", args=[slip.link]))
    assert page.evaluate(SIZE) == [DESK["width"], DESK["height"]]
    shown, asked = boxes(page, ".line-up-segment")
    assert shown["top"] == asked["top"]
    assert len({box["top"] for box in boxes(page, ".line-up-rooms select")}) == 2
    for window, columns in ((DESK, 2), (TABLET, 2), (PHONE, 1)):
        page.set_viewport_size(window)
        assert len({box["left"] for box in boxes(page, "fieldset")}) == columns
        assert page.evaluate(SIZE)[0] == window["width"]


@pytest.mark.full
def test_a_name_at_the_kiosk_keeps_its_place_when_it_has_come(
    live_server: LiveServer, cast: Cast, page: Page
) -> None:
    parts = ".kiosk-done [data-name], .kiosk-done [data-number], .kiosk-done .button"
    organise.add_entries(cast.event, cast.director, [["赵子龙"]])
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    link = kiosk.open_kiosk(cast.tournament, cast.alice)
    for window in (DESK, TABLET, PHONE):
        page.set_viewport_size(window)
        page.goto(live_server.url + reverse("kiosk", args=[link]))
        page.get_by_text("赵子龙").click()
        asked = boxes(page, parts)
        page.locator("[data-yes]").click()
        page.locator("[data-undo-it]").wait_for()
        assert boxes(page, parts) == asked
        assert len(asked) == 4
        page.locator("[data-undo-it]").click()
        page.locator("[data-undone]").wait_for()


@pytest.mark.full
def test_no_name_at_the_kiosk_is_alone_in_the_last_line(
    live_server: LiveServer, cast: Cast, page: Page
) -> None:
    Club.objects.filter(pk=cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    link = kiosk.open_kiosk(cast.tournament, cast.alice)
    page.goto(live_server.url + reverse("kiosk", args=[link]))
    for window in (DESK, TABLET):
        page.set_viewport_size(window)
        assert [number for number in range(2, 25) if page.evaluate(ROWS, number) == 1] == []
    page.set_viewport_size(TABLET)
    for number in (4, 10, 13, 16):
        page.evaluate(ROWS, number)
        assert boxes(page, ".kiosk-names")[0]["bottom"] > TABLET["height"] * 0.7
        assert page.evaluate(SIZE) == [TABLET["width"], TABLET["height"]]
    page.set_viewport_size(PHONE)
    page.evaluate(ROWS, 4)
    assert page.evaluate(SIZE) == [PHONE["width"], PHONE["height"]]


@pytest.mark.full
def test_the_account_has_its_buttons_clear_of_its_lines_and_the_code_in_one_window(
    live_server: LiveServer, cast: Cast, client: Client, page: Page
) -> None:
    client.force_login(cast.alice)
    name = settings.SESSION_COOKIE_NAME
    value = client.cookies[name].value
    page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    for window in (DESK, PHONE):
        page.set_viewport_size(window)
        page.goto(live_server.url + reverse("account"))
        rows, buttons = boxes(page, ".open-list > li:has(> .button)"), boxes(page, "li > .button")
        assert len(rows) == len(buttons) >= 2
        for row, button in zip(rows, buttons, strict=True):
            assert row["bottom"] - button["bottom"] >= 8
            assert button["top"] - row["top"] >= 8
    page.goto(live_server.url + reverse("account_second_factor"))
    page.locator("button[name=begin]").click()
    page.locator(".door-factor").wait_for()
    page.set_viewport_size(DESK)
    assert page.evaluate(SIZE) == [DESK["width"], DESK["height"]]


@pytest.mark.full
@pytest.mark.usefixtures("cast")
def test_what_is_not_there_is_said_in_the_upper_third_of_a_window(
    live_server: LiveServer, page: Page
) -> None:
    for window in (DESK, TABLET, PHONE):
        page.set_viewport_size(window)
        page.goto(live_server.url + "/nothing/")
        number, title, step = boxes(page, ".door-number, h1, .door-ask .button")
        assert number["left"] == title["left"] == step["left"]
        assert number["height"] > title["height"]
        assert window["height"] / 9 < number["top"] < title["top"] < window["height"] / 2
        assert page.evaluate(SIZE) == [window["width"], window["height"]]
        assert page.locator(".site-tools > [hreflang]").count() == 1
