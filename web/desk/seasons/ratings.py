"""The ratings of a club at the desk: the table of each game, and those of a member."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render

from clubs.ratings import fetching, ordering, reading
from tournaments.models import Club, Person, Role
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.views import Shown, page
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish.club_pages import ratings as pages

LATER: Final = 4
"""Seconds after which a page asks again for ratings that are being made."""


_club = fetch.by_directors(fetching.club_with_ratings)


@page(_club, DIRECTORS)
def of_club(request: DeskRequest, club: Club) -> HttpResponse:
    """Show the ratings of all members in a game, by default the first."""
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
        # They are made a moment later, and the page then shows them, even without a script.
        shown.headers["Refresh"] = str(LATER)
    return shown


def _member(
    request: DeskRequest, roles: Collection[Role], uid: str, person_uid: str
) -> tuple[Club, Person]:
    club = _club(request, roles, uid=uid)
    return club, fetching.member_of(club, person_uid)


@page(_member, DIRECTORS, "desk/seasons/rated_person.html")
def person(_request: DeskRequest, found: tuple[Club, Person]) -> Shown:
    """Show the history of the ratings of a member."""
    club, member = found
    doubles = Person.objects.filter(same_as=member).values_list("pk", flat=True)
    ratings = pages.read_person(club, [member.pk, *doubles], reading.rated_games(club))
    return {"club": club, "member": member, "ratings": ratings}
