"""Slips of players and captains at the desk: who has one, and drawing new ones.

A PIN or a link is shown once, when it is drawn: no page and no paper with one is stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext

from clubs.credentials import captains, player_credentials
from clubs.credentials.captains import CaptainSlip
from tournaments.models import Event
from tournaments.rights.access import REFEREES
from web.desk.accounts import links
from web.desk.frame import fetch
from web.desk.frame.answers import actor
from web.desk.frame.views import page
from web.desk.slips.forms import CaptainsForm, SlipsForm
from web.forms.requests import DeskRequest
from web.publish import address
from web.publish.documents import file_name
from web.publish.printed.handed_out import captains as paper_captains
from web.publish.printed.handed_out import slips as paper_slips

ON_SCREEN: Final = "screen"
"""What the button sends that shows the codes on the page, without a paper."""


@page(fetch.event, REFEREES, change=REFEREES)
def name_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """Show who has a slip; on POST draw new ones and answer with the PDF, which is not stored."""
    holders = player_credentials.holders(event)
    state = player_credentials.state(holders)
    form = SlipsForm(holders, state, request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        with form.take_refusal():
            drawn = player_credentials.draw(
                event, actor(request), data["persons"], seen=data["seen"]
            )
            content = paper_slips.draw(event, drawn, address.official_address(request))
            return _pdf_response(event, gettext("Name slips"), content)
    return _name_slips_page(request, event, form)


def _name_slips_page(request: DeskRequest, event: Event, form: SlipsForm) -> HttpResponse:
    """Show who has a slip now, including slips drawn since `form` was made."""
    holders = player_credentials.holders(event)
    form.state = player_credentials.state(holders)
    boxes = SlipsForm(holders, form.state)["persons"]
    rows = list(zip(boxes, holders, strict=True))
    context = {
        "event": event,
        "form": form,
        "holders": holders,
        "rows": rows,
        "secret": event.proof in player_credentials.KIND_OF,
    }
    return render(request, "desk/slips/slips.html", context)


@page(fetch.event, REFEREES, change=REFEREES)
def captains_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """Show which captain has a link; on POST draw new slips and answer with the PDF, not stored."""
    teams = captains.captained_teams(event)
    sent = request.POST if request.method == "POST" else None
    form = CaptainsForm(teams, captains.state(teams), sent)
    if form.is_valid():
        data = form.cleaned_data
        with form.take_refusal():
            drawn = captains.draw(event, actor(request), data["entries"], seen=data["seen"])
            if request.POST.get("what") == ON_SCREEN:
                return _captains_page(request, event, form, drawn)
            content = paper_captains.draw(event, drawn, address.official_address(request))
            return _pdf_response(event, gettext("Captains' slips"), content)
    return _captains_page(request, event, form)


def _captains_page(
    request: DeskRequest, event: Event, form: CaptainsForm, drawn: Sequence[CaptainSlip] = ()
) -> HttpResponse:
    """Show who has a link now, including slips drawn since `form` was made, and those just `drawn`.

    A link that is shown is stored nowhere, as on a slip.
    """
    teams = captains.captained_teams(event)
    form.state = captains.state(teams)
    rows = list(zip(CaptainsForm(teams, form.state)["entries"], teams, strict=True))
    whole = [links.address_of(request, "captain", slip.link) for slip in drawn]
    shown = [(slip, text, links.qr_picture(text)) for slip, text in zip(drawn, whole, strict=True)]
    context = {"event": event, "form": form, "rows": rows, "shown": shown}
    return render(request, "desk/slips/captains.html", context)


def _pdf_response(event: Event, title: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    named = file_name(f"{event.name} {title}", event.tournament.log_seq, "pdf")
    disposition = content_disposition_header(as_attachment=True, filename=named)
    response.headers["Content-Disposition"] = disposition or "attachment"
    return response
