"""The entry removed last, kept in the session so that it can be restored."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments import organise
from tournaments.models import Event
from tournaments.organise import RemovedEntry
from tournaments.rights.access import DIRECTORS
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act, actor
from web.forms.requests import DeskRequest

KEY = "removed_entry"


@act(fetch.event, DIRECTORS, back="desk_entries")
def entry_restore(request: DeskRequest, event: Event) -> str:
    """Restore the entry that was removed last."""
    removed = _kept(request, event)
    if removed is None:
        text = gettext("Nothing is left to undo here. Enter the name again if it is missing.")
        messages.warning(request, text)
        return UNSAID
    organise.restore_entry(event, actor(request), removed)
    request.session.pop(KEY, None)
    return gettext("%(name)s is entered again.") % {"name": removed.name}


def keep(request: HttpRequest, event: Event, removed: RemovedEntry) -> None:
    """Keep an entry that was just removed, in place of an earlier one."""
    request.session[KEY] = {"event": event.uid, "entry": removed.as_json()}


def last_removed(request: HttpRequest, event: Event) -> RemovedEntry | None:
    """Return the removed entry that is offered to be restored, None if there is none."""
    kept = request.session.get(KEY)
    return None if not kept or kept.get("not_offered") else _kept(request, event)


def stop_offering(request: HttpRequest) -> None:
    """Offer the removed entry no more, once others were entered.

    It can still be restored from a page that another tab shows.
    """
    if kept := request.session.get(KEY):
        request.session[KEY] = {**kept, "not_offered": True}


def _kept(request: HttpRequest, event: Event) -> RemovedEntry | None:
    kept = request.session.get(KEY)
    if not kept or kept["event"] != event.uid:
        return None
    return RemovedEntry.read(kept["entry"])
