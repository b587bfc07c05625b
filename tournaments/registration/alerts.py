"""Requests to enter and to withdraw that wait, for the bar of the desk's pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import QuerySet

from tournaments import desk_alerts
from tournaments.desk_alerts import AlertKind, counted
from tournaments.models import EntryRequest, Event, WithdrawalRequest, WithdrawalState
from tournaments.role_limits import Narrowed

OVER = (Event.State.FINISHED, Event.State.CANCELLED)


def register() -> None:
    """Let the desk count these."""
    desk_alerts.register(rows_of)


def rows_of(tournaments: Collection[int], narrowed: Narrowed) -> Iterable[QuerySet[Any, Any]]:
    """Yield the requests that wait in tournaments."""
    events = narrowed.keep_events(Event.objects.filter(tournament__in=tournaments))
    events = events.exclude(state__in=OVER)
    asked = EntryRequest.objects.filter(event__in=events, state=EntryRequest.State.ASKED)
    yield counted(asked, AlertKind.ENTRY, tournament="event__tournament")
    leaving = WithdrawalRequest.objects.filter(entry__event__in=events, state=WithdrawalState.OPEN)
    yield counted(leaving, AlertKind.WITHDRAWAL, tournament="entry__event__tournament")
