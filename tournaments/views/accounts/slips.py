"""Name slips at the desk: who has one, and printing new ones."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access
from tournaments.credentials import player_credentials
from tournaments.credentials.player_credentials import Slip
from tournaments.forms.slips import SlipsForm
from tournaments.models import Event
from tournaments.publish import address
from tournaments.publish.documents import file_name
from tournaments.publish.printed import slips as paper
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest, actor


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def name_slips(request: DeskRequest, uid: str) -> HttpResponse:
    """Show who has a slip; on POST draw new ones and answer with the PDF, which is not stored."""
    event = access.event_as(request.user, uid, access.REFEREES)
    holders = player_credentials.holders(event)
    state = player_credentials.state(holders)
    form = SlipsForm(holders, state, request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            drawn = player_credentials.draw(
                event, actor(request), data["persons"], seen=data["seen"]
            )
        except Refused as refused:
            form.take(refused)
            return _page(request, event, form)
        return _pdf_response(request, event, drawn)
    return _page(request, event, form)


def _pdf_response(request: DeskRequest, event: Event, drawn: Sequence[Slip]) -> HttpResponse:
    content = paper.draw(event, drawn, address.official_address(request))
    response = HttpResponse(content, content_type="application/pdf")
    named = file_name(f"{event.name} slips", event.tournament.log_seq, "pdf")
    disposition = content_disposition_header(as_attachment=True, filename=named)
    response.headers["Content-Disposition"] = disposition or "attachment"
    return response


def _page(request: DeskRequest, event: Event, form: SlipsForm) -> HttpResponse:
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
    return render(request, "tournaments/slips.html", context)
