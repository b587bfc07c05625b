"""A browser in which a director is signed in, as a phone has it or a desk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests.cast import Cast

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1366, "height": 768}


@pytest.fixture(params=["phone", pytest.param("desk", marks=pytest.mark.nightly)])
def page(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    chromium: Browser,
    client: Client,
    cast: Cast,
) -> Iterator[Page]:
    """A page for a director of the club of `cast`; what it throws fails the test."""
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    faults: list[str] = []
    with chromium.new_context(
        base_url=live_server.url,
        viewport=PHONE if request.param == "phone" else DESK,
        locale="en-GB",
        bypass_csp=True,
    ) as context:
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        yield context.new_page()
    assert not faults
