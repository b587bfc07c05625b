"""The notice of an event: a sentence for the hall screens, set or removed at the desk."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import access, organise
from tournaments.forms import NoticeForm
from tournaments.views.answers import DeskRequest, actor, report_outcome


@require_POST
@login_required
def notice(request: DeskRequest, uid: str) -> HttpResponse:
    """Set the notice on the hall screens and on the public page, or remove it."""
    event = access.event_as(request.user, uid, access.REFEREES)
    form = NoticeForm(request.POST)
    message = gettext("The notice is shown.") if request.POST.get("notice") else ""
    with report_outcome(request, message or gettext("The notice is taken down.")):
        organise.set_notice(event, actor(request), form.sentence())
    return redirect("desk_event", uid)
