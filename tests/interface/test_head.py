"""What a browser takes from the head of a page: the colour of its bar, the icon, the name."""

from __future__ import annotations

import json
import re

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from PIL import Image

from tests.interface.stylesheet import FOLDER, tokens

MANIFEST = json.loads((FOLDER / "app.webmanifest").read_text("utf-8"))


def _head() -> str:
    page = render_to_string("404.html", request=RequestFactory().get("/"))
    return page.partition("</head>")[0]


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_bar_of_the_browser_is_of_the_paper_of_the_page(scheme: str) -> None:
    bars = re.findall(r'<meta name="theme-color" content="([^"]+)" media="([^"]+)">', _head())
    wanted = f"(prefers-color-scheme: {scheme})"
    assert [colour for colour, media in bars if media == wanted] == [tokens(scheme)["--paper"]]


def test_the_manifest_is_of_the_same_paper() -> None:
    assert 'rel="manifest"' in _head()
    assert MANIFEST["theme_color"] == MANIFEST["background_color"] == tokens("light")["--paper"]


@pytest.mark.parametrize("icon", MANIFEST["icons"], ids=lambda icon: icon["src"])
def test_an_icon_has_its_size_and_fills_its_square(icon: dict[str, str]) -> None:
    with Image.open(FOLDER / icon["src"]) as opened:
        picture = opened.convert("RGB")
    assert f"{picture.width}x{picture.height}" == icon["sizes"]
    ends = (0, picture.width - 1)
    corners = {picture.getpixel((x, y)) for x in ends for y in ends}
    assert corners == {(0x0D, 0x6B, 0x5E)}
