"""The links of kiosks at the desk: opening one, showing its code, closing it."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse

from clubs.registration import kiosk as kiosks_
from tournaments.models import ClubFeature, Tournament
from tournaments.rights.access import REFEREES
from web.desk.accounts import links
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, page
from web.forms import sent
from web.forms.requests import DeskRequest


@page(
    fetch.tournament,
    REFEREES,
    "desk/registration/kiosks.html",
    change=REFEREES,
    back="desk_kiosks",
    shows_codes=True,
)
def kiosks(request: DeskRequest, tournament: Tournament) -> Shown:
    """Show the open kiosks of a tournament; on POST open one, or close one."""
    if not tournament.club.uses(ClubFeature.KIOSK):
        raise Http404
    context: dict[str, Any] = {"tournament": tournament}
    if request.method == "POST":
        if request.POST.get("close"):
            kiosks_.close_kiosk(tournament, actor(request), sent.uid(request.POST, "close"))
            return UNSAID
        link = kiosks_.open_kiosk(tournament, request.user, sent.form(request))
        whole = links.address_of(request, "kiosk", link)
        qr = links.qr_picture(whole)
        context |= {"drawn": whole, "here": reverse("kiosk", args=[link]), "qr": qr}
    context["open"] = kiosks_.kiosks(tournament)
    return context
