"""Fetches the channels of a club for its owners: sending for a club means speaking for it."""

from __future__ import annotations

from collections.abc import Collection

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from tournaments.models import MessageChannel, Role
from tournaments.rights import access
from tournaments.rights.access import OWNERS
from tournaments.rights.roles import Visitor


def channel_as(user: Visitor, uid: str, roles: Collection[Role]) -> MessageChannel:
    """Return a channel of a club that the account owns. Raises Http404 and PermissionDenied."""
    if frozenset(roles) != OWNERS:
        raise ValueError("only owners have access")
    rows = MessageChannel.objects.select_related("club").filter(club__in=access.clubs_of(user))
    channel = get_object_or_404(rows, uid=uid)
    if not access.owns_club(user, channel.club):
        raise PermissionDenied
    return channel
