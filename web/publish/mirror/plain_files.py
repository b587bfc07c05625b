"""Files for other programs in a mirror: tables, news and schedules, as the hall writes them.

Their addresses become those of the mirror: relative ones in Atom, full ones in a calendar, whose
format has no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from django.conf import settings

from web.publish import mirror_paths
from web.publish.feeds import calendar
from web.publish.mirror.rewriting import relative
from web.publish.served.public_page import PublicPage

OF_EVENT: Final = ("standings_file", "results_file", "news_file")
OF_TOURNAMENT: Final = ("schedule_file",)
_HREF: Final = re.compile(r'href="([^"]*)"')
_URL: Final = "URL:"
_FOLD: Final = re.compile(rb"\r\n[ \t]")


def wanted(names: Iterable[str], uid: str, language: str) -> list[PublicPage]:
    """Return the files of an event or a tournament in a language."""
    return [PublicPage(name, _args(name, uid, language), language) for name in names]


def turned(page: PublicPage, body: bytes, has: Callable[[str], bool], mirror: str) -> bytes:
    """Return a file for the mirror.

    `has` says whether the mirror has a page at a path; `mirror` is the address where it is read, if
    known.
    """
    if page.name == "news_file":
        return _news(page, body.decode(), has).encode()
    if page.name == "schedule_file":
        return _schedule(page, body, has, mirror)
    return body


def _args(name: str, uid: str, language: str) -> tuple[str, ...]:
    return (uid,) if name in {"standings_file", "results_file"} else (uid, language)


def _path_at(whole: str, language: str, mirror: str) -> str:
    """Return the path of a page by its address in the mirror of the club, or in the hall."""
    if mirror and whole.startswith(f"{mirror}/"):
        return whole.removeprefix(f"{mirror}/")
    return mirror_paths.page_path(whole.removeprefix(settings.PUBLIC_ADDRESS), language)


def _news(page: PublicPage, text: str, has: Callable[[str], bool]) -> str:
    here = mirror_paths.file_path(page.address, page.language)
    event = mirror_paths.path("event", page.args[:1], page.language)

    def _lead(found: re.Match[str]) -> str:
        address = found[1].removeprefix(settings.PUBLIC_ADDRESS)
        if address == page.address:
            return f'href="{relative(here, here)}"'
        to = mirror_paths.page_path(address, page.language)
        return f'href="{relative(here, to if has(to) else event)}"'

    return _HREF.sub(_lead, text)


def _schedule(page: PublicPage, body: bytes, has: Callable[[str], bool], mirror: str) -> bytes:
    """Return a calendar that names the mirror; where its address is not known, it names nothing."""

    def _line(line: str) -> bytes:
        if not line.startswith(_URL):
            return calendar.folded(line)
        to = _path_at(line.removeprefix(_URL), page.language, mirror)
        return calendar.folded(f"URL:{mirror}/{to}") if mirror and has(to) else b""

    lines = _FOLD.sub(b"", body).decode().split("\r\n")
    return b"".join(_line(line) for line in lines if line)
