"""The end of an event at the desk: the question before it, taking it back, and the next evening."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.evenings import repeats
from tournaments import organise, results, wording
from tournaments.models import Entry, Event, Tournament
from tournaments.persons import entered_names
from tournaments.progress import open_questions
from tournaments.rights import access
from tournaments.structure.regulations import regulations_of
from web.desk.events.repeat_forms import RepeatForm
from web.desk.frame.answers import actor, permission_context, report_outcome
from web.forms import sent
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: DeskRequest, uid: str) -> HttpResponse:
    """Ask whether an event is over, with what becomes final; then its standings are official."""
    event = access.event_as(
        request.user, uid, access.DIRECTORS, unconfirmed=entered_names.open_players()
    )
    if request.method == "POST":
        done = gettext("The event is finished, and its standings are official.")
        if regulations_of(event).notice_minutes:
            done = gettext("The event is finished, and its result is on notice.")
        with report_outcome(request, done):
            organise.finish_event(event, actor(request))
        return redirect("desk_event", event.uid)
    if event.state == Event.State.FINISHED:
        return redirect("desk_event", event.uid)
    snapshot = results.read(event)
    outcome = organise.outcome_of(snapshot)
    context = {
        "few_deals": organise.few_deals(snapshot),
        "event": event,
        "outcome": outcome,
        "open_calls": open_questions.calls_of_event(event),
        **permission_context(request, event.tournament),
        "refusals": [wording.problem_text(problem) for problem in outcome.problems],
    }
    return render(request, "desk/events/finish.html", context)


@never_cache
@login_required
@require_POST
def unplaced(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Give an entry that played few deals no place, or its place again."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    entry = get_object_or_404(event.entries.filter(kind=Entry.Kind.COMPETITOR), number=number)
    gives_none = request.POST.get("unplaced") == "yes"
    name = results.event_record.entry_name(entry)
    done = gettext("%(name)s has its place again.") % {"name": name}
    if gives_none:
        done = gettext("%(name)s has no place: too few deals were played.") % {"name": name}
    with report_outcome(request, done):
        organise.set_unplaced(entry, actor(request), unplaced=gives_none)
    return redirect("desk_finish", event.uid)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: DeskRequest, uid: str) -> HttpResponse:
    """Ask whether the finish of an event is to be taken back, and take it back."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    if request.method == "POST":
        done = gettext("The finish is taken back: the standings are provisional again.")
        with report_outcome(request, done):
            organise.reopen_event(event, actor(request))
        return redirect("desk_event", event.uid)
    refusals = [wording.problem_text(problem) for problem in organise.reopen_problems(event)]
    return render(request, "desk/events/reopen.html", {"event": event, "refusals": refusals})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_repeat(request: DeskRequest, uid: str) -> HttpResponse:
    """Make the next evening from one finished event."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    events = [event] if event.state == Event.State.FINISHED else []
    return _repeat(request, event.tournament, events, whole=False)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_repeat(request: DeskRequest, uid: str) -> HttpResponse:
    """Make the next evening from a tournament whose events are finished."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
    events = repeats.may_be_repeated(tournament)
    return _repeat(request, tournament, events, whole=True)


def _repeat(
    request: DeskRequest, earlier: Tournament, events: Sequence[Event], *, whole: bool
) -> HttpResponse:
    """Ask for name, day and people of the next evening, and make it.

    An event of an official competition is no evening: the page has other words. Raises
    Http404 and PermissionDenied for whoever does not direct the club.
    """
    access.club_as(request.user, earlier.club.uid, access.DIRECTORS)
    is_formal = any(regulations_of(event).is_official for event in events)
    if not events:
        messages.error(request, gettext("The next evening is made from a finished one."))
        return redirect("desk_tournament", earlier.uid)
    form = RepeatForm(earlier, events, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            made = form.press(actor(request), sent.form(request))
            done = gettext("The next evening is ready. Check in who has come.")
            if is_formal:
                done = gettext("The next event is ready. Look at its regulations and settings.")
            messages.success(request, done)
            first = made.events.order_by("number")[0]
            return redirect("desk_event", first.uid)
    context = {"tournament": earlier, "form": form, "is_formal": is_formal, "whole": whole}
    return render(request, "desk/events/repeat.html", context)
