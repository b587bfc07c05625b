"""Pictures and doors of public pages, measured in the style guide: nothing is cut or overlaps."""

from __future__ import annotations

from typing import Literal

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.interface.guide import Shows
from tests.web.publish.pages.test_table_chart import table
from web.publish.pages.home_standings import ROOM, PictureLine, RankPicture
from web.publish.pages.ranked.charts import Tick, fitted
from web.publish.pages.table import SMALL, WIDE, sum_chart

PHONE, TABLET, LAPTOP, WALL = (390, 844), (820, 1180), (1366, 768), (1920, 1080)
SIZES = [PHONE, TABLET, LAPTOP, WALL]


OUTSIDE = """() => {
  const svg = document.querySelector("svg"), whole = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
  const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 3 && other.top < one.bottom - 3;
  return {
    outside: texts.filter((box) => box.left < whole.left - 1 || box.right > whole.right + 1
      || box.top < whole.top - box.height / 3 || box.bottom > whole.bottom + box.height / 3).length,
    overlapping: texts.filter((box, at) => texts.slice(at + 1).some((o) => meets(box, o))).length,
    wide: document.documentElement.scrollWidth - innerWidth,
    letters: Math.min(...texts.map((box) => box.height)),
  };
}"""


def card_with(names: list[str]) -> str:
    """Return the card of an event in play with the ranks of its leaders."""
    lines = [
        PictureLine(
            f"M8 {20 * at}C90 {20 * at} 90 {14 + 28 * at} 172 {14 + 28 * at}", at + 1, end, n
        )
        for at, (n, end) in enumerate(zip(names, (14, 42, 70), strict=True))
    ]
    lines += [PictureLine("M8 30C90 30 90 115 172 115", 8, 115, "")]
    picture = RankPicture((Tick(1, 8), Tick(2, 172)), tuple(lines[::-1]))
    drawn = render_to_string("publish/home/_rank_picture.html", {"picture": picture})
    return f"""<div class="home-part"><div><ul class="event-cards plain"><li data-wide>
      <a class="event-card" href="#"><span class="cards cards-m"></span>
      <span class="event-card-words"><span class="event-name">个人赛</span></span>{drawn}
      <progress value="1" max="2"></progress></a></li><li><a class="event-card" href="#">双人赛</a>
      </li></ul></div></div>"""


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_the_names_in_the_picture_of_the_first_page_are_whole(
    shows: Shows, size: tuple[int, int]
) -> None:
    for names in (
        ["赵敏", "欧阳明珠", "王建国"],
        ["阿依古丽·买买提／阿不都", "Maximilian von Habsburg", "Lj"],
    ):
        found = shows(size, card_with([fitted(n, ROOM) for n in names])).evaluate(OUTSIDE)
        assert found["outside"] == 0, found
        assert found["overlapping"] == 0, found
        assert found["wide"] <= 0
        assert found["letters"] >= 12


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_the_words_of_the_chart_of_a_table_are_whole(shows: Shows, size: tuple[int, int]) -> None:
    for deals in (
        [(10, -10, 0, 0), (5, -20, 0, 1)],
        [(-12345, 12345, 1, -1)] * 16,
        [(1, 0, 1, 0), (0, 2, 0, 2)],
    ):
        charts = [sum_chart(table(*deals), shape) for shape in (SMALL, WIDE)]
        with translation.override("zh-hans"):
            drawn = "".join(
                render_to_string("publish/rounds/_sum_chart.html", {"chart": chart})
                for chart in charts
            )
        page = shows(size, f'<div class="table-story"><div>–</div>{drawn}</div>')
        seen = page.evaluate("""() => [...document.querySelectorAll("svg")].map((svg) => {
          const shown = svg.checkVisibility(), width = svg.getBoundingClientRect().width;
          if (!shown) svg.remove();
          return shown && width;
        })""")
        assert sum(map(bool, seen)) == 1
        assert max(seen) >= 0.9 * min(size[0] - 32, 1072 if size[0] > 960 else 640)
        found = page.evaluate(OUTSIDE)
        assert found["outside"] == 0, found
        assert found["overlapping"] == 0, found
        assert found["wide"] <= 0


