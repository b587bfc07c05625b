"""Where the parts of public pages stand, measured in the style guide."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tests.interface.guide import Opens

PHONE, TABLET, LAPTOP = (390, 844), (820, 1180), (1366, 768)


COLUMNS = """() => {
  const right = (part) => Math.round(part.getBoundingClientRect().right);
  const list = document.querySelector(".standings");
  const edges = (row) => [".standing-rounds", ".standing-more", ".standing-total", ".change"]
    .map((cell) => row.querySelector(cell)).filter((cell) => cell.checkVisibility()).map(right);
  const rows = [".standings-head", ".standing-row > summary"];
  return rows.map((row) => edges(list.querySelector(row)));
}"""


@pytest.mark.full
def test_headings_of_standings_stand_above_their_numbers(opens: Opens) -> None:
    for size, columns in ((PHONE, 2), (LAPTOP, 4)):
        heading, row = opens(size).evaluate(COLUMNS)
        assert len(row) == columns
        assert heading == row, size


ROUNDS = """(count) => {
  const heads = Array.from({ length: count }, (_, at) => `<span>${count - at}轮</span>`).join("");
  for (const rounds of document.querySelectorAll(".standing-rounds")) rounds.innerHTML = heads;
  const head = document.querySelector(".standings-head > .standing-rounds");
  const { left, top, bottom } = head.getBoundingClientRect();
  const inSight = (each) => {
    const box = each.getBoundingClientRect();
    return box.left >= left - 0.5 && box.bottom <= bottom + 1;
  };
  return [[...head.children].filter(inSight).length, left, top, bottom - top];
}"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("size", "rounds", "in_sight"), [(LAPTOP, 7, 7), (LAPTOP, 8, 7), (TABLET, 4, 4), (TABLET, 6, 4)]
)
def test_rounds_that_find_no_room_are_told_by_dots(
    opens: Opens, size: tuple[int, int], rounds: int, in_sight: int
) -> None:
    page = opens(size)
    shows(page, page.locator(".standings").first.evaluate("(list) => list.outerHTML"))
    shown, left, top, height = page.evaluate(ROUNDS, rounds)
    assert shown == in_sight
    drawn = page.screenshot(clip={"x": left, "y": top, "width": 24, "height": height})
    page.locator(".standings-head > .standing-rounds").evaluate(
        "(head) => { head.style.background = 'none'; }"
    )
    bare = page.screenshot(clip={"x": left, "y": top, "width": 24, "height": height})
    assert (drawn != bare) is (shown < rounds)


AIR = """(card) => {
  const bar = card.querySelector("progress").getBoundingClientRect();
  const bottoms = [...card.querySelectorAll(".event-card-words, .event-card-leader")]
    .map((words) => words.getBoundingClientRect().bottom);
  return bar.top - Math.max(...bottoms);
}"""
HINTS = """() => [...document.querySelectorAll("[data-by]")]
  .filter((hint) => hint.checkVisibility()).map((hint) => hint.dataset.by)"""


@pytest.mark.full
def test_words_stand_clear_of_the_bar_of_their_card(opens: Opens) -> None:
    for size in (PHONE, TABLET, LAPTOP):
        card = opens(size).locator("#first-page .event-card:has(progress)").first
        assert card.evaluate(AIR) >= 8, size


@pytest.mark.full
def test_a_mouse_is_told_of_its_own_button(opens: Opens) -> None:
    page = opens(LAPTOP)
    shows(page, "<p data-by='finger'>长按</p><p data-by='mouse'>右键</p>")
    assert page.evaluate(HINTS) == ["mouse"]


SHARED = """() => [...document.querySelectorAll(".shared > *")].map((part) => {
  const { left, right, top } = part.getBoundingClientRect();
  return [left, right, top].map(Math.round);
})"""


