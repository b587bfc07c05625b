"""Fetches the money of an event for an account; without the feature a club has none.

Payments made before a club switched fees off stay in the list, and can be taken back.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.models import Club, ClubFeature, Event, Payment
from tournaments.rights import access
from tournaments.rights.roles import Visitor


def club_with_fees(user: Visitor, uid: str) -> Club:
    """Return a club that the account directs, and that uses fees or has payments."""
    club = access.club_as(user, uid, access.DIRECTORS)
    if not has_money(club):
        raise Http404
    return club


def has_money(club: Club) -> bool:
    """Whether a club has a list of its money: it uses fees, or has earlier payments."""
    return club.uses(ClubFeature.FEES) or Payment.objects.filter(club=club).exists()


def event_with_fees(user: Visitor, uid: str) -> Event:
    """Return an event that the account directs, of a club that uses fees."""
    event = event_with_payments(user, uid)
    if not event.tournament.club.uses(ClubFeature.FEES):
        raise Http404
    return event


def event_with_payments(user: Visitor, uid: str) -> Event:
    """Return an event that the account directs, which may have a fee or has payments."""
    event = access.event_as(user, uid, access.DESK)
    is_used = event.tournament.club.uses(ClubFeature.FEES)
    if not is_used and not Payment.objects.filter(event=event).exists():
        raise Http404
    if not access.roles_in(user, event.tournament) & access.DIRECTORS:
        raise PermissionDenied
    return event


def payment_to_change(user: Visitor, uid: str) -> Payment:
    """Return a payment of an event that the account directs."""
    rows = Payment.objects.select_related("entry", "event", "taken_by", "reversed_by", "reverses")
    payment = get_object_or_404(rows, uid=uid)
    payment.event = event_with_payments(user, payment.event.uid)
    payment.entry.event = payment.event
    return payment
