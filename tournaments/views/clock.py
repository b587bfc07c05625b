"""The clock of a round at the desk: all buttons of its panel."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import access
from tournaments.forms import ClockForm
from tournaments.views.answers import DeskRequest, report_outcome


@login_required
@require_POST
def clock(request: DeskRequest, uid: str) -> HttpResponse:
    """Start, hold, extend or call the clock of a round in play."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    with report_outcome(request, gettext("The clock is set.")):
        ClockForm(request.POST).press(round_, request.user)
    return redirect("desk_round", round_.uid)
