"""Name slips at the desk: who has one, and printing those that are wanted."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, slips
from tournaments.digest import digest
from tournaments.forms.slips import SlipsForm
from tournaments.publish import address
from tournaments.publish.documents import file_name
from tournaments.publish.sheets import slips as paper
from tournaments.slips import Holder
from tournaments.views.answers import DeskRequest, actor

LENGTH = 16


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def name_slips(request: DeskRequest, uid: str) -> HttpResponse:
    """Show who has a slip; asked to print, answer with the paper, which is kept nowhere."""
    event = access.event_as(request.user, uid, access.REFEREES)
    holders = slips.holders(event)
    form = SlipsForm(holders, _state(holders), request.POST if request.method == "POST" else None)
    if form.is_valid():
        drawn = slips.draw(event, actor(request), form.cleaned_data["persons"])
        content = paper.draw(event, drawn, address.start_of_official(request))
        response = HttpResponse(content, content_type="application/pdf")
        named = file_name(f"{event.name} slips", event.tournament.log_seq, "pdf")
        disposition = content_disposition_header(as_attachment=True, filename=named)
        response.headers["Content-Disposition"] = disposition or "attachment"
        return response
    boxes = SlipsForm(holders, form.state)["persons"]
    rows = list(zip(boxes, holders, strict=True))
    context = {
        "event": event,
        "form": form,
        "holders": holders,
        "rows": rows,
        "secret": event.proof in slips.KIND_OF,
    }
    return render(request, "tournaments/slips.html", context)


def _state(holders: Sequence[Holder]) -> str:
    return digest([[one.uid, one.drawn_at] for one in holders])[:LENGTH]
