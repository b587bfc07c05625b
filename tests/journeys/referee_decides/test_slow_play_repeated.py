"""Slow play repeated: warned twice, penalised the third time, and read on every page and paper.

The table calls by its tablet each time, and reads on it what was given.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import CallReason, CallState, RulingVersion
from tests import cast as people
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.journeys.referee_decides import hall_desk, hall_tablets
from tests.journeys.referee_decides.hall_tablets import CHINESE, follows
from tests.referee.arrivals.lateness import official
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import offender, seat
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, PenaltyWarning

pytestmark = pytest.mark.nightly

FACTS = "出牌超过20秒"


@pytest.fixture
def hall(transactional_db: None) -> Iterator[Hall]:
    cast = people.assemble(players=4)
    official(cast.event)
    hall_desk.chief_of(cast)
    cast.event.refresh_from_db()
    with translation.override("zh-hans"):
        yield Hall.of(cast)


@pytest.fixture
def referee(hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    return hall_tablets.of_an_official(device, live_server.url, hall.cast.bob, locale=CHINESE)


def is_called(table: TabletPage, referee: Page, hall: Hall) -> None:
    """The table calls; Bob takes the call, and goes from it to the form of a ruling."""
    expect(hall_tablets.calls(table, CallReason.OTHER)).to_have_text("已呼叫")
    referee.goto(reverse("referee_calls", args=[hall.cast.tournament.uid]))
    referee.locator(f'button[name=state][value="{CallState.AT_THE_TABLE}"]').tap()
    expect(referee.locator(".state-live")).to_be_visible()
    referee.locator('a[href*="?call="]').tap()
    hall_tablets.looks_at(referee, seat(hall).person.name, "T-05", FACTS)


def is_over(table: TabletPage, referee: Page, hall: Hall) -> None:
    """Bob is done with the call, and the table may call again."""
    referee.goto(reverse("referee_calls", args=[hall.cast.tournament.uid]))
    referee.locator(f'button[name=state][value="{CallState.DONE}"]').tap()
    expect(referee.locator("[name=state]")).to_have_count(0)
    table.asks_again()
    expect(table.page.locator('[data-part="call"]')).to_have_text("呼叫裁判")


def test_the_third_time_costs_twenty_points(hall: Hall, device: Devices, referee: Page) -> None:
    """T-05: 1st and 2nd L1, from the 3rd in a game (局) L3."""
    table = device(locale=CHINESE).opens(hall.table).writes("S").enters()
    name = seat(hall).person.name
    for number in (1, 2):
        is_called(table, referee, hall)
        expect(follows(referee)).to_contain_text("口头警告")
        hall_tablets.rules_so(referee)
        assert PenaltyWarning.objects.count() == number
        is_over(table, referee, hall)
        hall_tablets.reads_penalties(table, f"{name}：口头警告", number=number)
    is_called(table, referee, hall)
    # The page proposes the next step, with what it takes and what it changes.
    for words in ("2次", "轻罚", "−20", "→"):
        expect(follows(referee)).to_contain_text(words)
    assert not Adjustment.objects.exists()
    hall_tablets.rules_so(referee)
    assert [int(row.amount) for row in Adjustment.objects.all()] == [-20]
    paper = hall_tablets.printed(referee, "打印裁决单")
    is_over(table, referee, hall)
    hall_tablets.reads_penalties(table, "−20", "T-05", number=3)
    told_everywhere(hall, paper)


def told_everywhere(hall: Hall, paper: str) -> None:
    """The ruling is read on its paper, on the offender's page and in the 裁判记录."""
    assert RulingVersion.objects.count() == 3
    for word in ("裁决单", "T-05", "轻罚", "−20", FACTS, seat(hall).person.name):
        assert word in paper, word
    number, event = offender(hall).entry.number, hall.cast.event
    public = hall_desk.page(hall_desk.browser_of(), "entry", event.uid, number)
    assert "T-05" in public
    assert "−20" in public
    assert hall_desk.record_of(event).count("T-05") >= 3
    assert verify(hall.cast.tournament) == []
