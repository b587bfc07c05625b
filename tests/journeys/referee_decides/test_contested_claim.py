"""A contested claim with five tricks left: the hands, the search as evidence, the decision, told.

The event decides by all or nothing. East claims all the rest on the tablet, and North objects.
"""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.claims import policies
from referee.models import Claim, ClaimMode, RulingVersion
from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_claims_decided import FIVE_LEFT, objects
from tests.browser.table.test_depths import WESTERN, plays_by
from tests.journeys.referee_decides import hall_desk, hall_tablets, told
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import seat
from tests.web.desk.adjusted.test_adjusted_pages import scoresheet
from tournaments.checks.verification import verify
from tournaments.models import Result
from tournaments.wording.values import signed

WHY = "the line was in doubt"


@pytest.fixture
def chief(hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    """The tablet of the chief referee."""
    return hall_tablets.of_an_official(device, live_server.url, hall_desk.chief_of(hall.cast))


def chooses_the_mode(chief: Page, hall: Hall) -> None:
    """How contested claims are decided is the chief's, and said before one is made."""
    where = [hall.cast.tournament.uid, hall.cast.event.uid]
    chief.goto(reverse("referee_claim_policy", args=where))
    chief.locator("label", has_text="all or nothing").tap()
    chief.get_by_role("button", name="Save").tap()
    chosen = chief.locator(f'[name=mode][value="{ClaimMode.SKAT_ALL_OR_NOTHING}"]')
    expect(chosen).to_be_checked()
    assert policies.policy_of(hall.cast.event).mode == ClaimMode.SKAT_ALL_OR_NOTHING


def claims(hall: Hall, device: Devices) -> DeepTablet:
    """Eight tricks are written down; East claims the other five, North objects."""
    plays_by(hall, WESTERN, "tricks")
    played = Played.number(0)
    page = DeepTablet(device().opens(hall.table).writes("S")).types_all(played).step("play")
    page.types_plays(" ".join(card for _seat, card in played.plays[:FIVE_LEFT]))
    page.page.keyboard.press("Escape")
    objects(page.claims("E", "all"), "N")
    page.tablet.previews().act("send").click()
    expect(page.tablet.view("result").locator(".state")).to_have_text("With the referee")
    page.tablet.sent()
    return page


def looks(referee: Page, hall: Hall) -> None:
    """The referee finds the claim with the hands, what is at stake, and what the search says."""
    referee.goto(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    referee.get_by_role("region", name="Claims to be decided").get_by_role("link").tap()
    claimed = referee.get_by_role("region", name="What is claimed")
    for words in ("North", "all or nothing"):
        expect(claimed).to_contain_text(words)
    expect(referee.get_by_role("region", name="What is at stake")).to_be_visible()
    hands = referee.get_by_role("region", name="Hands faced")
    expect(hands.locator("ul > li")).to_have_count(3)  # one seat has won nothing
    referee.get_by_role("button", name="Search").tap()
    found = referee.get_by_role("region", name="Exact search")
    expect(found).to_contain_text("Does the claim hold in any case?")


def decides(referee: Page) -> None:
    """What it comes to by all or nothing is filled in; the effect is shown before it is stored."""
    decide = referee.get_by_role("region", name="Decide the claim")
    expect(decide).to_contain_text("the claim fails as a whole")
    decide.get_by_label("Reason").first.fill(WHY)
    referee.get_by_role("button", name="Show the effect").tap()
    expect(referee.get_by_role("heading", name="Resulting score")).to_be_visible()
    assert not Result.live.exists()
    referee.get_by_role("button", name="Confirm the decision").tap()
    expect(referee.get_by_text("The claim is decided.")).to_be_visible()


def rules_by_number(referee: Page, hall: Hall, name: str) -> RulingVersion:
    """The decision gets a paper by a numbered ruling."""
    referee.goto(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid]))
    referee.get_by_role("link", name="Rule on it").tap()
    referee.locator("[name=remedy][value=corrected]").check()
    referee.locator("[name=purpose][value=record]").check()
    hall_tablets.looks_at(referee, name, "C-03", "five tricks left, contested")
    hall_tablets.rules_so(referee)
    return RulingVersion.objects.get()


@pytest.mark.nightly
def test_from_the_table_to_the_papers(
    hall: Hall, device: Devices, referee: Page, chief: Page
) -> None:
    chooses_the_mode(chief, hall)
    page = claims(hall, device)
    claim = Claim.objects.get()
    assert (claim.after_trick, claim.contested) == (8, True)
    assert claim.steps.get(state="objected").seats == ["N"]
    looks(referee, hall)
    decides(referee)

    live = Result.live.get(deal=hall.deal())
    assert live.kind == Result.Kind.CLAIMED
    assert claim.steps.get(state="decided").mode == ClaimMode.SKAT_ALL_OR_NOTHING
    page.tablet.asks_again()
    page.tablet.sees_done()
    for label, name in (("N", "North"), ("W", "West"), ("S", "South"), ("E", "East")):
        points = signed(live.settlement["scores"][label])
        expect(page.tablet.total(name)).to_have_text(points)
    page.tablet.says(WHY)

    # It is in the list of rulings without a number.
    referee.goto(reverse("referee_rulings", args=[hall.cast.tournament.uid]))
    expect(referee.locator("main")).to_contain_text(WHY)
    name = seat(hall, "E").person.name
    assert rules_by_number(referee, hall, name).result == live
    paper = hall_tablets.printed(referee, "Print the ruling")
    for words in ("C-03", "fivetricksleft", name):
        assert words in paper
    with translation.override("en"):
        assert WHY in told.record(hall.cast.event)
        assert scoresheet(hall.deal()).count(WHY) == 1
    assert verify(hall.cast.tournament) == []
