"""Pages that open by a secret link: what opens nothing is not found, who guesses on is shut out."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from clubs.registration import link_limits
from tournaments.models import Credential, EntryRequest

Parameters = ParamSpec("Parameters")
View = Callable[Concatenate[HttpRequest, Parameters], HttpResponse]


class _Shut(Exception):
    """Too many wrong links came from the address of the network."""


def address_of(request: HttpRequest) -> str:
    """Return the address of the network from which a request came."""
    return str(BaseThrottle().get_ident(Request(request)))


def counted(view: View[Parameters]) -> View[Parameters]:
    """Answer 429 where too many wrong links came from an address, see `check`."""

    @wraps(view)
    def wrapped(
        request: HttpRequest, /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except _Shut:
            answer = render(request, "tablet/door/link_shut.html", status=429)
            answer["Retry-After"] = str(link_limits.HOUR)
            return answer

    return wrapped


def check(request: HttpRequest, row: Credential | EntryRequest | None) -> None:
    """Raise Http404 for a link that nobody drew; count it, and slow down who tries on."""
    if row is not None:
        return
    if link_limits.may_guess(address_of(request)):
        raise Http404
    raise _Shut
