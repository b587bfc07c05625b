"""The style guide as whole pages that the small server can serve."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page

from tests.interface.sample import sample

Opens = Callable[..., Page]
"""Opens a page of the style guide at a size of the window."""
Shows = Callable[[tuple[int, int], str], Page]
"""Shows markup in the place of the parts of the style guide, at a size of the window."""
WINDOWS = ((390, 844), (820, 1180), (1180, 820), (1366, 768), (1920, 1080))
PAGES = (
    "styleguide/styleguide.html",
    "styleguide/styleguide_table.html",
    "styleguide/styleguide_hall.html",
    "404.html",
)


def rendered(name: str, language: str = "zh-hans") -> str:
    with translation.override(language):
        request = RequestFactory().get("/")
        page = str(render_to_string(name, {"sample": sample()}, request=request))
    return page.replace(f"{settings.STATIC_URL}huapai/", "/static/")
