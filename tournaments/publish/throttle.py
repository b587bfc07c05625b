"""How many new documents one address may order, and how many may wait at all."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

LONGEST_QUEUE = 100


class NewDocuments(SimpleRateThrottle):
    """Counts the documents that have to be made; what is there already costs nothing."""

    rate = "30/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return what is counted: one address."""
        return f"documents:{self.get_ident(request)}"


def may_order(request: HttpRequest) -> bool:
    """Count a new document against the address that orders it; False where it is one too many."""
    # The throttle looks at what it counts by alone, which is the same in both kinds of request.
    return NewDocuments().allow_request(cast("Request", request), cast("APIView", None))
