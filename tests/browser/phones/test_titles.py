"""The title of a page in the serif face, which the browser fetches and draws with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Request, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Event
from web.publish.pdf.typefaces import signs_of

PHONE: ViewportSize = {"width": 390, "height": 844}
TITLE = "秋季个人赛"
WIDTHS = """() => {
  const title = document.querySelector("h1"), measured = document.createElement("span");
  title.append(measured);
  measured.textContent = "Mmi";
  const widths = ["", "var(--face)"].map((family) => {
    measured.style.fontFamily = family;
    return measured.getBoundingClientRect().width;
  });
  measured.remove();
  return widths;
}"""


@pytest.fixture
def page(
    live_server: LiveServer, hall: Hall, chromium: Browser, serif_face: object
) -> Iterator[Page]:
    event = hall.cast.event
    event.name = f"Mmi {TITLE}"
    event.save(update_fields=["name"])
    with chromium.new_context(viewport=PHONE, locale="zh-CN") as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text))
        page.goto(f"{live_server.url}{reverse('event', args=[event.uid])}")
        page.evaluate("document.fonts.ready")
        yield page
        assert not [fault for fault in faults if "Security Policy" in fault]


@pytest.mark.full
def test_the_face_of_a_title_is_loaded_and_used(page: Page) -> None:
    faces = page.evaluate("[...document.fonts].map(({ family, status }) => [family, status])")
    assert sorted(faces) == [["Huapai Dot", "loaded"], ["Huapai Title", "loaded"]]
    own, sans = page.evaluate(WIDTHS)
    assert own != sans
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontSize") == "32px"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


WON = (["王小明"], ["Kate Ford"], ["欧阳明珠"], ["李娜"])
SHORT = (["王小明"], ["Kate"], ["欧阳明"], ["李娜"])
HEADING = """() => {
  const { fontSize, fontFamily } = getComputedStyle(document.querySelector("h1"));
  return [parseFloat(fontSize), fontFamily];
}"""
NAMES_ON_STEPS = """() => [...document.querySelectorAll(".podium-name")].map((name) => {
  const style = getComputedStyle(name);
  return {
    words: name.textContent,
    place: name.closest("[data-place]").dataset.place,
    size: parseFloat(style.fontSize),
    family: style.fontFamily,
    lines: Math.round(name.offsetHeight / parseFloat(style.lineHeight)),
    over: name.scrollWidth - name.clientWidth,
  };
})"""


@pytest.fixture
def finished(transactional_db: None, serif_face: object, entered: list[list[str]]) -> Event:
    """An event that four have finished."""
    cast = people.assemble(players=0)
    organise.add_entries(cast.event, cast.director, entered)
    cast.closed_round()
    organise.finish_event(cast.event, cast.director)
    return cast.event


@pytest.mark.full
@pytest.mark.parametrize(("entered", "fits"), [([*WON], False), ([*SHORT], True)])
def test_the_winners_name_is_large_and_drawn_in_the_face_that_its_page_loads(
    live_server: LiveServer,
    finished: Event,
    chromium: Browser,
    entered: list[list[str]],
    *,
    fits: bool,
) -> None:
    for address in ("event", "hall_winners"):
        for width in (320, 360, 390, 1366):
            is_wide = width > 600
            others = is_wide or (fits and address == "event")
            are_serif = [others or address == "hall_winners", others, others]
            with chromium.new_context(viewport={"width": width, "height": 800}) as context:
                page = context.new_page()
                fetched: list[str] = []
                page.on("requestfinished", partial(_note, fetched))
                page.goto(f"{live_server.url}{reverse(address, args=[finished.uid])}")
                page.evaluate("document.fonts.ready")
                size, family = page.evaluate(HEADING)
                assert ("Huapai Title" in family) == (size >= 32), (address, width)
                assert size >= 32 or (address, is_wide) == ("hall_winners", False)
                check_steps(page.evaluate(NAMES_ON_STEPS), fetched, width, are_serif)
                assert page.evaluate("document.documentElement.scrollWidth") <= width


def _note(fetched: list[str], request: Request) -> None:
    fetched.append(request.url)


def check_steps(
    names: list[dict[str, Any]], fetched: list[str], width: int, are_serif: list[bool]
) -> None:
    signs = "".join(
        signs_of(url.rpartition("/")[2].removesuffix(".otf"))
        for url in fetched
        if url.endswith(".otf")
    )
    assert [name["place"] for name in names] == ["1", "2", "3"]
    assert names[0]["size"] >= 32, width
    # Never in small letters, and on a phone one face for a podium.
    serif = ["Huapai Title" in name["family"] for name in names]
    assert serif == are_serif, (names, width)
    for name, is_serif in zip(names, serif, strict=True):
        assert name["size"] >= 32 or not is_serif, (name, width)
        assert not is_serif or set(name["words"]) <= {*signs, " "}, (name, width)
        assert name["lines"] <= 2, (name, width)
        assert name["over"] <= 0, (name, width)
