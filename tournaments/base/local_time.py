"""Activates the time zone of a tournament for the rest of a request.

This is the only place that activates one. `access`, and the other functions that fetch rows of a
tournament, call `enter`; the zone ends with the request. Code that runs outside a request uses
`within`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta, tzinfo
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
    """Return the moments at which the clocks of a zone show a local time, the earlier first.

    There are two in the hour repeated when summer time ends, and none in the hour skipped when it
    begins.
    """
    taken = [local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    return [
        moment
        for moment in dict.fromkeys(taken)
        if moment.astimezone(zone).replace(tzinfo=None) == local
    ]


def moved(moment: datetime, days: timedelta, zone: tzinfo) -> datetime:
    """Return the same local time some days later, or the nearest one if the clocks skip it."""
    local = moment.astimezone(zone).replace(tzinfo=None) + days
    return next(iter(moments(local, zone)), moment + days)


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
