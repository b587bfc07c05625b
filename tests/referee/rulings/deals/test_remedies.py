"""What a ruling does to a result keeps to the correction window, and to the result it was seen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from referee.base.refusals import Code
from referee.models import Remedy, RulingVersion
from referee.rulings import cases
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import codes, decision, points, rule, source
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.models import Result, Round
from tournaments.regulations.articles import Level


def close_long_ago(hall: Hall) -> None:
    organise.close_round(hall.round, hall.cast.director)
    Round.objects.filter(pk=hall.round.pk).update(closed_at=timezone.now() - timedelta(days=3))


@pytest.mark.full
def test_after_the_window_only_a_chief_voids_a_deal(hall: Hall) -> None:
    """A ruling by which nothing else follows must not do what the page of the deal refuses."""
    hall.cast.play(hall.round)
    close_long_ago(hall)
    with pytest.raises(Refused) as refused:
        rule(hall, level=Level.L0, remedy=Remedy.VOID)
    assert codes(refused) == [Code.RESULT_LATE]
    assert Result.live.get(deal=hall.deal()).kind == "played"
    rule(hall, by=hall.cast.alice, level=Level.L0, remedy=Remedy.NOT_PLAYED)
    assert Result.live.get(deal=hall.deal()).kind == "not_played"


@pytest.mark.full
def test_after_the_window_only_a_chief_takes_a_remedy_back(hall: Hall) -> None:
    hall.cast.play(hall.round)
    version = rule(hall, remedy=Remedy.NOT_PLAYED)
    close_long_ago(hall)
    anew = decision(hall, level=Level.L0)
    with pytest.raises(Refused) as refused:
        cases.revise(version.case, hall.cast.bob, anew, seen=1)
    assert codes(refused) == [Code.RESULT_LATE]
    cases.revise(version.case, hall.cast.alice, anew, seen=1)
    assert Result.live.get(deal=hall.deal()).kind == "played"


@pytest.mark.full
def test_after_the_window_only_a_chief_takes_points_of_a_ruling_back(hall: Hall) -> None:
    hall.cast.play(hall.round)
    version = rule(hall, "R-02")
    close_long_ago(hall)
    with pytest.raises(Refused) as refused:
        cases.revise(version.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    assert codes(refused) == [Code.PENALTY_LATE]
    assert points(hall) == [-100]


@pytest.mark.full
def test_a_correction_is_told_of_at_any_time(hall: Hall) -> None:
    """It changes nothing itself: the result was corrected by whoever may."""
    hall.cast.play(hall.round)
    close_long_ago(hall)
    assert rule(hall, level=Level.L0, remedy=Remedy.CORRECTED).result is not None


@pytest.mark.full
def test_a_result_that_was_not_seen_is_not_voided(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    asked = decision(hall, "D-05", remedy=Remedy.VOID)
    corrected = hall.cast.post(hall.deal(), seen=1, reason="typed wrongly")
    with pytest.raises(Stale) as refused:
        cases.decide(source(hall), hall.cast.bob, asked)
    assert codes(refused) == [Reason.RESULT_CHANGED]
    assert Result.live.get(deal=hall.deal()) == corrected
    assert not RulingVersion.objects.exists()
