"""Words for the deadline of a line-up, for a late line-up, and for its usual penalty."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import ngettext

from tournaments.line_ups.line_up_state import SegmentLineUps, TeamOfMatch
from tournaments.models import Event
from tournaments.regulations.lateness import LINE_UP_ARTICLE, line_up_penalty
from tournaments.structure.line_up_rules import Late
from tournaments.wording import signed


@dataclass(frozen=True, slots=True)
class LateSaid:
    """A late line-up in words; `query` prefills the form of penalty points, if there is one."""

    since: str
    minutes: int
    is_in: bool
    points: str
    query: str


def hour_said(at: datetime | None, event: Event) -> str:
    """Return a time in the tournament's zone in words, with its date where it is not today."""
    if at is None:
        return ""
    zone = ZoneInfo(event.tournament.time_zone)
    here, now = at.astimezone(zone), timezone.now().astimezone(zone)
    return here.strftime("%H:%M" if here.date() == now.date() else "%Y-%m-%d %H:%M")


def late_said(
    event: Event, number: int, part: SegmentLineUps, team: TeamOfMatch, now: datetime
) -> LateSaid | None:
    """Return how late the line-up of a team is or was in a round; None if it is not late."""
    late = part.late(team.number, now)
    if late is None:
        return None
    points = line_up_penalty(event, late)
    query = {
        "whom": f"entry:{team.uid}",
        "points": f"{Decimal(points.numerator) / points.denominator:f}",
        "reason": _reason_text(late, number, part.part),
        "article": LINE_UP_ARTICLE,
    }
    since = hour_said(late.since, event)
    filled = urlencode(query) if points else ""
    return LateSaid(since, late.minutes, late.is_in, signed(points), filled)


def _reason_text(late: Late, number: int, part: int) -> str:
    text = ngettext(
        "Line-up %(minutes)s minute late: round %(round)s, segment %(part)s.",
        "Line-up %(minutes)s minutes late: round %(round)s, segment %(part)s.",
        late.minutes,
    )
    return text % {"minutes": late.minutes, "round": number, "part": part}