LINES = """() => {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.innerHTML = "0123".replace(/./g, '<g class="chart-line chart-line-$&"></g>');
  document.querySelector("main").append(drawn);
  const probe = document.createElement("p");
  document.querySelector("main").append(probe);
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const lines = [...drawn.children].map((line) => {
    const { stroke, strokeDasharray, strokeWidth } = getComputedStyle(line);
    return [stroke, strokeDasharray, strokeWidth];
  });
  return [lines, ["accent", "ink", "muted"].map(colour)];
}"""


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_of_a_chart_differ_without_the_colours_of_states(
    shows: Shows, scheme: Literal["light", "dark"]
) -> None:
    page = shows(SIZES[0], "")
    page.emulate_media(color_scheme=scheme)
    lines, (accent, ink, muted) = page.evaluate(LINES)
    assert [stroke for stroke, _, _ in lines] == [accent, ink, muted, ink]
    assert len({tuple(line) for line in lines}) == len(lines)
    assert lines[0][2] == "4px"


ARROWS = """() => {
  const box = (of) => document.querySelector(`main .page-head ${of}`).getBoundingClientRect();
  const [title, before, after] = ["h1", "nav > :first-child", "nav > :last-child"].map(box);
  const icon = box("nav > :last-child > .icon");
  return {
    level: Math.abs((title.top + title.bottom - before.top - before.bottom) / 2),
    beyond: document.querySelector("main .page-head").getBoundingClientRect().right - icon.right,
    least: Math.min(before.width, before.height, after.width, after.height),
    height: title.height,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_arrows_of_a_round_stand_beside_its_title_at_the_edge(
    shows: Shows, size: tuple[int, int]
) -> None:
    arrows = render_to_string("parts/round_stepper.html", {"before": "#4", "after": None})
    page = shows(
        size,
        '<header class="page-head event-head"><div class="page-head-words"><p class="over">A</p>'
        f'<h1 class="title-serif">第5轮</h1></div>{arrows}</header>',
    )
    found = page.evaluate(ARROWS)
    assert found["level"] <= 4, found
    assert abs(found["beyond"]) <= 4, found
    assert found["least"] >= 44
    assert found["height"] >= 32, found
    assert found["wide"] <= 0


DOORS = """() => {
  const doors = [...document.querySelectorAll(".about-side .button")];
  return doors.map((door) => [door.offsetWidth, door.offsetHeight,
    door.scrollWidth - door.clientWidth]);
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_the_doors_beside_the_rules_are_even_and_as_high_as_a_finger(
    shows: Shows, size: tuple[int, int]
) -> None:
    words = ["Standings", "Standings as XLSX", "Final result", "Cross table", "All events in turn"]
    buttons = "".join(
        f'<li><form><button class="button">{each}</button></form></li>' for each in words
    )
    markup = f"""<div class="about"><div class="about-side"><section class="section">
      <ul class="plain row">{buttons}</ul></section></div>
      <section class="section" id="rules"><p>x</p></section></div>"""
    boxes = shows(size, markup).evaluate(DOORS)
    (first, *_), *others = boxes
    assert len({width for width, _, _ in others}) == 1
    assert first > 2 * others[0][0], "the first of an odd number has the room of two"
    assert all(height >= 36 and over <= 0 for _, height, over in boxes)


@pytest.mark.full
def test_a_quiet_button_beside_a_long_heading_ends_at_its_edge(shows: Shows) -> None:
    """On a phone it is below the heading: it stood 16 px to the right of the edge."""
    markup = """<section class="section"><div class="section-head">
      <h2>Shengji · Standard, two decks</h2><a class="button button-quiet" href="#">Glossary</a>
      </div></section>"""
    page = shows(PHONE, markup)
    below, from_edge = page.evaluate(
        """() => {
          const box = document.querySelector("a.button").getBoundingClientRect();
          const head = document.querySelector(".section-head").getBoundingClientRect();
          return [box.top - document.querySelector("h2").getBoundingClientRect().bottom,
            head.right + 16 - box.right];
        }"""
    )
    assert below >= 0
    assert abs(from_edge) <= 1
