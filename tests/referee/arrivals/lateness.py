"""Entries that come late, as the tests of arrivals need them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from referee.arrivals import arrivals, forfeiting
from referee.arrivals import minutes as clock
from referee.arrivals.arrivals import LateEntry
from referee.models import Arrival
from tests.cast import Cast
from tournaments import organise, results
from tournaments.models import (
    Deal,
    Event,
    EventRegulations,
    Result,
    Round,
    Seat,
    Size,
    User,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record

FIRST: Mapping[str, Any] = {
    "won": {
        "W": ["DJ", "HK"],
        "S": ["C10"],
        "N": ["SQ", *(f"H{rank}" for rank in "23456789"), "H10", "HJ", "HQ", "HA"],
    }
}


SECOND: Mapping[str, Any] = {
    "won": {
        "E": ["DJ"],
        "S": ["HQ"],
        "N": ["SQ", "C10", *(f"H{rank}" for rank in "23456789"), "H10", "HJ", "HK", "HA"],
    }
}
"""West comes to +60, South to +20, East to +100, and North pays for them."""


def official(event: Event, **columns: Any) -> None:
    EventRegulations.objects.update_or_create(
        event=event, defaults={"size": Size.OFFICIAL, **columns}
    )


def forfeits(whom: LateEntry, referee: User) -> Arrival:
    """Somebody is noted as missing, and loses the match by it."""
    arrivals.mark_missing(whom, referee)
    return forfeiting.forfeit(whom, referee)


def clocked(cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Start the clock of a round; the answer moves the hour on by minutes."""
    round_ = Round.objects.select_related("event__tournament").get(pk=round_.pk)
    organise.start_clock(round_, cast.alice, 60)
    started = clock.started_at(round_)
    assert started is not None

    def pass_minutes(minutes: float) -> None:
        monkeypatch.setattr(timezone, "now", lambda: started + timedelta(minutes=minutes))

    return pass_minutes


def late(round_: Round, label: str = "N", number: int = 0) -> LateEntry:
    """Return who sits at a seat of the first table, or the entry with a number."""
    if number:
        side = round_.matches.filter(sides__entries__number=number)[0].sides.get(
            entries__number=number
        )
        entry = side.entries.get(number=number)
    else:
        seat = Seat.objects.filter(sitting__segment__match__round=round_, label=label).order_by(
            "sitting__table__number"
        )[0]
        side = seat.side
        entry = side.entries.filter(members__person=seat.person).first() or side.entries.get()
    return arrivals.late_entry(round_, side.uid, entry.uid)


def rank(event: Event, uid: str) -> Any:
    rows = event_record.standings(results.read(event))
    return next(row.rank for row in rows if row.competitor.uid == uid)


def play(cast: Cast, round_: Round) -> None:
    """Play both deals of the first table so."""
    for deal, facts in zip(cast.deals(round_), (FIRST, SECOND), strict=True):
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(Result.Kind.PLAYED, facts)
            origin, seen = Origin("sheet", "sheet"), deal.version
            ledger.post(made, deal, report, seen=seen, origin=origin, reason="played after all")


def nobody_waits(_deals: Sequence[Deal]) -> Mapping[int, Mapping[str, Any]]:
    return {}
