"""The boxes of the tablet's felt, tiles and sheets: nothing is cut off, and nothing jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.table.test_depths import WESTERN, plays_by
from tests.browser.table.test_room import CUT_RANKS, HEIGHT, LOW, windows
from tests.browser.table.test_the_look import LANGUAGES, SMALL, WINDOWS, in_every_window, window
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments import organise

CUT_OFF = """() => [...document.querySelectorAll('.entry .on-table .card')].map((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const box = card.closest('.compass-middle').getBoundingClientRect();
  return Math.max(box.left - left, box.top - top, right - box.right, bottom - box.bottom);
})"""
"""By how many pixels each card of the trick stands over its room."""
IN_ROWS = """() => {
  const tiles = [...document.querySelectorAll('.deck[data-hand] .tile')];
  const tops = tiles.filter((e) => e.offsetHeight).map((e) => e.offsetTop);
  return [...new Set(tops)].sort((a, b) => a - b)
    .map((top) => tops.filter((other) => other === top).length);
}"""
"""How many cards of the hand that plays lie in each row."""
COVERED = """() => {
  const plays = [...document.querySelectorAll('.entry .on-table')];
  const boxes = plays.map((e) => e.getBoundingClientRect());
  return boxes.some((a, i) => boxes.slice(i + 1).some((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1));
}"""
"""Whether the cards of one seat lie on those of another."""
WIDTH = "document.querySelector('.entry .on-table .card').offsetWidth"
RANKS = """(selector) => [...document.querySelectorAll(selector)].map((tile) => {
  const rank = tile.querySelector('.card-rank').getBoundingClientRect();
  return Math.round(rank.top - tile.getBoundingClientRect().top);
})"""
MIDDLES = """(selector) => [...document.querySelectorAll(selector)].map((tile) => {
  const parts = [tile.querySelector('.card-suit'), tile.querySelector('.card-rank'), tile];
  const [suit, rank, box] = parts.map((e) => e.getBoundingClientRect());
  return Math.abs(suit.left + rank.right - box.left - box.right) / 2;
})"""
"""How far suit and rank stand from the middle of their tile."""
BELOW = """() => [...document.querySelectorAll('.entry .deck .tile')]
  .filter((tile) => tile.offsetHeight)
  .map((tile) => [tile.querySelector('.card-suit'), tile.querySelector('.card-rank')])
  .every((parts) => parts[0].offsetTop >= parts[1].offsetTop + parts[1].offsetHeight - 1)"""
PLATES = """() => {
  const root = document.querySelector('[data-view=recorder] .compass');
  const box = (e) => e.getBoundingClientRect();
  const felt = box(root);
  const plates = ['n', 'w', 's', 'e'].map((at) => box(root.querySelector('.seat-' + at)));
  const [n, w, s, e] = plates;
  const edges = [n.top - felt.top, w.left - felt.left];
  edges.push(felt.bottom - s.bottom, felt.right - e.right);
  return { felt: [felt.width, felt.height], edges: edges.map(Math.round),
    wide: plates.map(({ width }) => width), high: plates.map(({ height }) => height) };
}"""
"""The felt on which is asked who writes, how far plates are from its edges, and their sizes."""
FELT = "document.querySelector('.entry .compass').offsetHeight"
HELD_BACK = """() => {
  const body = document.querySelector('#claim .sheet-body');
  return body.scrollHeight - body.clientHeight;
}"""
"""By how much the claim is pushed along in its sheet."""
NARROW = """() => [...document.querySelectorAll('#claim button')]
  .filter((e) => e.offsetHeight && e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""
"""What is wider than its button."""
FOOT = "(id) => innerHeight - document.getElementById(id).getBoundingClientRect().bottom"
LARGE = "document.querySelector('[data-set=size][data-value=large]').click()"


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_a_trick_is_seen_whole_in_every_window(
    device: Devices, hall: Hall, language: str
) -> None:
    plays_by(hall, WESTERN, "tricks")
    played = Played.number(0)
    tablet = device(locale=language).opens(hall.table).writes("S")
    page = DeepTablet(tablet)
    for seat in played.seats[:-1]:
        tablet.seat(seat).click()
        page.typing().fill(played.typed(seat))
        tablet.page.keyboard.press("Enter")
        expect(page.count(seat)).to_have_text("13/13")
    assert [tablet.page.evaluate(BELOW) for _ in in_every_window(tablet.page)] == [True] * 3
    page.step("play")
    for size in in_every_window(tablet.page):
        assert tablet.page.evaluate(IN_ROWS) == [7, 6], size
    for _seat, card in played.plays[:4]:
        page.plays(card)
    expect(tablet.page.locator(".entry .on-table")).to_have_count(4)
    needs_no_scrolling_on_a_tablet(tablet.page)
    widths = trick_fits(tablet.page)
    assert widths[0] >= 38
    assert widths[1] == 64
    assert widths[2] >= 56
    tablet.page.evaluate(LARGE)
    assert min(trick_fits(tablet.page)) >= 31


def needs_no_scrolling_on_a_tablet(page: Page) -> None:
    for size in (*WINDOWS[1:], LOW):
        page.set_viewport_size(window(size))
        assert page.evaluate(HEIGHT) == size[1], size
    page.set_viewport_size(window(WINDOWS[1]))


def trick_fits(page: Page) -> list[int]:
    """Check the trick in every window, and return how wide its cards are."""
    widths = []
    for size in in_every_window(page):
        assert max(page.evaluate(CUT_OFF)) <= 1, size
        assert not page.evaluate(COVERED), size
        widths.append(page.evaluate(WIDTH))
    return widths


@pytest.mark.full
def test_the_felt_keeps_its_height_whoever_wins_the_cards(device: Devices, hall: Hall) -> None:
    tablet = device(locale="zh-CN").opens(hall.table).writes("S")
    empty = felts(tablet.page)
    for seat in ("N", "S"):
        tablet.rest(seat)
        assert felts(tablet.page) == empty, seat
        for size in windows(tablet.page):
            assert tablet.page.evaluate(CUT_RANKS) == [], size
        tablet.act("undo").click()
    tablet.rest("W")
    assert felts(tablet.page) == empty
    the_frame_is_round_what_stands_at_a_side(tablet)


def the_frame_is_round_what_stands_at_a_side(tablet: TabletPage) -> None:
    """All of the side can be tapped."""
    tablet.seat("E").click()
    side = tablet.seat("E").bounding_box()
    framed = tablet.seat("E").locator("> span").bounding_box()
    assert side
    assert framed
    assert framed["height"] < 120 < side["height"]
    assert side["y"] + side["height"] / 2 == pytest.approx(
        framed["y"] + framed["height"] / 2, abs=1
    )


def felts(page: Page) -> list[tuple[int, int]]:
    """Return how high the felt is in every window, and by how much the page is too high."""
    return [(page.evaluate(FELT), page.evaluate(HEIGHT) - size[1]) for size in windows(page)]


@pytest.mark.full
@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_a_claim_is_asked_without_pushing_it_along(
    device: Devices, hall: Hall, language: str
) -> None:
    page = DeepTablet(device(locale=language).opens(hall.table).writes("S"))
    page.page.clock.install()
    page.claims("E", "all")
    claim_is_seen_whole(page.page)
    page.claim('[data-part="contested"]').click()
    page.page.locator("#calls [data-close]").click()
    expect(page.claim('[data-part="answers"]')).to_be_hidden()
    expect(page.claim('[data-part="objections"] button:visible')).to_have_count(3)
    claim_is_seen_whole(page.page)
    page.claim('[data-part="withdraw"]').click()
    page.claim('[data-part="claimants"] [data-seat="E"]').click()
    page.page.clock.fast_forward(61_000)
    expect(page.claim('[data-part="over-call"]')).to_be_visible()
    claim_is_seen_whole(page.page)
    page.closes()
    for size in windows(page.page):
        assert page.page.evaluate(HEIGHT) == size[1], size


def claim_is_seen_whole(page: Page) -> None:
    """Check the sheet of a claim in every window, and that a finger finds its buttons."""
    for size in (*WINDOWS, LOW):
        page.set_viewport_size(window(size))
        assert page.evaluate(HELD_BACK) <= 0, size
        assert page.evaluate(NARROW) == [], size
        assert page.evaluate(SMALL) == [], size


@pytest.mark.full
def test_a_name_moves_no_rank_and_sheets_stand_at_the_foot(device: Devices, hall: Hall) -> None:
    page = device(locale="zh-CN").opens(hall.table).writes("S").page
    for size in in_every_window(page):
        assert len(set(page.evaluate(RANKS, ".card-grid .tile"))) == 1, size
        assert len(set(page.evaluate(RANKS, ".exposed .tile"))) == 1, size
        assert max(page.evaluate(MIDDLES, ".exposed .tile")) <= 1, size
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": page.url}])
    page.reload()
    expect(page.locator(".exposed .tile").first).to_be_visible()
    label = page.locator('[data-view="entry"] .compass [data-seat="N"] .seat-label')
    expect(label).to_have_text("North")  # and not as the round was kept in Chinese
    for size in in_every_window(page):
        assert len(set(page.evaluate(RANKS, ".exposed .tile"))) == 1, size
    for sheet in ("deals", "outbox", "menu"):
        page.locator(f'[data-sheet="{sheet}"]').first.click()
        assert [page.evaluate(FOOT, sheet) for _ in in_every_window(page)] == [0, 0, 0]
        page.keyboard.press("Escape")


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_writes_is_asked_on_a_square_table_with_names_as_plates(
    device: Devices, hall: Hall, language: str
) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play()
    tablet = device(locale=language).opens(hall.table)
    expect(tablet.view("recorder")).to_be_visible()
    moves = tablet.page.locator('[data-part="moves"]')
    for width, height in in_every_window(tablet.page):
        found = tablet.page.evaluate(PLATES)
        assert found["felt"][0] == pytest.approx(found["felt"][1], abs=1)
        assert found["edges"] == [8 if width < 600 else 16] * 4
        assert found["high"] == [72] * 4
        assert min(found["wide"]) >= (150 if width < 600 else 190)
        number = tablet.view("recorder").locator(".compass-middle").bounding_box()
        # An upright tablet has room for the number of the table between the plates.
        assert ((number or {"width": 0})["width"] >= 128) is (height > 1000)
        assert tablet.page.evaluate("document.documentElement.scrollWidth") == width
        assert tablet.page.evaluate("document.documentElement.scrollHeight") == height
        box = moves.bounding_box()
        assert box
        assert box["height"] == 56
    moves.locator("summary").click()
    expect(moves.locator("li")).to_have_count(4)
