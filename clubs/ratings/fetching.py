"""Fetches ratings for an account or a stranger; a club without the feature has no such page."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.models import Club, ClubFeature, Person
from tournaments.rights import access
from tournaments.rights.roles import Visitor


def club_with_ratings(user: Visitor, uid: str) -> Club:
    """Return a club that the account directs and that uses ratings."""
    return _using(access.club_as(user, uid, access.DIRECTORS))


def public_club(uid: str) -> Club:
    """Return a club whose ratings a stranger may see, by one query."""
    return _using(get_object_or_404(Club, uid=uid))


def member_of(club: Club, uid: str) -> Person:
    """Return a member of a club that was fetched before."""
    persons = Person.objects.select_related("same_as").filter(club=club, blanked_at=None)
    person = get_object_or_404(persons, uid=uid)
    return person.same_as or person


def _using(club: Club) -> Club:
    if not club.uses(ClubFeature.RATINGS):
        raise Http404
    return club
