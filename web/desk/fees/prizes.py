"""The prizes of an event at the desk: setting them, and who would get them now."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments import organise, results
from tournaments.formats import prize_rules
from tournaments.models import Event
from tournaments.progress import prize_list
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.fees.prize_forms import PrizesForm
from web.desk.frame import fetch
from web.desk.frame.answers import actor, is_unchanged, permission_context
from web.desk.frame.views import UNSAID, Shown, page
from web.forms.requests import DeskRequest


@page(fetch.event, DESK, "desk/fees/prizes.html", change=DIRECTORS, back="desk_prizes")
def prizes(request: DeskRequest, event: Event) -> Shown:
    """Show the prizes of an event and who would get them; on POST change them."""
    form = PrizesForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            organise.set_prizes(event, actor(request), form.prizes())
            return gettext("The prizes are set.")
    return {
        "event": event,
        "form": form,
        "given": prize_list.prize_rows(results.read(event)),
        "unit": prize_rules.unit(event.prizes),
        **permission_context(request, event.tournament),
    }
