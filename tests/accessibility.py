"""Looks at a page with axe-core, the way in which audits of accessibility are made.

Colours and sizes have tests of their own, which know the style sheet better.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

OTHERWISE: Final = {rule: {"enabled": False} for rule in ("color-contrast", "target-size")}
RUN: Final = """async (rules) => {
  const found = await axe.run({ rules });
  return found.violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)]);
}"""


@cache
def engine() -> str:
    """Return the program that looks at a page."""
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[Any]:
    """Return every rule that a page breaks, with the first element that does."""
    page.evaluate(engine())
    broken: list[Any] = page.evaluate(RUN, OTHERWISE)
    return broken
