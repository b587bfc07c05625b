"""The deadlines of line-ups, as they are set in the course of a round.

A deadline that is set is not changed here: the desk may have chosen it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone

from tournaments.models import Deal, Event, Round, Segment
from tournaments.structure import segments


def set_first_deadline(round_: Round) -> datetime | None:
    """Set the deadline for the first segments of a round that is published now, and return it.

    None where the event has no deadline.
    """
    event = round_.event
    if event.form != Event.Form.TEAMS or event.line_up_minutes is None:
        return None
    first = Segment.objects.filter(match__round=round_, number=1)
    return _set_hour([segment.pk for segment in first], event.line_up_minutes)


def set_next_deadline(deal: Deal) -> datetime | None:
    """Set the deadline of a match's next segment once the last deal of one has its result.

    None where there is nothing to set: no deadline in the event, no further segment, or one that is
    set already.
    """
    event, match = deal.event, deal.sitting.segment.match
    if event.line_up_minutes is None or event.form != Event.Form.TEAMS:
        return None
    if Deal.objects.filter(sitting__segment__match=match, done=False).exists():
        return None
    return _set_hour(
        [segment.pk for segment in segments.of_match(match)[:1]], event.line_up_minutes
    )


def _set_hour(wanted: Collection[int], minutes: int) -> datetime | None:
    due = timezone.now() + timedelta(minutes=minutes)
    rows = Segment.objects.filter(pk__in=wanted, line_ups_due=None)
    return due if rows.update(line_ups_due=due) else None
