"""What a browser makes without crypto.subtle: the digest of a sheet, and keys."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from playwright.sync_api import Browser, Page, Route

DIGESTS = """async ([script, texts]) => {
  const { sha256 } = await import(script);
  return texts.map(sha256);
}"""
KEYS = """async (script) => {
  const { newKey } = await import(script);
  return Array.from({ length: 500 }, newKey);
}"""

# Around the ends of blocks, where padding goes wrong, and in characters of two to four bytes.
TEXTS = [
    *("a" * length for length in range(200)),
    *("记录单"[: length % 4] * length for length in range(60)),
    '♠︎Q 猪 🂭 \n\t\\ "',
    "x" * 40_000,
]


ADDRESS = "http://modules.test"


def serve(route: Route) -> None:
    """Answer with a page, or with the module that is asked for."""
    path = urlsplit(route.request.url).path.removeprefix(settings.STATIC_URL)
    if path == "/":
        route.fulfill(content_type="text/html", body="<!doctype html><title>Modules</title>")
    else:
        route.fulfill(path=finders.find(path))


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page on plain HTTP, which may import what the page of a table is made of."""
    with chromium.new_context() as context:
        context.route(f"{ADDRESS}/**", serve)
        opened = context.new_page()
        opened.goto(ADDRESS)
        assert opened.evaluate("crypto.subtle") is None
        yield opened


@pytest.mark.full
def test_the_digest_is_that_of_hashlib(page: Page) -> None:
    digests = page.evaluate(DIGESTS, [static("referee/sha256.js"), TEXTS])
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in TEXTS]


@pytest.mark.full
def test_keys_are_128_bits_and_never_the_same(page: Page) -> None:
    keys = page.evaluate(KEYS, static("referee/keys.js"))
    assert len(set(keys)) == 500
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
