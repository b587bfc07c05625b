"""An exposed card played against the rule, seen too late: it stands, and costs a hundred."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from referee.models import Irregularity, RulingVersion
from referee.sheets import irregularities
from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_depths import plays_by
from tests.browser.tablet import TabletPage
from tests.journeys.referee_decides import hall_tablets, told
from tests.journeys.referee_decides.hall_tablets import CountedTaps, follows
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import offender, seat
from tests.referee.scenarios.test_rulings_on_play import protected
from tests.web.desk.adjusted.test_adjusted_pages import scoresheet
from tournaments.checks.verification import verify
from tournaments.models import Adjustment, Result

pytestmark = pytest.mark.nightly


def writes_down(hall: Hall, device: Devices) -> TabletPage:
    """South writes every card; the tablet says what is against the rule, and the table sends it."""
    plays_by(hall, {"preset": "classic"}, "tricks")
    tablet, deal = device().opens(hall.table).writes("S"), Played(dict(protected()))
    page = DeepTablet(tablet).types_all(deal).step("play")
    tablet.exposable("SQ").click()
    expect(tablet.exposable("SQ")).to_contain_text("W")
    page.types_plays(" ".join(card for _seat, card in deal.plays))
    expect(page.flags.first).to_be_visible()
    tablet.page.keyboard.press("Escape")
    tablet.previews()
    told_at_table = tablet.page.locator('[data-view="result"] [data-part="flags"]')
    expect(told_at_table).to_contain_text("The referee will see this")
    return tablet.sends().confirms("N").sees_done()


def rules_on_it(referee: Page, hall: Hall) -> None:
    """Bob finds it among what waits for him, and rules as the article says."""
    referee.goto(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    row = Irregularity.objects.get(code="protected_card_followed")
    address = reverse("referee_irregularity", args=[hall.cast.tournament.uid, row.uid])
    referee.locator(f'a[href="{address}"]').first.tap()
    hands = CountedTaps(referee)
    hands.link("Rule by the penalty table")
    expect(referee.locator("input[name=article][value=E-05]")).to_be_checked()
    hands.button("Show the effect")
    for words in ("the exposure stand", "−100", seat(hall, "W").person.name):
        expect(follows(referee)).to_contain_text(words)
    assert not Adjustment.objects.exists()
    hands.button("Issue ruling")
    expect(referee.locator("h1")).to_contain_text("0001")
    assert irregularities.incident_of(row).rulings


def test_from_the_table_to_the_papers(hall: Hall, device: Devices, referee: Page) -> None:
    tablet = writes_down(hall, device)
    before = Result.live.get()
    assert before.facts["exposed"] == protected()["exposed"]
    hall_tablets.reads_no_penalty(tablet)
    rules_on_it(referee, hall)

    version, name = RulingVersion.objects.get(), seat(hall, "W").person.name
    assert version.article == "E-05"
    assert Adjustment.objects.get().amount == -100
    # The trick and the multiplier stand as they were played.
    assert Result.live.get() == before
    hall_tablets.reads_penalties(tablet, name, "−100 penalty points", "E-05")
    with translation.override("en"):
        told_everywhere(hall, version, name)
    printed = hall_tablets.printed(referee, "Print the ruling")
    assert all(words in printed for words in ("E-05", name, "−100"))
    assert verify(hall.cast.tournament) == []


def told_everywhere(hall: Hall, version: RulingVersion, name: str) -> None:
    """Pages and papers tell the ruling, and none of them says that nothing followed."""
    public = told.public_pages(hall.deal(), offender(hall, "W").entry.number)
    record = told.record(hall.cast.event)
    assert all("E-05" in page for page in public)
    assert all(words in record for words in ("E-05", name, "−100"))
    papers = record, scoresheet(hall.deal())
    assert not any("no action" in words for words in (*public, *papers))
    number = f"R-{version.case.year}-0001"
    assert all(f"Decided by ruling {number}." in words for words in papers)
