"""Every trick without hands: who leads, a claim that ends it, and whose the four cards were."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_depths import plays_by
from tests.referee.hall import Hall
from tournaments.models import Result

HUAPAI = {"preset": "huapai"}
OWNED = ("SQ", "HA", "DJ", "C10")


@pytest.fixture
def with_tricks(hall: Hall, device: Devices) -> DeepTablet:
    """A tablet of an event in which every play is written, and it counts who was dealt a card."""
    plays_by(hall, HUAPAI, "tricks")
    return DeepTablet(device().opens(hall.table).writes("S"))


def writes(page: DeepTablet, plays: list[list[str]]) -> DeepTablet:
    """Tap plays without a word about the hands; the leader's card comes first, then his seat."""
    page.step("play")
    (leader, card), *other_plays = plays
    page.plays(card).tablet.seat(leader).click()
    return page.plays_all(other_plays)


def holder(deal: Played, card: str) -> str:
    return next(seat for seat in deal.seats if card in deal.hand(seat))


@pytest.mark.nightly
def test_after_eleven_tricks_and_a_claim_the_sheet_goes_through(
    with_tricks: DeepTablet, hall: Hall
) -> None:
    deal = Played.by(HUAPAI, 5)
    plays = deal.plays[:44]
    assert {card for _seat, card in plays} >= {*OWNED}
    page = writes(with_tricks, plays)
    page.claims("E", "all").accepted_by("N", "W", "S")
    page.tablet.previews().sends().confirms("N").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert (facts["plays"], facts["claim"]["after_trick"]) == (plays, 11)
    assert facts["exposed"] == []
    assert not {"dealt", "hands"} & facts.keys()


@pytest.mark.nightly
def test_of_a_card_that_was_not_played_it_is_asked_who_was_dealt_it(
    with_tricks: DeepTablet, hall: Hall
) -> None:
    deal = Played.by(HUAPAI, 1)
    plays = deal.plays[:16]
    missing = [card for card in OWNED if card not in {card for _seat, card in plays}]
    assert 0 < len(missing) < len(OWNED)
    page = writes(with_tricks, plays)
    page.claims("E", "all").accepted_by("N", "W", "S")
    tablet = page.tablet
    # After which trick it was the plays tell: nothing counts it, closed or open.
    expect(page.claim('[data-part="fewer"]')).to_be_hidden()
    expect(page.claim('[data-part="more"]')).to_be_hidden()
    tablet.act("preview").click()
    expect(tablet.problems).to_have_count(1)
    for card in OWNED:
        invalid = "true" if card in missing else "false"
        marked = tablet.page.locator(f'[data-exposable="{card}"][aria-invalid="true"]')
        expect(marked).to_have_count(1 if invalid == "true" else 0)
    for card in missing:
        tablet.exposable(card).click()
        tablet.says("Dealt to whom? Was it exposed?")
        tablet.asked(holder(deal, card)).click()
        expect(tablet.exposable(card)).to_have_attribute("aria-pressed", "false")
    it_is_kept_without_a_network_too(page)
    tablet.previews().sends().confirms("N").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["dealt"] == {card: holder(deal, card) for card in missing}
    assert facts["exposed"] == []


def it_is_kept_without_a_network_too(page: DeepTablet) -> None:
    page.tablet.context.set_offline(True)
    page.tablet.previews().act("back").click()
    page.tablet.context.set_offline(False)


@pytest.mark.full
def test_a_card_that_is_asked_for_before_any_play_is_not_exposed_by_the_answer(
    with_tricks: DeepTablet,
) -> None:
    """A check too early names the four cards; then too a tap is the answer to what was asked."""
    tablet = with_tricks.step("play").tablet
    tablet.act("preview").click()
    expect(tablet.exposable("SQ")).to_have_attribute("aria-invalid", "true")
    tablet.exposable("SQ").click()
    tablet.says("Dealt to whom? Was it exposed?")
    tablet.asked("W").click()
    expect(tablet.exposable("SQ")).to_have_attribute("aria-pressed", "false")
    expect(tablet.exposable("SQ")).to_contain_text("West's")
