"""The tablet's page fits tablets and phones, fingers and old eyes, in both languages."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Person, Seat

WINDOWS = ((390, 844), (820, 1180), (1180, 820))
LANGUAGES = ("zh-CN", pytest.param("en-GB", marks=pytest.mark.nightly))
"""Chinese in every full run; at night the words of the other language too, which are longer."""

SMALL = """() => [...document.querySelectorAll('button, a:not(.skip), textarea')]
  .filter((e) => e.checkVisibility())
  .map((e) => [e, e.getBoundingClientRect()])
  .filter(([, box]) => box.height && box.left >= 0)
  .filter(([e, { width, height }]) =>
    width < 44 || height < (innerWidth < 600 && e.matches('.deck .tile, .seat') ? 44 : 56))
  .map(([e]) => e.textContent)"""
"""What is smaller than a finger: on a phone, cards of a deck and seats have 44 px, all else 56."""
CLOSE = """() => {
  const gap = (a, b) =>
    Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  const box = (e) => e.getBoundingClientRect();
  const shown = [...document.querySelectorAll('.table-app button')]
    .filter((e) => box(e).height && e.checkVisibility());
  const pairs = shown.flatMap((a, i) => shown.slice(i + 1).map((b) => [a, b]));
  return pairs.filter(([a, b]) => a.parentElement === b.parentElement && gap(box(a), box(b)) < 7.5)
    .map(([a, b]) => `${a.textContent} | ${b.textContent}`);
}"""
TYPE = """() => [...document.querySelectorAll('.table-app *')]
  .filter((e) => e.getClientRects().length && !e.closest('.hand > .card, .on-table > .card'))
  .filter((e) => innerWidth > 600 || document.documentElement.lang !== 'en'
    || !e.matches('.card-grid .tile-foot'))
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()))
  .map((e) => parseFloat(getComputedStyle(e).fontSize))"""
CUT = """() => [...document.querySelectorAll('.compass .seat-name')]
  .filter((e) => e.scrollWidth > e.parentElement.clientWidth).map((e) => e.textContent)"""
ABOVE = "document.querySelector('.status-line').getBoundingClientRect().height"
PLACES = """() => [...document.querySelectorAll('[data-view=entry] button')]
  .filter((e) => !e.closest('.ask, .action-bar') && e.dataset.part !== 'rest')
  .map((e) => e.getBoundingClientRect())
  .map((box) => [box.left, box.width && box.top + scrollY, box.width, box.height])"""


COVERED = """() => {
  const bar = document.querySelector('[data-view=result] .action-bar').getBoundingClientRect();
  return [...document.querySelectorAll('.settlement-seat h3')].filter((e) => e.checkVisibility())
    .map((head) => [head.textContent, head.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > bar.top).map(([text]) => text);
}"""
BILLS = """() => [...document.querySelectorAll('.settlement-seat')]
  .filter((seat) => seat.checkVisibility()).map((seat) => seat.getBoundingClientRect().width)"""
"""How wide the bills of the seats are."""
BROKEN_WORDS = """() => [...document.querySelectorAll('.confirm-names .strong')].flatMap((e) => {
  const text = e.firstChild;
  const words = [...text.nodeValue.matchAll(/\\S+/g)];
  return words.filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""
"""The words of names that stand in more than one line."""
TOO_WIDE = """() => [...document.querySelectorAll('.tile')].filter((tile) => tile.offsetParent)
  .flatMap((tile) => [...tile.querySelectorAll('span')].map((part) => [tile, part]))
  .filter(([, part]) => part.getClientRects().length)
  .map(([tile, part]) => [part.textContent, tile.getBoundingClientRect(), part])
  .filter(([, box, part]) => {
    const inner = part.getBoundingClientRect();
    return inner.right > box.right || inner.left < box.left;
  }).map(([text]) => text)"""


PLACED = """() => ['totals', 'running'].map((part) =>
  [...document.querySelectorAll(`[data-part=${part}] > li`)].map((row) => {
    const box = row.getBoundingClientRect();
    return [Math.round(box.left + box.width / 2), Math.round(box.top), Math.round(box.bottom)];
  }))"""
"""The middle, top and bottom of what each seat has in a deal that is done, and in the round."""

UPON_ANOTHER = """() => {
  const written = (part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect();
  };
  const title = written(document.querySelector('#so-far'));
  return [...document.querySelectorAll('.scores .points, .scores .running > li')]
    .map((part) => [part.textContent, written(part)])
    .filter(([, box]) => box.width && box.left < title.right + 4 && box.right > title.left - 4
      && box.top < title.bottom && box.bottom > title.top)
    .map(([text]) => text);
}"""
"""The numbers on which the words lie that say what the round comes to."""


LINES = """(selector) => [...document.querySelectorAll(selector)].map((e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
})"""
"""In how many lines each of these stands."""
SENTENCES = "[data-part=notice-text] > span"


def window(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


def in_every_window(page: Page) -> Iterator[tuple[int, int]]:
    """Show the same page in one window after the other, and at last in the one it had."""
    before = page.viewport_size
    assert before
    for size in WINDOWS:
        page.set_viewport_size(window(size))
        page.evaluate("scrollTo(0, 0)")
        yield size
    page.set_viewport_size(before)
    page.evaluate("scrollTo(0, 0)")


def fits(page: Page) -> None:
    """Check one view in every window, of a phone, and of a tablet upright and lying."""
    for size in in_every_window(page):
        assert broken(page, size[0]) == []
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(page.locator('[data-part="waiting"]')).to_be_in_viewport()


def broken(page: Page, width: int) -> list[str]:
    """Say what is wider than the window, too small for a finger or to be read, or cut off."""
    checks = {
        "wide": page.evaluate("document.documentElement.scrollWidth") != width,
        "small": page.evaluate(SMALL),
        "close": page.evaluate(CLOSE),
        "type": min(page.evaluate(TYPE)) < 17,
        "cut": page.evaluate(CUT),
        "above": page.evaluate(ABOVE) > 96,
    }
    return [f"{name} at {width}: {found}" for name, found in checks.items() if found]


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_view_fits(device: Devices, hall: Hall, language: str) -> None:
    tablet = device(locale=language).opens(hall.table)
    expect(tablet.view("recorder")).to_be_visible()
    fits(tablet.page)
    tablet.writes("S")
    fits(tablet.page)
    tablet.exposable("SQ").click()
    fits(tablet.page)
    tablet.asked("W").click()
    tablet.gives("N", "SQ").act("preview").click()
    expect(tablet.problems).to_have_count(1)
    fits(tablet.page)
    tablet.rest("E").previews()
    fits(tablet.page)
    every_total_has_its_place(tablet.page)
    tablet.sends()
    fits(tablet.page)
    tablet.confirms("W").sees_done()
    fits(tablet.page)
    what_is_done_stands_at_the_seats(tablet.page)
    for sheet in ("deals", "outbox", "menu"):
        tablet.page.locator(f'[data-sheet="{sheet}"]').first.click()
        assert [tablet.page.evaluate(SMALL) for _ in in_every_window(tablet.page)] == [[]] * 3
        tablet.page.keyboard.press("Escape")


def every_total_has_its_place(page: Page) -> None:
    """Large on one felt, each at its seat, the lines below or beside it in a lying window."""
    for size in in_every_window(page):
        totals = page.locator('[data-part="totals"] > li .points:visible')
        boxes = [box for total in totals.all() if (box := total.bounding_box())]
        assert len(boxes) == 4, size
        sizes = {total.evaluate("e => getComputedStyle(e).fontSize") for total in totals.all()}
        assert sizes == {"35.1px" if size[0] < 600 else "48px"}
        north, west, south, east = boxes
        assert north["y"] < west["y"] == east["y"] < south["y"], size
        middles = [box["x"] + box["width"] / 2 for box in (west, north, east)]
        assert middles == sorted(set(middles)), size
        felt = page.locator(".scores").bounding_box()
        lines = page.locator('[data-part="settlement"]').bounding_box()
        assert felt
        assert lines
        if size[0] > 1000:
            assert lines["x"] >= felt["x"] + felt["width"] + 16, size
            assert min(page.evaluate(BILLS)) >= 270, size
        else:
            assert lines["y"] >= felt["y"] + felt["height"] + 8, size
        expect(page.locator("h3 > .sum-total:visible")).to_have_count(0)


def what_is_done_stands_at_the_seats(page: Page) -> None:
    """Each seat is at its side of a felt, the round below the deal.

    How it adds up is folded on a phone, and open beside or below the felt elsewhere.
    """
    for size in in_every_window(page):
        # A full-width sentence is not broken where it finds room on the next line.
        lines = page.evaluate(LINES, SENTENCES)
        assert lines
        assert max(lines) == 1 or page.locator(":root[lang=en]").count(), size
        deal, round_ = page.evaluate(PLACED)
        (n, n_top, n_end), (w, w_top, w_end), (s, s_top, _), (e, e_top, e_end) = deal
        assert w < n == s < e, size
        assert n - w == pytest.approx(e - n, abs=1), size
        assert n_top < n_end < w_top == e_top < w_end == e_end < s_top, size
        for (middle, _, end), (below, top, _) in zip(deal, round_, strict=True):
            assert (below, top) == (middle, end), size
        assert page.evaluate(UPON_ANOTHER) == [], size
        assert page.evaluate("document.documentElement.scrollHeight") == size[1]
        expect(page.locator('[data-part="settlement"]')).to_be_visible(visible=size[0] > 600)
    expect(page.locator('[data-view="result"] .button-primary:visible')).to_have_count(1)


@pytest.mark.nightly
def test_nothing_moves_while_cards_are_given_and_every_total_is_in_sight(
    device: Devices, hall: Hall
) -> None:
    tablet = device().opens(hall.table).writes("S")
    empty = places(tablet.page)
    long_names_stay_in_their_tiles(tablet)
    tablet.exposable("SQ").click()
    assert places(tablet.page) == empty, "a question is asked"
    tablet.asked("W").click()
    tablet.gives("N", "SQ", "H9", "H8", "HK").gives("W", "DJ").gives("S", "C10").rest("E")
    assert places(tablet.page) == empty, "every card is given"
    tablet.previews().sends()
    who_confirms_sees_every_total(tablet)


def places(page: Page) -> dict[tuple[int, int], list[list[float]]]:
    """Return where the buttons of the entry stand, in every window."""
    return {size: page.evaluate(PLACES) for size in in_every_window(page)}


def long_names_stay_in_their_tiles(tablet: TabletPage) -> None:
    expect(tablet.tile("C10")).to_contain_text("transformer")
    assert [tablet.page.evaluate(TOO_WIDE) for _ in in_every_window(tablet.page)] == [[]] * 3


def who_confirms_sees_every_total(tablet: TabletPage) -> None:
    for size in in_every_window(tablet.page):
        for seat, name in (("N", "North"), ("W", "West"), ("E", "East")):
            total = tablet.total(name).inner_text()
            expect(tablet.confirmer(seat)).to_contain_text(total)
            expect(tablet.confirmer(seat)).to_be_in_viewport(ratio=1)
        settlement = tablet.page.locator('[data-part="settlement"]')
        expect(settlement).to_be_visible(visible=size[0] > 600)
        tablet.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert tablet.page.evaluate(COVERED) == []


@pytest.mark.nightly
def test_cards_in_a_line_are_read_from_low_to_high_and_the_writer_sits_below(
    tablet: TabletPage,
) -> None:
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.act("recorder").click()
    tablet.writes("E")
    top = "(seat) => seat.getBoundingClientRect().top"
    from_the_top = sorted("NWSE", key=lambda seat: int(tablet.seat(seat).evaluate(top)))
    assert (from_the_top[0], from_the_top[-1]) == ("W", "E")
    the_connection_keeps_clear_of_the_buttons(tablet)
    tablet.gives("N", "HA", "H10", "H8", "H9", "C10", "SQ", "DJ")
    pile = tablet.seat("N").locator(".seat-cards .card-rank")
    expect(pile).to_have_text(["Q", "J", "10", "8", "9", "10", "A"])
    tablet.rest("E").previews()
    line = tablet.page.locator(".lines li").filter(has_text="8").first
    expect(line.locator(".card-rank")).to_have_text(["8", "9", "10"])
    boxes = [box for box in map(Locator.bounding_box, line.locator(".card").all()) if box]
    gaps = [b["x"] - a["x"] - a["width"] for a, b in itertools.pairwise(boxes)]
    assert min(gaps) >= 5


def the_connection_keeps_clear_of_the_buttons(tablet: TabletPage) -> None:
    """On a phone, where both stand one below the other."""
    tablet.page.set_viewport_size(window(WINDOWS[0]))
    expect(tablet.connection).to_have_text("Connected")
    menu = tablet.page.locator('.status-line [data-sheet="menu"]').bounding_box()
    state = tablet.connection.bounding_box()
    assert menu
    assert state
    assert state["y"] >= menu["y"] + menu["height"] + 2
    tablet.page.set_viewport_size(window(WINDOWS[1]))


@pytest.mark.full
def test_a_long_name_is_broken_between_words_where_it_confirms(device: Devices, hall: Hall) -> None:
    names = {"N": "Christopher Featherstonehaugh", "E": "欧阳修文", "S": "Ann"}
    for label, name in names.items():
        seat = Seat.objects.get(sitting=hall.deal().sitting, label=label)
        Person.objects.filter(pk=seat.person_id).update(name=name)
    tablet = device().opens(hall.table).writes("W").fills().previews().sends()
    for width, _height in in_every_window(tablet.page):
        assert tablet.page.evaluate(BROKEN_WORDS) == []
        assert tablet.page.evaluate(SMALL) == []
        assert tablet.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.full
def test_without_scripts_it_says_what_to_do(device: Devices, hall: Hall) -> None:
    tablet = device(java_script_enabled=False).opens(hall.table)
    # Chromium, told from outside to run no scripts, leaves <noscript> empty all the same.
    english = {"Accept-Language": "en"}
    source = tablet.context.request.get(tablet.page.url, headers=english).text()
    assert "<noscript>" in source
    assert "This page enters scores and needs JavaScript." in source
    expect(tablet.page.locator(".table-app")).to_be_hidden()
