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
    regulation_changes.let_warnings_decide(cast.event, cast.director, wanted=True)
    assert "fewest_warnings" in Event.objects.get(pk=cast.event.pk).tie_breaks
    assert "fewest_warnings" not in plan_of(cast.event).tie_breaks
    regulation_changes.let_warnings_decide(cast.event, cast.director, wanted=False)
    assert Event.objects.get(pk=cast.event.pk).tie_breaks == before


@pytest.mark.full
def test_what_another_official_has_set_meanwhile_is_judged_under_the_lock(cast: Cast) -> None:
    read, also_read = fresh(cast.event), fresh(cast.event)
    minutes = read.correction_minutes
    regulation_changes.let_warnings_decide(fresh(cast.event), cast.director, wanted=True)
    regulation_changes.set_correction_minutes(fresh(cast.event), cast.director, minutes + 5)
    entries = cast.tournament.log.count()
    regulation_changes.let_warnings_decide(read, cast.director, wanted=True)
    regulation_changes.set_correction_minutes(read, cast.director, minutes + 5)
    assert cast.tournament.log.count() == entries, "it is so already"
    regulation_changes.let_warnings_decide(also_read, cast.director, wanted=False)
    regulation_changes.set_correction_minutes(also_read, cast.director, minutes)
    assert not regulation_changes.warnings_decide(fresh(cast.event))
    assert fresh(cast.event).correction_minutes == minutes


@pytest.mark.full
def test_the_first_draw_fixes_it(cast: Cast) -> None:
    cast.round_in_play()
    with pytest.raises(Refused) as refused:
        regulation_changes.let_warnings_decide(cast.event, cast.director, wanted=True)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.TIE_BREAKS_FIXED]
