"""Orders the job by which a final result becomes official when its notice is over.

Nothing but the clock changes then, so that a change of its own, by the program, is logged and
public pages follow. A job that finds something open looks again after a while; what waited for an
open matter is ordered again by the change that ends it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.jobs import queue, registry
from tournaments.jobs.registry import Attempt, Effect, Progress
from tournaments.models import Event
from tournaments.official import final
from tournaments.record.audit import SYSTEM, Repeated, Verb, change

KIND: Final = "make_official"
LOOK_AGAIN: Final = timedelta(minutes=5)


def register() -> None:
    """Register the job."""
    registry.register(KIND, make)


def order(event: Event, due: datetime, change_no: str) -> None:
    """Order the job for an hour, as a part of the numbered change that made it needed."""
    queue.enqueue(KIND, {}, key=f"{KIND}:{event.uid}:{change_no}", about=event.uid, due_at=due)


def make(job: Attempt, _progress: Progress, /) -> Effect:
    """Make the final result of an event official if its notice is over. The handler of the job.

    The change is logged as the program's own. To try again is harmless.
    """
    event = Event.objects.select_related("tournament").filter(uid=job.about).first()
    if event is None:
        return _nothing
    # Imported by name when first needed: posting orders this job, and so knows this module.
    posting = import_string("tournaments.official.posting.make_official")
    try:
        with change(event.tournament, SYSTEM, Verb.MAKE_OFFICIAL) as made:
            posting(made, event)
    except Repeated:
        return lambda: _look_again(event)
    return _nothing


def _look_again(event: Event) -> None:
    """Order the job again while the final result is still on notice."""
    again = final.awaits(event)
    if again is not None:
        later = max(again, timezone.now() + LOOK_AGAIN)
        order(event, later, f"{later:%Y%m%d%H%M}")


def _nothing() -> None:
    """Leave the job without any effect."""
