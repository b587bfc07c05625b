"""Refusals of the public data and of files for programs: `application/problem+json` (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from web.publish.feeds import cross_origin

CONTENT_TYPE: Final = "application/problem+json"
DETAILS: Final[Mapping[HTTPStatus, str | Promise]] = {
    HTTPStatus.BAD_REQUEST: _("The page or the language that was asked for does not exist."),
    HTTPStatus.NOT_FOUND: _("There is nothing public at this address."),
    HTTPStatus.METHOD_NOT_ALLOWED: _("The public data can only be read: GET, HEAD and OPTIONS."),
    HTTPStatus.NOT_ACCEPTABLE: _("The public data are JSON, which the request does not accept."),
    HTTPStatus.TOO_MANY_REQUESTS: _(
        "Too many requests from this address. Ask again after the seconds of Retry-After, and "
        "send If-None-Match: what is unchanged does not count."
    ),
    HTTPStatus.INTERNAL_SERVER_ERROR: _("The program has a fault. It is in its log."),
}
"""The refusals by their status, each with its sentence."""


@dataclass(frozen=True, slots=True)
class Problem:
    """The reason of a refusal, as in RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    instance: str


def refusal(
    request: HttpRequest, status: HTTPStatus, headers: Mapping[str, str] | None = None
) -> JsonResponse:
    """Return the response of a refusal, in the current language."""
    problem = Problem(
        type="about:blank",
        title=status.phrase,
        status=status.value,
        detail=str(DETAILS[status]),
        instance=request.path,
    )
    answer = JsonResponse(
        asdict(problem),
        status=status,
        content_type=CONTENT_TYPE,
        headers={
            **(headers or {}),
            "Cache-Control": "no-store",
            "Content-Language": get_language() or "",
        },
        json_dumps_params={"ensure_ascii": False},
    )
    return cross_origin.opened(answer)
