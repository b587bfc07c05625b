"""Checks a page with axe-core, as audits of accessibility do.

Colours and sizes have tests of their own, based on the style sheet.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from playwright.sync_api import Page

OTHERWISE: Final = {rule: {"enabled": False} for rule in ("color-contrast", "target-size")}
RUN: Final = """async (rules) => {
  const found = await axe.run({ rules, resultTypes: ["violations"], selectors: false });
  return found.violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)]);
}"""


@cache
def engine() -> str:
    """Return the source of axe-core."""
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def violations(page: Page, *, colours: bool = False) -> list[Any]:
    """Return every rule that a page breaks, with the first element that does.

    With `colours` the contrast is checked too, in the colour scheme of the page.
    """
    page.evaluate(engine())
    rules = {**OTHERWISE, "color-contrast": {"enabled": colours}}
    broken: list[Any] = page.evaluate(RUN, rules)
    return broken
