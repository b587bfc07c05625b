"""Which table or place a short code opens, and what is still to come at a place."""

from __future__ import annotations

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from tournaments.models import Event, Place, Round, Table
from tournaments.rights import public_access

LONGEST_CODE = 16
MOST_EVENTS = 5


def table_of_code(code: str) -> Table | None:
    """Return the table that a short code opens, written in any case.

    The code of a place of the club opens the table of the tournament that holds it, else of the one
    that played there last: a tablet may still have something to send.
    """
    if not may_be_code(code):
        return None
    rows = Table.objects.select_related("tournament", "place").filter(code=code.upper())
    holds = Q(place__holder=F("tournament"))
    return rows.annotate(holds=holds).order_by("-holds", "-pk").first()


def place_of_code(code: str) -> Place | None:
    """Return the place of a club that has a short code, written in any case."""
    if not may_be_code(code):
        return None
    return Place.objects.select_related("club", "holder").filter(code=code.upper()).first()


def events_to_come(place: Place) -> list[Event]:
    """Return the public events of a club that are still to begin, those of today first."""
    events = public_access.public_events().filter(
        tournament__club=place.club, state=Event.State.PUBLISHED
    )
    begun = Round.objects.filter(event=OuterRef("pk"), state__in=Round.PUBLIC)
    of_today = Q(tournament__starts_on__gte=timezone.localdate())
    to_come = events.filter(~Exists(begun), of_today | Q(starts_at__gte=timezone.now()))
    by_day = to_come.order_by(
        "tournament__starts_on", F("starts_at").asc(nulls_last=True), "number"
    )
    return list(by_day.select_related("tournament")[:MOST_EVENTS])


def may_be_code(code: str) -> bool:
    """Whether a text has the form of a short code."""
    return len(code) <= LONGEST_CODE and code.isascii() and code.isalnum()
