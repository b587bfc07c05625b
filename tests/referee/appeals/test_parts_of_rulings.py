"""An appeal decides each part of a ruling, and a correction made under it goes as was said."""

from __future__ import annotations

from typing import Any

import pytest

from referee.appeals import decided_parts, hearing
from referee.appeals.built_on import BuiltKind, BuiltOnAnswer
from referee.appeals.hearing import CommitteeDecision
from referee.models import (
    Appeal,
    AppealDecision,
    AppealPart,
    CorrectionPurpose,
    Matter,
    PartFate,
    Remedy,
    RulingPart,
    RulingVersion,
)
from referee.rulings import cases, corrections, ruling_parts
from referee.rulings.listed import Ruled
from tests.referee.appeals.test_appeals import JURY, turn
from tests.referee.appeals.test_appeals_of_rulings import appeal_against, heard, read
from tests.referee.appeals.test_what_if_of_decisions import assert_comes_true
from tests.referee.hall import Hall
from tests.referee.rulings import linked
from tests.referee.rulings.deals.test_lost_deals import lost, scores
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.deciding.test_cases import points
from tournaments.checks.recount import recount
from tournaments.checks.verification import verify
from tournaments.models import Hold, Result, User
from tournaments.regulations.articles import Level

EQUITY, RECORD = CorrectionPurpose.EQUITY, CorrectionPurpose.RECORD
REMEDY, PROCEDURAL, DISCIPLINARY = (
    RulingPart.REMEDY,
    RulingPart.PROCEDURAL,
    RulingPart.DISCIPLINARY,
)


def correct(
    hall: Hall, version: RulingVersion, purpose: CorrectionPurpose, seen: int = 1
) -> Result:
    """Give the pig to South under a ruling."""
    first = Result.live.get(deal=hall.deal())
    otherwise = {"won": {**first.facts["won"], "N": [], "S": ["C10", "SQ"]}}
    row = hall.cast.post(hall.deal(), report=otherwise, seen=seen, reason="by the ruling")
    linked.link(version.case, row, purpose)
    return row


def annul(appeal: Appeal, chief: User, **more: Any) -> dict[RulingPart, PartFate]:
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "证据不足", **more)
    step = hearing.decide(appeal, turn(appeal, chief), overturned)
    rows = AppealPart.objects.filter(step=step)
    return {RulingPart(row.part): PartFate(row.fate) for row in rows}


def shown(version: RulingVersion) -> Ruled:
    return read(version)


def assert_sound(hall: Hall) -> None:
    assert recount(hall.cast.tournament) == []
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_what_restored_equity_goes_with_the_ruling(hall: Hall, chief: User) -> None:
    """Entered after the ruling and linked with it: the pig is charged no more."""
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    assert scores(hall) != made
    appeal = heard(hall, version, chief)
    assert_comes_true(
        hall.cast, appeal, chief, CommitteeDecision(AppealDecision.OVERTURNED, "没有藏牌")
    )
    assert scores(hall) == made
    assert sum(points(hall)) == 0
    assert shown(version).standing is None
    assert ruling_parts.corrections_of(version.case) == []
    assert_sound(hall)


@pytest.mark.full
def test_what_mended_the_record_stays(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    correct(hall, version, RECORD)
    mended = scores(hall)
    fates = annul(heard(hall, version, chief), chief)
    assert scores(hall) == mended
    assert fates == {RulingPart.RECORD: PartFate.UPHELD, PROCEDURAL: PartFate.ANNULLED}
    assert sum(points(hall)) == 0


@pytest.mark.full
def test_the_decision_may_take_the_record_back_too(hall: Hall, chief: User) -> None:
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, RECORD)
    annul(heard(hall, version, chief), chief, parts=(RulingPart.RECORD, PROCEDURAL))
    assert scores(hall) == made


@pytest.mark.full
def test_a_correction_of_before_it_was_asked_goes_with_the_ruling(hall: Hall, chief: User) -> None:
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, CorrectionPurpose.UNSAID)
    annul(heard(hall, version, chief), chief)
    assert scores(hall) == made


@pytest.mark.full
@pytest.mark.databases
def test_the_remedy_alone_is_annulled(hall: Hall, chief: User) -> None:
    """补救：恢复第1版成绩; the penalty stays in force as a version of its own."""
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    appeal = heard(hall, version, chief)
    decision = CommitteeDecision(AppealDecision.OVERTURNED, "补救不当", parts=(REMEDY,))
    assert_comes_true(hall.cast, appeal, chief, decision)
    assert scores(hall) == made
    assert sum(points(hall)) == -100
    standing = shown(version).standing
    assert standing is not None
    assert (standing.number, standing.level_reason) == (2, version.level_reason)
    assert_sound(hall)


