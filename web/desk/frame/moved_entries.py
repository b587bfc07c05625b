"""Entries that an address names by number, and forms that come back after numbers have moved.

Until the first draw a removal moves all later numbers, so the number of an older page may be
another entry's. A form therefore also carries the uid of the entry that its page showed.
"""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve, reverse
from django.utils.translation import gettext

from tournaments.models import Entry, Event
from tournaments.results.event_record import entry_name
from tournaments.results.reading import with_members
from web.forms import sent
from web.forms.requests import DeskRequest

ENTRY: Final = "entry"
"""The hidden field with the uid of the entry that the page of a form showed."""
FRAME: Final = frozenset({"csrfmiddlewaretoken", ENTRY})
CONFLICT: Final = 409


class EntryMoved(Exception):
    """A form was sent to a number that is not its entry's; either may be gone."""

    def __init__(self, event: Event, number: int, now: Entry | None, meant: Entry | None) -> None:
        super().__init__(number)
        self.event, self.number, self.now, self.meant = event, number, now, meant


def entry_of(request: DeskRequest, event: Event, number: int) -> Entry:
    """Return the entry of a number; of a form only the one that it names by uid as well.

    Raises EntryMoved if a form names another entry or none, and Http404 if there is neither.
    """
    uid = sent.uid(request.POST, ENTRY)
    rows: list[Entry] = list(with_members(event.entries.filter(Q(number=number) | Q(uid=uid))))
    now = next((row for row in rows if row.number == number), None)
    meant = next((row for row in rows if row.uid == uid), None)
    for row in rows:
        row.event = event
    if now is None and meant is None:
        raise Http404
    if request.method == "POST" and (now is None or now != meant):
        raise EntryMoved(event, number, now, meant)
    if now is None:
        raise Http404
    return now


def answer(request: DeskRequest, moved: EntryMoved) -> HttpResponse:
    """Say who has the number now, and offer to send what was typed to the entry it was meant for.

    Nothing of it is stored. Without that entry there is nothing to offer, and the page of whoever
    has the number says so.
    """
    now, meant = moved.now, moved.meant
    values = {"number": moved.number, "name": entry_name(now) if now else ""}
    if now:
        words = gettext("The list has changed: no. %(number)s is now %(name)s. Nothing was stored.")
    else:
        words = gettext(
            "The list has changed: number %(number)s no longer exists. Nothing was stored."
        )
    if meant is None:
        messages.error(request, words % values)
        return redirect("desk_entry", moved.event.uid, moved.number)
    match = resolve(request.path_info)
    context = {
        "event": moved.event,
        "words": words % values,
        "entry": meant,
        "name": entry_name(meant),
        "action": reverse(match.view_name, kwargs={**match.kwargs, "number": meant.number}),
        "typed": [
            (name, value)
            for name in request.POST
            if name not in FRAME
            for value in request.POST.getlist(name)
        ],
    }
    return render(request, "desk/frame/entry_moved.html", context, status=CONFLICT)
