"""The officials' queue of calls: which table waits for the referee, since when, and who goes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.calls import calls
from referee.calls.calls import CallWithSteps
from referee.desk import fetch
from referee.desk.forms import CallForm
from referee.models import Call, CallState
from tournaments.models import Tournament
from tournaments.publish import etag
from tournaments.system.process_memory import Remembered
from tournaments.views.answers import DeskRequest, report_outcome

MOST_DONE: Final = 20
"""How many finished calls are listed."""
_waiting: Final = Remembered[str, tuple[int, tuple[CallWithSteps, ...]]](256)
"""Open calls by tournament, with the sequence number of the log when they were read."""


@dataclass(frozen=True, slots=True)
class CallShown:
    """Call in the queue, the minutes the table has waited, and the states that may be set."""

    now: CallWithSteps
    minutes: int
    offered: Sequence[CallState]


@never_cache
@login_required
@require_safe
def queue(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the open calls, the longest waiting first, and the latest finished ones."""
    return render(request, "referee/calls.html", _queue_context(fetch.tournament_of(request, uid)))


@cache_control(private=True)
@login_required
@require_safe
def live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the queue, if anything of it has changed."""
    tournament, now = fetch.tournament_of(request, uid), timezone.now()
    remembered = _waiting.get(tournament.uid)
    if remembered is None or remembered[0] != tournament.log_seq:
        remembered = tournament.log_seq, tuple(calls.open_calls(tournament))
        _waiting.put(tournament.uid, remembered)
    stamp = _stamp(tournament, remembered[1], now)
    return etag.conditional(
        request, stamp, lambda: render(request, "referee/_calls.html", _queue_context(tournament))
    )


@login_required
@require_POST
def answer(request: DeskRequest, uid: str, call_uid: str) -> HttpResponse:
    """Add an official's step to a call."""
    tournament = fetch.tournament_of(request, uid)
    own_calls = Call.objects.filter(table__tournament=tournament).select_related(
        "table__tournament"
    )
    call, form = get_object_or_404(own_calls, uid=call_uid), CallForm(request.POST)
    with report_outcome(request, gettext("The table can read it now.")):
        data = form.valid_data()
        state = CallState(data["state"])
        calls.answer(call, request.user, state, seen=data["seen"], note=data["note"])
    return redirect("referee_calls", uid)


def _queue_context(tournament: Tournament) -> dict[str, Any]:
    now = timezone.now()
    open_calls = calls.open_calls(tournament)
    return {
        "tournament": tournament,
        "calls": [_shown(call, now) for call in open_calls],
        "done": [_shown(call, now) for call in calls.done_calls(tournament, MOST_DONE)],
        "stamp": _stamp(tournament, open_calls, now),
    }


def _stamp(tournament: Tournament, open_calls: Sequence[CallWithSteps], now: datetime) -> str:
    """Return the ETag of the queue; besides the log only the minutes shown can change."""
    minutes = [call.waited_minutes(now) for call in open_calls]
    return etag.stamp("calls", tournament.uid, tournament.log_seq, minutes)


def _shown(call: CallWithSteps, now: datetime) -> CallShown:
    return CallShown(call, call.waited_minutes(now), call.offered)
