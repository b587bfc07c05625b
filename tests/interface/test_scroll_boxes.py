"""Where the scroll of a finished event stands, measured in the style guide."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.interface.guide import Opens
from tests.interface.test_public_boxes import LAPTOP, PHONE, TABLET, shows
from tests.web.publish.scroll.test_layout import evening
from tests.web.publish.scroll.test_whole_scroll import long_picture
from web.publish.pictures import vector
from web.publish.scroll import svg


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


FILE = """() => {
  const svg = document.documentElement, [, , width] = svg.getAttribute("viewBox").split(" ");
  const edge = (x) => new DOMPoint(x, 0).matrixTransform(svg.getScreenCTM()).x;
  return [edge(0), edge(Number(width))];
}"""


@pytest.mark.full
@pytest.mark.parametrize(("size", "wide"), [(PHONE, 390), (TABLET, 820), (LAPTOP, 1080)])
def test_the_file_of_the_whole_scroll_is_as_wide_as_its_window(
    chromium: Browser, size: tuple[int, int], wide: int
) -> None:
    drawing = base64.b64encode(vector.draw(long_picture(evening(16)))).decode()
    with chromium.new_page(viewport={"width": size[0], "height": size[1]}) as page:
        page.goto(f"data:image/svg+xml;base64,{drawing}")
        left, right = page.evaluate(FILE)
    assert right - left == pytest.approx(wide, abs=1)
    assert left == pytest.approx(size[0] - right, abs=1)
