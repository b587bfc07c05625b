"""The title of a page in the serif face, which the browser fetches and draws with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests.referee.hall import Hall

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
