"""An event at the desk: made from a preset, its names entered, its round watched."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import access, organise, progress, queries
from tournaments.forms import EntriesForm, EventForm
from tournaments.models import Event, Round
from tournaments.next_step import next_step
from tournaments.publish import etag
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest, actor, allowed, needed, told
from tournaments.wording import games
from tournaments.wording.structure import step_text


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: DeskRequest, uid: str) -> HttpResponse:
    """Create an event of a tournament."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
    form = EventForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            event = organise.create_event(tournament, actor(request), form.plan())
        except Refused as refused:
            form.take(refused)
        else:
            return redirect("desk_entries", event.uid)
    context = {"form": form, "tournament": tournament}
    return render(request, "tournaments/event_new.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the names of an event and take a pasted list of more."""
    event = access.event_as(request.user, uid, needed(request, access.DESK))
    form = EntriesForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _entered(request, event, form):
        return redirect("desk_entries", uid)
    rounds = queries.rounds(event)
    context = {
        **_next(request, event, rounds),
        "form": form,
        "competitors": queries.competitors(event).values(),
        "closed": bool(rounds),
    }
    return render(request, "tournaments/entries.html", context)


@login_required
@require_POST
def entry_remove(request: DeskRequest, uid: str, number: int) -> HttpResponse:
    """Take an entry out of an event again."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    entry = get_object_or_404(event.entries, number=number)
    with told(request, gettext("Entry no. %(number)s is removed.") % {"number": number}):
        organise.remove_entry(entry, actor(request))
    return redirect("desk_entries", uid)


def _entered(request: DeskRequest, event: Event, form: EntriesForm) -> bool:
    try:
        added = organise.add_entries(event, actor(request), form.members())
    except Refused as refused:
        form.take(refused)
        return False
    messages.success(request, gettext("Names entered: %(number)s.") % {"number": len(added)})
    return True


@never_cache
@login_required
@require_safe
def event(request: DeskRequest, uid: str) -> HttpResponse:
    """Show an event where it stands: its last round, and what is next."""
    shown = access.event_as(request.user, uid, access.DESK)
    return _desk_of(request, shown, None)


@never_cache
@login_required
@require_safe
def round_(request: DeskRequest, uid: str) -> HttpResponse:
    """Show an event with the tables of one of its rounds."""
    shown = access.round_as(request.user, uid, access.DESK)
    return _desk_of(request, shown.event, shown)


@cache_control(private=True)
@login_required
@require_safe
def live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the tables of a round and what is next, if the tournament has changed."""
    shown = access.round_as(request.user, uid, access.DESK)
    return etag.conditional(request, _stamp(shown), lambda: _fragment(request, shown))


def _fragment(request: DeskRequest, shown: Round) -> HttpResponse:
    context = _round_context(request, shown.event, shown)
    return render(request, "tournaments/_round.html", context)


def _desk_of(request: DeskRequest, event: Event, shown: Round | None) -> HttpResponse:
    context = {
        **_round_context(request, event, shown),
        "rules": games.rule_sentences(queries.game_of(event), event.ruleset.rules),
        "rules_name": games.preset_name(event.game, event.ruleset.name),
    }
    return render(request, "tournaments/event.html", context)


def _round_context(request: DeskRequest, event: Event, shown: Round | None) -> dict[str, Any]:
    """What `_round.html` wants; without a round to show it is the last one."""
    rounds = queries.rounds(event)
    shown = shown or (rounds[-1] if rounds else None)
    return {
        "rounds": rounds,
        "round": shown,
        "tiles": progress.tiles(shown) if shown else [],
        "stamp": _stamp(shown) if shown else "",
        **_next(request, event, rounds),
    }


def _next(request: DeskRequest, event: Event, rounds: list[Round]) -> dict[str, Any]:
    """What `_next.html` wants."""
    state = progress.state_of(event)
    step = next_step(state)
    return {
        "event": event,
        "entries": state.entries,
        "last_round": rounds[-1] if rounds else None,
        "step": step,
        "step_words": step_text(step),
        **allowed(request, event.tournament),
    }


def _stamp(shown: Round) -> str:
    """What the tables of a round are made from: every change of the tournament may show there."""
    return etag.stamp("desk", shown.uid, shown.event.tournament.log_seq)
