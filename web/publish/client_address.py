"""The network address of who asks, by which guesses and requests are counted."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_ipv46_address
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address of the browser; behind a proxy, the one seen by the nearest proxy."""
    if settings.BEHIND_PROXY:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        nearest = forwarded.rpartition(",")[2].strip()
        if _is_address(nearest):
            return str(nearest)
    return str(request.META.get("REMOTE_ADDR", ""))


def _is_address(text: str) -> bool:
    try:
        validate_ipv46_address(text.removeprefix("[").removesuffix("]"))
    except ValidationError:
        return False
    return True