@pytest.mark.full
def test_the_long_picture_stands_beside_the_words_and_the_cover(opens: Opens) -> None:
    page = opens(LAPTOP)
    high = "<svg width='10' height='900'></svg>"
    shows(page, f"<div class='shared'><p>战报</p><figure>{high}</figure><p>封面</p></div>")
    words, picture, cover = page.evaluate(SHARED)
    assert words[:2] == cover[:2]
    assert picture[0] >= words[1] + 24
    assert cover[2] < picture[2] + 900, "the cover is below the long picture"


PODIUM = """() => {
  const podium = document.querySelector(".podium"), seal = podium.querySelector(".seal");
  const inside = seal.closest(".podium-step").getBoundingClientRect();
  const stamped = seal.getBoundingClientRect(), step = podium.querySelector(".podium-step");
  step.insertAdjacentHTML("beforeend", "<span class='name-seals'>王</span>");
  const { animationName, animationDuration, animationIterationCount } =
    getComputedStyle(step.lastChild);
  step.lastChild.remove();
  return {
    motion: [animationName, animationDuration, animationIterationCount],
    weights: [...podium.querySelectorAll(".podium-name, .podium-place > .number")]
      .map((words) => parseInt(getComputedStyle(words).fontWeight)),
    washes: [...podium.querySelectorAll(".podium-step")].map((each) => {
      const wash = getComputedStyle(each, "::before"), medal = each.querySelector(".medal");
      const whole = wash.content === '""' && parseFloat(wash.width) > each.clientWidth - 1
        && parseFloat(wash.height) > each.clientHeight - 1;
      const of = getComputedStyle(medal).backgroundColor;
      return [whole && wash.backgroundColor === of && parseFloat(wash.opacity), of];
    }),
    width: podium.offsetWidth,
    steps: [...podium.querySelectorAll(".podium-step")].map((step) => step.offsetHeight),
    names: [...podium.querySelectorAll(".podium-name")]
      .map((name) => parseFloat(getComputedStyle(name).fontSize)),
    seal: [seal.offsetWidth, seal.offsetHeight],
    place: seal.closest("[data-place]").dataset.place,
    within: stamped.left >= inside.left && stamped.right <= inside.right
      && stamped.top >= inside.top && stamped.bottom <= inside.bottom,
    turned: getComputedStyle(seal).transform,
  };
}"""
SHORT = """document.querySelectorAll(".podium").forEach((podium) => {
  delete podium.dataset.long;
  podium.dataset.fits = "";
  podium.querySelectorAll(".podium-name").forEach((name) => name.textContent = "王小明");
})"""
TURNED = "matrix(0.997564, -0.0697565, 0.0697565, 0.997564, 0, 0)"


@pytest.mark.full
def test_the_podium_fills_its_column_and_the_seal_is_on_the_winners_step(opens: Opens) -> None:
    sizes = set()
    for size in (PHONE, LAPTOP):
        page = opens(size)
        page.evaluate(SHORT)
        found = page.evaluate(PODIUM)
        assert found["width"] == min(640, size[0] - 32), size
        assert found["steps"] == [160, 112, 72]
        assert found["names"] == pytest.approx([35.88, 32, 32] if size == PHONE else [48, 32, 32])
        assert (found["place"], found["within"], found["turned"]) == ("1", True, TURNED)
        sizes.add(tuple(found["seal"]))
        assert min(found["weights"]) >= 600
        assert all(0.15 <= wash <= 0.3 for wash, _medal in found["washes"])
        assert len({medal for _wash, medal in found["washes"]}) == 3
        assert found["motion"] == ["appear", "0.24s", "1"]
    assert len(sizes) == 1


JOINT = """() => [".muted", ".strong", "h2.title-serif"].flatMap((where) => {
  const holds = (part) => part.firstChild?.data?.includes(" · ") && part.checkVisibility();
  return [...document.querySelectorAll(where)].filter(holds).slice(0, 3).map(({ firstChild }) => {
    const at = firstChild.data.indexOf(" · "), range = document.createRange();
    range.setStart(firstChild, at);
    range.setEnd(firstChild, at + 3);
    const size = parseFloat(getComputedStyle(firstChild.parentElement).fontSize);
    return range.getBoundingClientRect().width / size;
  });
})"""


