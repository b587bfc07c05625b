"""Whether fewer warnings decide between equals: chosen before the first draw."""

from __future__ import annotations

import pytest

from tests.cast import Cast
from tests.official_cast import fresh
from tournaments.base.refusals import PlanReason, Refused
from tournaments.models import Event, Ranking
from tournaments.organise.stored_plans import plan_of
from tournaments.regulations import regulation_changes
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import USUAL


def test_it_stands_before_a_lot(cast: Cast) -> None:
    cast.event.ranking = Ranking.VP_15_10
    order = regulation_changes.tie_breaks_with_warnings(cast.event, wanted=True)
    assert order[-2:] == [TieBreak.FEWEST_WARNINGS, TieBreak.LOT]
    assert [by for by in order if by is not TieBreak.FEWEST_WARNINGS] == list(USUAL[Order.VP_15_10])


def test_it_is_chosen_and_taken_back(cast: Cast) -> None:
    before = list(cast.event.tie_breaks)
    regulation_changes.change_regulations(cast.event, cast.director, warnings=True)
    assert "fewest_warnings" in Event.objects.get(pk=cast.event.pk).tie_breaks
    assert "fewest_warnings" not in plan_of(cast.event).tie_breaks
    regulation_changes.change_regulations(cast.event, cast.director, warnings=False)
    assert Event.objects.get(pk=cast.event.pk).tie_breaks == before


@pytest.mark.full
def test_what_another_official_has_set_meanwhile_is_judged_under_the_lock(cast: Cast) -> None:
    read, also_read = fresh(cast.event), fresh(cast.event)
    minutes = read.correction_minutes
    regulation_changes.change_regulations(fresh(cast.event), cast.director, warnings=True)
    regulation_changes.change_regulations(
        fresh(cast.event), cast.director, correction_minutes=minutes + 5
    )
    entries = cast.tournament.log.count()
    regulation_changes.change_regulations(read, cast.director, warnings=True)
    regulation_changes.change_regulations(read, cast.director, correction_minutes=minutes + 5)
    assert cast.tournament.log.count() == entries, "it is so already"
    regulation_changes.change_regulations(also_read, cast.director, warnings=False)
    regulation_changes.change_regulations(also_read, cast.director, correction_minutes=minutes)
    assert not regulation_changes.warnings_decide(fresh(cast.event))
    assert fresh(cast.event).correction_minutes == minutes


@pytest.mark.full
def test_the_first_draw_fixes_it(cast: Cast) -> None:
    cast.round_in_play()
    with pytest.raises(Refused) as refused:
        regulation_changes.change_regulations(cast.event, cast.director, warnings=True)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.TIE_BREAKS_FIXED]
