"""Desk actions around line-ups: the deadline, the seating right, and late teams."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from tournaments import access, organise, wording
from tournaments.forms.line_ups import HourForm, RightForm
from tournaments.line_ups import line_up_state
from tournaments.models import Match, Round
from tournaments.organise import Defaults
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest, actor, report_outcome
from tournaments.views.teams.line_ups import line_ups_page


@login_required
@require_POST
def hour(request: DeskRequest, uid: str) -> HttpResponse:
    """Set the deadline of the next line-ups of a match, or of a whole round."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    form = HourForm(line_up_state.line_up_states(round_), request.POST)
    if not (form.is_valid() and _name_hour(request, round_, form)):
        return line_ups_page(request, round_, form)
    return redirect("desk_line_ups", uid)


@login_required
@require_POST
def seating_right(request: DeskRequest, uid: str) -> HttpResponse:
    """Record in which segments the home side of a match has the seating right."""
    match = access.match_as(request.user, uid, access.REFEREES)
    form = RightForm(match.round.event.segments, request.POST)
    if form.is_valid():
        with report_outcome(request, gettext("The choice of the home side is noted.")):
            organise.choose_seating_right(match, actor(request), form.cleaned_data["home_right"])
    else:
        messages.error(request, gettext("Choose the segments of the home side."))
    return redirect("desk_line_ups", match.round.uid)


@login_required
@require_POST
def late(request: DeskRequest, uid: str) -> HttpResponse:
    """Use the last line-up of every late team; teams without a usable one are named."""
    round_ = access.round_as(request.user, uid, access.REFEREES)
    try:
        defaults = organise.take_defaults(round_, actor(request))
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, wording.problem_text(problem))
    else:
        _report_defaults(request, defaults)
    return redirect("desk_line_ups", uid)


def _name_hour(request: DeskRequest, round_: Round, form: HourForm) -> bool:
    data = form.cleaned_data
    match = Match.objects.filter(round=round_, uid=data["match"]).first()
    try:
        organise.set_line_up_hour(round_, actor(request), data["due"], match)
    except Refused as refused:
        form.take(refused)
        return False
    message = gettext("The hour is named.") if data["due"] else gettext("There is no deadline now.")
    messages.success(request, message)
    return True


def _report_defaults(request: DeskRequest, defaults: Defaults) -> None:
    for name, problems in defaults.without:
        why = " ".join(wording.problem_text(problem) for problem in problems)
        text = gettext("%(team)s: %(why)s") % {"team": name, "why": why}
        messages.error(request, text)
    if defaults.taken:
        text = ngettext(
            "The last line-up of %(teams)s is taken.",
            "The last line-ups of %(teams)s are taken.",
            len(defaults.taken),
        )
        messages.success(request, text % {"teams": wording.listed(defaults.taken)})
