"""Pages opened by secret links of entries, kiosks, players and captains.

An unknown link is not found, and who guesses is locked out; members' links count by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from clubs.registration import shut_codes
from tournaments.models import Credential, EntryRequest
from web.publish.client_address import client_address

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponse]


class _Shut(Exception):
    """The network address sent too many wrong links."""


def address_of(request: HttpRequest) -> str:
    """Return the network address of a request."""
    return client_address(request)


def counted(view: View[Parameters]) -> View[Parameters]:
    """Answer 429 to an address that sent too many wrong links, see `check`."""

    @wraps(view)
    def wrapped(
        request: HttpRequest, /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except _Shut:
            answer = render(request, "tablet/door/link_shut.html", status=429)
            answer["Retry-After"] = str(shut_codes.HOUR)
            add_never_cache_headers(answer)
            return answer

    return wrapped


def check(request: HttpRequest, row: Credential | EntryRequest | None) -> None:
    """Raise Http404 for an unknown link and count it, to stop further guessing."""
    if row is not None:
        return
    if shut_codes.may_guess(address_of(request)):
        raise Http404
    raise _Shut
