"""The job that makes a final result official by the clock when its notice is over.

It logs a change by the program, so that public pages follow. A job that finds an open matter checks
again after a while; the change that ends the matter orders the job again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from tournaments.jobs import registry
from tournaments.jobs.registry import Attempt, Effect, Progress
from tournaments.models import Event
from tournaments.official import final, ordering, posting
from tournaments.record.audit import SYSTEM, Repeated, Verb, change

LOOK_AGAIN: Final = timedelta(minutes=5)


def make(job: Attempt, _progress: Progress, /) -> Effect:
    """Make the final result of an event official if its notice is over. The handler of the job.

    The change is logged as the program's own. Repeating it is harmless.
    """
    event = Event.objects.select_related("tournament").filter(uid=job.about).first()
    if event is None:
        return _nothing
    try:
        with change(event.tournament, SYSTEM, Verb.MAKE_OFFICIAL) as made:
            posting.make_official(made, event)
    except Repeated:
        return lambda: _order_again(event)
    return _nothing


def _order_again(event: Event) -> None:
    """Order the job again while the final result is still on notice."""
    again = final.awaits(event)
    if again is not None:
        later = max(again, timezone.now() + LOOK_AGAIN)
        ordering.order(event, later, f"{later:%Y%m%d%H%M}")


def _nothing() -> None:
    """Leave the job without any effect."""


JOBS: Final[registry.Jobs] = {ordering.KIND: make}
