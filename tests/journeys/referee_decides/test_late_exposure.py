"""♥A is exposed at 21 seconds: void unless the referee allows it, and both are shown before.

East wins all hearts but the king: −(50 + 30 + 20 + 6 · 10) = −160, West the king, −40, and North
the pig, −100. With ♥A exposed all hearts count twice: −320 and −80. Until the referee decides the
exposure is void, so that East has −160.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from referee.models import Irregularity
from tests import cast as people
from tests.browser.conftest import Devices
from tests.browser.table.test_late_exposures import late
from tests.browser.tablet import TabletPage
from tests.cast import NORTH_TAKES_THE_PIG
from tests.journeys.referee_decides import told
from tests.referee.hall import Hall, Tablet
from tests.referee.rulings.deals.test_adjusted_scores import text
from tests.web.desk.adjusted.test_adjusted_pages import scoresheet, sound
from tournaments.models import Result

HEARTS = [card for card in NORTH_TAKES_THE_PIG["won"]["E"] if card != "HK"]
REPORT = {"won": {"N": ["SQ"], "W": ["HK"], "E": HEARTS, "S": ["DJ", "C10"]}}
EARLY = {"seat": "E", "card": "HA", "kind": "exposed"}
WHY = "the bell had not been heard"


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """A club evening: the choice is there too."""
    return Hall.of(people.assemble())


def east(hall: Hall) -> tuple[int, int]:
    """Return the version that counts and East's points."""
    live = Result.live.get(deal=hall.deal())
    return live.version, live.settlement["scores"]["E"]


def written(hall: Hall, exposed: dict[str, Any]) -> None:
    """North writes the deal at the tablet, and the others confirm it."""
    tablet = Tablet(Client()).opens(hall.table)
    sheet = hall.sheet(report={**REPORT, "exposed": [exposed]})
    tablet.submits(sheet)
    for label in "WSE":
        tablet.sends("confirmations", hall.agreement(sheet, label))


@pytest.mark.full
def test_in_time_it_doubles_all_hearts(db: None) -> None:
    hall = Hall.of(people.assemble())
    written(hall, EARLY)
    assert east(hall) == (1, -320)
    assert not Irregularity.objects.filter(code="late_exposure").exists()


def writes_down(hall: Hall, device: Devices) -> TabletPage:
    """North writes the deal and marks the exposure as late; West confirms."""
    tablet = device().opens(hall.table).writes("N")
    tablet.exposable("HA").click()
    late(tablet).click()
    tablet.asked("E").click()
    expect(tablet.exposable("HA")).to_contain_text("too late")
    tablet.gives("N", "SQ").gives("W", "HK").gives("S", "DJ", "C10").rest("E")
    tablet.previews().sends().confirms("W").sees_done()
    expect(tablet.total("East")).to_have_text("−160")
    return tablet


def decides(referee: Page, button: str, why: str) -> None:
    """Look at both, say why, and choose."""
    choice = referee.locator("section", has=referee.locator("#exposure"))
    for words in ("−160", "−320"):
        expect(choice).to_contain_text(words)
    choice.locator("[name=reason]").fill(why)
    choice.get_by_role("button", name=button).tap()
    expect(choice.get_by_role("button", name=button)).to_have_count(0)


@pytest.mark.nightly
def test_from_the_table_to_the_papers(hall: Hall, device: Devices, referee: Page) -> None:
    tablet = writes_down(hall, device)
    assert east(hall) == (1, -160)

    row = Irregularity.objects.get(code="late_exposure")
    referee.goto(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    where = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    referee.locator(f'a[href="{where}"]').first.tap()
    rows = referee.locator("section:has(#exposure) table.versus tbody tr")
    expect(rows.filter(has_text="−160")).to_contain_text("−320")
    # Only looked at: nothing is changed.
    assert east(hall) == (1, -160)

    decides(referee, "Allow it", WHY)
    assert east(hall) == (2, -320)
    tablet.asks_again()
    expect(tablet.total("East")).to_have_text("−320")
    assert_told(hall)

    # He thinks again: void, and both versions stay.
    referee.goto(where)
    decides(referee, "Declare it void", "it was heard after all")
    assert east(hall) == (3, -160)
    tablet.asks_again()
    expect(tablet.total("East")).to_have_text("−160")
    assert WHY in told.record(hall.cast.event)
    sound(hall.cast)


def assert_told(hall: Hall) -> None:
    """The page of the deal, the scoresheet and the 裁判记录 say what was decided and why."""
    stranger = Client(headers={"accept-language": "en"})
    page = text(stranger.get(reverse("deal", args=[hall.deal().uid])))
    assert "−320" in page
    assert WHY in page
    with translation.override("en"):
        assert WHY in scoresheet(hall.deal())
        kept = told.record(hall.cast.event)
    for words in (WHY, "−160, now −320", hall.cast.bob.called):
        assert words in kept
