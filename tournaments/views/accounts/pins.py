"""The PIN of an official: drawn by a director or by the official, and shown once."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.credentials import official_pins
from tournaments.views.answers import DeskRequest, actor


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: DeskRequest, uid: str, user_uid: str) -> HttpResponse:
    """Show whether an official has a PIN; on POST draw a new one and show it once."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    directs = bool(access.roles_in(request.user, tournament) & access.DIRECTORS)
    official = official_pins.official_as(user_uid, tournament)
    if official != request.user and not directs:
        raise PermissionDenied
    drawn = ""
    if request.method == "POST":
        drawn = official_pins.give_to(official, tournament, actor(request))
    context = {
        "tournament": tournament,
        "official": official,
        "mine": official == request.user,
        "directs": directs,
        "drawn": drawn,
        "held": official_pins.live_of_officials(tournament).filter(user=official).first(),
    }
    return render(request, "tournaments/pin.html", context)
