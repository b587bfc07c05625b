"""The prizes of an event at the desk: setting them, and who would get them now."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import organise, results
from tournaments.formats import prize_rules
from tournaments.progress import prize_list
from tournaments.rights import access
from web.desk.fees.prize_forms import PrizesForm
from web.desk.frame.answers import actor, is_unchanged, permission_context, required_roles
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the prizes of an event and who would get them; on POST change them."""
    event = access.event_as(request.user, uid, required_roles(request, access.DESK))
    form = PrizesForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_prizes", uid)
        with form.take_refusal():
            organise.set_prizes(event, actor(request), form.prizes())
            messages.success(request, gettext("The prizes are set."))
            return redirect("desk_prizes", uid)
    context = {
        "event": event,
        "form": form,
        "given": prize_list.prize_rows(results.read(event)),
        "unit": prize_rules.unit(event.prizes),
        **permission_context(request, event.tournament),
    }
    return render(request, "desk/fees/prizes.html", context)
