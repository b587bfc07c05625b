"""What somebody types as the address of a site, as it may stand in a header."""

from __future__ import annotations

import pytest

from web.desk.accounts.embedding import origin_of


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        (" https://Club.example/ ", "https://club.example"),
        ("https://club.example:443", "https://club.example"),
        ("http://club.example:443", "http://club.example:443"),
        ("http://192.0.2.7:8080", "http://192.0.2.7:8080"),
        ("http://localhost:80", "http://localhost"),
        ("https://俱乐部.example", "https://xn--fjq92bt21k.example"),
    ],
)
def test_an_address_of_a_site_is_written_in_one_way(typed: str, origin: str) -> None:
    assert origin_of(typed) == origin
    assert origin_of(origin) == origin


@pytest.mark.full
@pytest.mark.parametrize(
    "typed",
    [
        *("", "*", "club.example", "//club.example", "'none'", "data:", "javascript:alert(1)"),
        *("https://", "https://*.club.example", "https://club.example/page", "https://a/?q=1"),
        *("https://a#b", "https://user@a", "https://a:99999", "https://a..b", "https://-a"),
        *("https://a;script-src", "https://a b", "https://a,https://b", "https://[::1]"),
        *("https://a\nX-Frame-Options: none", "ftp://a", f"https://{'a' * 300}"),
    ],
)
def test_whatever_else_is_no_origin(typed: str) -> None:
    assert origin_of(typed) is None
