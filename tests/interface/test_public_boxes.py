"""Where the parts of public pages stand, measured in the style guide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Page

from config.simulation.demo import people
from tests.interface.guide import Opens
from tests.web.publish.scroll.test_layout import evening
from tournaments.persons.keys import sort_key
from web.publish.pages.seats import SeatInitial, SeatLine, SeatList
from web.publish.scroll import svg

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


def chart_of(entries: int, title: str = "") -> str:
    """Return the lines of ranks as the page of a finished event has them."""
    fields = 2 if title else 1
    chart = svg.rank_chart(replace(evening(entries, fields=fields).fields[0], title=title))
    few, more = (" data-few" * chart.is_low, " data-more" * chart.has_more)
    names = "".join(
        f"<li><span>{one.shown}</span><span>{one.name}</span></li>" for one in chart.lines
    )
    rounds = "".join(f"<span>{number}</span>" for number in chart.rounds)
    return (
        f'<div><h3 class="title-serif">{chart.title}</h3><div class="evening-head"{few}{more}>'
        f'<div class="evening-ranks">{chart.drawn}</div>'
        f'<ol class="evening-names plain">{names}</ol>'
        f'<p class="evening-rounds">{rounds}</p></div></div>'
    )


def charts(*shown: str) -> str:
    return f'<div class="evening-charts">{"".join(shown)}</div>'


LINES = """() => {
  const head = document.querySelector(".evening-head"), main = document.querySelector("main");
  const drawn = head.querySelector("svg").getBoundingClientRect();
  const middle = (part) => {
    const box = part.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const names = [...head.querySelectorAll(".evening-names > li")].map(middle);
  const ends = [...head.querySelectorAll("g > :last-child")].map(middle).sort((a, b) => a - b);
  const inside = getComputedStyle(main);
  return {
    tall: head.offsetHeight / innerHeight,
    wide: main.scrollWidth - main.clientWidth,
    left: drawn.left - 4 - main.getBoundingClientRect().left - parseFloat(inside.paddingLeft),
    share: drawn.width / head.offsetWidth,
    apart: Math.max(...names.map((name, at) => Math.abs(name - ends[at]))),
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP])
def test_lines_of_the_scroll_fill_the_width_and_end_beside_their_names(
    opens: Opens, size: tuple[int, int]
) -> None:
    for entries in (4, 16, 118):
        page = opens(size)
        shows(page, charts(chart_of(entries)))
        found = page.evaluate(LINES)
        assert 0.1 < found["tall"] <= 0.6, (entries, found)
        assert found["wide"] <= 0
        assert abs(found["left"]) < 1
        assert found["share"] >= 0.45
        assert found["apart"] < 1.5, (entries, found)


SHARED = """() => {
  const [box] = document.querySelectorAll(".evening-charts");
  const heads = [...box.querySelectorAll(".evening-head")];
  const row = document.querySelector(".evening-names > li");
  return {
    tall: box.offsetHeight / innerHeight,
    below: box.scrollHeight - box.clientHeight,
    tops: new Set(heads.map((head) => head.getBoundingClientRect().top)).size,
    least: Math.min(...heads.map((head) => head.offsetWidth)),
    wide: document.documentElement.scrollWidth - innerWidth,
    row: row.offsetHeight,
  };
}"""
SMALL_PHONE: Final = (360, 640)
ACROSS: Final = (844, 390)


@pytest.mark.full
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, ACROSS, TABLET, LAPTOP])
@pytest.mark.parametrize("lists", [1, 2])
def test_the_lines_of_an_evening_take_sixty_hundredths_of_a_window(
    opens: Opens, size: tuple[int, int], lists: int
) -> None:
    titles = ("南北", "东西")[:lists] if lists == 2 else ("",)
    for entries in (4, 16, 1000):
        page = opens(size)
        shows(page, charts(*(chart_of(entries, title) for title in titles)))
        found = page.evaluate(SHARED)
        assert found["tall"] <= 0.6, (entries, found)
        assert found["tops"] == 1
        assert found["wide"] <= 0
        assert found["row"] >= 16
        assert found["least"] >= 280
        if size != ACROSS:
            assert found["below"] <= 0, "nothing is pushed down"


EDGES = """() => [".evening-head", "dt"]
  .map((part) => document.querySelector(part).getBoundingClientRect().left)"""


@pytest.mark.full
@pytest.mark.parametrize(("size", "is_open"), [(PHONE, False), (LAPTOP, True)])
def test_what_was_noteworthy_stands_open_below_the_scroll_where_there_is_room(
    opens: Opens, size: tuple[int, int], is_open: bool
) -> None:
    page = opens(size)
    notes = '<dl class="facts"><dt>x</dt><dd>y</dd></dl>'
    shows(
        page,
        f'<section class="section">{charts(chart_of(16))}<div class="evening-notes">'
        '<details class="fold evening-rest"><summary>x</summary>'
        f'<div class="evening-notes">{notes}</div></details></div></section>',
    )
    assert page.locator("main summary").is_visible() is not is_open
    assert page.locator("dt").is_visible() is is_open
    if is_open:
        edges = page.evaluate(EDGES)
        assert edges[0] == edges[1]


