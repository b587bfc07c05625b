"""The tables that come with a round tell a tablet the same points as the server."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from scoring.gongzhu.deck import EXPOSABLE, SCORING
from scoring.gongzhu.engine import GONGZHU
from tests.browser.conftest import Devices
from tests.browser.table.test_a_deal import plays_by
from tests.referee.hall import Hall
from tournaments import organise

pytestmark = pytest.mark.full

RECKON = """async ([address, rounds]) => {
  const { reckon } = await import(address);
  return rounds.map(({ tables, deals }) => deals.map((facts) => reckon(tables, facts)));
}"""

VARIANTS: tuple[dict[str, Any], ...] = (
    *({"preset": name} for name in GONGZHU.presets),
    {"preset": "huapai", "self_won_transformer": "both", "self_won_heart_ace": "suit"},
    {"preset": "huapai", "hearts": "pips", "pig_flips": "never", "all_hearts": 150},
    {"preset": "fifty", "first_exposure": True, "auto_expose_fourth": True},
    {"preset": "western", "normalise": "zero_sum_exact", "scale": 12},
    {"preset": "qq-double", "hearts": "pips", "slam": "fixed_unexposed", "slam_value": 2000},
    {"players": 5, "normalise": "zero_sum_rounded"},
    {"players": 3, "direction": "clockwise"},
)
EACH = 150


def deal(random: Random, rules: Any) -> dict[str, Any]:
    """Return the facts of a deal: often one seat has most of the cards, and often all."""
    seats, blank = GONGZHU.seats(rules), GONGZHU.blank(rules)
    greed, cards = random.choice((0, 0.7, 0.95, 1)), SCORING * rules.decks
    first = random.choice(seats)
    won: dict[str, list[str]] = {seat: [] for seat in seats}
    for card in cards:
        won[first if random.random() < greed else random.choice(seats)].append(card)
    owners = {card: random.choice(seats) for card in EXPOSABLE}
    exposed: list[dict[str, str]] = []
    for card in (card for card in blank.exposable for _ in range(rules.decks)):
        if random.random() < 0.5:
            seat, kind = owners[card], random.choice(blank.kinds)
            # A seat has one first card only.
            is_repeated = any(
                (exposure["seat"], exposure["kind"]) == (seat, "first") for exposure in exposed
            )
            kind = "exposed" if is_repeated else kind
            exposed.append({"seat": seat, "card": card, "kind": kind})
    return {"won": won, "exposed": exposed, "owners": owners}


def cases(random: Random) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Yield rules with deals under them."""
    for wanted in VARIANTS:
        rules = GONGZHU.rules(wanted)
        yield rules, [deal(random, rules) for _ in range(EACH)]


def settled(facts: dict[str, Any], rules: Any) -> dict[str, Any]:
    """Return what the server says of the same facts."""
    owners = {"dealt": facts["owners"]} if rules.self_won else {}
    report = {"won": facts["won"], "exposed": facts["exposed"], **owners}
    settlement = GONGZHU.settle(report, rules)
    return {"raw": dict(settlement.raw), "scores": dict(settlement.scores)}


def test_the_tables_say_what_the_server_says(live_server: LiveServer, chromium: Browser) -> None:
    all_cases = list(cases(Random(5)))
    page = chromium.new_page()
    page.goto(f"{live_server.url}/t/")
    address = live_server.url + static("referee/reckon.js")
    rounds = [{"tables": GONGZHU.lookup(rules), "deals": deals} for rules, deals in all_cases]
    reckoned = page.evaluate(RECKON, [address, rounds])
    page.close()
    for (rules, deals), answers in zip(all_cases, reckoned, strict=True):
        for facts, answer in zip(deals, answers, strict=True):
            assert answer == settled(facts, rules), (GONGZHU.preset_of(rules), facts)


@pytest.mark.full
def test_without_a_network_it_is_asked_whose_the_doubling_cards_were(
    device: Devices, hall: Hall
) -> None:
    """A sheet that the server is certain to refuse is not shown as one to be confirmed."""
    plays_by(hall, organise.EventPlan("华牌", "gongzhu", {"preset": "huapai"}, 2))
    tablet = device().opens(hall.table).writes("S")
    expect(tablet.connection).to_have_text("Connected")
    tablet.context.set_offline(True)
    tablet.fills().act("preview").click()
    expect(tablet.problems).to_have_count(1)
    tablet.says("Not said: whose hand these cards were dealt to.")
    for card in ("SQ", "HA", "DJ", "C10"):
        expect(tablet.exposable(card)).to_have_attribute("aria-invalid", "true")
        tablet.exposable(card).click()
        tablet.says("Dealt to whom? Was it exposed?")
        tablet.asked("W").click()
    tablet.previews()
    expect(tablet.page.locator(".owners-note")).to_contain_text("Dealt to:")
    expect(tablet.page.locator(".owners-note")).to_contain_text("West")
    tablet.sends()
    expect(tablet.page.locator(".owners-note")).to_be_visible()
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.confirms("N").sees_done()
    expect(tablet.page.locator(".owners-note")).to_be_visible()


@pytest.mark.full
def test_without_a_network_the_points_are_shown_and_hold(device: Devices, hall: Hall) -> None:
    tablet = device().opens(hall.table).writes("S")
    expect(tablet.connection).to_have_text("Connected")
    tablet.context.set_offline(True)
    tablet.fills().previews()
    expect(tablet.total("North")).to_have_text("−100")
    expect(tablet.total("East")).to_have_text("+200")
    tablet.sends().confirms("N")
    tablet.says("Confirmed, to be sent")
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.sees_done()
    expect(tablet.total("East")).to_have_text("+200")
