"""Every play of a deal of 升级 at the table: tapped or typed, winners told by the server."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, expect

from scoring.shengji.engine import SHENGJI
from tests.browser.conftest import Devices
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.referee.hall import Hall
from tournaments.models import Result

pytestmark = pytest.mark.full

RULES = {"preset": "lianzhong-1"}
NAMES = {"N": "North", "W": "West", "S": "South", "E": "East"}


def played(seed: int) -> dict[str, Any]:
    """Return a deal of one deck: hands at random, and any card of the hand at every turn."""
    rules, random = SHENGJI.rules(RULES), Random(seed)
    blank, seats = SHENGJI.blank(rules), SHENGJI.seats(rules)
    deck = random.sample(blank.deck, len(blank.deck))
    size = blank.hand_size
    hands = {seat: deck[n * size : (n + 1) * size] for n, seat in enumerate(seats)}
    facts: dict[str, Any] = {"dealer": "N", "level": "2", "trump": "H", "plays": []}
    while sum(map(len, hands.values())):
        seat = SHENGJI.follow(facts, rules).next or "N"
        facts["plays"].append([seat, [hands[seat].pop()]])
    return {**facts, "kitty": deck[4 * size :]}


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    """A table that plays with one deck, every play written down."""
    return hall_of_levels(RULES, "tricks", deals=1)


@pytest.fixture
def page(device: Devices, hall: Hall) -> LevelsTablet:
    """The tablet of the table, on which South writes."""
    return LevelsTablet(device().opens(hall.table).writes("S"))


def turn_line(page: LevelsTablet) -> Locator:
    """The line that says whose turn it is."""
    return page.part("play").locator('[data-part="said"]')


def taps(page: LevelsTablet, plays: list[Any]) -> None:
    """Tap a trick: the lead is ended by the button, the others by their number of cards."""
    for place, (_, cards) in enumerate(plays):
        for card in cards:
            page.part("deck").locator(f'[data-dealt="{card}"]').click()
        if not place:
            page.part("played").click()


@pytest.mark.full
def test_a_whole_deal_is_written_down_play_by_play(page: LevelsTablet, hall: Hall) -> None:
    facts = played(3)
    page.deals("N").trump("H")
    tricks = [facts["plays"][at : at + 4] for at in range(0, len(facts["plays"]), 4)]
    for number, trick in enumerate(tricks, start=1):
        expect(turn_line(page)).to_contain_text(f"Trick {number} · {NAMES[trick[0][0]]} leads")
        if number % 4 == 1:
            taps(page, trick)
        else:
            words = " ".join(cards[0] for _, cards in trick)
            page.part("play").locator('[data-part="left"]').click()
            page.part("typed-plays").fill(words)
            page.page.keyboard.press("Enter")
            page.page.keyboard.press("Escape")
    expect(turn_line(page)).to_have_text(f"All {len(tricks)} tricks are written down.")
    page.tablet.previews().sends().confirms("W").sees_done()
    result = Result.live.get(deal=hall.deal())
    assert result.facts["plays"] == facts["plays"]
    assert sorted(result.facts["kitty"]) == sorted(facts["kitty"])
    settled = SHENGJI.settle(facts, SHENGJI.rules(RULES))
    assert result.settlement["scores"] == dict(settled.scores)


def test_a_tap_on_a_trick_goes_back_to_it_and_undo_brings_it_back(page: LevelsTablet) -> None:
    facts = played(4)
    page.deals("N").trump("H")
    taps(page, facts["plays"][:4])
    page.part("play").locator('[data-part="left"]').click()
    tricks = page.part("tricks").locator("button")
    expect(tricks).to_have_count(1)
    expect(tricks).to_contain_text(NAMES[facts["plays"][4][0]])
    tricks.click()
    expect(tricks).to_have_count(0)
    page.tablet.act("undo").click()
    expect(tricks).to_have_count(1)
    expect(turn_line(page)).to_contain_text(f"{NAMES[facts['plays'][4][0]]} leads")


def test_of_a_throw_that_fails_the_lead_is_chosen_and_the_throw_is_told(page: LevelsTablet) -> None:
    page.deals("N").trump("H")
    fails = page.part("throw-fails")
    for card in ("SA", "SK", "S9"):
        dealt(page, card).click()
    fails.click()
    expect(turn_line(page)).to_contain_text("the throw of North (SA SK S9) fails")
    expect(page.part("played")).to_be_disabled()
    dealt(page, "D9").click()
    expect(page.part("played")).to_be_disabled()
    dealt(page, "S9").click()
    page.part("played").click()
    expect(fails).to_be_hidden()
    dealt(page, "S10").click()
    dealt(page, "S3").click()
    assert asked(page, "SJ")["failed_throws"] == [
        {"seat": "N", "cards": ["SA", "SK", "S9"], "played": 1}
    ]
    page.page.reload()
    page.part("play").locator('[data-part="left"]').click()
    page.part("tricks").get_by_role("button").click()
    assert "failed_throws" not in asked(page, "SQ", lead=True), "the lead was taken back"


def dealt(page: LevelsTablet, card: str) -> Locator:
    """A card of the deck."""
    return page.part("deck").locator(f'[data-dealt="{card}"]')


def asked(page: LevelsTablet, card: str, *, lead: bool = False) -> dict[str, Any]:
    """Play a card, and return the report of which the page then asks what it comes to."""

    def _has_it(request: Request) -> bool:
        return request.url.endswith("/api/preview") and f'"{card}"' in (request.post_data or "")

    with page.page.expect_request(_has_it) as sent:
        dealt(page, card).click()
        if lead:
            page.part("played").click()
    report: dict[str, Any] = json.loads(sent.value.post_data or "")["report"]
    return report
