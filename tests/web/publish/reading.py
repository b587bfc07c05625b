"""Reads the text of a page without markup."""

from __future__ import annotations

from django.test import Client

MINUS = "\N{MINUS SIGN}"


def read(client: Client, address: str, **asked: str) -> str:
    """Return a page's words with the markup taken out, one space between two."""
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return words(answer.content.decode())


def words(markup: str) -> str:
    """Return what a reader sees of some markup."""
    inside, text = False, []
    for char in markup:
        inside = char == "<" or (inside and char != ">")
        if not inside:
            text.append(" " if char == ">" else char)
    return " ".join("".join(text).split())
