"""Entries of an earlier event, entered again."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from clubs.evenings import repeats
from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.models import Club, Event, User
from tournaments.persons import namesakes
from tournaments.persons.namesakes import Named
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import canonical
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from web.desk.entries.entries import report_entered
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, page, tell_problems
from web.forms import sent
from web.forms.requests import DeskRequest

PAGE: Final = 30


@page(fetch.event, DIRECTORS, "desk/entries/earlier.html", change=DIRECTORS, back="desk_entries")
def earlier(request: DeskRequest, event: Event) -> Shown:
    """Show the earlier events of the club; with one chosen its entries, and enter the ticked."""
    events = _earlier_events(request.user, event)
    page = Paginator(events, PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"event": event, "page": page}
    if source_uid := sent.uid(request.GET, "of"):
        source = get_object_or_404(events, uid=source_uid)
        refusal = _enter(request, event, source) if request.method == "POST" else None
        if refusal == ():
            return UNSAID
        asks = any(problem.code == PersonReason.BANNED_PERSON for problem in refusal or ())
        asks = asks or "allow_banned" in request.POST
        context |= {"source": source, "rows": _rows(request, event, source), "asks": asks}
    return context


def _earlier_events(user: User, event: Event) -> Any:
    """Return the events of the same club and form with entries, the newest first.

    Directors of the club get all of them, others those that they see at the desk.
    """
    rows = _events_seen(user, event.tournament.club).filter(
        tournament__club=event.tournament.club_id,
        form=event.form,
        entries__isnull=False,
        created_at__lte=event.created_at,
    )
    kept = rows.exclude(pk=event.pk).exclude(state=Event.State.CANCELLED)
    return kept.select_related("tournament").distinct().order_by("-tournament__starts_on", "-pk")


def _events_seen(user: User, club: Club) -> QuerySet[Event]:
    """Return the events of a club that an account may see at the desk."""
    seen = access.tournaments_of(user).filter(club=club)
    rows = Event.objects.filter(tournament__in=seen)
    if access.directs_club(user, club):
        return rows
    return access.narrowed(user, access.with_roles(user, seen)).keep_events(rows)


def _rows(request: DeskRequest, event: Event, source: Event) -> list[dict[str, Any]]:
    """Return the entries of an earlier event with ticks, none for those entered already."""
    here = namesakes.entered_in(event)
    taken = namesakes.taken_in(here)
    keys = {row.person.same_as_id or row.person_id for row in here}
    wanted = set(sent.uids(request.POST, "entry")) if request.method == "POST" else None
    rows = []
    for entry, name in repeats.entries_of(source):
        players = [canonical(row.person) for row in entry.members.all()]
        there = any(person.pk in keys or Named.of(person).is_taken(taken) for person in players)
        ticked = not there if wanted is None else entry.uid in wanted
        rows.append({"entry": entry, "name": name, "there": there, "ticked": ticked})
    return rows


def _enter(request: DeskRequest, event: Event, source: Event) -> tuple[Problem, ...] | None:
    """Enter what is ticked of an earlier event, and return it; report what is wrong.

    Return None if nothing is ticked.
    """
    wanted = set(sent.uids(request.POST, "entry"))
    of_teams = event.form == Event.Form.TEAMS
    chosen = [entry for entry, _name in repeats.entries_of(source) if entry.uid in wanted]
    chosen.sort(key=lambda entry: entry.number)
    if not chosen:
        messages.error(request, gettext("Tick at least one name."))
        return None
    try:
        new = [repeats.entry_again(entry, of_teams=of_teams) for entry in chosen]
        report_entered(request, event, new, allow_banned="allow_banned" in request.POST)
    except Refused as refused:
        tell_problems(request, refused)
        return tuple(refused.problems)
    return ()
