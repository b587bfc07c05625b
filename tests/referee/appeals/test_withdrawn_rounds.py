"""An appeal about a round whose draw was withdrawn: points given there count, deals do not."""

from __future__ import annotations

import pytest

from referee.appeals import hearing
from referee.appeals.hearing import CommitteeDecision
from referee.models import Appeal, AppealDecision, Matter, Remedy
from referee.rulings import penalties
from tests import official_cast
from tests.cast import Cast
from tests.referee.appeals.test_appeals import Hall, codes, turn
from tests.referee.appeals.test_appeals_of_rulings import heard
from tests.referee.appeals.test_what_if_of_decisions import (
    appeal_of_a_result,
    assert_comes_true,
    promised,
    reached,
)
from tests.referee.hall import Hall as Play
from tests.referee.rulings.deciding import test_cases as rulings
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Hold, Role, Round

OVERTURNED = CommitteeDecision(AppealDecision.OVERTURNED, "计时有误")


def penalised_and_withdrawn(hall: Hall) -> Appeal:
    """Points at a table of the second round, whose draw was withdrawn afterwards."""
    organise.close_round(hall.round, hall.cast.director)
    second = hall.cast.round_in_play()
    seat = second.matches.all()[0].segments.all()[0].sittings.all()[0].seats.all()[0]
    whom = penalties.target(hall.event, f"seat:{seat.uid}")
    assert whom is not None
    given = penalties.give(whom, hall.chief, -100, "晚到", "T-02", "late")
    appeal = hall.appeal("late", entry=whom.entry, uid=given.uid, signed=(seat.person_id,))
    organise.withdraw_draw(second, hall.cast.director, "编错")
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    return appeal


@pytest.mark.full
def test_points_given_there_are_taken_back_as_was_shown(cast: Cast) -> None:
    hall = Hall(cast)
    appeal = penalised_and_withdrawn(hall)
    changes = assert_comes_true(cast, appeal, hall.chief, OVERTURNED)
    assert appeal.entry is not None
    assert reached(appeal.entry.uid, changes) == 100


@pytest.mark.full
@pytest.mark.parametrize("wanted", [AppealDecision.OVERTURNED, AppealDecision.VARIED])
def test_a_result_is_neither_restored_nor_entered(cast: Cast, wanted: AppealDecision) -> None:
    hall = Hall(cast)
    appeal, _deal = appeal_of_a_result(hall)
    Round.objects.filter(pk=hall.round.pk).update(state=Round.State.CANCELLED)
    decided = CommitteeDecision(wanted, "牌未散")
    with pytest.raises(Refused) as looked:
        promised(appeal, hall.chief, decided)
    with pytest.raises(Refused) as refused:
        hearing.decide(appeal, turn(appeal, hall.chief), decided)
    assert codes(looked) == codes(refused) == [Reason.ROUND_NOT_IN_PLAY]
    assert not Hold.objects.filter(code="owed").exists()


@pytest.mark.full
def test_a_ruling_is_undone_without_its_result(cast: Cast) -> None:
    official_cast.make_official(cast)
    play = Play.of(cast)
    cast.play(play.round)
    chief = rulings.official_of(play, "carol", Role.CHIEF_REFEREE)
    version = rulings.rule(play, "D-05", remedy=Remedy.VOID)
    appeal = heard(play, version, chief)
    Round.objects.filter(pk=play.round.pk).update(state=Round.State.CANCELLED)
    assert promised(appeal, chief, OVERTURNED).deal == ()
    hearing.decide(appeal, turn(appeal, chief), OVERTURNED)
    assert version.steps.filter(kind="undone").exists()
    assert play.deal().version == 2
