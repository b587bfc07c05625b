"""A steered server and a page in a real browser that must raise no error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.interface.small_server import Hall, small_server


@pytest.fixture
def hall() -> Iterator[Hall]:
    with small_server() as served:
        yield served


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Whatever the page throws, and whatever its security policy refuses, fails the test."""
    with chromium.new_context(viewport={"width": 820, "height": 600}) as context:
        opened, faults = context.new_page(), list[str]()
        opened.set_default_timeout(10_000)
        opened.on("pageerror", lambda error: faults.append(str(error)))
        opened.on(
            "console",
            lambda message: (
                faults.append(message.text) if "Security Policy" in message.text else None
            ),
        )
        yield opened
        assert not faults
