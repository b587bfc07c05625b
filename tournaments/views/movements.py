"""The movement over boards of an event at the desk: its outlook, and changing it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, organise
from tournaments.forms import MovementForm
from tournaments.models import Event
from tournaments.organise import movements
from tournaments.refusals import Refused
from tournaments.structure import stages
from tournaments.views.answers import DeskRequest, actor, permission_context, required_roles
from tournaments.wording.movements import sentences


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def movement(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the movement of an event and its outlook; before it begins it can be changed."""
    event = access.event_as(request.user, uid, required_roles(request, access.DESK))
    sent = request.POST if request.method == "POST" else None
    form = MovementForm(
        stages.method_of(stages.current(event)),
        movements.choice_of(event),
        movements.forms_for(event),
        sent,
    )
    looks = sent is not None and "look" in sent
    if form.is_valid() and not looks and _set_movement(request, event, form):
        return redirect("desk_movement", uid)
    choice = form.choice() if form.is_valid() else movements.choice_of(event)
    if looks and form.is_valid() and (unfit := list(movements.unfit(event, choice))):
        form.take(Refused(*unfit))
        choice = movements.choice_of(event)
    outlook = movements.outlook(event, choice)
    context = {
        "event": event,
        "form": form,
        "comes_to": list(sentences(outlook)) if outlook else [],
        "has_begun": movements.has_begun(event),
        **permission_context(request, event.tournament),
    }
    return render(request, "tournaments/movement.html", context)


def _set_movement(request: DeskRequest, event: Event, form: MovementForm) -> bool:
    try:
        organise.set_movement(event, actor(request), form.choice())
    except Refused as refused:
        form.take(refused)
        return False
    messages.success(request, gettext("The movement is chosen."))
    return True
