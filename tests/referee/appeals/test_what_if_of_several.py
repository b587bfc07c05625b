"""What an appeal against one of several rulings on a deal promises, it keeps."""

from __future__ import annotations

import pytest

from referee.appeals import hearing, lodging
from referee.appeals.hearing import CommitteeDecision
from referee.appeals.lodging import Lodging
from referee.models import Against, AppealDecision, Matter, Remedy, RulingVersion
from referee.rulings import cases, corrections
from tests.referee.appeals.test_appeals import turn
from tests.referee.appeals.test_appeals_of_rulings import appeal_against, heard
from tests.referee.appeals.test_what_if_of_decisions import assert_comes_true, then
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_lost_deals import live, lost, scores
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.sanctions.test_heavy_levels import take_back
from tournaments.models import Result, User
from tournaments.regulations.articles import Level

OVERTURNED = CommitteeDecision(AppealDecision.OVERTURNED, "证据不足")


def rule_lost(hall: Hall, label: str) -> RulingVersion:
    return cases.decide(rulings.source(hall), hall.cast.alice, lost(hall, label))


def overturn(hall: Hall, version: RulingVersion, chief: User, key: str) -> dict[str, int | None]:
    """Overturn a ruling as was promised; return what the deal changes."""
    appeal = appeal_against(hall, version, key)
    hearing.hear(appeal, turn(appeal, chief), Matter.FACT, ())
    return then(assert_comes_true(hall.cast, appeal, chief, OVERTURNED))


@pytest.mark.nightly
def test_each_of_two_deal_losses_is_overturned(hall: Hall, chief: User) -> None:
    made = scores(hall)
    first, second = rule_lost(hall, "E"), rule_lost(hall, "W")
    assert overturn(hall, first, chief, "a") == {"E": made["E"]}
    assert scores(hall) == {**made, "W": scores(hall)["W"]}
    assert overturn(hall, second, chief, "b") == {"W": made["W"]}
    assert scores(hall) == made


@pytest.mark.full
def test_a_version_after_one_that_voided_the_deal(hall: Hall, chief: User) -> None:
    """The deal counts again since it was decided anew: overturning that changes nothing of it."""
    made = scores(hall)
    void = rulings.rule(hall, "D-05", remedy=Remedy.VOID)
    anew = rulings.decision(hall, "D-05")
    version = cases.revise(void.case, hall.cast.bob, anew, seen=1)
    assert scores(hall) == made
    appeal = heard(hall, version, chief)
    changes = assert_comes_true(hall.cast, appeal, chief, OVERTURNED)
    assert changes.deal == ()
    assert scores(hall) == made
    assert Result.live.get(deal=hall.deal()).version == 3


@pytest.mark.full
@pytest.mark.parametrize("level", [Level.L5, Level.L7])
def test_it_is_varied_after_one_that_voided_the_deal(hall: Hall, chief: User, level: Level) -> None:
    made = scores(hall)
    void = rulings.rule(hall, "D-05", remedy=Remedy.VOID)
    anew = rulings.decision(hall, "D-05")
    version = cases.revise(void.case, hall.cast.bob, anew, seen=1)
    appeal = heard(hall, version, chief)
    varied = CommitteeDecision(AppealDecision.VARIED, "情节严重", level=level)
    changes = assert_comes_true(hall.cast, appeal, chief, varied)
    assert {**made, **then(changes)} == scores(hall)
    assert bool(then(changes)) is (level is Level.L7)


@pytest.mark.full
@pytest.mark.parametrize("is_undone", [False, True])
def test_a_result_that_came_upon_a_ruling(hall: Hall, chief: User, is_undone: bool) -> None:
    """What was undone meanwhile does not come back; a ruling in force has its result again."""
    made = scores(hall)
    version = rule_lost(hall, "E")
    after = made if is_undone else scores(hall)
    given = corrections.rule(hall.deal(), hall.cast.alice, "not_played", "牌散了", seen=2)
    if is_undone:
        take_back(version, chief)
    entry, person = rulings.offender(hall).entry, rulings.seat(hall).person
    handed_in = Lodging(entry, Against.RESULT, given.uid, "打完了", (person.pk,))
    appeal = lodging.lodge(hall.cast.event, hall.cast.bob, handed_in, "r")
    hearing.hear(appeal, turn(appeal, chief), Matter.FACT, ())
    changes = assert_comes_true(hall.cast, appeal, chief, OVERTURNED)
    assert then(changes) == scores(hall) == after
    assert (live(hall).origin_uid == version.uid) is not is_undone
