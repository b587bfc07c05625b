"""The entry removed last, kept in the session so that it can be restored."""

from __future__ import annotations

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
    removed = last_removed(request, event)
    if removed is not None:
        organise.restore_entry(event, actor(request), removed)
        forget(request)
        return gettext("%(name)s is entered again.") % {"name": removed.name}
    return UNSAID


def keep(request: HttpRequest, event: Event, removed: RemovedEntry) -> None:
    """Keep an entry that was just removed, in place of an earlier one."""
    request.session[KEY] = {"event": event.uid, "entry": removed.as_json()}


def last_removed(request: HttpRequest, event: Event) -> RemovedEntry | None:
    """Return the last removed entry of an event, None if there is nothing to restore."""
    kept = request.session.get(KEY)
    if not kept or kept["event"] != event.uid:
        return None
    return RemovedEntry.read(kept["entry"])


def forget(request: HttpRequest) -> None:
    """Forget the removed entry, once it is restored or others were entered."""
    request.session.pop(KEY, None)
