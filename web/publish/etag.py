"""ETags: unchanged pages are not sent again, and no browser goes back to an older one.

A stamp covers the name of the page, its revision, the language and the build of the program. So a
proxy cache that revalidates every time (`no-cache`) can store pages of all languages and never
serves the wrong one, although it does not know the language cookie.

The revision, if a page has one, is in front of its stamp with the language: `W/"17.en.9f86d0…"`.
They tell which of two stamps of one page is newer, even to a process that made neither. Pages are
told apart by the digest alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.record.digest import digest

LENGTH = 32
LONGEST_NUMBER = 18
ANY = "*"


@dataclass(frozen=True, slots=True)
class Live:
    """The live part of a page: its address, the stamp of its content, and the content if known."""

    url: str
    stamp: str
    body: str = ""


def stamp(*made_from: object, revision: int | None = None) -> str:
    """Return the stamp of a page in the current language.

    It is weak, because a proxy may compress the page.
    """
    text = digest([*map(str, made_from), get_language(), settings.BUILD])[:LENGTH]
    return f'W/"{text}"' if revision is None else f'W/"{revision}.{get_language()}.{text}"'


def revision_of(stamp: str) -> int:
    """Return the revision in a stamp, 0 if it has none.

    >>> revision_of('W/"17.en.9f86d0-gzip"'), revision_of('"9f86d0"')
    (17, 0)
    """
    number, dot, _ = _tag(stamp).partition(".")
    is_number = number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER
    return int(number) if dot and is_number else 0


def is_newer(stamp: str, than: str) -> bool:
    """Whether a stamp has a later revision than another one of the same language.

    >>> is_newer('"18.en.b"', than='"17.en.a"'), is_newer('"18.zh-hans.b"', than='"17.en.a"')
    (True, False)
    """
    return revision_of(stamp) > revision_of(than) and _language_of(stamp) == _language_of(than)


def conditional(
    request: HttpRequest, current: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer 304 to a request with the current stamp, else with the response of `make`."""
    response = HttpResponseNotModified() if is_shown(request, current) else make()
    response.headers["ETag"] = current
    patch_cache_control(response, no_cache=True)
    return response


def shown_by(request: HttpRequest) -> list[str]:
    """Return the stamps in the request; `*` stands for any."""
    return parse_etags(request.headers.get("If-None-Match", ""))


def is_shown(request: HttpRequest, current: str) -> bool:
    """Whether the request has the current stamp."""
    shown = shown_by(request)
    return shown == [ANY] or is_same(current, *shown)


def is_same(stamp: str, *others: str) -> bool:
    """Whether a stamp is among others, however proxies have changed these.

    >>> is_same('W/"17.zh-hans.9f86d0"', '"another"', '"17.zh-hans.9f86d0-gzip"')
    True
    """
    return _digest_of(stamp) in map(_digest_of, others)


def _tag(stamp: str) -> str:
    return stamp.removeprefix("W/").strip('"')


def _language_of(stamp: str) -> str:
    """Return the language in a stamp, empty if it has none."""
    return _tag(stamp).partition(".")[2].rpartition(".")[0]


def _digest_of(stamp: str) -> str:
    """Return a stamp without what is in front, and the suffix that a proxy adds (`-gzip`)."""
    return _tag(stamp).rpartition(".")[2].partition("-")[0]
