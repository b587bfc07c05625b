"""Turn a public page into a file: rewrite links, and leave parts out. Pure.

The pages are our own, so tags are matched as the templates write them: attributes in double quotes,
text escaped, no nested links. The content of a page is not changed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

_FORMS: Final = re.compile(r'<form\b.*?</form>|<p class="stale-bar\b.*?</p>', re.DOTALL)
_SCRIPTS: Final = re.compile(r'<script src="([^"]*)"([^>]*)></script>')
_LOADED: Final = re.compile(r'<(?:link|img|source)\b[^>]*?\s(?:href|src)="([^"]*)"[^>]*>')
_LINKS: Final = re.compile(r"<a\b([^>]*)>(.*?)</a>", re.DOTALL)
_HREF: Final = re.compile(r'\shref="([^"]*)"')
_OF_LINKS_ALONE: Final = re.compile(r'\s(?:rel|hreflang|download|target)="[^"]*"')
_LIVE: Final = re.compile(
    r'\sdata-(?:live|etag|trouble|often|seldom|soon|patience)(?:="[^"]*")?(?=[\s>])'
)
_EMPTY: Final = re.compile(r"<(p|li|noscript)\b[^>]*>\s*</\1>")
_MAIN: Final = re.compile(r"<main\b[^>]*>")
_HEAD_END: Final = "</head>"


@dataclass(frozen=True, slots=True)
class Leads:
    """Where an address leads in the mirror: to the file at a path.

    Without a path the mirror has no such page. A link to it becomes its words; a button, and
    anything about the hall (`is_of_hall`), is removed.
    """

    path: str = ""
    is_of_hall: bool = False


@dataclass(frozen=True, slots=True)
class FramedText:
    """What the mirror adds to every page, and which scripts and links of the head it leaves out."""

    head: str
    line: str
    dropped: frozenset[str]


@dataclass(frozen=True, slots=True)
class Turned:
    """A page of the mirror, and the paths of the files that it points at."""

    text: str
    links: frozenset[str]


def turn(text: str, here: str, lookup: Callable[[str], Leads], frame: FramedText) -> Turned:
    """Return a page as the file at the path `here`; `lookup` is asked for addresses of our own."""
    page = _Page(here, lookup, frame.dropped, set())
    text = _FORMS.sub("", text)
    text = _SCRIPTS.sub(page.loaded, text)
    text = _LOADED.sub(page.loaded, text)
    text = _LINKS.sub(page.linked, text)
    text = _EMPTY.sub("", _LIVE.sub("", text))
    text = text.replace(_HEAD_END, frame.head + _HEAD_END, 1)
    text = _MAIN.sub(lambda tag: tag[0] + frame.line, text, count=1)
    return Turned(text, frozenset(page.links))


def relative(here: str, to: str) -> str:
    """Return the address of a file relative to another one."""
    return quote(posixpath.relpath(to, posixpath.dirname(here) or "."))


@dataclass(frozen=True, slots=True)
class _Page:
    here: str
    lookup: Callable[[str], Leads]
    dropped: frozenset[str]
    links: set[str]

    def loaded(self, tag: re.Match[str]) -> str:
        """Rewrite what a page loads; remove what the mirror does not have."""
        address = tag[1]
        if posixpath.basename(address) in self.dropped:
            return ""
        if not _is_our_own(address):
            return tag[0]
        path = self.lookup(address).path
        return tag[0].replace(f'"{address}"', f'"{self._to(path)}"') if path else ""

    def linked(self, tag: re.Match[str]) -> str:
        """Rewrite a link; without a target it becomes its words, or is removed with them."""
        attributes, words = tag[1], tag[2]
        found = _HREF.search(attributes)
        if found is None or not _is_our_own(found[1]):
            return tag[0]
        address, sharp, place = found[1].partition("#")
        leads = self.lookup(address)
        if leads.path:
            href = f' href="{self._to(leads.path)}{sharp}{place}"'
            return f"<a{attributes.replace(found[0], href)}>{words}</a>"
        if leads.is_of_hall or 'class="button' in attributes:
            return ""
        kept = _OF_LINKS_ALONE.sub("", attributes.replace(found[0], ""))
        return f"<span{kept}>{words}</span>"

    def _to(self, path: str) -> str:
        self.links.add(path)
        return relative(self.here, path)


def _is_our_own(address: str) -> bool:
    return address.startswith("/") and not address.startswith("//")
