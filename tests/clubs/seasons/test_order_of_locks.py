"""Changes of a season wait for the tournaments whose points they post, and never the other way."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.db import connection

from clubs import seasons
from tests import cast as casts
from tests.cast import Cast
from tests.clubs.ratings.evenings import another, finish
from tests.clubs.seasons.test_posting import EVENING, rules
from tournaments.models import (
    Event,
    EventState,
    PostingReason,
    Result,
    SeasonPoints,
    Tournament,
    TournamentState,
)
from tournaments.record import audit, ledger
from tournaments.record.audit import SYSTEM, Verb, change

A_WHILE = 0.8
NAME = "2026秋季赛"


def together(*calls: Callable[[], object]) -> None:
    """Do all of this at the same time; raises what went wrong in any of it."""

    def run(call: Callable[[], object]) -> None:
        try:
            call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        for done in [threads.submit(run, call) for call in calls]:
            done.result()


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_a_season_is_renamed_while_a_result_is_corrected() -> None:
    cast = casts.assemble()
    season = seasons.create_season(cast.club, cast.director, rules())
    seasons.choose_events(season, cast.director, {cast.event.pk: EVENING}, [cast.event.pk])
    finish(cast)
    held = threading.Event()

    def corrects() -> None:
        sitting = Result.live.filter(deal__event=cast.event)[0].deal.sitting
        deal = sitting.deals.order_by("play_order")[0]
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            held.set()
            time.sleep(A_WHILE)
            origin = ledger.Origin(uid="ruling", label="ruling")
            report = ledger.Report(Result.Kind.NOT_PLAYED, {})
            ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="误记")

    def renames() -> None:
        held.wait()
        seasons.change_rules(season, cast.director, replace(rules(), name=NAME))

    together(corrects, renames)
    season.refresh_from_db()
    assert season.name == NAME
    assert SeasonPoints.objects.filter(reason=PostingReason.CORRECTED).exists()


@pytest.mark.full
@pytest.mark.databases
def test_tournaments_are_locked_by_their_numbers(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = seasons.create_season(cast.club, cast.director, rules())
    casts_by_number = [cast, *(another(cast, date(2026, 12, day)) for day in (5, 12, 19))]
    events = [each.event.pk for each in casts_by_number]
    Event.objects.filter(pk__in=events).update(state=EventState.PUBLISHED)
    tournaments = [each.tournament.pk for each in casts_by_number]
    Tournament.objects.filter(pk__in=tournaments).update(state=TournamentState.RUNNING)
    before, after = events[2:], events[:2]
    seasons.choose_events(season, cast.director, dict.fromkeys(reversed(before), EVENING), events)
    share, locked = audit.share, list[int]()

    def noting(tournament: Tournament, *args: Any) -> Any:
        locked.append(tournament.pk)
        return share(tournament, *args)

    monkeypatch.setattr(audit, "share", noting)
    seasons.choose_events(season, cast.director, dict.fromkeys(reversed(after), EVENING), events)
    assert locked == sorted(tournaments)
    assert set(season.chosen.values_list("event", flat=True)) == set(after)
