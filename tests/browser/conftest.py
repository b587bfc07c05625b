"""A hall with a real server, and tablets whose pages must raise no error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall

TABLET = {"width": 820, "height": 1180}
# As on plain HTTP, without a service worker between page and network.
BARE = {"viewport": TABLET, "locale": "en-GB", "service_workers": "block"}
Devices = Callable[..., TabletPage]


@pytest.fixture
def deals() -> int:
    """The number of deals in a round."""
    return 2


@pytest.fixture
def hall(transactional_db: None, deals: int) -> Hall:
    """The first round of Alice's event in play at two tables."""
    return Hall.of(people.assemble(deals_per_round=deals))


@pytest.fixture
def device(live_server: LiveServer, hall: Hall, chromium: Browser) -> Iterator[Devices]:
    """Create tablets, each a separate device; errors of a page fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(**options: Any) -> TabletPage:
        context = chromium.new_context(**{**BARE, **options})
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on(
            "console",
            lambda message: (
                faults.append(message.text) if "Security Policy" in message.text else None
            ),
        )
        contexts.append(context)
        return TabletPage(context, live_server.url)

    yield make
    for context in contexts:
        _close(context)
    assert not faults


def _close(context: BrowserContext) -> None:
    """Close a page that still polls; pending requests of its routes do not matter."""
    for page in context.pages:
        page.unroute_all(behavior="ignoreErrors")
    context.unroute_all(behavior="ignoreErrors")
    context.close()


@pytest.fixture
def tablet(device: Devices, hall: Hall) -> TabletPage:
    """The tablet of the first table, on which South writes."""
    return device().opens(hall.table).writes("S")