@pytest.mark.full
def test_the_dot_between_facts_is_narrow_in_every_face(opens: Opens) -> None:
    widths = opens(LAPTOP).evaluate(JOINT)
    assert len(widths) >= 3
    assert max(widths) <= 0.8


def shows(page: Page, markup: str) -> None:
    """Put markup in the place of the parts of the style guide."""
    page.evaluate("(markup) => document.querySelector('main').innerHTML = markup", markup)


TABS = """() => {
  const bar = document.querySelector(".tabs"), tabs = [...bar.children];
  const boxes = tabs.map((tab) => tab.getBoundingClientRect());
  return {
    rows: new Set(boxes.map((box) => box.top)).size,
    inside: boxes.every((box) => box.left >= 0 && box.right <= innerWidth),
    low: Math.min(...boxes.map((box) => box.height)),
    narrow: Math.min(44, ...boxes.map((box) => box.width)),
  };
}"""
FIVE = ("Standings", "Rounds", "Charts", "Prizes", "About")


@pytest.mark.full
@pytest.mark.parametrize(
    ("names", "rows"),
    [
        (FIVE, 1),
        ((*FIVE, "Cross table", "Boards", "Groups", "Knockout"), 2),
        (("排名表", "对局", "图表", "关于"), 1),
    ],
)
def test_every_tab_is_in_sight_on_a_phone(opens: Opens, names: Sequence[str], rows: int) -> None:
    page = opens(PHONE)
    shows(page, f'<nav class="tabs">{"".join(f"<a href=#x>{name}</a>" for name in names)}</nav>')
    assert page.evaluate(TABS) == {"rows": rows, "inside": True, "low": 44, "narrow": 44}


@pytest.mark.full
def test_parts_of_a_list_are_pushed_along_in_one_line(opens: Opens) -> None:
    page = opens(PHONE)
    parts = "".join(f"<a href=#x>{100 * n + 1}–{100 * n + 100}</a>" for n in range(10))
    shows(page, f'<nav class="tabs" data-parts>{parts}</nav>')
    assert page.evaluate(TABS)["rows"] == 1
    page.evaluate("document.querySelector('.tabs').scrollLeft = 9999")
    last = page.locator(".tabs > :last-child").bounding_box()
    assert last
    assert last["x"] + last["width"] <= 390 - 16 - 32, "the last one does not fade away"


FRAMED = """() => {
  const name = document.querySelector(".standings summary .standing-name");
  const text = document.createRange();
  name.firstChild.data = "Wilhelmina Wojciechowski";
  text.selectNodeContents(name.firstChild);
  const shown = document.querySelector(".standings .change").checkVisibility();
  return [new Set([...text.getClientRects()].map((line) => line.top)).size, shown];
}"""


@pytest.mark.full
@pytest.mark.parametrize(("width", "lines", "is_shown"), [(300, 2, False), (600, 1, True)])
def test_a_long_name_breaks_between_its_words_in_a_narrow_frame(
    opens: Opens, width: int, lines: int, is_shown: bool
) -> None:
    page = opens((width, 600))
    standings = page.locator(".standings").first.evaluate("(list) => list.outerHTML")
    shows(page, f'<section><header class="embed-head"></header>{standings}</section>')
    assert page.evaluate(FRAMED) == [lines, is_shown]


CLAIMED = """() => {
  const felt = [...document.querySelectorAll(".felt-deal")].at(-1);
  felt.dataset.shows = "captures";
  felt.replaceChildren(felt.querySelector(".seat-n"), document.querySelector(".claim-out"));
  const middle = (part) => {
    const { left, right } = part.getBoundingClientRect();
    return Math.round((left + right) / 2);
  };
  return [felt, ...felt.children].map(middle);
}"""


@pytest.mark.full
def test_cards_still_out_leave_the_felt_of_a_claim_its_middle(opens: Opens) -> None:
    for size in (PHONE, LAPTOP):
        felt, north, out = opens(size).evaluate(CLAIMED)
        assert north == pytest.approx(felt, abs=1), size
        assert out == pytest.approx(felt, abs=1), size
