"""Looks at one page in both schemes: every rule once, and its colours in each."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from tests.accessibility import violations

COLOURS: Final = """async () => {
  const only = { runOnly: ["color-contrast"], resultTypes: ["violations"], selectors: false };
  const found = await axe.run(only);
  return found.violations.map((one) => [one.id, one.nodes[0].html.slice(0, 200)]);
}"""


def broken_in_both_schemes(page: Page) -> dict[str, list[Any]]:
    """Return the rules that a page breaks, by the scheme in which it does.

    Landmarks, headings and names are the same in each: only the colours are looked at twice.
    """
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = {"light": violations(page, colours=True)}
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found["dark"] = page.evaluate(COLOURS)
    return {scheme: rules for scheme, rules in found.items() if rules}