def seats_of(names: Sequence[str], first: int = 0) -> str:
    """Return the list of seats of a round, as its page has it, tables from the number `first`."""
    keyed = sorted((sort_key(name), name) for name in names)
    grouped = groupby(keyed, key=lambda pair: pair[0][:1].upper())
    initials = tuple(
        SeatInitial(
            initial,
            tuple(
                SeatLine(name, number, (first + number,), "E")
                for number, (_, name) in enumerate(group)
            ),
        )
        for initial, group in grouped
    )
    with translation.override("zh-hans"):
        context = {"seats": SeatList(initials), "uid": "0" * 12, "all": None}
        return str(render_to_string("publish/event/_seat_list.html", context))


OUT_OF_SIGHT = """() => {
  const out = [];
  const inSight = (part) => {
    const box = part.getBoundingClientRect();
    return part.checkVisibility() && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
  };
  for (const link of document.querySelectorAll(".seat-initials a")) {
    link.click();
    const initial = link.textContent;
    for (const line of document.querySelectorAll(".seat-list > li")) {
      let first = line;
      while (!first.dataset.initial) first = first.previousElementSibling;
      if (first.dataset.initial !== initial) continue;
      const table = line.querySelector("strong.number");
      if (!inSight(table)) out.push(`${initial}: ${line.textContent}`);
    }
  }
  return out;
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP])
@pytest.mark.parametrize("entries", [16, 118])
def test_a_tap_on_an_initial_brings_the_table_of_every_name_in_sight(
    opens: Opens, size: tuple[int, int], entries: int
) -> None:
    page = opens(size)
    shows(page, seats_of([one for (one,) in people.singles(entries)]))
    assert page.locator(".seat-list > li").count() == entries
    assert page.evaluate(OUT_OF_SIGHT) == []


TOPS = """() => {
  const lines = [...document.querySelectorAll(".seat-list > li")];
  const told = (line) => getComputedStyle(line, "::before").content;
  const tops = lines.filter((line, at) => {
    const before = lines[at - 1];
    return !before || before.parentElement !== line.parentElement && innerWidth < 960
      || line.getBoundingClientRect().left > before.getBoundingClientRect().left + 9;
  });
  const again = lines.filter((line) => !line.dataset.initial && told(line) !== "none");
  return [tops.filter((line) => told(line) === "none").length,
    again.filter((line) => !tops.includes(line)).length, tops.length];
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
@pytest.mark.parametrize("entries", [16, 61, 118])
def test_every_column_of_seats_begins_with_an_initial(
    opens: Opens, size: tuple[int, int], entries: int
) -> None:
    page = opens(size)
    shows(page, seats_of([one for (one,) in people.singles(entries)]))
    without, elsewhere, tops = page.evaluate(TOPS)
    assert (without, elsewhere) == (0, 0)
    assert tops >= 3


@pytest.mark.full
def test_three_names_with_tables_of_three_digits_share_a_line_of_a_phone(opens: Opens) -> None:
    page = opens(PHONE)
    shows(page, seats_of(["诸葛孔明·阿依古丽", *(one for (one,) in people.singles(24))], first=900))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".seat-list > li")].map((line) => {
          const box = line.getBoundingClientRect();
          return [Math.round(box.width), Math.round(box.height)];
        })"""
    )
    assert sum(height > 46 for _, height in boxes) == 1  # of the long name, which has more lines
    assert len({width for width, _ in boxes}) == 1
    assert boxes[0][0] * 3 <= PHONE[0]


@pytest.mark.full
def test_seats_are_read_down_the_columns_of_a_block(opens: Opens) -> None:
    page = opens(PHONE)
    shows(page, seats_of([one for (one,) in people.singles(60)]))
    blocks = page.evaluate(
        """() => [...document.querySelectorAll(".seat-list")].map((list) =>
          [...list.children].map((line) => {
            const box = line.getBoundingClientRect();
            return [Math.round(box.left), Math.round(box.top)];
          }))"""
    )
    assert len(blocks) > 1
    for boxes in blocks:
        assert boxes == sorted(boxes)
        assert len({left for left, _ in boxes}) == 3


@pytest.mark.full
def test_seats_that_a_window_has_in_sight_are_one_list(opens: Opens) -> None:
    page = opens(LAPTOP)
    shows(page, seats_of([one for (one,) in people.singles(118)]))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".seat-list > li")].map((line) => {
          const box = line.getBoundingClientRect();
          return [Math.round(box.left), Math.round(box.top)];
        })"""
    )
    assert boxes == sorted(boxes)
    lengths = Counter(left for left, _ in boxes).values()
    assert max(lengths) - min(lengths) <= max(lengths) // 4
