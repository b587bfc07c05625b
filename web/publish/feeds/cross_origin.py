"""Lets pages of other sites read the public data, without cookies and without an account."""

from __future__ import annotations

from typing import Final, TypeVar

from django.http import HttpResponseBase

METHODS: Final = "GET, HEAD, OPTIONS"
HEADERS: Final = "Accept, If-None-Match"
EXPOSED: Final = "ETag, Retry-After"
DAY: Final = 24 * 3600

Answer = TypeVar("Answer", bound=HttpResponseBase)


def opened(answer: Answer) -> Answer:
    """Return an answer that any page may read. It names no origin, so it is the same for all."""
    answer.headers["Access-Control-Allow-Origin"] = "*"
    answer.headers["Access-Control-Expose-Headers"] = EXPOSED
    return answer


def preflight(answer: Answer) -> Answer:
    """Return the answer to a CORS preflight request."""
    answer.headers["Allow"] = METHODS
    answer.headers["Access-Control-Allow-Methods"] = METHODS
    answer.headers["Access-Control-Allow-Headers"] = HEADERS
    answer.headers["Access-Control-Max-Age"] = str(DAY)
    return opened(answer)
