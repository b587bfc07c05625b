"""The notice of an event at the desk: a sentence for the hall, set, changed and taken down."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import access, organise
from tournaments.forms import NoticeForm
from tournaments.views.answers import DeskRequest, actor, told


@require_POST
@login_required
def notice(request: DeskRequest, uid: str) -> HttpResponse:
    """Show a sentence on the hall screens and on the public page, or take it down."""
    event = access.event_as(request.user, uid, access.REFEREES)
    form = NoticeForm(request.POST)
    said = gettext("The notice is shown.") if request.POST.get("notice") else ""
    with told(request, said or gettext("The notice is taken down.")):
        organise.set_notice(event, actor(request), form.said())
    return redirect("desk_event", uid)
