"""Unchanged pages are not sent again: a stamp says what a page was made from.

The stamp covers the page's name, the revision of what it shows, the language and the build of the
program, so that a cache in between which asks every time (`no-cache`) can keep pages of all
languages and never hands out the wrong one, although it is not told of the language cookie.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournaments.record.digest import digest

LENGTH = 32


def stamp(*made_from: object) -> str:
    """Return the stamp of a page in the current language.

    It is a weak one: whoever compresses the page on its way leaves its meaning as it was.
    """
    text = digest([*map(str, made_from), get_language(), settings.BUILD])[:LENGTH]
    return f'W/"{text}"'


def conditional(
    request: HttpRequest, current: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer 304 to whoever shows the current stamp, and what `make` makes to all others."""
    response = HttpResponseNotModified() if _is_shown(request, current) else make()
    response.headers["ETag"] = current
    patch_cache_control(response, no_cache=True)
    return response


def shown_by(request: HttpRequest) -> tuple[str, ...]:
    """Return the stamps that the asking browser shows, as they were given out."""
    return tuple(
        f'W/"{_bare(etag)}"' for etag in parse_etags(request.headers.get("If-None-Match", ""))
    )


def _is_shown(request: HttpRequest, current: str) -> bool:
    shown = parse_etags(request.headers.get("If-None-Match", ""))
    return shown == ["*"] or _bare(current) in map(_bare, shown)


def _bare(etag: str) -> str:
    """Return a stamp without its weakness and without what a compressing proxy adds (`-gzip`)."""
    return etag.removeprefix("W/").strip('"').partition("-")[0]
