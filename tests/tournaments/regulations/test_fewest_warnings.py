"""Whether fewer warnings decide between equals: chosen before the first draw."""

from __future__ import annotations

import pytest

from tests.cast import Cast
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
def test_the_first_draw_fixes_it(cast: Cast) -> None:
    cast.round_in_play()
    with pytest.raises(Refused) as refused:
        regulation_changes.let_warnings_decide(cast.event, cast.director, wanted=True)
    assert [problem.code for problem in refused.value.problems] == [PlanReason.TIE_BREAKS_FIXED]
