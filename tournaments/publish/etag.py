"""ETags: unchanged pages are not sent again.

A stamp covers the name of the page, its revision, the language and the build of the program. A
proxy cache that revalidates every time (`no-cache`) can so store pages of all languages and never
serves the wrong one, although it does not know the language cookie.
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

    It is weak, because a proxy may compress the page.
    """
    text = digest([*map(str, made_from), get_language(), settings.BUILD])[:LENGTH]
    return f'W/"{text}"'


def conditional(
    request: HttpRequest, current: str, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer 304 to a request with the current stamp, else with the response of `make`."""
    response = HttpResponseNotModified() if _is_shown(request, current) else make()
    response.headers["ETag"] = current
    patch_cache_control(response, no_cache=True)
    return response


def shown_by(request: HttpRequest) -> tuple[str, ...]:
    """Return the stamps in the request, in the form in which they were issued."""
    return tuple(
        f'W/"{_bare_tag(etag)}"' for etag in parse_etags(request.headers.get("If-None-Match", ""))
    )


def _is_shown(request: HttpRequest, current: str) -> bool:
    shown = parse_etags(request.headers.get("If-None-Match", ""))
    return shown == ["*"] or _bare_tag(current) in map(_bare_tag, shown)


def _bare_tag(etag: str) -> str:
    """Return a stamp without `W/` and without a suffix that a proxy adds (`-gzip`)."""
    return etag.removeprefix("W/").strip('"').partition("-")[0]
