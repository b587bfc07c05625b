"""A deal of 升级 at the table: few taps, what follows by itself, with and without a network."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.halls import hall_of_levels
from tests.browser.levels import LevelsTablet
from tests.browser.table.test_the_look import WINDOWS, fits, sizes, window
from tests.referee.hall import Hall
from tournaments.models import Result

pytestmark = pytest.mark.full

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


def test_a_deal_is_entered_and_confirmed_with_few_taps(page: LevelsTablet, hall: Hall) -> None:
    taps = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)))"
    page.page.evaluate(taps)
    first_deal(page)
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    expect(page.comes).to_contain_text("Attackers up 1")
    expect(page.comes).to_contain_text("Next deal: West, level 3")
    page.tablet.previews()
    expect(page.tablet.total("West")).to_have_text("+1")
    expect(page.tablet.total("North")).to_have_text("0")
    page.tablet.sends().confirms("W").sees_done()
    assert int(page.page.title()) <= 15
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["dealer"] == "N"
    assert facts["level"] == "2"
    assert facts["last_trick"] == {"winner": "W", "combination": "pair"}


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_result_is_entered_without_scrolling_on_a_phone(
    device: Devices, hall: Hall, language: str
) -> None:
    page = LevelsTablet(device(viewport=window((390, 844)), locale=language).opens(hall.table))
    page.tablet.writes("S")
    assert page.page.evaluate("document.documentElement.scrollHeight") == 844


@pytest.mark.full
@pytest.mark.parametrize("language", ["zh-CN", pytest.param("en-GB", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("size", sizes(*WINDOWS))
def test_it_fits_tablets_and_phones(
    device: Devices, hall: Hall, size: tuple[int, int], language: str
) -> None:
    page = LevelsTablet(device(viewport=window(size), locale=language).opens(hall.table))
    page.tablet.writes("S")
    fits(page.page)
    page.tablet.act("preview").click()
    first_deal(page)
    page.part("level").locator("summary").click()
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


@pytest.mark.parametrize("size", [pytest.param(size, id=str(size[0])) for size in WINDOWS])
def test_a_deal_is_entered_on_one_screen(
    device: Devices, hall: Hall, size: tuple[int, int]
) -> None:
    tablet = device(viewport=window(size), locale="zh-CN").opens(hall.table).writes("S")
    height = "document.documentElement.scrollHeight"
    assert tablet.page.evaluate(height) == size[1]
    expect(tablet.act("preview")).to_contain_text("还差4项")
    first_deal(LevelsTablet(tablet))
    assert tablet.page.evaluate(height) == size[1]
    expect(tablet.act("preview")).to_have_class("button button-primary")


@pytest.mark.full
def test_what_is_missing_is_named_where_it_is_asked(page: LevelsTablet) -> None:
    page.trump("S").takes(40)
    expect(page.part("comes-missing")).to_contain_text("dealer, winner of the last trick")
    page.tablet.act("preview").click()
    expect(page.tablet.problems).to_have_count(2)
    expect(page.tablet.seat("N")).to_have_attribute("aria-invalid", "true")
    page.deals("E").last("N").tablet.act("preview").click()
    expect(page.tablet.problems).to_have_text(
        ["What did the attackers win the last trick with?", "How many points were in the kitty?"]
    )


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
    expect(page.expected).to_have_text("By the deals before: West deals at level 3.")
    page.trump("NT").takes(0).last("E").tablet.previews()
    expect(tablet.total("East")).to_have_text("+3")
    tablet.sends().confirms("E").says("Confirmed, to be sent")
    tablet.act("next").click()
    expect(page.expected).to_have_text("By the deals before: East deals at level 6.")
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.sent()
    expect(page.expected).to_have_text("By the deals before: East deals at level 6.")
    assert Result.live.count() == 2
    second = Result.live.get(deal=hall.deal(2))
    assert second.settlement["scores"] == {"N": 0, "W": 3, "S": 0, "E": 3}
    assert second.facts["trump"] is None


def test_after_the_last_deal_no_other_one_is_announced(page: LevelsTablet) -> None:
    tablet = page.tablet.opens_deal(3)
    first_deal(page.plays_at("2"))
    expect(page.comes).to_contain_text("Attackers up 1")
    expect(page.comes).not_to_contain_text("Next deal")
    tablet.previews()
    expect(tablet.view("result").locator('[data-part="notes"]')).not_to_contain_text("Next deal")


@pytest.mark.nightly
@pytest.mark.parametrize("hall", [{"next_dealer": False}], indirect=True)
def test_where_the_table_chooses_who_of_two_deals_both_are_named(
    page: LevelsTablet, hall: Hall
) -> None:
    first_deal(page)
    expect(page.comes).to_contain_text("Next deal: West or East, level 3")
    page.tablet.previews().sends().confirms("W").sees_done().act("next").click()
    expect(page.expected).to_have_text("By the deals before: West or East deals at level 3.")
    page.deals("N")
    expect(page.expected).to_contain_text("Written down otherwise.")
    page.deals("E").trump("C").takes(0).last("E").tablet.previews().sends().confirms("E")
    page.tablet.sees_done()
    facts = Result.live.get(deal=hall.deal(2)).facts
    assert (facts["dealer"], facts["level"]) == ("E", "3")


@pytest.mark.full
def test_what_is_entered_outlives_a_reload_and_undo_takes_one_step_back(
    page: LevelsTablet,
) -> None:
    first_deal(page)
    page.page.reload()
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    page.tablet.act("undo").click()
    expect(page.part("comes-missing")).to_contain_text("points in the kitty")
    page.kitty(20)
    expect(page.comes).to_contain_text("75 + 20 × 4 = 155")


@pytest.mark.nightly
@pytest.mark.full
def test_another_level_than_follows_is_said_and_taken(page: LevelsTablet, hall: Hall) -> None:
    first_deal(page).tablet.previews().sends().confirms("W").sees_done().act("next").click()
    page.plays_at("7").trump("C").takes(80).last("N", "single").kitty(0)
    expect(page.expected).to_contain_text("Written down otherwise.")
    page.tablet.previews()
    assert page.tablet.problems.count() == 0
    page.tablet.sends().confirms("W").sees_done()
    assert Result.live.get(deal=hall.deal(2)).facts["level"] == "7"


@pytest.mark.nightly
@pytest.mark.full
def test_who_bid_deals_first_and_stands_in_the_report(page: LevelsTablet, hall: Hall) -> None:
    page.tablet.more()
    page.part("bidders").locator('[data-seat="E"]').click()
    page.part("shown").locator('[data-key="2"]').click()
    page.page.keyboard.press("Escape")
    page.trump("D").takes(5).last("W").kitty(0).tablet.previews().sends().confirms("E").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["dealer"] == "E"
    assert facts["bids"] == [{"seat": "E", "cards": ["D2", "D2"]}]


@pytest.mark.full
def test_a_sheet_comes_back_as_it_was_written(page: LevelsTablet) -> None:
    first_deal(page).tablet.previews().sends()
    page.page.evaluate(
        "Object.keys(localStorage).filter((k) => k.startsWith('huapai.deal.'))"
        ".forEach((k) => localStorage.removeItem(k))"
    )
    page.page.reload()
    page.tablet.act("back").click()
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    page.last("W", "tractor-2")
    page.tablet.previews().sends().confirms("E").sees_done()
    expect(page.tablet.total("West")).to_have_text("+2")


@pytest.mark.full
def test_a_result_is_corrected_through_the_referee(page: LevelsTablet, hall: Hall) -> None:
    first_deal(page).tablet.previews().sends().confirms("W").sees_done()
    page.tablet.act("correct").click()
    expect(page.comes).to_contain_text("75 + 10 × 4 = 115")
    page.takes(60).tablet.previews()
    page.tablet.act("send").click()
    page.tablet.sees_done()
    expect(page.tablet.total("West")).to_have_text("+1")
    assert Result.live.get(deal=hall.deal()).facts["attackers_points"] == 75


@pytest.mark.nightly
@pytest.mark.full
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


@pytest.mark.full
@pytest.mark.parametrize("hall", [OVER_BOARDS], indirect=True)
def test_over_boards_it_is_said_before_another_dealer_can_be_tapped(page: LevelsTablet) -> None:
    page.part("otherwise").click()
    page.deals("S").plays_at("5")
    expect(page.expected).to_contain_text("Written down otherwise.")
    page.trump("S").takes(0).last("S").tablet.previews()
    expect(page.tablet.total("South")).to_have_text("+3")
    expect(page.tablet.view("result")).to_contain_text("The level of this board is 2, not 5.")
