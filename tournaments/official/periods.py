"""The periods of an event as hours: until when a posting is corrected and appealed against.

An hour that is a deadline still belongs to its period. A period of 0 minutes does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.models import Event, PublicationTerms
from tournaments.structure.regulations import regulations_of


@dataclass(frozen=True, slots=True)
class Periods:
    """Until when something posted may be corrected and appealed against; None without a period."""

    corrections_until: datetime | None
    appeals_until: datetime | None

    @property
    def end(self) -> datetime | None:
        """When both are over."""
        ends = filter(None, (self.corrections_until, self.appeals_until))
        return max(ends, default=None)


def after_round(event: Event, posted: datetime, *, is_last: bool) -> Periods:
    """Return the periods that run from the posting of a round."""
    regulations = regulations_of(event)
    appeals = regulations.last_appeal_minutes if is_last else regulations.appeal_minutes
    appeals = appeals if regulations.appealable else 0
    return Periods(_after(posted, event.correction_minutes), _after(posted, appeals))


def on_notice(event: Event, posted: datetime) -> tuple[Periods, datetime]:
    """Return the periods of a final result on notice, and when it is official at the earliest.

    Those of the last round run on. A notice opens the period of appeals of the last round anew.
    """
    regulations, last = regulations_of(event), _last_round(event)
    corrections = last.corrections_until if last else None
    appeals = [last.appeals_until] if last else []
    if regulations.notice_minutes and regulations.appealable:
        appeals.append(_after(posted, regulations.last_appeal_minutes))
    periods = Periods(corrections, max(filter(None, appeals), default=None))
    end = posted + timedelta(minutes=regulations.notice_minutes)
    return periods, max(end, periods.end or end)


def _last_round(event: Event) -> PublicationTerms | None:
    terms = PublicationTerms.objects.filter(
        publication__event=event, kind=PublicationTerms.Kind.ROUND
    )
    return terms.order_by("-publication__round__number", "-pk").first()


def _after(posted: datetime, minutes: int) -> datetime | None:
    return posted + timedelta(minutes=minutes) if minutes else None
