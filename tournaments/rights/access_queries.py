"""Compiled queries of one row with the roles of an account there.

Only `access` uses them, and refuses by their result.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.models import Deal, Event, Hold, Round
from tournaments.models.record import OWED
from tournaments.rights.roles import OF_DEAL, Lookups, bits_of
from tournaments.system.compiled_queries import Query


def events() -> QuerySet[Event]:
    """Return the existing events, each with what every page of it reads."""
    related = Event.objects.select_related("tournament__club", "ruleset", "regulations")
    return related.exclude(state=Event.State.CANCELLED)


def deals(tournament: str, related: Iterable[str]) -> QuerySet[Deal]:
    """Return the deals of a tournament; `is_owed` says that another result was decided and not
    entered.
    """
    rows = Deal.objects.filter(event__tournament__uid=tournament)
    loaded = rows.select_related("event__tournament__club", *related)
    held = Hold.objects.filter(deal=OuterRef("pk"), code=OWED, released_at=None)
    return loaded.defer(*Round.draws_by(*related)).annotate(is_owed=Exists(held))


@cache
def event(place: Lookups) -> Query[Event]:
    """Return the query by the key of an account and the uid of an event."""
    return Query(
        lambda user, uid: (
            events().annotate(held=bits_of(user, "tournament__", place)).filter(uid=uid)
        ),
        int,
        str,
    )


@cache
def deal(related: tuple[str, ...]) -> Query[Deal]:
    """Return the query by the key of an account and the uids of a tournament and of a deal."""
    return Query(
        lambda user, tournament, uid: (
            deals(tournament, related)
            .annotate(held=bits_of(user, "event__tournament__", OF_DEAL))
            .filter(uid=uid)
        ),
        int,
        str,
        str,
    )
