"""The tables of a club's hall: their cards, which tournament holds them, and moving a draft."""

from __future__ import annotations

from collections.abc import Collection

from django import forms
from django.contrib import messages
from django.db.models import Count, Max, Min
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments import organise, wording
from tournaments.models import Club, Place, Role, Round, Tournament
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import UNSAID, Shown, act, actor, page, report_outcome
from web.desk.tables import views as tables
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.publish import address
from web.publish.printed.handed_out.cards import MOST_PLACES, place_cards


class PlacesForm(DeskForm):
    """The number of tables that the club sets up."""

    number = forms.IntegerField(
        label=_("Number of tables"),
        min_value=1,
        max_value=MOST_PLACES,
        help_text=_("Existing tables keep their codes: earlier table cards still work."),
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


@page(
    fetch.club,
    DIRECTORS,
    "desk/tables/places.html",
    change=DIRECTORS,
    back="desk_places",
    shows_codes=True,
)
def places(request: DeskRequest, club: Club) -> Shown:
    """Show the tables of a club with their codes; on POST set up the number asked for."""
    there = club.places.aggregate(most=Max("number"))["most"]
    form = PlacesForm(
        request.POST if request.method == "POST" else None, initial={"number": there or 4}
    )
    if form.is_valid():
        new = organise.add_places(club, actor(request), form.cleaned_data["number"])
        text = ngettext("%(number)s table was made.", "%(number)s tables were made.", len(new))
        return text % {"number": len(new)}
    return {
        "club": club,
        "form": form,
        "places": club.places.order_by("number"),
        "holders": _holders(club),
        "start": address.official_address(request),
    }


cards = made_at_once(place_cards, fetch.club)


def _place(request: DeskRequest, roles: Collection[Role], uid: str, number: int) -> Place:
    return get_object_or_404(access.club_as(request.user, uid, roles).places, number=number)


@page(_place, DIRECTORS)
def qr(request: DeskRequest, place: Place) -> HttpResponse:
    """Answer with the address of a place's page as a QR code."""
    return tables.qr_code(request, place.code)


@act(fetch.tournament, DIRECTORS, back="desk_tournament")
def give_back(request: DeskRequest, tournament: Tournament) -> HttpResponse | str:
    """Release the tables of a tournament that was never finished, for others."""
    with report_outcome(request, gettext("The tables are free.")):
        organise.give_places_back(tournament, actor(request))
    is_of_club = access.clubs_directed_by(request.user).filter(pk=tournament.club_id).exists()
    if is_of_club:
        return redirect("desk_places", tournament.club.uid)
    return UNSAID


def _to_event(round_: Round) -> HttpResponse:
    return redirect("desk_event", round_.event.uid)


@act(
    fetch.round_,
    DIRECTORS,
    back=_to_event,
    done=_("The round has moved to other tables. The pairings are unchanged."),
)
def move(request: DeskRequest, round_: Round) -> None:
    """Move a draft to tables that are free."""
    numbers = organise.move_to_free_tables(round_, actor(request))
    words = gettext("It is at table %(tables)s now.") % {"tables": wording.runs(numbers)}
    messages.info(request, words)


def _holders(club: Club) -> list[Tournament]:
    """Return the tournaments that hold tables of a club: how many, the first and the last."""
    held = Tournament.objects.filter(places_held__club=club).annotate(
        held=Count("places_held"), first=Min("places_held__number"), last=Max("places_held__number")
    )
    return list(held.order_by("first"))
