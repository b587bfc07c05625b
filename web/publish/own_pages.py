"""Pages for a single reader, gzipped only if their size does not reveal their content.

Pages that are the same for all are compressed once, by `cache`.
"""

from __future__ import annotations

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

from tournaments.models.base import UID_ALPHABET, UID_LENGTH
from web.publish.cache import WORTH_PACKING

HTML: Final = "text/html"
PADDING: Final = 100
"""The most random bytes added to a compressed page, so that its size reveals less."""
_SCOPE: Final = re.compile(rf"(event=[{UID_ALPHABET}]{{{UID_LENGTH}}})?")


def packed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return an answer, gzipped if that is safe and the browser accepts it.

    An attacker who sees the sizes of compressed pages, and makes a reader open chosen addresses,
    can learn a page's content letter by letter if the page repeats a part of the address. So a page
    that answers a form, or whose address has a query beyond the event it is limited to, stays as it
    is.
    """
    if not _is_worth_it(answer) or not _is_safe(request, answer):
        return answer
    patch_vary_headers(answer, ["Accept-Encoding"])
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer.content = compress_string(answer.content, max_random_bytes=PADDING)
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def _is_safe(request: HttpRequest, answer: HttpResponse) -> bool:
    asked = request.META.get("QUERY_STRING", "")
    if request.method not in ("GET", "HEAD") or not _SCOPE.fullmatch(asked):
        return False
    # The rail of an event links to its pages by this; other repetitions of the address are quoted.
    return not asked or f'?{asked}"'.encode() in answer.content


def _is_worth_it(answer: HttpResponse) -> bool:
    return (
        answer.status_code == 200
        and answer.headers.get("Content-Type", "").startswith(HTML)
        and not answer.streaming
        and not answer.has_header("Content-Encoding")
        and len(answer.content) > WORTH_PACKING
    )
