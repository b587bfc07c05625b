"""裁-年-序: the number of a ruling, running in each tournament and year."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone

from referee.base import case_numbers
from referee.models import RulingCase
from tournaments.models import Tournament


def next_number(tournament: Tournament) -> tuple[int, int]:
    """Return year and number of the next ruling; the tournament is locked by the caller."""
    year = timezone.localtime(timezone.now(), ZoneInfo(tournament.time_zone)).year
    cases = RulingCase.objects.filter(tournament=tournament, year=year)
    last = cases.aggregate(last=Max("number"))["last"] or 0
    return year, last + 1


def number_text(case: RulingCase) -> str:
    """Return the number of a ruling as it is printed: 裁-2026-0017."""
    return case_numbers.printed(case.year, case.number)
