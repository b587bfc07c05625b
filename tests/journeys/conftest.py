"""A new, empty club, and the browsers in its hall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.config.program import Program, prepared, serving
from tests.services.chromium import PATIENCE

Devices = Callable[[ViewportSize], BrowserContext]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """The program of a club without people; its tables exist since an earlier start."""
    with serving("serve", prepared("serve", tmp_path / "club")) as served:
        yield served


@pytest.fixture
def devices(chromium: Browser, program: Program) -> Iterator[Devices]:
    """Create separate browsers in the hall; no page may report an error."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def device(size: ViewportSize) -> BrowserContext:
        address = f"http://127.0.0.1:{program.port}"
        context = chromium.new_context(viewport=size, base_url=address, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on(
            "console",
            lambda message: wrong.append(message.text) if message.type == "error" else None,
        )
        contexts.append(context)
        return context

    yield device
    for context in contexts:
        context.close()
    assert wrong == []
