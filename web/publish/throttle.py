"""Limits of new documents: orders in a minute, and the length of the queue.

Strangers are counted by IP address, officials of the tournament by account: printing the documents
of a round means dozens of orders, and a hall shares one address with all who watch.
"""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.models import Tournament
from tournaments.rights import access

LONGEST_QUEUE = 100
LONGEST_QUEUE_OF_OFFICIALS = 400
"""More than strangers can fill, so that they cannot keep officials from printing."""


class NewDocuments(SimpleRateThrottle):
    """Counts new documents by IP address."""

    rate = "30/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the IP address."""
        return f"documents:{self.get_ident(request)}"


class NewDocumentsOfOfficials(SimpleRateThrottle):
    """Counts new documents by account.

    Enough for all documents of several rounds, and what workers can render in some minutes.
    """

    rate = "300/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return the key of the account."""
        return f"documents:of:{request.user.pk}"


def is_of_official(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the account has a role in the tournament."""
    return access.acts_in(request.user, tournament, access.DESK)


def may_order(request: HttpRequest, *, official: bool) -> bool:
    """Count a new document; False where the limit is exceeded."""
    throttle = NewDocumentsOfOfficials() if official else NewDocuments()
    # The throttles only use what both kinds of request have in common.
    return throttle.allow_request(cast("Request", request), cast("APIView", None))


def longest_queue(*, official: bool) -> int:
    """Return how many documents may wait before one more is refused."""
    return LONGEST_QUEUE_OF_OFFICIALS if official else LONGEST_QUEUE
