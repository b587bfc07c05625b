"""The entry that somebody removed last, kept in the session so that it can be put back."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from tournaments import organise
from tournaments.models import Event
from tournaments.organise import RemovedEntry
from tournaments.rights import access
from web.desk.frame.answers import actor, report_outcome
from web.forms.requests import DeskRequest

KEY = "removed_entry"


@login_required
@require_POST
def entry_restore(request: DeskRequest, uid: str) -> HttpResponse:
    """Put back the entry that was removed last."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    removed = last_removed(request, event)
    if removed is not None:
        done = gettext("%(name)s is entered again.") % {"name": removed.name}
        with report_outcome(request, done):
            organise.restore_entry(event, actor(request), removed)
            forget(request)
    return redirect("desk_entries", uid)


def keep(request: HttpRequest, event: Event, removed: RemovedEntry) -> None:
    """Keep an entry that was just removed, instead of the one before."""
    request.session[KEY] = {"event": event.uid, "entry": removed.as_json()}


def last_removed(request: HttpRequest, event: Event) -> RemovedEntry | None:
    """Return the entry of an event that was removed last, None where nothing can be put back."""
    kept = request.session.get(KEY)
    if not kept or kept["event"] != event.uid:
        return None
    return RemovedEntry.read(kept["entry"])


def forget(request: HttpRequest) -> None:
    """Forget the removed entry, once it is back or others were entered."""
    request.session.pop(KEY, None)
