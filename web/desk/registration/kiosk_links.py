"""The links of kiosks at the desk: one is opened, shown as a code, and closed."""

from __future__ import annotations

from typing import Any

import segno
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs.registration import kiosk as kiosks_
from tournaments.models import ClubFeature
from tournaments.rights import access
from web.desk.frame.answers import actor
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import address

QUIET_ZONE = 2


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def kiosks(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the open kiosks of a tournament; on POST open one, or close one."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    if not tournament.club.uses(ClubFeature.KIOSK):
        raise Http404
    context: dict[str, Any] = {"tournament": tournament}
    if request.method == "POST":
        if request.POST.get("close"):
            kiosks_.close_kiosk(tournament, actor(request), sent.uid(request.POST, "close"))
            return redirect("desk_kiosks", uid)
        link = kiosks_.open_kiosk(tournament, request.user)
        start = address.official_address(request).rstrip("/")
        whole = f"{start}{reverse('kiosk', args=[link])}"
        context |= {"drawn": whole, "here": reverse("kiosk", args=[link]), "qr": _qr(whole)}
    context["open"] = kiosks_.kiosks(tournament)
    return render(request, "desk/registration/kiosks.html", context)


def _qr(text: str) -> dict[str, Any]:
    rows = list(segno.make(text, micro=False, error="m").matrix_iter(border=QUIET_ZONE))
    dark = (
        f"M{column} {row}h1v1h-1z"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell
    )
    return {"size": len(rows), "path": "".join(dark)}
