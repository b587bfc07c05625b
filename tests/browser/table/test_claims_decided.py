"""Contested claims from the tablet to the decision; claims that are refused, or agreed at once."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from referee.models import Claim
from tests.browser.conftest import Devices
from tests.browser.deals import SEATS, DeepTablet, Played
from tests.browser.desk.test_two_records import signed_in
from tests.browser.table.test_depths import WESTERN, plays_by
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Result

FIVE_LEFT = 32
"""Plays of the eight tricks before."""


@pytest.fixture
def played() -> Played:
    return Played.number(0)


@pytest.fixture
def with_tricks(hall: Hall, device: Devices, played: Played) -> DeepTablet:
    """A tablet on which eight tricks of a deal are written down, every hand before them."""
    plays_by(hall, WESTERN, "tricks")
    page = DeepTablet(device().opens(hall.table).writes("S"))
    page.types_all(played).step("play")
    return page.types_plays(" ".join(card for _seat, card in played.plays[:FIVE_LEFT]))


def objects(page: DeepTablet, seat: str) -> DeepTablet:
    """Contest the claim, and say who does."""
    page.claim('[data-part="contested"]').click()
    page.page.locator("#calls [data-close]").click()
    page.claim(f'[data-part="objections"] [data-seat="{seat}"]').click()
    return page.closes()


def opens_claim(hall: Hall, device: Devices, live_server: Any, **options: Any) -> Page:
    """Go to the claim that waits, as the referee."""
    desk = signed_in(device, hall.cast.bob, **options)
    desk.goto(live_server.url + reverse("referee_overview", args=[hall.cast.tournament.uid]))
    desk.get_by_role("region", name="Claims to be decided").get_by_role("link").click()
    expect(desk.get_by_role("heading", name="What is claimed")).to_be_visible()
    return desk


@pytest.mark.nightly
def test_a_contested_claim_with_five_tricks_left_is_decided_by_the_referee(
    with_tricks: DeepTablet, hall: Hall, device: Devices, live_server: Any
) -> None:
    page = with_tricks
    page.page.keyboard.press("Escape")
    objects(page.claims("E", "all"), "N")
    page.tablet.previews().act("send").click()
    expect(page.tablet.view("result").locator(".state")).to_have_text("With the referee")
    page.tablet.sent()
    claim = Claim.objects.get()
    assert (claim.after_trick, claim.contested) == (8, True)
    assert claim.steps.get(state="objected").seats == ["N"]

    desk = opens_claim(hall, device, live_server)
    expect(desk.get_by_role("region", name="What is claimed")).to_contain_text("North")
    # One seat has won nothing.
    expect(desk.get_by_role("region", name="Hands faced").locator("ul > li")).to_have_count(3)
    desk.get_by_role("button", name="Search").click()
    found = desk.get_by_role("region", name="Exact search")
    expect(found).to_contain_text("Does the claim hold in any case?")
    expect(desk.get_by_role("columnheader", name="Lowest by legal play")).to_be_visible()
    desk.get_by_label("Remaining cards to").select_option("N")
    desk.get_by_label("Reason").fill("the line was in doubt")
    desk.get_by_role("button", name="Show the effect").click()
    expect(desk.get_by_role("heading", name="Resulting score")).to_be_visible()
    desk.get_by_role("button", name="Confirm the decision").click()
    expect(desk.get_by_text("The claim is decided.")).to_be_visible()
    assert Result.live.get(deal=hall.deal()).kind == Result.Kind.CLAIMED
    page.tablet.asks_again()
    page.tablet.sees_done()


@pytest.mark.nightly
def test_of_captures_alone_the_hands_are_written_down_at_the_desk(
    tablet: TabletPage, hall: Hall, device: Devices, live_server: Any
) -> None:
    page = DeepTablet(tablet)
    tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    tablet.gives("N", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9", "H10")
    objects(page.claims("E", "all"), "W")
    tablet.previews().act("send").click()
    tablet.sent()
    desk = opens_claim(hall, device, live_server)
    expect(desk.get_by_text("The remaining hands are not recorded.")).to_be_visible()
    hands = desk.get_by_role("region", name="Hands faced")
    hands.get_by_text("Record the hands, the line and who objects").click()
    for seat, cards in (("N", "SA"), ("W", "HJ"), ("S", "HQ"), ("E", "HK HA")):
        hands.locator(f'[name="hand_{seat}"]').fill(cards)
    hands.get_by_label("Whose turn it is").select_option("E")
    hands.get_by_label("Line of play that the claimant states").fill("from the top")
    desk.get_by_role("button", name="Record").click()
    expect(desk.locator(".error-summary")).to_be_visible()
    hands.locator('[name="hand_E"]').fill("HA")
    hands.locator('[name="hand_W"]').fill("HK")
    hands.locator('[name="hand_N"]').fill("HJ")
    desk.get_by_role("button", name="Record").click()
    expect(desk.get_by_text("The hands are recorded.")).to_be_visible()
    expect(desk.get_by_role("region", name="What is claimed")).to_contain_text("from the top")
    desk.get_by_role("button", name="Search").click()
    expect(desk.get_by_role("region", name="Exact search")).to_contain_text(
        "yes, whatever is legally played"
    )


@pytest.mark.nightly
def test_a_claim_before_the_first_lead_is_refused_with_its_reason(
    hall: Hall, device: Devices, played: Played
) -> None:
    plays_by(hall, WESTERN, "tricks")
    page = DeepTablet(device().opens(hall.table).writes("S"))
    page.types_all(played).step("play")
    page.claims("E", "all").accepted_by(*(seat for seat in SEATS if seat != "E"))
    page.tablet.act("preview").click()
    page.tablet.says("Nobody can claim before the first lead.")


@pytest.mark.nightly
def test_all_cards_won_is_agreed_at_once_and_a_claim_without_owners_is_refused(
    tablet: TabletPage, hall: Hall
) -> None:
    """Nobody is asked: the claim shows no names, and the sheet is confirmed as ever."""
    tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    page = DeepTablet(tablet).claims("E", "none").accepted_by("N", "W", "S")
    tablet.act("preview").click()
    expect(tablet.problems.first).to_be_visible()
    assert not Claim.objects.exists()
    tablet.act("undo").click()
    page.page.locator('[data-part="claim-line"]').click()
    page.claim('[data-part="withdraw"]').click()
    page.closes().tablet.rest("N")
    page.claims("E", "nothing_left")
    expect(page.claim('[data-part="asked"]')).to_be_hidden()
    page.closes().tablet.previews().sends().confirms("W").sees_done()
    states = Claim.objects.get().steps.order_by("number").values_list("state", flat=True)
    assert list(states) == ["stated", "agreed"]
