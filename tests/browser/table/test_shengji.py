"""A deal of 升级 at the table: few taps, what follows by itself, with and without a network."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.browser.table.test_room import BELOW, HEIGHT, windows
from tests.browser.table.test_the_look import LANGUAGES, LINES, WINDOWS, fits, window
from tests.referee.hall import Hall
from tournaments.models import Person, Result

OVER_BOARDS = {"plan": {"boards": "passed", "comparison": "matchpoints"}}


@pytest.fixture
def hall(transactional_db: None, request: pytest.FixtureRequest) -> Hall:
    """A table that plays with two decks, three deals."""
    rules = {"preset": "lianzhong-2", **getattr(request, "param", {})}
    return hall_of_levels(rules, deals=3, **rules.pop("plan", {}))


@pytest.fixture
def page(device: Devices, hall: Hall) -> LevelsTablet:
    """The tablet of the table, on which South writes."""
    return LevelsTablet(device().opens(hall.table).writes("S"))


def first_deal(page: LevelsTablet) -> LevelsTablet:
    """North deals at 2 with hearts; West wins 75 and the kitty of 10 with a pair: 115."""
    return page.deals("N").trump("H").takes(75).last("W", "pair").kitty(10)


STEPS = """() => ['attackers_points', 'kitty_points'].map((name) =>
  [...document.querySelectorAll(`[data-part=${name}] .stepper > *`)]
    .map((e) => e.getBoundingClientRect()).map(({ left, width }) => [left, width]))"""
"""Where the steps of both numbers stand, and how wide they are."""


@pytest.mark.full
def test_the_steps_of_both_numbers_stand_below_each_other_on_a_tablet(page: LevelsTablet) -> None:
    expect(page.part("kitty_points")).to_be_visible()
    points, kitty = page.page.evaluate(STEPS)
    assert points == kitty
    expect(page.part("kitty_points").locator(".stepper-value")).to_have_attribute("data-empty", "")
    page.kitty(10)
    expect(page.part("kitty_points").locator("[data-empty]")).to_have_count(0)


@pytest.mark.full
def test_a_deal_is_entered_and_confirmed_with_few_taps(page: LevelsTablet, hall: Hall) -> None:
    taps = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)))"
    page.page.evaluate(taps)
    first_deal(page)
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    expect(page.comes).to_contain_text("Attackers up 1")
    expect(page.comes).to_contain_text("Next deal: West, level 3")
    # A line ends after a dot, never before it.
    assert " ·" not in page.part("comes-said").evaluate("e => e.textContent")
    expect(page.part("level-card")).to_have_text(re.compile(r"2\s*$"))
    expect(page.part("taken")).to_have_text(re.compile(r"Attackers\s+115\s+0\s*80\s*200"))
    expect(page.tablet.seat("N")).to_have_attribute("data-deals", "")
    page.tablet.previews()
    expect(page.tablet.total("West")).to_have_text("+1")
    expect(page.tablet.total("North")).to_have_text("0")
    page.tablet.sends().confirms("W").sees_done()
    assert int(page.page.title()) <= 15
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["dealer"] == "N"
    assert facts["level"] == "2"
    assert facts["last_trick"] == {"winner": "W", "combination": "pair"}


@pytest.mark.full
def test_it_is_entered_without_scrolling_whoever_plays(device: Devices, hall: Hall) -> None:
    Person.objects.filter(name="丁").update(name="欧阳修文")
    page = LevelsTablet(device(locale="zh-CN").opens(hall.table).writes("S"))
    every_window_holds_it(page)
    every_window_holds_it(first_deal(page))
    page.tablet.more()
    page.part("depths").locator('[data-key="tricks"]').click()
    for size in windows(page.page):
        assert page.page.evaluate(HEIGHT) == size[1], size
        assert page.page.evaluate(BELOW, ".entry .deck .tile, .entry .deck + .row") == []
    leads_a_pair_on_a_phone(page)


def leads_a_pair_on_a_phone(page: LevelsTablet) -> None:
    """Two taps on a card are two of it; who follows sees the suit that was led."""
    page.page.set_viewport_size(window(WINDOWS[0]))
    suits, ace = page.part("suits"), page.part("deck").locator('[data-dealt="HA"]')
    page.trump("S")
    expect(ace).to_be_hidden()
    suits.locator('[data-suit="H"]').click()
    expect(page.part("deck").locator('[data-dealt="HA/2"]')).to_be_hidden()
    ace.dblclick()
    page.part("played").click()
    expect(page.part("play").locator('[data-part="said"]')).to_contain_text("2张")
    suits.locator('[data-suit="D"]').click()
    for rank in ("K", "Q"):
        page.part("deck").locator(f'[data-dealt="D{rank}"]').click()
    # Whoever is next sees the suit that was led again.
    expect(suits.locator('[data-suit="H"]')).to_have_attribute("aria-pressed", "true")


def every_window_holds_it(page: LevelsTablet) -> None:
    """Check that nothing is pushed along, and that each name of a winner has one line."""
    for size in windows(page.page):
        assert page.page.evaluate(HEIGHT) == size[1], size
        names = page.page.evaluate(LINES, '[data-part="winners"] [data-part="name"]')
        assert names == [1] * 4, size


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_entered_on_one_screen_and_fits(device: Devices, hall: Hall, language: str) -> None:
    page = LevelsTablet(device(locale=language).opens(hall.table).writes("S"))
    fits(page.page)
    needs_no_scrolling_at_any_step(page)
    expect(page.tablet.act("preview")).to_have_class("button button-primary")
    page.tablet.act("undo").click()
    page.tablet.act("preview").click()
    expect(page.tablet.problems).to_have_count(1)
    fits(page.page)
    page.kitty(10).part("level").locator("summary").click()
    page.part("longer").locator("summary").click()
    fits(page.page)
    page.tablet.previews()
    fits(page.page)
    page.tablet.sends()
    fits(page.page)
    page.tablet.confirms("W").sees_done().act("next").click()
    page.tablet.more()
    page.part("depths").locator('[data-key="tricks"]').click()
    page.page.keyboard.press("Escape")
    fits(page.page)


def needs_no_scrolling_at_any_step(page: LevelsTablet) -> None:
    """Enter the first deal; what is said of the kitty changes with every answer."""
    needs_no_scrolling(page)
    page.deals("N").trump("NT").takes(75)
    needs_no_scrolling(page)
    page.tablet.act("undo").click()
    first_deal(page)
    needs_no_scrolling(page)
    page.last("N")
    needs_no_scrolling(page)
    page.tablet.act("undo").click()


def needs_no_scrolling(page: LevelsTablet) -> None:
    """Check every window, and the low one of a laptop."""
    for size in windows(page.page):
        assert page.page.evaluate(HEIGHT) == size[1], size


@pytest.mark.nightly
def test_without_a_network_two_deals_follow_one_another_and_hold(
    page: LevelsTablet, hall: Hall
) -> None:
    tablet = page.tablet
    expect(tablet.connection).to_have_text("Connected")
    tablet.context.set_offline(True)
    first_deal(page).tablet.previews()
    expect(tablet.total("West")).to_have_text("+1")
    tablet.sends().confirms("W").says("Confirmed, to be sent")
    tablet.act("next").click()
    expect(page.expected).to_have_text("By the previous deals: West deals at level 3.")
    page.trump("NT").takes(0).last("E").tablet.previews()
    expect(tablet.total("East")).to_have_text("+3")
    tablet.sends().confirms("E").says("Confirmed, to be sent")
    tablet.act("next").click()
    expect(page.expected).to_have_text("By the previous deals: East deals at level 6.")
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.sent()
    expect(page.expected).to_have_text("By the previous deals: East deals at level 6.")
    assert Result.live.count() == 2
    second = Result.live.get(deal=hall.deal(2))
    assert second.settlement["scores"] == {"N": 0, "W": 3, "S": 0, "E": 3}
    assert second.facts["trump"] is None


@pytest.mark.nightly
@pytest.mark.parametrize("hall", [{"next_dealer": False}], indirect=True)
def test_where_the_table_chooses_who_of_two_deals_both_are_named(
    page: LevelsTablet, hall: Hall
) -> None:
    first_deal(page)
    expect(page.comes).to_contain_text("Next deal: West or East, level 3")
    page.tablet.previews().sends().confirms("W").sees_done().act("next").click()
    expect(page.expected).to_have_text("By the previous deals: West or East deals at level 3.")
    page.deals("N")
    expect(page.expected).to_contain_text("Recorded otherwise.")
    page.deals("E").trump("C").takes(0).last("E").tablet.previews().sends().confirms("E")
    page.tablet.sees_done()
    facts = Result.live.get(deal=hall.deal(2)).facts
    assert (facts["dealer"], facts["level"]) == ("E", "3")


@pytest.mark.nightly
def test_who_bid_deals_first_and_stands_in_the_report(page: LevelsTablet, hall: Hall) -> None:
    page.tablet.more()
    page.part("bidders").locator('[data-seat="E"]').click()
    page.part("shown").locator('[data-key="2"]').click()
    page.page.keyboard.press("Escape")
    page.trump("D").takes(5).last("W").kitty(0).tablet.previews().sends().confirms("E").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["dealer"] == "E"
    assert facts["bids"] == [{"seat": "E", "cards": ["D2", "D2"]}]


@pytest.mark.nightly
def test_a_sheet_comes_back_as_it_was_written_and_its_result_is_corrected_by_the_referee(
    page: LevelsTablet, hall: Hall
) -> None:
    first_deal(page).tablet.previews().sends()
    page.tablet.forgets("deal")
    page.page.reload()
    page.tablet.act("back").click()
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    page.last("W", "tractor-2")
    page.tablet.previews().sends().confirms("E").sees_done()
    expect(page.tablet.total("West")).to_have_text("+2")
    page.tablet.act("correct").click()
    expect(page.comes).to_contain_text("75 + 10 × 8 = 155")
    page.takes(60).tablet.previews()
    page.tablet.act("send").click()
    page.tablet.sees_done()
    expect(page.tablet.total("West")).to_have_text("+2")
    assert Result.live.get(deal=hall.deal()).facts["attackers_points"] == 75


@pytest.mark.nightly
@pytest.mark.parametrize("hall", [OVER_BOARDS], indirect=True)
def test_over_boards_dealer_and_level_are_shown_and_not_asked(
    page: LevelsTablet, hall: Hall
) -> None:
    expect(page.expected).to_have_text("By the board: North deals at level 2.")
    expect(page.part("who-deals")).to_be_hidden()
    expect(page.part("level")).to_be_hidden()
    page.deals("E")
    expect(page.tablet.seat("N")).to_have_attribute("aria-pressed", "true")
    page.tablet.context.set_offline(True)
    page.trump("H").takes(75).last("W", "pair").kitty(10)
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    expect(page.comes).to_contain_text("Counts +1 for the attackers")
    expect(page.comes).not_to_contain_text("Next deal")
    page.tablet.previews()
    expect(page.tablet.total("North")).to_have_text("−1")
    expect(page.tablet.total("West")).to_have_text("+1")
    page.tablet.sends().confirms("W").says("Confirmed, to be sent")
    page.tablet.act("next").click()
    expect(page.expected).to_have_text("By the board: East deals at level 3.")
    page.tablet.context.set_offline(False)
    page.tablet.asks_again()
    page.tablet.sent()
    facts = Result.live.get(deal=hall.deal()).facts
    assert (facts["dealer"], facts["level"]) == ("N", "2")


@pytest.mark.nightly
@pytest.mark.parametrize("hall", [OVER_BOARDS], indirect=True)
def test_over_boards_it_is_said_before_another_dealer_can_be_tapped(page: LevelsTablet) -> None:
    page.part("otherwise").click()
    page.deals("S").plays_at("5")
    expect(page.expected).to_contain_text("Recorded otherwise.")
    page.trump("S").takes(0).last("S").tablet.previews()
    expect(page.tablet.total("South")).to_have_text("+3")
    expect(page.tablet.view("result")).to_contain_text("The level of this board is 2, not 5.")


@pytest.mark.full
@pytest.mark.parametrize(
    "hall",
    [{"start_level": "9", "must_play": ["J", "A"], "jack_hook": "start", "next_dealer": True}],
    indirect=True,
)
def test_a_hooked_j_takes_the_dealers_side_back(page: LevelsTablet, hall: Hall) -> None:
    """SJ-67: entered, confirmed, and told to the next deal."""
    first_deal(page)
    page.part("level").locator("summary").click()
    page.part("level-choices").locator('[data-key="J"]').click()
    page.tablet.act("preview").click()
    expect(page.tablet.problems).to_contain_text(["with a J?"])
    page.part("jacks").locator('[data-key="trump"]').click()
    expect(page.comes).to_contain_text("J hooked: dealer's side down 2")
    for size in WINDOWS:
        page.page.set_viewport_size({"width": size[0], "height": size[1]})
        tops = [button.bounding_box()["y"] for button in page.part("jacks").locator("button").all()]  # type: ignore[index]
        assert len(set(tops)) == 1, size
    fits(page.page)
    page.tablet.previews()
    expect(page.tablet.total("North")).to_have_text("−2")
    page.tablet.sends().confirms("W").sees_done()
    result = Result.live.get(deal=hall.deal())
    assert result.facts["last_trick"]["jack"] == "trump"
    assert result.settlement["scores"] == {"N": -2, "W": 1, "S": -2, "E": 1}


SIGN = """() => {
  const guide = document.querySelector('.guide').getBoundingClientRect();
  const felt = document.querySelector('.entry .compass').getBoundingClientRect();
  const ink = getComputedStyle(document.querySelector('.guide')).color;
  const felts = getComputedStyle(document.querySelector('.entry .compass')).color;
  return [(guide.top + guide.bottom) / 2 > felt.top, ink === felts];
}"""
"""Whether the sign of how a deal begins lies on the felt, and whether it has the felt's ink."""


@pytest.mark.full
@pytest.mark.parametrize(
    "hall", [{"plan": {"depth": "result"}}, {"plan": {"depth": "tricks"}}], indirect=True
)
def test_the_sign_of_how_a_deal_begins_has_the_ink_of_what_it_lies_on(
    device: Devices, hall: Hall
) -> None:
    tablet = device(viewport=window(WINDOWS[0])).opens(hall.table).writes("S")
    page = LevelsTablet(tablet)
    for _step in ("empty", "dealer"):
        on_felt, is_felts = tablet.page.evaluate(SIGN)
        assert on_felt == is_felts
        page.deals("N")
