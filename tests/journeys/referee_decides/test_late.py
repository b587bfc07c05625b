"""6 and 16 minutes late: a warning and a penalty, on the phone, on public pages and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import Arrival
from tests import cast as people
from tests import official_cast
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.cast import Cast
from tests.journeys.referee_decides import hall_desk, hall_tablets
from tests.journeys.referee_decides.hall_tablets import CHINESE, PHONE
from tests.referee.arrivals.lateness import late, official, rank
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import seat
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Award, Event, PenaltyWarning, Round
from tournaments.standings.match_scores import Order


def assembled() -> Cast:
    """An official individual event of four players, ranked by table points."""
    cast = people.assemble(players=4)
    Event.objects.filter(pk=cast.event.pk).update(ranking=Order.TABLE_POINTS)
    official(cast.event)
    official_cast.leads(cast)
    cast.event.refresh_from_db()
    return cast


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    with translation.override("zh-hans"):
        yield assembled()


@pytest.fixture
def hall(transactional_db: None) -> Iterator[Hall]:
    with translation.override("zh-hans"):
        yield Hall.of(assembled())


@pytest.fixture
def chief(hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    """The tablet of the chief referee, who may give both."""
    carol = hall_desk.chief_of(hall.cast)
    return hall_tablets.of_an_official(device, live_server.url, carol, locale=CHINESE)


def address(round_: Round) -> str:
    return reverse("referee_arrivals", args=[round_.event.tournament.uid, round_.uid])


def press(browser: Client, round_: Round, label: str, **data: Any) -> str:
    whom = late(round_, label)
    sent = {"side": whom.side.uid, "entry": whom.entry.uid, **data}
    return str(browser.post(address(round_), sent, follow=True).content.decode())


def told_everywhere(hall: Hall, phone: Page, number: int) -> None:
    """The penalty is read on the entry's page, and both on the paper of the referee."""
    phone.goto(phone_address(hall, number))
    for words in ("迟到16分钟", "−100"):
        expect(phone.locator("main")).to_contain_text(words)
    record = hall_desk.record_of(hall.cast.event)
    for words in ("迟到6分钟", "迟到16分钟", "本桌罚分−100（T-02）"):
        assert words in record, words
    for words in ("口头警告迟到6分钟carol", "迟到16分钟条款：T-02carol"):
        assert words in record, "who gave it"


def table_points(hall: Hall) -> tuple[int, int]:
    """What South and West have."""
    entries = [late(hall.round, label).entry.uid for label in "SW"]
    south, west = (rank(hall.cast.event, uid).table_points for uid in entries)
    return south, west


def phone_address(hall: Hall, number: int) -> str:
    return reverse("entry", args=[hall.cast.event.uid, number])


def missing(chief: Page, name: str) -> Locator:
    """The panel of somebody who is missing."""
    return chief.locator("section:has(#missing) li.panel", has_text=name)


def noted(chief: Page, name: str) -> Locator:
    """The panel of somebody who came late."""
    return chief.locator("section:has(#noted) li.panel", has_text=name)


def notes_missing(chief: Page, hall: Hall, *names: str) -> None:
    """From the page of the round: who is not at the table when the clock runs."""
    chief.goto(reverse("desk_round", args=[hall.round.uid]))
    chief.get_by_role("link", name="迟到登记", exact=True).tap()
    for name in names:
        chief.locator("button[value=missing]", has_text=name).tap()
        expect(missing(chief, name)).to_be_visible()


def arrives(chief: Page, name: str, minutes: str, follows: str) -> None:
    """What follows is shown before 到场 is pressed, and given with it."""
    chief.reload()
    waiting = missing(chief, name)
    for words in (minutes, follows):
        expect(waiting).to_contain_text(words)
    assert not Adjustment.objects.exists(), "what is shown is not given"
    waiting.locator(".arrival-button").tap()
    for words in (minutes, follows):
        expect(noted(chief, name)).to_contain_text(words)


def takes_back(chief: Page, name: str, why: str) -> None:
    panel = noted(chief, name)
    panel.locator("summary").tap()
    panel.locator("[name=reason]").fill(why)
    panel.locator("button[value=back]").tap()
    expect(panel).to_have_count(0)


def plays(table: TabletPage) -> None:
    """The two deals of `play`, on the tablet."""
    table.gives("W", "DJ", "HK").gives("S", "C10").rest("N")
    table.previews().sends().confirms("S").sees_done().act("next").click()
    table.gives("E", "DJ").gives("S", "HQ").rest("N")
    table.previews().sends().confirms("S").sees_done()


@pytest.mark.nightly
def test_six_and_sixteen_minutes(
    hall: Hall, device: Devices, chief: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worked case 1, and T-01: the warning counts; the penalty takes a place and a table point."""
    south, west = (seat(hall, label).person.name for label in "SW")
    pass_minutes = hall_desk.start_clock(hall.cast, hall.round, monkeypatch)
    pass_minutes(3)
    notes_missing(chief, hall, south, west)
    table = device(locale=CHINESE).opens(hall.table).writes("N")
    hall_tablets.reads_no_penalty(table)

    pass_minutes(6)
    arrives(chief, south, "6分钟", "警告（T-01）")
    warned = PenaltyWarning.objects.get()
    assert (warned.article, warned.entry) == ("T-01", late(hall.round, "S").entry)
    hall_tablets.reads_penalties(table, f"{south}：口头警告")
    pass_minutes(16)
    arrives(chief, west, "16分钟", "本桌罚分−100（T-02）")
    hall_tablets.reads_penalties(table, west, "−100", "T-02", number=2)

    plays(table)
    assert [int(row.amount) for row in Adjustment.objects.all()] == [-100]
    assert table_points(hall) == (2, 1)
    phone = device(viewport=PHONE, locale=CHINESE, base_url=table.address).page
    told_everywhere(hall, phone, late(hall.round, "W").entry.number)
    # He had been at the scorer's table: all of it is taken back, and stays in the record.
    takes_back(chief, west, "当时在编排台")
    hall_tablets.reads_penalties(table, f"{south}：口头警告")
    assert table_points(hall) == (1, 2)
    assert "当时在编排台" in hall_desk.record_of(hall.cast.event)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_thirty_one_minutes_are_a_forfeit_of_a_single_player(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """弃权 for individuals too: 0 table points, the others have their averages."""
    browser = hall_desk.browser_of(hall_desk.chief_of(cast))
    round_ = cast.round_in_play()
    pass_minutes = hall_desk.start_clock(cast, round_, monkeypatch)
    press(browser, round_, "N", press="missing")
    pass_minutes(31)
    assert "判弃权（T-03）" in browser.get(address(round_)).content.decode()
    press(browser, round_, "N", press="forfeit")
    assert Arrival.objects.latest("pk").state == "forfeited"
    assert Award.objects.get().kind == "forfeited"
    absent = rank(cast.event, late(round_, "N").entry.uid)
    assert absent.table_points == 0
    record = hall_desk.record_of(cast.event)
    assert "判弃权（T-03）" in record
    assert verify(cast.tournament) == []
