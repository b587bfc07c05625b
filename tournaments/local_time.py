"""The hours of a tournament: whatever a request fetches, its times are those of the hall.

This is the one place where a time zone is activated. `access`, and the other doors by which
something of a tournament is fetched, enter its zone; it ends with the request.
"""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from tournaments.models import Tournament


def enter(tournament: Tournament) -> None:
    """Tell and read times as they are where a tournament is played, for the rest of the request."""
    timezone.activate(ZoneInfo(tournament.time_zone))


class LocalTimeMiddleware:
    """Ends the zone of a request with it: the thread goes on with another one's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and leave the zone that was entered for it."""
        timezone.deactivate()
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()
