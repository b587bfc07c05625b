"""An appeal with a deposit changes a decision: at the desk, on public pages and on paper."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubs import fees
from clubs.fees.prizes import PaidPrize
from referee.models import Appeal
from tests import official_cast
from tests.browser.conftest import Devices
from tests.journeys.referee_decides import hall_desk, hall_tablets
from tests.journeys.referee_decides.hall_tablets import CHINESE, PHONE
from tests.journeys.referee_decides.official_desk import Desk
from tests.official_cast import Clock, fresh
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import seat
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Club, ClubFeature, PaymentMethod, Round

PAPER = "PDF文件"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return official_cast.stopped_clock(monkeypatch)


@pytest.fixture
def desk(transactional_db: None, clock: Clock) -> Desk:
    desk = Desk.of(deposit=10000)
    Club.objects.update(features=[ClubFeature.FEES.value])
    return desk


@pytest.fixture
def hall(desk: Desk) -> Hall:
    return Hall.of(desk.cast)


@pytest.fixture
def bob(desk: Desk, hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    return hall_tablets.of_an_official(device, live_server.url, desk.cast.bob, locale=CHINESE)


@pytest.fixture
def carol(desk: Desk, hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    return hall_tablets.of_an_official(device, live_server.url, desk.chief, locale=CHINESE)


@pytest.fixture
def phone(desk: Desk, hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    """A player's own, on which nobody has signed in."""
    return device(viewport=PHONE, locale=CHINESE, base_url=live_server.url).page


def end_the_day(desk: Desk, round_: Round) -> None:
    """Close the round and finish the event, with a prize for the first."""
    cast = desk.cast
    organise.close_round(round_, cast.director)
    prizes = {"amounts": ["100"], "ties": "divided"}
    organise.set_prizes(fresh(cast.event), cast.director, prizes)
    official_cast.finish(cast)


def rules(bob: Page, hall: Hall) -> None:
    """Bob rules on the first deal: a revoke."""
    bob.goto(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid]))
    bob.locator('nav a[href*="?deal="]').tap()
    name = seat(hall).person.name
    hall_tablets.looks_at(bob, name, "R-02", "第7圈有♦未跟，下一圈已出牌")
    hall_tablets.rules_so(bob)


def lodge(bob: Page, hall: Hall) -> Appeal:
    """Hand the appeal in: the ruling is offered by its number, the deposit is taken first."""
    bob.goto(reverse("referee_appeals", args=[hall.cast.tournament.uid]))
    bob.get_by_role("link", name="受理申诉").tap()
    bob.locator("a[href^='?entry=']", has_text=seat(hall).person.name).tap()
    offered = bob.locator("label", has=bob.locator("[name=ground]"))
    expect(offered).to_have_count(1)  # Its penalty points are not offered again.
    expect(offered).to_contain_text("裁-2026-0001")
    offered.tap()
    bob.locator("[name=statement]").fill("没有藏牌，是裁判看错了")
    bob.locator("[name=signed]").check()
    submit = bob.locator("main form .form-actions button")
    submit.tap()
    expect(bob.locator("main")).to_contain_text("请先收取保证金")
    assert not Appeal.objects.exists()
    bob.locator("[name=receipt]").fill("0001")
    submit.tap()
    expect(bob.locator("h1")).to_contain_text("申-2026-001")
    return Appeal.objects.get()


def takes_step(official: Page, appeal: Appeal, step: str, **words: str) -> None:
    """Open the form of a step, fill it in and send it; the appeal has one step more."""
    official.goto(reverse("referee_appeal", args=[appeal.event.tournament.uid, appeal.uid]))
    steps = official.locator("section:has(#steps) ol > li")
    taken = steps.count()
    form = official.locator("form", has=official.locator(f'[name=step][value="{step}"]'))
    folded = official.locator("details:not([open])", has=form)
    if folded.count():
        folded.locator("summary").tap()
    for name, said in words.items():
        field = form.locator(f"[name={name}]")
        kind = field.first.evaluate("field => field.type")
        if kind == "radio":
            form.locator(f'[name={name}][value="{said}"]').check()
        elif kind == "select-one":
            field.select_option(said)
        else:
            field.fill(said)
    form.locator(".form-actions button").tap()
    if step == "decide":
        expect(form.locator("#follows")).to_be_visible()
        expect(steps).to_have_count(taken)
        expect(form).to_contain_text("对排名的影响")
        form.get_by_role("button", name="就此裁定").tap()
    expect(steps).to_have_count(taken + 1)


