"""Who waits to enter or to leave an event, for the bar of the desk's pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from django.db.models import QuerySet

from clubs.registration import confirming
from tournaments.models import EntryRequest, Event, WithdrawalRequest, WithdrawalState
from tournaments.organise.absences import exclusions
from tournaments.progress.desk_alerts import AlertKind, Rows, counted
from tournaments.rights.role_limits import Narrowed

OVER = (Event.State.FINISHED, Event.State.CANCELLED)
OF_ENTRY = {"tournament": "entry__event__tournament", "event": "entry__event"}


def rows_of(tournaments: Collection[int], narrowed: Narrowed) -> Iterable[QuerySet[Any, Any]]:
    """Yield the requests, the names, and the proposals to leave that wait in tournaments."""
    within = narrowed.keep_events(Event.objects.filter(tournament__in=tournaments))
    # Also after the end: who is disqualified then loses results and prizes.
    proposed = exclusions.open_proposals(within.exclude(state=Event.State.CANCELLED))
    yield counted(
        proposed, AlertKind.LEAVING, tournament="entry__event__tournament", event="entry__event"
    )
    # Also after the end: seasons and ratings leave out who is not confirmed.
    names = confirming.waiting_in(within.exclude(state=Event.State.CANCELLED))
    yield counted(
        names,
        AlertKind.NAME,
        tournament="player__entry__event__tournament",
        event="player__entry__event",
        each="player",
    )
    events = within.exclude(state__in=OVER)
    asked = EntryRequest.objects.filter(event__in=events, state=EntryRequest.State.ASKED)
    yield counted(asked, AlertKind.ENTRY, tournament="event__tournament", event="event")
    leaving = WithdrawalRequest.objects.filter(entry__event__in=events, state=WithdrawalState.OPEN)
    yield counted(
        leaving, AlertKind.WITHDRAWAL, tournament="entry__event__tournament", event="entry__event"
    )


ALERTS: Final[tuple[Rows, ...]] = (rows_of,)
"""What the desk counts of those who enter and leave."""
