"""The ratings of a club at the desk: the table of each game, and those of a member."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubs.ratings import fetching, ordering, reading
from tournaments.models import Person
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.club_pages import ratings as pages

LATER: Final = 4
"""Seconds after which a page asks again for ratings that are being made."""


@never_cache
@login_required
@require_safe
def of_club(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the ratings of all members in a game, the first one unless another is asked for."""
    club = fetching.club_with_ratings(request.user, uid)
    games = reading.rated_games(club)
    number = sent.number(request.GET.get("part", ""))
    game = request.GET.get("game") or next(iter(games), "")
    page = pages.read(club, game, number, public=False) if games else None
    is_ordered = ordering.is_ordered(club)
    context = {
        "club": club,
        "page": page,
        "is_ordered": is_ordered,
        "has_finished": bool(page) or reading.has_finished_events(club),
    }
    shown = render(request, "desk/seasons/ratings.html", context)
    if is_ordered:
        # A moment later they are made: the page then shows them, also without a script.
        shown.headers["Refresh"] = str(LATER)
    return shown


@never_cache
@login_required
@require_safe
def person(request: DeskRequest, uid: str, person_uid: str) -> HttpResponse:
    """Show how the ratings of a member came about."""
    club = fetching.club_with_ratings(request.user, uid)
    member = fetching.member_of(club, person_uid)
    doubles = Person.objects.filter(same_as=member).values_list("pk", flat=True)
    ratings = pages.read_person(club, [member.pk, *doubles], reading.rated_games(club))
    context = {"club": club, "member": member, "ratings": ratings}
    return render(request, "desk/seasons/rated_person.html", context)
