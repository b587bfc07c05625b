"""What a decision would change is shown before it is taken, and comes true as it was shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from referee.appeals import hearing, states, undoing, what_if
from referee.appeals.hearing import CommitteeDecision
from referee.base.refusals import Code
from referee.models import Appeal, AppealDecision, AppealStep, Matter, Remedy
from referee.rulings import cases, corrections, penalties
from referee.rulings.what_if import SeatPointsChange, WhatIf
from tests.cast import Cast
from tests.official_cast import fresh
from tests.referee.appeals import looked_at, test_appeals
from tests.referee.appeals.test_appeals import codes, turn
from tests.referee.appeals.test_appeals_of_rulings import heard
from tests.referee.hall import Hall
from tests.referee.rulings.deciding import test_cases as rulings
from tests.referee.rulings.deciding.test_cases import seat
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    AuditEntry,
    Deal,
    Entry,
    EventRegulations,
    Result,
    User,
)
from tournaments.record.once import Sent
from tournaments.regulations.articles import Level
from tournaments.results import event_record


def ranks(cast: Cast) -> dict[str, Any]:
    rows = event_record.standings(results.read(fresh(cast.event)))
    return {row.rank.entry: row.rank for row in rows}


def promised(appeal: Appeal, official: User, decision: CommitteeDecision) -> WhatIf:
    """What a decision would change; asking for it writes nothing."""
    logged = AuditEntry.objects.count()
    changes, _proposal = what_if.what_if(
        results.read(fresh(appeal.event)), appeal, decision, official
    )
    assert AuditEntry.objects.count() == logged
    return changes


def assert_comes_true(
    cast: Cast, appeal: Appeal, chief: User, decision: CommitteeDecision
) -> WhatIf:
    """Take a decision; every rank is the one that was shown, or the one of before."""
    before, changes = ranks(cast), promised(appeal, chief, decision)
    hearing.decide(appeal, turn(appeal, chief), decision)
    shown = {row.competitor.uid: row.after for row in changes.effect}
    for entry, rank in ranks(cast).items():
        expected = shown.get(entry, before[entry])
        for name in ("place", "total", "table_points", "penalties"):
            assert getattr(rank, name) == getattr(expected, name), (entry, name)
    assert verify(cast.tournament) == []
    return changes


def then(changes: WhatIf) -> dict[str, int | None]:
    """What the deal would count for the seats where it changes."""
    return {row.seat: row.after for row in changes.deal}


def reached(uid: str, changes: WhatIf) -> Fraction:
    """By how much the total of an entry would move."""
    (row,) = [row for row in changes.effect if row.competitor.uid == uid]
    return Fraction(row.after.total) - Fraction(row.before.total)


@pytest.mark.full
@pytest.mark.parametrize(
    ("decision", "level", "moved"),
    [
        (AppealDecision.OVERTURNED, None, 100),
        (AppealDecision.VARIED, Level.L3, 80),
        (AppealDecision.VARIED, Level.L5, None),
    ],
)
def test_a_decision_on_a_ruling(
    hall: Hall, chief: User, decision: AppealDecision, level: Level | None, moved: int | None
) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = heard(hall, version, chief)
    decided = CommitteeDecision(decision, "证据不足", level=level)
    changes = assert_comes_true(hall.cast, appeal, chief, decided)
    if moved is None:
        return
    own = rulings.offender(hall).entry.uid
    assert reached(own, changes) == moved
    match = {row.competitor.uid: row for row in changes.match}
    assert match[own].points_after - match[own].points_before == moved


@pytest.mark.full
def test_an_upheld_ruling_changes_nothing(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = heard(hall, version, chief)
    upheld = CommitteeDecision(AppealDecision.UPHELD, "成立")
    assert assert_comes_true(hall.cast, appeal, chief, upheld).is_nothing


@pytest.mark.full
def test_a_void_deal_would_count_again(hall: Hall, chief: User) -> None:
    deal = hall.deal()
    scores = dict(Result.live.get(deal=deal).settlement["scores"])
    version = rulings.rule(hall, "D-05", remedy=Remedy.VOID)
    appeal = heard(hall, version, chief)
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "牌未散")
    changes = assert_comes_true(hall.cast, appeal, chief, overturned)
    assert set(changes.deal) == {
        SeatPointsChange(seat, None, points) for seat, points in scores.items()
    }


@pytest.mark.full
def test_a_linked_correction_would_be_taken_back(hall: Hall, chief: User) -> None:
    first = Result.live.get(deal=hall.deal())
    otherwise = {"won": {**first.facts["won"], "N": [], "S": ["C10", "SQ"]}}
    hall.cast.post(hall.deal(), report=otherwise, seen=1, reason="misread")
    version = rulings.rule(hall, "R-02", remedy=Remedy.CORRECTED)
    appeal = heard(hall, version, chief)
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "没有看错")
    changes = assert_comes_true(hall.cast, appeal, chief, overturned)
    assert {row.seat for row in changes.deal} == {"N", "S"}
    assert then(changes).items() <= first.settlement["scores"].items()


@pytest.mark.full
@pytest.mark.parametrize(
    ("decision", "points", "moved"),
    [(AppealDecision.OVERTURNED, None, 100), (AppealDecision.VARIED, Fraction(-20), 80)],
)
def test_a_decision_on_points_at_a_table(
    cast: Cast, decision: AppealDecision, points: Fraction | None, moved: int
) -> None:
    hall = test_appeals.Hall(cast)
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    decided = CommitteeDecision(decision, "晚到5分钟", points=points)
    changes = assert_comes_true(cast, appeal, hall.chief, decided)
    assert reached(hall.entry.uid, changes) == moved
    assert {row.competitor.uid for row in changes.match} >= {hall.entry.uid}


def appeal_of_a_result(hall: test_appeals.Hall) -> tuple[Appeal, Deal]:
    """An appeal against a deal that a referee voided, heard by the chief alone."""
    related = ("event__tournament", "sitting__segment__match__round__event")
    deal = Deal.objects.select_related(*related).get(pk=hall.cast.deals(hall.round)[0].pk)
    ruled = corrections.rule(deal, hall.chief, "void", "散牌", seen=1)
    entry = Entry.objects.filter(sides__match=deal.sitting.segment.match)[0]
    signed = (entry.members.all()[0].person_id,)
    appeal = hall.appeal(against="result", uid=ruled.uid, entry=entry, signed=signed)
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    return appeal, deal


@pytest.mark.full
def test_a_result_that_is_given_back_twice_at_once_is_given_back_once(cast: Cast) -> None:
    hall = test_appeals.Hall(cast)
    appeal, deal = appeal_of_a_result(hall)
    own = replace(turn(appeal, hall.chief), sent=Sent("decided", "two clicks"))
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "牌未散")
    step = hearing.decide(appeal, own, overturned)
    assert hearing.decide(appeal, own, overturned) == step
    assert Result.live.get(deal=deal).version == 3
    other = CommitteeDecision(AppealDecision.OVERTURNED, "别的")
    with pytest.raises(Refused) as refused:
        hearing.decide(appeal, replace(own, sent=Sent("decided", "otherwise")), other)
    assert codes(refused) == [Reason.FORM_USED]


@pytest.mark.full
def test_a_decision_on_a_result(cast: Cast) -> None:
    hall = test_appeals.Hall(cast)
    appeal, deal = appeal_of_a_result(hall)
    overturned = CommitteeDecision(AppealDecision.OVERTURNED, "牌未散")
    changes = assert_comes_true(cast, appeal, hall.chief, overturned)
    assert changes.effect
    assert then(changes) == Result.live.get(deal=deal).settlement["scores"]


@pytest.mark.full
def test_what_would_be_refused_is_refused_at_the_look(cast: Cast) -> None:
    hall = test_appeals.Hall(cast)
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    for decision, code in (
        (CommitteeDecision(AppealDecision.OVERTURNED, " "), "reason_missing"),
        (CommitteeDecision(AppealDecision.VARIED, "轻些"), Code.VARIED_INTO_NOTHING),
        (
            CommitteeDecision(AppealDecision.VARIED, "重些", points=Fraction(-2000)),
            Code.PENALTY_LARGE,
        ),
        (CommitteeDecision(AppealDecision.RECOMMEND, "撤销"), Code.NOBODY_TO_RECOMMEND),
    ):
        with pytest.raises(Refused) as refused:
            promised(appeal, hall.chief, decision)
        assert codes(refused) == [code]


@pytest.mark.full
@pytest.mark.databases
def test_what_has_changed_since_the_look_is_refused_under_the_lock(hall: Hall, chief: User) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = heard(hall, version, chief)
    stamp = undoing.preview_stamp(hearing.ground_of(appeal))
    own = turn(appeal, chief)
    cases.revise(version.case, hall.cast.bob, rulings.decision(hall, "P-06"), seen=1)
    stale = CommitteeDecision(AppealDecision.OVERTURNED, "证据不足", preview_stamp=stamp)
    with pytest.raises(Refused) as refused:
        hearing.decide(appeal, own, stale)
    assert codes(refused) == [Code.APPEAL_CHANGED]
    assert states.state_of(Appeal.objects.get()) == "heard"


@pytest.mark.full
def test_what_is_sent_twice_is_no_change(hall: Hall, chief: User) -> None:
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    stamp = undoing.preview_stamp(hearing.ground_of(appeal))
    own, decided = (
        replace(turn(appeal, chief), sent=Sent("decided", "two clicks")),
        CommitteeDecision(AppealDecision.OVERTURNED, "证据不足", preview_stamp=stamp),
    )
    assert hearing.decide(appeal, own, decided) == hearing.decide(appeal, own, decided)


def filled(**more: Any) -> dict[str, Any]:
    return {"decision": "varied", "level": "L3", "reasons": "未造成影响", **more}


@pytest.mark.full
def test_the_page_shows_the_effect_and_then_takes_the_decision(
    hall: Hall, chief: User, desk: Client
) -> None:
    own = rulings.offender(hall).entry
    version = rulings.rule(hall, "R-02")
    appeal, before = heard(hall, version, chief), ranks(hall.cast)[own.uid].total
    answer, sent = looked_at.look(desk, appeal, **filled())
    page = answer.content.decode()
    assert answer.status_code == 200
    for words in ("本决定的影响", "部分改判", "轻罚", "−20", "对排名的影响", "就此裁定"):
        assert words in page, words
    assert AppealStep.objects.filter(state="decided").count() == 0
    assert desk.post(looked_at.page_of(appeal), sent).status_code == 302
    assert ranks(hall.cast)[own.uid].total == before + 80
    assert [row.amount for row in Adjustment.objects.order_by("pk")] == [-100, 100, -20]
    assert "就此裁定" not in desk.get(looked_at.page_of(appeal)).content.decode()


@pytest.mark.nightly
def test_another_decision_than_was_shown_is_looked_at_first(
    hall: Hall, chief: User, desk: Client
) -> None:
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    _answer, sent = looked_at.look(desk, appeal, **filled())
    other = desk.post(looked_at.page_of(appeal), {**sent, "decision": "overturned", "level": ""})
    assert other.status_code == 200
    assert other.context["looked"].decision == "撤销"
    assert not AppealStep.objects.filter(state="decided").exists()
    unseen = {name: value for name, value in sent.items() if name != "previewed"}
    assert desk.post(looked_at.page_of(appeal), unseen).status_code == 200
    assert not AppealStep.objects.filter(state="decided").exists()


@pytest.mark.full
def test_the_page_refuses_what_is_stale_and_shows_it_anew(
    hall: Hall, chief: User, desk: Client
) -> None:
    version = rulings.rule(hall, "R-02")
    appeal = heard(hall, version, chief)
    _answer, sent = looked_at.look(desk, appeal, **filled(decision="overturned", level=""))
    cases.revise(version.case, hall.cast.bob, rulings.decision(hall, "P-06"), seen=1)
    stale = desk.post(looked_at.page_of(appeal), sent).content.decode()
    assert "申诉所涉内容已变" in stale
    assert "就此裁定" not in stale
    assert not AppealStep.objects.filter(state="decided").exists()
    assert (
        looked_at.decide(desk, appeal, **filled(decision="overturned", level="")).status_code == 302
    )
    assert sum(row.amount for row in Adjustment.objects.all()) == 0


@pytest.mark.full
def test_a_published_draw_stays(hall: Hall, chief: User, desk: Client) -> None:
    version = rulings.rule(hall, "R-02")
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play()
    appeal = heard(hall, version, chief)
    answer, _sent = looked_at.look(desk, appeal, **filled())
    assert "第2轮对阵已公布，不重新编排" in answer.content.decode()


@pytest.mark.full
def test_points_taken_back_meanwhile_change_what_it_is_about(cast: Cast, client: Client) -> None:
    hall = test_appeals.Hall(cast)
    appeal = hall.appeal()
    hearing.hear(appeal, turn(appeal, hall.chief), Matter.FACT, ())
    client.force_login(hall.chief)
    _answer, sent = looked_at.look(client, appeal, decision="overturned", reasons="钟快了")
    penalties.take_back(hall.penalty, hall.chief, "记错了人")
    assert client.post(looked_at.page_of(appeal), sent).status_code == 200
    assert not AppealStep.objects.filter(state="decided").exists()


@pytest.mark.nightly
def test_the_seat_is_named(hall: Hall, chief: User, desk: Client) -> None:
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    answer, _sent = looked_at.look(desk, appeal, **filled())
    told = [one.whom for one in answer.context["looked"].proposal.sanctions]
    assert len(told) == 1
    assert seat(hall).person.name in told[0]


@pytest.mark.nightly
def test_regulations_changed_meanwhile_are_looked_at_first(
    hall: Hall, chief: User, desk: Client
) -> None:
    """A light penalty is 20 points at the look, and 10 by the policy that came after it."""
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    answer, sent = looked_at.look(desk, appeal, **filled())
    assert [one.points for one in answer.context["looked"].proposal.sanctions] == ["−20分"]
    regulations, _ = EventRegulations.objects.get_or_create(event=hall.cast.event)
    regulations.policies = {"revoke": "points_per_card"}
    regulations.save()
    again = desk.post(looked_at.page_of(appeal), sent)
    assert again.status_code == 200
    assert [one.points for one in again.context["looked"].proposal.sanctions] == ["−10分"]
    assert not AppealStep.objects.filter(state="decided").exists()


@pytest.mark.nightly
def test_a_second_yellow_card_is_said(hall: Hall, chief: User, desk: Client) -> None:
    rulings.rule(hall, "B-01", by=hall.cast.alice, level=Level.L2, level_reason="rude")
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    for level, is_said in (("L3", False), ("L2", True)):
        answer, _sent = looked_at.look(desk, appeal, **filled(level=level))
        assert ("本阶段第二张黄牌" in answer.content.decode()) is is_said


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"points": "50"}, "罚分为负数，请写明减号"),
        ({"decision": "upheld"}, "只有部分改判时才另定处罚"),
    ],
)
def test_a_penalty_rewards_nobody_and_takes_the_place_of_one(
    hall: Hall, chief: User, desk: Client, sent: dict[str, str], words: str
) -> None:
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    page = desk.post(looked_at.page_of(appeal), {"step": "decide", "seen": 2, **filled(**sent)})
    assert words in page.content.decode()
    assert "就此裁定" not in page.content.decode()


@pytest.mark.full
def test_a_decision_changed_after_the_look_is_said_to_be_another(
    hall: Hall, chief: User, desk: Client
) -> None:
    appeal = heard(hall, rulings.rule(hall, "R-02"), chief)
    answer, sent = looked_at.look(desk, appeal, **filled(without_merit="on"))
    assert "申诉无理" in answer.content.decode().split('id="follows"')[1].split("</section>")[0]
    other = desk.post(looked_at.page_of(appeal), {**sent, "level": "L4"}).content.decode()
    assert "内容与刚才显示的不同" in other
