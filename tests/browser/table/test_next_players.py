"""What the players before left at a table binds nobody who comes, and corrections reach it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.deals import DeepTablet
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tests.tournaments.organise.drawn.test_places import draw, event_beside
from tournaments import organise


@pytest.mark.nightly
def test_how_much_one_table_writes_is_not_inherited_by_the_players_of_the_next_round(
    tablet: TabletPage, hall: Hall
) -> None:
    DeepTablet(tablet).chooses("hands")
    hands = tablet.page.locator('[data-part="depth"] [data-choice="hands"]')
    expect(hands).to_have_attribute("aria-pressed", "true")
    tablet.page.keyboard.press("Escape")
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play()
    tablet.asks_again()
    expect(tablet.view("recorder")).to_be_visible()
    tablet.writes("S")
    expect(hands).to_have_attribute("aria-pressed", "false")


@pytest.mark.full
def test_the_title_of_where_the_last_players_go_stands_above_their_names(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.page.set_viewport_size({"width": 820, "height": 1180})
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play()
    tablet.asks_again()
    names = tablet.page.locator('[data-part="moves-list"] > li').first
    expect(names).to_be_hidden()
    tablet.page.locator("#moves-title").click()
    expect(names).to_be_visible()
    title, below = tablet.page.locator("#moves-title").bounding_box(), names.bounding_box()
    assert title is not None
    assert below is not None
    assert title["x"] == pytest.approx(below["x"], abs=1)


@pytest.mark.nightly
def test_without_a_network_the_last_deal_is_followed_by_the_best_first(tablet: TabletPage) -> None:
    tablet.enters()
    running = tablet.page.locator('[data-part="running"] > li')
    expect(running.first).to_contain_text("North")
    tablet.context.set_offline(True)
    tablet.act("next").click()
    tablet.fills().previews().sends().confirms("N")
    # The pig to North, the sheep to West, the transformer to South, the hearts to East.
    for row, seat in enumerate(("East", "West", "South", "North")):
        expect(running.nth(row)).to_contain_text(seat)


@pytest.mark.nightly
def test_a_seat_that_is_corrected_after_the_round_reaches_the_ranking_at_the_table(
    tablet: TabletPage, hall: Hall
) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    tablet.asks_again()
    rows = tablet.page.locator('[data-part="last-standing"] > li')
    expect(rows).to_have_count(4)
    before = rows.all_inner_texts()
    swap = {"N": "E", "E": "N"}
    sitting = hall.deal().sitting
    organise.exchange_seats(sitting, hall.cast.director, swap, 1, 2, "wrong chairs")
    tablet.asks_again()
    expect(rows.first).not_to_have_text(before[0])
    expect(rows).to_have_count(4)


@pytest.mark.nightly
def test_the_tablets_of_next_week_are_led_to_the_table_of_today(
    tablet: TabletPage, hall: Hall
) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    organise.finish_event(hall.cast.event, hall.cast.director)
    event = event_beside(hall.cast)
    organise.publish_round(draw(hall.cast, event), hall.cast.director)
    tablet.asks_again()
    tablet.says("The last event here is over. Tap here for the table of today.")
    gone = tablet.page.get_by_text("no longer has the table").locator("visible=true")
    expect(gone).to_have_count(0)
    tablet.view("lost").get_by_role("button", name="Go to the table of today").click()
    expect(tablet.view("recorder")).to_be_visible()
