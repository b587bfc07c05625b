"""How many wrong passwords may come from one address, whatever names they are for.

The names are counted by django-axes. A name costs nobody anything to invent, but every password
that is compared costs the machine of the hall a good part of a second.
"""

from __future__ import annotations

import time
from typing import Final

from axes.helpers import get_client_ip_address
from django.core.cache import cache
from django.http import HttpRequest

MOST: Final = 60
SECONDS: Final = 5 * 60


def are_too_many(request: HttpRequest) -> bool:
    """Whether no password from this address is looked at now."""
    return len(_recent(request)) >= MOST


def count(request: HttpRequest) -> None:
    """Count a wrong password."""
    cache.set(_key(request), [time.time(), *_recent(request)], SECONDS)


def _recent(request: HttpRequest) -> list[float]:
    since = time.time() - SECONDS
    return [then for then in cache.get(_key(request), []) if then > since]


def _key(request: HttpRequest) -> str:
    return f"failed-sign-ins:{get_client_ip_address(request)}"
