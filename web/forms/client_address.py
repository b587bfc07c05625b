"""The network address of who asks, by which guesses and requests are counted."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address of the browser; behind a proxy, the one seen by the nearest proxy."""
    if settings.BEHIND_PROXY:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        nearest = forwarded.rpartition(",")[2].strip()
        if is_address(nearest):
            return str(nearest)
    return str(request.META.get("REMOTE_ADDR", ""))


def is_address(domain: str) -> bool:
    """Whether a name is a network address, of either kind."""
    try:
        ipaddress.ip_address(domain.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
