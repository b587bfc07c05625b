"""An appeal with a deposit changes a decision: at the desk, on public pages and on paper."""

from __future__ import annotations

import pytest
from django.urls import reverse

from referee.models import Appeal
from referee.reports import proceedings
from tests import official_cast
from tests.journeys.referee_decides.official_desk import Desk
from tests.official_cast import Clock, fresh
from tournaments import fees, organise
from tournaments.checks.verification import verify
from tournaments.fees.paying import Prize
from tournaments.models import Adjustment, Club, ClubFeature, PaymentMethod, Round
from tournaments.publish.documents import Subject
from tournaments.refusals import Refused

pytestmark = [pytest.mark.full]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


@pytest.fixture
def desk(db: None, clock: Clock) -> Desk:
    desk = Desk.of(deposit=10000)
    Club.objects.update(features=[ClubFeature.FEES.value])
    return desk


def end_the_day(desk: Desk, round_: Round) -> None:
    """Close the round and finish the event, with a prize for the first."""
    cast = desk.cast
    organise.close_round(round_, cast.director)
    prizes = {"amounts": ["100"], "ties": "divided"}
    organise.set_prizes(fresh(cast.event), cast.director, prizes)
    official_cast.finish(cast)


def lodge(desk: Desk, round_: Round) -> Appeal:
    """Hand the appeal in: the ruling is offered by its number, the deposit is taken first."""
    cast, version, seat = desk.cast, desk.ruling(), desk.seat(round_)
    lodging = reverse("referee_appeal_lodge", args=[cast.tournament.uid, cast.event.uid])
    offered = desk.bobs.get(f"{lodging}?entry=1").content.decode()
    assert "裁-2026-0001" in offered
    assert offered.count('name="ground"') == 1, "its penalty points are not offered again"
    ground = f"ruling:{version.uid}"
    assert "请先收取保证金" in desk.lodge(seat, ground).content.decode()
    assert desk.lodge(seat, ground, receipt="0001").status_code == 302
    return Appeal.objects.get()


def decide(desk: Desk, appeal: Appeal) -> None:
    """Hear both sides and vary the ruling: a lighter level, the deposit back."""
    desk.step(appeal, "reply", desk.bobs, text="第7圈有方块未跟")
    desk.step(appeal, "comment", desk.bobs, text="下一圈已出牌，藏牌成立")
    desk.step(appeal, "hear", matter="fact", committee="林一\n林二\n林三")
    decision = {"decision": "varied", "level": "L3", "reasons": "未造成影响"}
    desk.step(appeal, "decide", None, **decision, deposit="returned")


def test_an_appeal_with_a_deposit_changes_a_decision(desk: Desk, clock: Clock) -> None:
    cast, round_ = desk.cast, desk.cast.round_in_play()
    cast.play(round_)
    seat = desk.seat(round_)
    own, unpunished = desk.entry(seat), desk.totals()
    desk.rule(seat, "R-02", cast.deals(round_)[0], facts="第7圈有♦未跟，下一圈已出牌")
    assert desk.totals()[own.uid] == unpunished[own.uid] - 100
    end_the_day(desk, round_)
    appeal, case = lodge(desk, round_), desk.ruling().case.uid
    assert "尚有未决申诉或争议" in desk.event_page()
    open_paper = desk.paper("referee_appeal_paper", appeal.uid)
    for words in ("申诉单申-2026-001", "裁-2026-0001", "没有藏牌", "0001", "100"):
        assert words in open_paper, words
    with pytest.raises(Refused):
        pay(desk)
    decide(desk, appeal)

    assert desk.totals()[own.uid] == unpunished[own.uid] - 20
    amounts = [row.amount for row in Adjustment.objects.order_by("pk")]
    assert amounts == [-100, 100, -20], "by counter-entries: nothing is overwritten"
    assert_told(desk, appeal, case)
    clock.go_on(minutes=40)
    official_cast.do_due_jobs(clock)
    assert "最终成绩公示" not in desk.event_page()
    pay(desk)
    assert verify(cast.tournament) == []


def pay(desk: Desk) -> None:
    first = fresh(desk.cast.event).entries.get(number=1)
    fees.pay_prize(first, desk.cast.alice, Prize("100", 100), PaymentMethod.CASH)


def assert_told(desk: Desk, appeal: Appeal, case: str) -> None:
    """The ruling, the appeal and the 裁判记录 say what came of it, on page and on paper."""
    tournament = desk.cast.tournament.uid
    ruling = desk.page("referee_ruling", tournament, case, browser=desk.bobs)
    for words in ("申-2026-001", "部分改判", "第2版", "已改判", "保证金退还"):
        assert words in ruling, words
    paper = desk.paper("referee_ruling_paper", case)
    for words in ("裁-2026-0001·第2版", "申-2026-001", "部分改判", "−20"):
        assert words in paper, words
    decided = desk.paper("referee_appeal_paper", appeal.uid)
    for words in ("部分改判", "改判：", "−20", "保证金退还", "林二", "未造成影响"):
        assert words in decided, words
    record = str(proceedings.prepare(Subject(fresh(desk.cast.event))).input)
    assert "申-2026-001" in record
    assert "裁-2026-0001" in record
