"""Views for programs and pages of other sites, which refuse with a problem in JSON.

The views decide what they answer otherwise, and who may read what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt

from web.publish.feeds import cross_origin, problems

READS: Final = ("GET", "HEAD")

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]
LanguageOf = Callable[[HttpRequest, Mapping[str, Any]], str]
"""Returns the language that a request and the arguments of its address ask for."""


class BadParameter(ValueError):
    """A parameter of the address has an impossible value."""


def open_to_all(language_of: LanguageOf) -> Callable[[View[Arguments]], View[Arguments]]:
    """Answer other sites as well, and refuse in the language that is asked for.

    `language_of` raises BadParameter for an unknown one, which is refused in the usual language.
    """

    def _decorated(view: View[Arguments]) -> View[Arguments]:
        @csrf_exempt
        @wraps(view)
        def _answered(
            request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs
        ) -> HttpResponse:
            if request.method == "OPTIONS":
                return cross_origin.preflight(HttpResponse(status=HTTPStatus.NO_CONTENT))
            language, is_known = settings.LANGUAGE_CODE, True
            try:
                language = language_of(request, kwargs)
            except BadParameter:
                is_known = False
            with translation.override(language):
                if request.method not in READS:
                    allowed = {"Allow": cross_origin.METHODS}
                    return problems.refusal(request, HTTPStatus.METHOD_NOT_ALLOWED, allowed)
                if not is_known:
                    return problems.refusal(request, HTTPStatus.BAD_REQUEST)
                sent = _shown(request, lambda: view(request, *args, **kwargs))
            sent.headers["Content-Language"] = language
            return cross_origin.opened(sent)

        return _answered

    return _decorated


def _shown(request: HttpRequest, show: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return show()
    except Http404:
        return problems.refusal(request, HTTPStatus.NOT_FOUND)
    except BadParameter:
        return problems.refusal(request, HTTPStatus.BAD_REQUEST)
