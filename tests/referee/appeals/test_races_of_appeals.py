"""Two officials who go on with an appeal at once: one step counts."""

from __future__ import annotations

import pytest

from referee.appeals import hearing
from referee.appeals.hearing import CommitteeDecision
from referee.appeals.states import StepRequest
from referee.base.refusals import Code
from referee.models import Appeal, AppealDecision, AppealStep, Matter
from tests import cast as people
from tests.clubs.fees.test_paying import at_once
from tests.referee.appeals.test_appeals import Hall, read, turn
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Hold


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_who_decide_at_once_decide_once() -> None:
    hall = Hall(people.assemble())
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    seen = appeal.steps.count()
    said = at_once(
        lambda: hearing.decide(
            read(appeal),
            StepRequest(hall.chief, seen),
            CommitteeDecision(AppealDecision.OVERTURNED, "撤销"),
        ),
        lambda: hearing.decide(
            read(appeal),
            StepRequest(hall.cast.alice, seen),
            CommitteeDecision(AppealDecision.UPHELD, "维持"),
        ),
    )
    assert sorted(said) == ["", Code.APPEAL_MOVED]
    assert AppealStep.objects.filter(appeal=appeal).count() == seen + 1
    is_overturned = AppealStep.objects.latest("pk").decision == AppealDecision.OVERTURNED
    assert Adjustment.objects.filter(reverses=hall.penalty).exists() == is_overturned
    assert not Hold.objects.filter(code="appeal", released_at=None).exists()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_one_appeal_that_is_sent_twice_at_once_has_one_number() -> None:
    hall = Hall(people.assemble())
    said = at_once(lambda: hall.appeal("same"), lambda: hall.appeal("same"))
    assert said == ["", ""]
    assert [row.number for row in Appeal.objects.filter(event=hall.event)] == [1]
    hall.appeal("other")
    assert sorted(row.number for row in Appeal.objects.filter(event=hall.event)) == [1, 2]
