"""更正时限: how long after a round results are corrected; fixed by the first round that is closed.

A period that was posted with a round holds: nobody is told one hour and judged by another.
"""

from __future__ import annotations

from tournaments.base.refusals import PlanReason, Refused, refuse
from tournaments.models import Event
from tournaments.record.audit import Actor, Verb, change


def is_fixed(event: Event) -> bool:
    """Whether a round of an event was closed, and its period was told with it."""
    return event.rounds.filter(closed_at__isnull=False).exists()


def lay_down(event: Event, actor: Actor, minutes: int) -> None:
    """Lay down for how many minutes after a round its results are corrected.

    Raises Refused once a round was closed.
    """
    if minutes == event.correction_minutes:
        return
    with change(event.tournament, actor, Verb.CHANGE_REGULATIONS) as made:
        event.refresh_from_db(fields=["correction_minutes"])
        if is_fixed(event):
            raise Refused(refuse(PlanReason.CORRECTIONS_FIXED, field="correction_minutes"))
        made.concerns(event=event)
        event.correction_minutes = minutes
        event.save(update_fields=["correction_minutes"])
        made.note(correction_minutes=minutes)
        made.shows(event)
