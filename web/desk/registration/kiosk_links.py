"""The links of kiosks at the desk: opening one, showing its code, closing it."""

from __future__ import annotations

from typing import Any

import segno
from django.http import Http404
from django.urls import reverse

from clubs.registration import kiosk as kiosks_
from tournaments.models import ClubFeature, Tournament
from tournaments.rights.access import REFEREES
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, page
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import address

QUIET_ZONE = 2


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
        link = kiosks_.open_kiosk(tournament, request.user)
        start = address.official_address(request).rstrip("/")
        whole = f"{start}{reverse('kiosk', args=[link])}"
        context |= {"drawn": whole, "here": reverse("kiosk", args=[link]), "qr": _qr(whole)}
    context["open"] = kiosks_.kiosks(tournament)
    return context


def _qr(text: str) -> dict[str, Any]:
    rows = list(segno.make(text, micro=False, error="m").matrix_iter(border=QUIET_ZONE))
    dark = (
        f"M{column} {row}h1v1h-1z"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell
    )
    return {"size": len(rows), "path": "".join(dark)}
