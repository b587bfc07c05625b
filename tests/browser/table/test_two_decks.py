"""Deals of two decks at the table: every card twice, exposures by copy, pairs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.halls import hall_by
from tests.browser.table.test_the_look import fits
from tests.referee.hall import Hall
from tournaments.models import Result

DOUBLE = {"preset": "qq-double"}


@pytest.fixture
def depth() -> str:
    """How much of a deal the event wants."""
    return "captures"


@pytest.fixture
def hall(transactional_db: None, depth: str) -> Hall:
    """A table that plays with two decks."""
    return hall_by(DOUBLE, depth)


@pytest.fixture
def page(device: Devices, hall: Hall) -> DeepTablet:
    """The tablet of the table, on which South writes."""
    return DeepTablet(device().opens(hall.table).writes("S"))


@pytest.fixture
def played() -> Played:
    """A whole deal, in which North and another hold a C2 each."""
    return Played.by(DOUBLE, 5)


@pytest.mark.full
def test_every_card_is_won_twice_each_copy_exposed_by_its_seat_and_the_first_pig_is_asked(
    page: DeepTablet, hall: Hall
) -> None:
    tablet = page.tablet
    for tile, seat in (("SQ", "W"), ("SQ/2", "E"), ("HA", "W"), ("HA/2", "E")):
        tablet.exposable(tile).click()
        tablet.asked(seat).click()
    expect(tablet.exposable("SQ")).to_contain_text("West")
    the_first_pig_is_asked_where_two_seats_have_one(page)
    tablet.previews().sends()
    the_sheet_comes_back_to_the_cards_as_it_was_written(page)
    tablet.previews().sends().confirms("N").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["won"]["N"].count("SQ") == facts["won"]["W"].count("SQ") == 1
    assert facts["won"]["S"].count("HA") == 2
    exposed = {(exposure["seat"], exposure["card"]) for exposure in facts["exposed"]}
    assert exposed == {("W", "SQ"), ("E", "SQ"), ("W", "HA"), ("E", "HA")}
    assert facts["first_pig"] == "W"


def the_first_pig_is_asked_where_two_seats_have_one(page: DeepTablet) -> None:
    question = page.section("won").locator('[data-part="first"]')
    page.tablet.gives("N", "SQ", "SQ/2")
    expect(question).to_be_hidden()
    page.tablet.gives("W", "SQ/2").rest("S")
    expect(question.get_by_role("button")).to_have_count(2)
    question.locator('[data-first="W"]').click()


def the_sheet_comes_back_to_the_cards_as_it_was_written(page: DeepTablet) -> None:
    tablet = page.tablet
    tablet.forgets("deal")
    tablet.page.reload()
    tablet.act("back").click()
    expect(tablet.tile("SQ")).to_contain_text("North")
    expect(tablet.tile("SQ/2")).to_contain_text("West")
    expect(tablet.exposable("HA")).to_contain_text("West")
    expect(tablet.exposable("HA/2")).to_contain_text("East")


@pytest.mark.nightly
@pytest.mark.parametrize("depth", ["tricks"])
def test_a_whole_deal_of_104_cards_comes_to_its_result(
    page: DeepTablet, played: Played, hall: Hall
) -> None:
    page.types_all(played).step("play")
    page.tablet.seat(played.plays[0][0]).click()
    for _seat, cards in played.plays:
        page.puts_down(*cards)
    tricks = len(played.plays) // 4
    page.tablet.says(f"All {tricks} tricks are recorded.")
    page.tablet.previews().sends().confirms("N").sees_done()
    assert Result.live.get(deal=hall.deal()).facts["plays"] == played.plays


@pytest.mark.nightly
@pytest.mark.parametrize("depth", ["tricks"])
def test_a_whole_deal_is_typed(page: DeepTablet, played: Played, hall: Hall) -> None:
    page.types_all(played).step("play")
    page.tablet.seat(played.plays[0][0]).click()
    page.types_plays(" ".join("".join(cards) for _seat, cards in played.plays))
    page.tablet.says(f"All {len(played.plays) // 4} tricks are recorded.")
    page.tablet.previews().sends().confirms("N").sees_done()
    assert Result.live.get(deal=hall.deal()).facts["plays"] == played.plays


@pytest.mark.nightly
@pytest.mark.parametrize("depth", ["tricks"])
def test_two_decks_fit(page: DeepTablet, played: Played) -> None:
    fits(page.page)
    page.types_all(played).step("play")
    page.tablet.seat("N").click()
    pair = next(card for card in played.hand("N") if played.hand("N").count(card) == 2)
    page.plays(pair)
    fits(page.page)
    page.puts_down(pair)
    expect(page.flags).to_have_count(1)
    fits(page.page)


@pytest.mark.nightly
def test_what_is_still_open_is_shown_to_who_looks(page: DeepTablet) -> None:
    opened = page.section("outlook")
    expect(opened.locator(".points").first).to_be_hidden()
    page.tablet.more()
    opened.get_by_text("Still open").click()
    expect(opened).to_contain_text("Cards not placed: 32")
    page.page.keyboard.press("Escape")
    page.tablet.gives("N", "SQ", "SQ/2", "C10", "C10/2", "DJ", "DJ/2")
    page.tablet.gives("W", "H5").rest("S").more()
    opened.get_by_text("Still open").click()
    expect(opened).to_contain_text("No scoring card is open.")
    page.page.keyboard.press("Escape")
    page.tablet.seat("W").click()
    page.tablet.tile("DJ").click()
    page.tablet.tile("DJ").click()
    page.tablet.more()
    opened.get_by_text("Still open").click()
    expect(opened).to_contain_text("Cards not placed: 1")
    expect(opened.locator("li").filter(has_text="East")).to_contain_text("to")
