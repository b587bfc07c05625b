"""The events that a mirror shows: those chosen, as far as they are public, or all public ones."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from tournaments.models import Club
from tournaments.rights import public_access
from web.publish.mirror.site import MirrorScope


def scope(
    chosen: Collection[str] = (), club: Club | None = None, *, noindex: bool = True
) -> MirrorScope:
    """Return what is mirrored: events and tournaments by their uids, or all that are public.

    Pages of members and seasons cover all events, so only a mirror of all events has them.
    """
    events = public_access.public_events().select_related("tournament__club")
    if club is not None:
        events = events.filter(tournament__club=club)
    if chosen:
        events = events.filter(Q(uid__in=chosen) | Q(tournament__uid__in=chosen))
    listed = tuple(events.order_by("-tournament__starts_on", "tournament_id", "number"))
    address = club.mirror_address if club else ""
    return MirrorScope(listed, has_club_pages=not chosen, noindex=noindex, address=address)
