"""裁-年-序: which number a decision of a referee has, and how it is printed and known again.

Rulings and, in an official competition, all other decisions share one series in each tournament and
year.
"""

from __future__ import annotations

import re
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from referee.models import DecisionKind, NumberedDecision, RulingCase
from tournaments.models import Adjustment, Deal, Event, Round, Row, Tournament, User
from tournaments.record.audit import Change
from tournaments.structure.regulations import regulations_of

_PRINTED: Final = re.compile(r"(?:R|裁)-(\d{4})-(\d{4,})")


def next_number(tournament: Tournament) -> tuple[int, int]:
    """Return year and number of the next decision; the tournament is locked by the caller."""
    year = timezone.localtime(timezone.now(), ZoneInfo(tournament.time_zone)).year
    lasts = [
        rows.objects.filter(tournament=tournament, year=year).aggregate(last=Max("number"))["last"]
        for rows in (RulingCase, NumberedDecision)
    ]
    return year, max(last or 0 for last in lasts) + 1


def number_text(case: RulingCase | NumberedDecision) -> str:
    """Return the number of a ruling or of another decision as it is printed: 裁-2026-0017."""
    return printed(case.year, case.number)


def number_of_deal(
    made: Change, deal: Deal, kind: DecisionKind, decided: Row, official: User
) -> None:
    """Give a decision on a deal its number, in the change that makes it; in a club event none."""
    if regulations_of(deal.event).is_official:
        round_ = Round.objects.only("pk").get(matches__segments__sittings__deals=deal)
        _store(made, deal.event, kind, decided, official, round_, deal)


def number_of_points(
    made: Change, given: Adjustment, kind: DecisionKind, official: User, round_: Round | None = None
) -> None:
    """Give penalty points their number, in the change that gives them; in a club event none."""
    if not regulations_of(given.event).is_official:
        return
    if round_ is None and given.side_id is not None:
        round_ = Round.objects.only("pk").get(matches__sides=given.side_id)
    _store(made, given.event, kind, given, official, round_, None)


def _store(
    made: Change,
    event: Event,
    kind: DecisionKind,
    decided: Row,
    official: User,
    round_: Round | None,
    deal: Deal | None,
) -> None:
    year, number = next_number(made.tournament)
    row = NumberedDecision.objects.create(
        tournament=made.tournament,
        event=event,
        round=round_,
        deal=deal,
        year=year,
        number=number,
        kind=kind,
        decided=decided.uid,
        official=official,
    )
    made.made(row)
    made.note_each("number", f"{year}-{number}")


def printed(year: int, number: int) -> str:
    """Return the number of a ruling as it is printed: 裁-2026-0017."""
    return gettext("R-%(year)s-%(number)s") % {"year": year, "number": f"{number:04d}"}


def printed_again(text: str) -> str:
    """Return a printed number in the language of the reader; empty for any other text."""
    found = _PRINTED.fullmatch(text)
    return printed(int(found[1]), int(found[2])) if found else ""
