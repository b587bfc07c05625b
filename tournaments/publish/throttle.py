"""How many new documents may be ordered in a minute, and how many may wait at all.

Strangers are counted by their address, officials of the tournament by their account: who prints the
papers of a round orders dozens at once, and a hall shares one address with all who watch.
"""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments import access
from tournaments.models import Tournament

LONGEST_QUEUE = 100
LONGEST_QUEUE_OF_OFFICIALS = 400
"""Beyond what strangers can fill, so that they keep no official from printing."""


class NewDocuments(SimpleRateThrottle):
    """Counts the documents that have to be made; what is there already costs nothing."""

    rate = "30/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return what is counted: one address."""
        return f"documents:{self.get_ident(request)}"


class NewDocumentsOfOfficials(SimpleRateThrottle):
    """Counts what an official has to be made of an own tournament: every paper of several rounds
    at once, and no more than workers can draw in some minutes.
    """

    rate = "300/min"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ARG002
        """Return what is counted: one account."""
        return f"documents:of:{request.user.pk}"


def is_of_official(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether somebody orders who has a part in the tournament."""
    return bool(access.roles_in(request.user, tournament) & access.DESK)


def may_order(request: HttpRequest, *, official: bool) -> bool:
    """Count a new document against whoever orders it; False where it is one too many."""
    throttle = NewDocumentsOfOfficials() if official else NewDocuments()
    # The throttles look at what they count by alone, which is the same in both kinds of request.
    return throttle.allow_request(cast("Request", request), cast("APIView", None))


def longest_queue(*, official: bool) -> int:
    """Return how many documents may wait before one more is refused."""
    return LONGEST_QUEUE_OF_OFFICIALS if official else LONGEST_QUEUE