@pytest.mark.full
def test_the_penalty_alone_is_annulled(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    corrected = scores(hall)
    appeal = heard(hall, version, chief)
    decision = CommitteeDecision(AppealDecision.OVERTURNED, "罚分不当", parts=(PROCEDURAL,))
    assert_comes_true(hall.cast, appeal, chief, decision)
    assert (scores(hall), sum(points(hall))) == (corrected, 0)
    standing = shown(version).standing
    assert standing is not None
    assert [row.level for row in standing.sanctions.all()] == ["L0"]


@pytest.mark.full
def test_a_committee_recommends_on_conduct_and_the_chief_answers(hall: Hall, chief: User) -> None:
    """纪律性处罚：建议裁判长撤销; the official result waits for his word."""
    more = {"disciplinary": Level.L6, "facts": "he shouted"}
    version = rulings.rule(hall, "R-02", by=hall.cast.alice, **more)
    assert sum(points(hall)) == -300
    appeal = heard(hall, version, chief, *JURY)
    fates = annul(appeal, chief)
    assert fates == {PROCEDURAL: PartFate.ANNULLED, DISCIPLINARY: PartFate.RECOMMENDED}
    assert sum(points(hall)) == -200
    (question,) = decided_parts.questions(appeal)
    assert (question.part, question.fate) == (DISCIPLINARY, PartFate.RECOMMENDED)
    assert Hold.objects.filter(code="annulled", released_at=None).count() == 1
    answers = {DISCIPLINARY: PartFate.ANNULLED}
    hearing.answer(appeal, turn(appeal, chief), answers, "同意")
    assert sum(points(hall)) == 0
    assert not decided_parts.questions(appeal)
    assert not Hold.objects.filter(released_at=None).exists()
    assert shown(version).standing is None
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_nothing_moves_under_a_later_result_until_somebody_says(hall: Hall, chief: User) -> None:
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    corrections.rule(hall.deal(), hall.cast.alice, "not_played", "牌散了", seen=2)
    appeal = heard(hall, version, chief)
    fates = annul(appeal, chief)
    assert fates == {REMEDY: PartFate.PENDING, PROCEDURAL: PartFate.ANNULLED}
    assert Result.live.get(deal=hall.deal()).version == 3
    (question,) = decided_parts.questions(appeal)
    assert [row.kind for row in question.built] == [BuiltKind.LATER_RESULT]
    hearing.answer(appeal, turn(appeal, chief), {REMEDY: PartFate.ANNULLED}, "恢复原成绩")
    assert scores(hall) == made
    assert_sound(hall)


@pytest.mark.full
def test_what_was_built_on_it_may_stay(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    corrections.rule(hall.deal(), hall.cast.alice, "not_played", "牌散了", seen=2)
    appeal = heard(hall, version, chief)
    fates = annul(appeal, chief, answer=BuiltOnAnswer.LEAVE)
    assert fates[REMEDY] is PartFate.LEFT
    assert Result.live.get(deal=hall.deal()).kind == "not_played"
    assert not decided_parts.questions(appeal)


@pytest.mark.full
def test_the_decision_itself_may_carry_it_out(hall: Hall, chief: User) -> None:
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    corrections.rule(hall.deal(), hall.cast.alice, "not_played", "牌散了", seen=2)
    appeal = heard(hall, version, chief)
    decision = CommitteeDecision(
        AppealDecision.OVERTURNED, "没有藏牌", answer=BuiltOnAnswer.CARRY_OUT
    )
    assert_comes_true(hall.cast, appeal, chief, decision)
    assert scores(hall) == made


@pytest.mark.full
def test_another_ruling_on_the_deal_comes_to_lie_on_what_was_played(
    hall: Hall, chief: User
) -> None:
    """Upon the correction another ruling took the deal from East: it keeps that, without it."""
    made = scores(hall)
    version = rulings.rule(hall, "R-02")
    correct(hall, version, EQUITY)
    other = cases.decide(rulings.source(hall), hall.cast.alice, lost(hall, "E"))
    appeal = heard(hall, version, chief)
    assert_comes_true(
        hall.cast, appeal, chief, CommitteeDecision(AppealDecision.OVERTURNED, "没有藏牌")
    )
    assert scores(hall)["N"] == made["N"]
    assert scores(hall)["E"] < made["E"]
    assert Result.live.get(deal=hall.deal()).origin_uid == other.uid
    assert_sound(hall)


@pytest.mark.full
def test_the_version_keeps_the_correction_that_it_named(hall: Hall, chief: User) -> None:
    """A ruling whose remedy is the correction: varied in its penalty, and then annulled."""
    made = scores(hall)
    first = Result.live.get(deal=hall.deal())
    otherwise = {"won": {**first.facts["won"], "N": [], "S": ["C10", "SQ"]}}
    hall.cast.post(hall.deal(), report=otherwise, seen=1, reason="misread")
    version = rulings.rule(hall, "R-02", remedy=Remedy.CORRECTED, purpose=EQUITY)
    appeal = appeal_against(hall, version)
    # What the chief referee decided alone, a matter of law, still goes to a committee.
    hearing.hear(appeal, turn(appeal, chief), Matter.LAW, ())
    varied = CommitteeDecision(AppealDecision.VARIED, "情节轻", level=Level.L3)
    step = hearing.decide(appeal, turn(appeal, chief), varied)
    assert step.ruling is not None
    assert (step.ruling.result, step.ruling.purpose) == (version.result, "equity")
    second = rulings_appeal(hall, step.ruling, chief)
    annul(second, chief)
    assert scores(hall) == made


def rulings_appeal(hall: Hall, version: RulingVersion, chief: User) -> Appeal:
    appeal = appeal_against(hall, version, "b")
    hearing.hear(appeal, turn(appeal, chief), Matter.FACT, ())
    return appeal
