"""The page of `docs/public-data.md`: another site that shows the standings while they change."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.referee.hall import Hall

OPEN = {"Access-Control-Allow-Origin": "*"}
PAGE = re.compile(r"```html\n(.*?)```", re.DOTALL)


class Silent(SimpleHTTPRequestHandler):
    """A file server that writes no line for a request."""

    def log_message(self, *_args: object) -> None:
        """Write nothing."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of the page on a site of another origin."""
    (page,) = PAGE.findall((settings.BASE_DIR / "docs/public-data.md").read_text("utf-8"))
    (tmp_path / "index.html").write_text(page, "utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.mark.full
def test_another_site_shows_the_standings_while_they_change(
    hall: Hall, live_server: LiveServer, chromium: Browser, elsewhere: str
) -> None:
    event = live_server.url + reverse("data_event", args=[hall.cast.event.uid])
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(f"{elsewhere}?{urlencode({'event': event})}")
        expect(page.locator("h1")).to_have_text(hall.cast.event.name)
        expect(page.locator("tr")).to_have_count(8)
        expect(page.locator("tr").first).to_contain_text("–")
        hall.cast.post(hall.cast.deals(hall.round)[0])
        expect(page.locator("tr").first.locator("td").first).to_have_text("1", timeout=20_000)
        assert context.cookies() == []
        # The hall is away for a moment: the page says so, and shows news when it is back.
        page.route("**/standings/", lambda route: route.fulfill(status=503, headers=OPEN))
        expect(page.get_by_role("status")).to_contain_text("503", timeout=20_000)
        expect(page.locator("tr")).to_have_count(8)
        page.unroute("**/standings/")
        expect(page.get_by_role("status")).not_to_contain_text("503", timeout=20_000)
