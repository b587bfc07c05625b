"""The limit on requests for public data from one address in a minute.

A whole hall may share an address, so cached answers do not count: neither unchanged ones nor those
repeated before Django is called.
"""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class PublicDataThrottle(SimpleRateThrottle):
    """Limits the requests of an address for public data (`HUAPAI_PUBLIC_DATA_RATE`)."""

    scope = "public_data"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        """Return the name under which an address is counted."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def seconds_to_wait(request: HttpRequest) -> int:
    """Count a request; return the seconds until the next one is served, 0 for this one."""
    throttle, wrapped = PublicDataThrottle(), Request(request)
    if throttle.allow_request(wrapped, APIView()):
        return 0
    return max(1, int(throttle.wait() or 0) + 1)
