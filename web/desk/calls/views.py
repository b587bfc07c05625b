"""The officials' queue of calls: which table waits for the referee, since when, who is going."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from referee.calls import calls
from referee.calls.calls import CallWithSteps
from referee.models import Call, CallState
from tournaments.models import Event, Role, Tournament
from tournaments.rights import access
from tournaments.rights.access import REFEREES
from tournaments.system.process_memory import Remembered
from web.desk.decisions.forms import CallForm
from web.desk.frame import event_scope, fetch
from web.desk.frame.views import Shown, act, page
from web.desk.sheets.within import Within
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import etag

MOST_DONE: Final = 20
"""Finished calls that are listed."""
_waiting: Final = Remembered[str, tuple[int, tuple[CallWithSteps, ...]]](256)
"""Open calls by tournament, with the sequence number of the log when they were read."""


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call in the queue, the minutes the table has waited, and the states that may be set."""

    now: CallWithSteps
    minutes: int
    offered: Sequence[CallState]


@page(fetch.tournament_within, REFEREES, "desk/calls/calls.html")
def queue(request: DeskRequest, tournament: Tournament) -> Shown:
    """Show the open calls, the longest waiting first, and the latest finished ones."""
    tables = _tables_within(request, tournament)
    return _queue_context(request, tournament, tables)


@cache_control(private=True)
@login_required
@require_safe
def live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the queue if it has changed."""
    tournament, now = fetch.tournament_within(request, REFEREES, uid=uid), timezone.now()
    tables = _tables_within(request, tournament)
    _seq, waiting = _waiting.current(
        tournament.uid,
        lambda kept: kept[0] == tournament.log_seq,
        lambda: (tournament.log_seq, tuple(calls.open_calls(tournament))),
    )
    stamp = _stamp(request, tournament, _within(waiting, tables), now)

    def fragment() -> HttpResponse:
        return render(
            request, "desk/calls/_calls.html", _queue_context(request, tournament, tables)
        )

    return etag.conditional(request, stamp, fragment)


def _call(request: DeskRequest, roles: Collection[Role], uid: str, call_uid: str) -> Call:
    tournament = fetch.tournament_within(request, roles, uid=uid)
    rows = Call.objects.filter(table__tournament=tournament).select_related("table__tournament")
    call = get_object_or_404(rows, uid=call_uid)
    if not access.covers(request.user, tournament, roles, call.table):
        raise Http404
    return call


def _to_queue(call: Call) -> HttpResponse:
    return redirect("referee_calls", call.table.tournament.uid)


@act(_call, REFEREES, back=_to_queue, done=_("The table can see it now."))
def answer(request: DeskRequest, call: Call) -> None:
    """Add an official's step to a call."""
    data = CallForm(request.POST).valid_data()
    state = CallState(data["state"])
    calls.answer(call, request.user, state, seen=data["seen"], note=data["note"])


def _tables_within(request: DeskRequest, tournament: Tournament) -> frozenset[int] | None:
    """Return the keys of the tables whose calls the user may see; None for all."""
    return Within(tournament, fetch.reach(request, tournament)).tables()


def _within(waiting: Iterable[CallWithSteps], tables: frozenset[int] | None) -> list[CallWithSteps]:
    return [each for each in waiting if tables is None or each.call.table_id in tables]


def _queue_context(
    request: DeskRequest, tournament: Tournament, tables: frozenset[int] | None
) -> dict[str, Any]:
    """Return the context of the queue, limited to one event if the address names it."""
    now, named = timezone.now(), sent.uid(request.GET, "event")
    event = tournament.events.filter(uid=named).first() if named else None
    elsewhere = event_scope.tables_of_others(tournament, event)
    open_calls = _within(calls.open_calls(tournament), tables)
    done = calls.done_calls(tournament, MOST_DONE, among=_among(tables, event, elsewhere))
    return {
        "tournament": tournament,
        "of_event": event,
        "calls": [_shown(call, now) for call in open_calls if _is_of(call, event, elsewhere)],
        "done": [_shown(call, now) for call in done],
        "stamp": _stamp(request, tournament, open_calls, now),
    }


def _is_of(call: CallWithSteps, event: Event | None, elsewhere: Collection[int]) -> bool:
    """Whether a call may concern an event: by its deal, else by its table."""
    if event is None:
        return True
    deal = call.call.deal
    return deal.event_id == event.pk if deal else call.call.table_id not in elsewhere


def _among(tables: frozenset[int] | None, event: Event | None, elsewhere: Collection[int]) -> Q:
    """Return as a condition what `_within` and `_is_of` say of a call."""
    within = Q() if tables is None else Q(table__in=tables)
    if event is None:
        return within
    return within & (Q(deal__event=event) | Q(deal=None) & ~Q(table__in=elsewhere))


def _stamp(
    request: DeskRequest,
    tournament: Tournament,
    open_calls: Sequence[CallWithSteps],
    now: datetime,
) -> str:
    """Return the ETag of the queue; apart from the log only the minutes shown can change."""
    minutes = [call.waited_minutes(now) for call in open_calls]
    named = sent.uid(request.GET, "event")
    return etag.stamp("calls", tournament.uid, named, tournament.log_seq, minutes)


def _shown(call: CallWithSteps, now: datetime) -> CallShown:
    return CallShown(call, call.waited_minutes(now), call.offered)
