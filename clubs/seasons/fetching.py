"""Fetches seasons for an account or a stranger; a club that has not switched them on has none."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.models import Club, ClubFeature, Season
from tournaments.rights import access
from tournaments.rights.roles import Visitor


def club_with_seasons(user: Visitor, uid: str) -> Club:
    """Return a club that the account directs and that uses seasons."""
    club = access.club_as(user, uid, access.DIRECTORS)
    if not club.uses(ClubFeature.SEASONS):
        raise Http404
    return club


def season_to_read(user: Visitor, uid: str) -> Season:
    """Return a season of a club that the account directs, or of a league that such a club is in."""
    mine = access.clubs_of(user)
    rows = Season.objects.select_related("club").distinct()
    season = get_object_or_404(rows, Q(club__in=mine) | Q(guest_clubs__club__in=mine), uid=uid)
    if not season.club.uses(ClubFeature.SEASONS):
        raise Http404
    taking_part = Q(pk=season.club_id) | Q(leagues__season=season)
    if not access.clubs_directed_by(user).filter(taking_part).exists():
        raise PermissionDenied
    return season


def season_to_change(user: Visitor, uid: str) -> Season:
    """Return a season of a club that the account directs."""
    season = season_to_read(user, uid)
    if not access.directs_club(user, season.club):
        raise PermissionDenied
    return season


def public_season(uid: str) -> Season:
    """Return a season that a stranger may see."""
    season = get_object_or_404(Season.objects.select_related("club"), uid=uid, is_public=True)
    if not season.club.uses(ClubFeature.SEASONS):
        raise Http404
    return season
