"""Who decides on a deal still has the right once the change has its lock, and saw it as it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from referee.claims import claims, reopening
from referee.models import Claim, Decision
from referee.rulings import (
    adjusted_scores,
    corrections,
    fouled_boards,
    irregularity_rulings,
    late_exposures,
)
from referee.rulings.adjusted_scores import AverageSize
from referee.rulings.irregularity_rulings import Ruling
from referee.sheets import entry, irregularities
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_adjusted_scores import record
from tests.referee.rulings.deals.test_given_instead import ONE_PLUS, given
from tests.referee.test_repeated import LATE
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Deal, Membership, Result, Role, Round, User

Act = Callable[[Deal, User], Any]


def _claim(decide: Callable[[Claim, User], Any]) -> Act:
    return lambda deal, official: decide(Claim(deal=deal), official)


def _incident() -> irregularities.Incident:
    (incident,) = irregularities.unruled(code="late_exposure")
    return incident


def _late_allowed(deal: Deal, official: User) -> Any:
    return late_exposures.decide_exposure(
        _incident(), official, "so", is_allowed=True, seen=deal.version
    )


ACTS: dict[str, Act] = {
    "claim": _claim(lambda claim, official: claims.decide(claim, official, {}, "so")),
    "play on": _claim(lambda claim, official: claims.let_play_on(claim, official, "so")),
    "reopen": _claim(lambda claim, official: reopening.reopen(claim, official, "so")),
    "keep": _claim(lambda claim, official: reopening.keep_agreement(claim, official, "so")),
    "give": lambda deal, official: adjusted_scores.give(deal, official, given(ONE_PLUS), seen=0),
    "take back": lambda deal, official: adjusted_scores.take_back(deal, official, "so", seen=0),
    "no result": lambda deal, official: corrections.rule(
        deal, official, Result.Kind.NOT_PLAYED, "so", seen=0
    ),
    "cards": lambda deal, official: fouled_boards.separate(deal, official, [deal.uid], "so"),
    "irregularity": lambda _deal, official: irregularity_rulings.rule(
        _incident(), official, Ruling(Decision.NOTED), seen=0
    ),
    "exposure": _late_allowed,
}


def role_ends(hall: Hall) -> None:
    Membership.objects.filter(user=hall.cast.bob).delete()


def other_tables_remain(hall: Hall) -> None:
    Membership.objects.filter(user=hall.cast.bob).update(tables="|99|")


def period_ends(hall: Hall) -> None:
    ended = timezone.now() - timedelta(minutes=hall.cast.event.correction_minutes + 1)
    Round.objects.update(state=Round.State.CLOSED, closed_at=ended)


@pytest.mark.full
@pytest.mark.parametrize("ends", [role_ends, other_tables_remain, period_ends])
@pytest.mark.parametrize("name", ACTS)
def test_a_right_that_ended_since_the_page_was_fetched_decides_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, name: str, ends: Callable[[Hall], None]
) -> None:
    report = {**NORTH_TAKES_THE_PIG, "exposed": [LATE]}
    entry.submit(writer=hall.official(), sealed=hall.sheet(report=report))
    monkeypatch.setattr(fouled_boards, "changes", lambda deal, _otherwise: {deal: 2})
    deal, official = hall.deal(), hall.cast.bob
    ends(hall)
    log = hall.cast.tournament.log.count()
    with pytest.raises(Refused) as refused:
        ACTS[name](deal, official)
    assert [problem.code for problem in refused.value.problems] == [Reason.OFFICE_ENDED]
    assert hall.cast.tournament.log.count() == log
    assert not Result.objects.exists()


@pytest.mark.full
def test_after_the_period_the_chief_referee_still_decides(hall: Hall) -> None:
    period_ends(hall)
    organise.grant_role(hall.cast.director, hall.cast.tournament, hall.cast.bob, Role.CHIEF_REFEREE)
    adjusted_scores.give(hall.deal(), hall.cast.bob, given(ONE_PLUS), seen=0)
    assert adjusted_scores.is_adjusted(hall.deal())


@pytest.mark.full
def test_a_mean_that_moved_since_it_was_shown_is_not_given(hall: Hall) -> None:
    """It comes from the other deals of the table, which no number of this deal's result tells."""
    score = given(ONE_PLUS, AverageSize.MEAN)
    shown = adjusted_scores.changed_report(hall.deal(), score)
    record(hall.deal(2), NORTH_TAKES_THE_PIG)
    with pytest.raises(Refused) as refused:
        adjusted_scores.give(hall.deal(), hall.cast.bob, score, seen=0, shown=shown)
    assert [problem.code for problem in refused.value.problems] == [Reason.CHANGED_SINCE_PREVIEW]
    shown = adjusted_scores.changed_report(hall.deal(), score)
    adjusted_scores.give(hall.deal(), hall.cast.bob, score, seen=0, shown=shown)
    assert adjusted_scores.is_adjusted(hall.deal())
