"""The site of a club, of another origin: it frames the standings and reads the files, no more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, FrameLocator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.referee.hall import Hall
from tournaments import organise

PAGE = """<!doctype html><meta charset="utf-8"><title>Our club</title>
<iframe src="{}" width="400" height="700"></iframe>"""
ASK = "address => fetch(address).then(answer => answer.text(), () => 'refused')"


@pytest.fixture
def site(tmp_path: Path, live_server: LiveServer, hall: Hall) -> Iterator[str]:
    """The origin of a site with one page, in which the standings of the event are framed."""
    framed = f"{live_server.url}{reverse('embed', args=[hall.cast.event.uid])}"
    (tmp_path / "index.html").write_text(PAGE.format(framed), "utf-8")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Page]:
    with chromium.new_context(locale="en-GB") as context:
        yield context.new_page()


def frame(visitor: Page, site: str) -> FrameLocator:
    visitor.goto(site)
    return visitor.frame_locator("iframe")


@pytest.mark.full
def test_a_site_that_the_club_names_shows_live_standings_and_no_other_does(
    site: str, hall: Hall, live_server: LiveServer, visitor: Page
) -> None:
    cast, name = hall.cast, hall.cast.event.name
    refused = frame(visitor, site)
    expect(refused.get_by_text(name)).to_have_count(0)
    organise.set_embed_origins(cast.club, cast.director, ["https://club.example"])
    expect(frame(visitor, site).get_by_text(name)).to_have_count(0)

    organise.set_embed_origins(cast.club, cast.director, ["https://club.example", site])
    shown = frame(visitor, site)
    expect(shown.get_by_role("heading", name=name)).to_be_visible()
    expect(shown.locator(".standing-rows")).to_have_count(0)
    cast.play(hall.round)
    expect(shown.locator(".standing-rows li").first).to_be_visible(timeout=30_000)

    files = [reverse(name, args=[cast.event.uid]) for name in ("standings_file", "results_file")]
    read = [visitor.evaluate(ASK, f"{live_server.url}{file}") for file in files]
    assert [text.lstrip("\ufeff").partition(",")[0] for text in read] == ["rank", "round"]
    assert visitor.evaluate(ASK, f"{live_server.url}{reverse('api-round')}") == "refused"
