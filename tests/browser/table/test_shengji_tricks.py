"""Every play of a deal of 升级 at the table: tapped or typed, winners told by the server."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from scoring.shengji.engine import SHENGJI
from tests.browser.conftest import Devices
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.referee.hall import Hall
from tournaments.models import Result

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


@pytest.mark.nightly
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
    expect(turn_line(page)).to_have_text(f"All {len(tricks)} tricks are recorded.")
    page.tablet.previews().sends().confirms("W").sees_done()
    result = Result.live.get(deal=hall.deal())
    assert result.facts["plays"] == facts["plays"]
    assert sorted(result.facts["kitty"]) == sorted(facts["kitty"])
    settled = SHENGJI.settle(facts, SHENGJI.rules(RULES))
    assert result.settlement["scores"] == dict(settled.scores)
