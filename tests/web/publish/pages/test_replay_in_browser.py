"""A deal and its replay in a browser: one felt, its steps, and what lies where at each size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests import levels_cast
from tests.scoring.shengji.test_whole_settlements import plays_of
from tests.scoring.shengji.whole_deals import played_out
from tests.web.publish import addresses, replays
from tournaments.models import Deal, Ranking

COMMAND = ("id", "game", "rules")
"""What of a whole deal only the command line reads."""


@pytest.fixture
def reader(live_server: LiveServer, chromium: Browser) -> Iterator[Page]:
    """A page of which every fault and every breach of its policy fails the test."""
    faults: list[str] = []
    with chromium.new_context(locale="en-GB", base_url=live_server.url) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        yield page
    assert not faults


def played_by_tricks() -> Deal:
    """A deal of which every trick is stored."""
    cast = people.assemble()
    deal = cast.deals(cast.round_in_play())[0]
    replays.post(cast, deal, replays.played({"preset": "classic"}))
    return deal


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_a_reader_steps_by_buttons_and_by_arrow_keys(reader: Page) -> None:
    deal = played_by_tricks()
    reader.goto(addresses.page_of(deal))
    tricks, held = reader.locator("#tricks h3:visible"), reader.locator(".felt-hand .card:visible")
    expect(tricks).to_have_count(0)
    expect(held).to_have_count(52)
    reader.get_by_role("button", name="Next trick").click()
    expect(tricks).to_have_text(["Trick 1 of 13"])
    expect(held).to_have_count(48)
    reader.keyboard.press("ArrowRight")
    expect(tricks).to_have_text(["Trick 2 of 13"])
    reader.keyboard.press("ArrowLeft")
    expect(tricks).to_have_text(["Trick 1 of 13"])
    reader.get_by_role("button", name="All tricks").click()
    expect(tricks).to_have_count(13)
    reader.get_by_role("button", name="Trick 1", exact=True).click()
    expect(tricks).to_have_text(["Trick 1 of 13"])
    expect(reader.locator(".scrubber-tick")).to_have_count(14)
    reader.get_by_role("button", name="Trick 13").click()
    expect(tricks).to_have_text(["Trick 13 of 13"])
    expect(held).to_have_count(0)
    expect(reader.locator(".scrubber-tick[aria-pressed=true]")).to_have_text(["Trick 13 13 E"])
    reader.get_by_role("button", name="Hands", exact=True).click()
    expect(held).to_have_count(52)


MIDDLE = """() => {
  const box = (e) => e.getBoundingClientRect();
  const [felt, ...cards] = [document.querySelector(".felt"),
    ...document.querySelectorAll(".replay-trick[data-open] .felt-trick > *")].map(box);
  const seats = [...document.querySelectorAll(".felt .felt-hand .card, .felt-name")]
    .filter((e) => getComputedStyle(e).visibility === "visible").map(box);
  const inside = cards.every((card) => card.top > felt.top && card.bottom < felt.bottom);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [cards.length, inside, seats.some((seat) => cards.some((card) => meet(seat, card)))];
}"""
"""How many cards lie in the middle, whether on the felt, and whether on a hand or a name."""


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_one_felt_stands_beside_its_sums_and_the_trick_lies_in_its_middle(reader: Page) -> None:
    deal = played_by_tricks()
    for width, height, most in ((1366, 768, 1200), (820, 1180, 2000), (390, 844, 2000)):
        reader.set_viewport_size({"width": width, "height": height})
        reader.goto(addresses.page_of(deal))
        expect(reader.locator(".felt:visible")).to_have_count(1)
        before = reader.evaluate("document.documentElement.scrollHeight")
        for number in range(1, 14):
            reader.keyboard.press("ArrowRight")
            assert reader.evaluate(MIDDLE) == [4, True, False], (width, number)
        assert before <= most
        assert reader.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_plays_of_several_cards_lie_on_no_hand(reader: Page) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10)
    deal = cast.deals(cast.round_in_play())[0]
    facts = dict(plays_of(played_out(Random(5), "lianzhong-2"), 0))
    levels_cast.post(cast, deal, {name: facts[name] for name in facts if name not in COMMAND})
    for width, height in ((1366, 768), (390, 844)):
        reader.set_viewport_size({"width": width, "height": height})
        reader.goto(addresses.page_of(deal))
        for number in range(1, reader.locator(".replay-trick").count() + 1):
            reader.keyboard.press("ArrowRight")
            assert reader.evaluate(MIDDLE) == [4, True, False], (width, number)


TICKS = """() => {
  const ticks = [...document.querySelectorAll(".scrubber-tick")];
  const rows = Object.groupBy(ticks, (tick) => tick.getBoundingClientRect().top);
  return Object.values(rows).map((row) => row.length);
}"""


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_ticks_stand_in_rows_as_long_as_each_other(reader: Page) -> None:
    deal = played_by_tricks()
    for width, rows in ((390, [7, 7]), (1366, [14])):
        reader.set_viewport_size({"width": width, "height": 844})
        reader.goto(addresses.page_of(deal))
        assert reader.evaluate(TICKS) == rows


FELT = """() => {
  const felt = document.querySelector(".felt"), box = (part) => part.getBoundingClientRect();
  const inside = ({ left, right, top, bottom }, of) =>
    left >= of.left && right <= of.right && top >= of.top && bottom <= of.bottom;
  const size = (selector) => parseFloat(getComputedStyle(felt.querySelector(selector)).fontSize);
  return {
    inside: [...felt.querySelectorAll("*")].every((part) => inside(box(part), box(felt))),
    cards: [...felt.querySelectorAll(".felt-trump .card")].map((card) => card.offsetWidth),
    bar: box(felt.querySelector("progress")).width / felt.offsetWidth > 0.5,
    points: size(".felt-taken strong"),
    scale: size(".felt-scale"),
    high: felt.offsetHeight / felt.offsetWidth,
  };
}"""


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_a_result_of_levels_is_the_picture_of_its_felt(reader: Page) -> None:
    cast = levels_cast.assemble(deals=2, ranking=Ranking.VP_15_10)
    deal = cast.deals(cast.round_in_play())[0]
    levels_cast.post(cast, deal, levels_cast.ATTACKERS_WIN)
    for width, least in ((390, 0.9), (1366, 0.7)):
        reader.set_viewport_size({"width": width, "height": 844})
        reader.goto(addresses.page_of(deal))
        felt = reader.evaluate(FELT)
        assert least <= felt.pop("high") <= 1.4, width
        told = {"inside": True, "cards": [64, 64], "bar": True, "points": 32, "scale": 15}
        assert felt == told, width


BESIDE = """() => {
  const box = (part) => part.getBoundingClientRect();
  const felt = box(document.querySelector(".felt"));
  const shown = [...document.querySelectorAll(".deal-side > section")]
    .filter((part) => part.checkVisibility());
  return [shown.map((part) => part.id), shown.every((part) => box(part).left >= felt.right),
    shown.every((part) => box(part).right <= innerWidth)];
}"""


@pytest.mark.full
@pytest.mark.django_db(transaction=True)
def test_captures_are_a_tab_beside_the_felt(reader: Page) -> None:
    deal = played_by_tricks()
    reader.set_viewport_size({"width": 1366, "height": 768})
    reader.goto(addresses.page_of(deal))
    assert reader.evaluate(BESIDE) == [["sums", ""], True, True]
    reader.get_by_role("button", name="Captures").click()
    assert reader.evaluate(BESIDE) == [["captures", ""], True, True]
    expect(reader.locator("#captures .captured:visible")).to_have_count(4)
    reader.locator(".felt-points[href='#sum-W']").click()
    assert reader.evaluate(BESIDE) == [["sums", ""], True, True]
    expect(reader.locator(".deal-sum[open]")).to_have_id("sum-W")


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
def test_the_points_of_a_seat_on_the_felt_open_its_lines(reader: Page) -> None:
    deal = played_by_tricks()
    reader.goto(addresses.page_of(deal))
    expect(reader.locator(".deal-table .felt-hand").first).to_be_visible()
    for seat in ("W", "N", "E"):
        reader.locator(f".felt-points[href='#sum-{seat}']").click()
        expect(reader.locator(".deal-sum[open]")).to_have_id(f"sum-{seat}")
