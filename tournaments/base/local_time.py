"""Activates the time zone of a tournament for the rest of a request.

This is the only place that activates one. `access`, and the other functions that fetch rows of a
tournament, call `enter`; the zone ends with the request. What is made without a request is made
`within` one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from tournaments.models import Tournament


def enter(tournament: Tournament) -> None:
    """Use the time zone of a tournament for all times of the current request."""
    timezone.activate(ZoneInfo(tournament.time_zone))


def within(tournament: Tournament | None) -> AbstractContextManager[None]:
    """Return a context in which all times are those of a tournament; None for the settings' own."""
    return timezone.override(ZoneInfo(tournament.time_zone) if tournament else None)


def moments(local: datetime, zone: tzinfo) -> list[datetime]:
    """Return when the clocks of a zone show an hour, the earlier first.

    Where summer time ends that is twice; in the hour that is left out at its beginning it is never.
    """
    taken = [local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    return [
        moment
        for moment in dict.fromkeys(taken)
        if moment.astimezone(zone).replace(tzinfo=None) == local
    ]


class LocalTimeMiddleware:
    """Deactivates the time zone after each request, before the thread serves another."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Serve a request and deactivate the zone that was entered for it."""
        timezone.deactivate()
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()