def decide(bob: Page, carol: Page, appeal: Appeal) -> None:
    """Hear both sides and vary the ruling: a lighter level, the deposit back."""
    takes_step(bob, appeal, "reply", text="第7圈有方块未跟")
    takes_step(bob, appeal, "comment", text="下一圈已出牌，藏牌成立")
    takes_step(carol, appeal, "hear", matter="fact", committee="林一\n林二\n林三")
    decision = {"decision": "varied", "level": "L3", "reasons": "未造成影响"}
    takes_step(carol, appeal, "decide", **decision, deposit="returned")


def reads(phone: Page, desk: Desk, hall: Hall, *words: str) -> None:
    """The player reads on the entry's page, by phone."""
    number = desk.entry(seat(hall)).number
    phone.goto(reverse("entry", args=[desk.cast.event.uid, number]))
    for said in ("裁-2026-0001", *words):
        expect(phone.locator("main")).to_contain_text(said)


@pytest.mark.nightly
def test_an_appeal_with_a_deposit_changes_a_decision(
    desk: Desk, hall: Hall, clock: Clock, bob: Page, carol: Page, phone: Page
) -> None:
    desk.cast.play(hall.round)
    own, unpunished = desk.entry(seat(hall)).uid, desk.totals()
    rules(bob, hall)
    assert desk.totals()[own] == unpunished[own] - 100
    reads(phone, desk, hall, "R-02", "−100")
    end_the_day(desk, hall.round)
    appeal = lodge(bob, hall)
    phone.goto(reverse("event", args=[desk.cast.event.uid]))
    expect(phone.locator("main")).to_contain_text("尚有未决申诉或争议")
    open_paper = hall_tablets.printed(bob, PAPER)
    for words in ("申诉单申-2026-001", "裁-2026-0001", "没有藏牌", "0001", "100"):
        assert words in open_paper, words
    with pytest.raises(Refused):
        pay(desk)
    decide(bob, carol, appeal)

    assert desk.totals()[own] == unpunished[own] - 20
    amounts = [row.amount for row in Adjustment.objects.order_by("pk")]
    assert amounts == [-100, 100, -20], "by counter-entries: nothing is overwritten"
    reads(phone, desk, hall, "轻罚（程序性判罚） −20", "+100")
    assert_told(desk, hall_tablets.printed(carol, PAPER), desk.ruling().case.uid)
    it_becomes_official(desk, clock, phone)


def it_becomes_official(desk: Desk, clock: Clock, phone: Page) -> None:
    """With the appeal decided the notice runs out, and prizes are paid."""
    clock.go_on(minutes=40)
    official_cast.do_due_jobs(clock)
    phone.goto(reverse("event", args=[desk.cast.event.uid]))
    expect(phone.locator("h1")).to_be_visible()
    expect(phone.locator("main")).not_to_contain_text("最终成绩公示")
    pay(desk)
    assert verify(desk.cast.tournament) == []


def pay(desk: Desk) -> None:
    first = fresh(desk.cast.event).entries.get(number=1)
    fees.pay_prize(first, desk.cast.alice, PaidPrize("100", 100), PaymentMethod.CASH)


def assert_told(desk: Desk, decided: str, case: str) -> None:
    """The ruling, the appeal and the 裁判记录 say what came of it, on page and on paper."""
    tournament = desk.cast.tournament.uid
    ruling = desk.page("referee_ruling", tournament, case, browser=desk.bobs)
    for words in ("申-2026-001", "部分改判", "第2版", "已改判", "保证金退还"):
        assert words in ruling, words
    paper = desk.paper("referee_ruling_paper", case)
    for words in ("裁-2026-0001·第2版", "申-2026-001", "部分改判", "−20"):
        assert words in paper, words
    for words in ("部分改判", "改判：", "−20", "保证金退还", "林二", "未造成影响"):
        assert words in decided, words
    record = hall_desk.record_of(desk.cast.event)
    assert "申-2026-001" in record
    assert "裁-2026-0001" in record
