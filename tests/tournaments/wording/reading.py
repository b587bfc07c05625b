"""Reads the texts of a page: shown, in titles, or left for scripts."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

SAID: Final = ("alt", "aria-label", "content", "placeholder", "title")
SILENT: Final = ("code", "pre", "script", "style", "textarea")
"""Elements whose content is in no language."""
TERM: Final = "i"
"""Names a term, of which nothing is read where it says that it is in another language."""


class Reader(HTMLParser):
    """Gathers the texts of a page, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0
        self._language = ""
        self._terms: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        language = dict(attrs).get("lang") or ""
        if tag == "html":
            self._language = language.casefold()
        if tag == TERM:
            self._terms.append(language.casefold() not in ("", self._language))
            self._silent += self._terms[-1]
        if tag != "meta":
            self.texts += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT
        if tag == TERM and self._terms:
            self._silent -= self._terms.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent and data.strip():
            self.texts.append(data.strip())


def texts_of(page: str) -> list[str]:
    """Return everything that a page says, without markup, code and what people sent."""
    reader = Reader()
    reader.feed(page)
    return reader.texts
