"""A controlled server and a page in a real browser that must raise no error."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.interface.guide import Opens, Shows, rendered
from tests.interface.small_server import Hall, small_server
from tests.services.chromium import PATIENCE


@pytest.fixture
def hall() -> Iterator[Hall]:
    with small_server() as served:
        yield served


@pytest.fixture(scope="session")
def window(chromium: Browser) -> Iterator[BrowserContext]:
    """One window for the pages of all tests, each with its own address."""
    with chromium.new_context(viewport={"width": 820, "height": 600}) as context:
        yield context


@pytest.fixture
def page(window: BrowserContext) -> Iterator[Page]:
    """A page whose exceptions, and violations of the security policy, fail the test."""
    opened, faults = window.new_page(), list[str]()
    opened.set_default_timeout(PATIENCE)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "console",
        lambda message: faults.append(message.text) if "Security Policy" in message.text else None,
    )
    yield opened
    # A page without an address has nothing to clear, and no access to storage.
    opened.evaluate("() => { try { localStorage.clear(); } catch (refused) { /* none */ } }")
    opened.close()
    assert not faults


@pytest.fixture(scope="module")
def opens(chromium: Browser) -> Iterator[Opens]:
    """Open a page of the style guide at a size of the window."""
    with small_server() as hall, chromium.new_context() as context:
        page = context.new_page()

        def at(size: tuple[int, int], name: str = "styleguide/styleguide.html") -> Page:
            hall.body = rendered(name)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(hall.address)
            return page

        yield at


@pytest.fixture(scope="module")
def shows(chromium: Browser) -> Iterator[Shows]:
    """Show markup in the place of the parts of the style guide, at a size of the window."""
    with small_server() as hall, chromium.new_context() as context:
        page = context.new_page()
        hall.body = rendered("styleguide/styleguide.html")

        def at(size: tuple[int, int], markup: str) -> Page:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(hall.address)
            page.evaluate("(text) => document.querySelector('main').innerHTML = text", markup)
            return page

        yield at
