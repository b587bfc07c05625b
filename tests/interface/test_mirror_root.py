"""The page at the root of the mirror, for a browser that does not follow at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from web.publish.mirror import framing

SHEET: Final = re.compile(r'<link rel="stylesheet" href="[^"]*?(huapai/\w+)[\w.]*\.css">')
TURNS: Final = re.compile(r'<meta http-equiv="(?:refresh|Content-Security-Policy)"[^>]*>')
SHOWN: Final = """() => {
  const links = [...document.querySelectorAll("a")].map((link) => link.getBoundingClientRect());
  const size = parseFloat(getComputedStyle(document.querySelector("h1")).fontSize);
  return [links.length, Math.min(...links.map(({ height }) => height)),
    Math.min(...links.map(({ left }) => left)), size, document.documentElement.scrollWidth];
}"""


def styled(text: str) -> tuple[str, list[str]]:
    """Return the page with its sheets inside and without turning the page, and their names."""
    names = SHEET.findall(text)
    sheets = [Path(str(finders.find(f"{name}.css"))).read_text("utf-8") for name in names]
    return SHEET.sub(
        "", TURNS.sub("", text).replace("</head>", f"<style>{''.join(sheets)}</style></head>")
    ), names


@pytest.mark.full
def test_the_page_at_the_root_of_the_mirror_fits_a_phone(page: Page) -> None:
    text, sheets = styled(framing.root_page(noindex=True).body.decode())
    assert sheets == ["huapai/base", "huapai/frame"]
    assert '<meta name="viewport"' in text
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(text)
    count, height, left, title, wide = page.evaluate(SHOWN)
    assert count == 2
    assert height >= 36
    assert left >= 16
    assert title >= 24
    assert wide == 390
