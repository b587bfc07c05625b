"""How much of the public data one address may fetch in a minute.

Everyone in a hall may share an address, so what a cache has already does not count: neither an
answer that is unchanged nor one that is repeated before Django is asked.
"""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class PublicDataThrottle(SimpleRateThrottle):
    """Limits what an address fetches of the public data (`HUAPAI_PUBLIC_DATA_RATE`)."""

    scope = "public_data"

    def get_cache_key(self, request: Request, _view: APIView) -> str:
        """Return the name under which an address is counted."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def seconds_to_wait(request: HttpRequest) -> int:
    """Count a request; return after how many seconds the next one is served, 0 for this one."""
    throttle, wrapped = PublicDataThrottle(), Request(request)
    if throttle.allow_request(wrapped, APIView()):
        return 0
    return max(1, int(throttle.wait() or 0) + 1)
