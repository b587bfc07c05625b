"""Where the chart of ranks and rows of long names stand, measured in the style guide."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from tests.interface.guide import Opens
from tests.interface.test_public_boxes import LAPTOP, PHONE, TABLET, shows
from tests.web.publish.pages.test_charts import rows
from web.publish.pages.ranked import charts

ROWS = """() => [...document.querySelectorAll("main .standing-row")].map((row) =>
  Math.round(row.getBoundingClientRect().height))"""
SEAT = '<span class="standing-seat">Table 8 W</span>'
NAMES = ("Theodora Lee", "Maximilian Featherstonehaugh", "Montgomery Habsburg-Lothringen")


@pytest.mark.full
@pytest.mark.parametrize("seat", ["", SEAT], ids=["alone", "seated"])
def test_rows_of_long_names_are_of_one_height_on_a_phone(opens: Opens, seat: str) -> None:
    page = opens(PHONE)
    rows_of = "".join(
        '<li><a class="standing-row" href="#x"><span class="standing-place">1</span>'
        f'<span class="standing-name">{name}{seat}</span>'
        '<span class="standing-total">+1630</span><span class="change">4</span></a></li>'
        for name in NAMES
    )
    listed = f'<ol class="standing-rows">{rows_of}</ol>'
    shows(page, f'<div class="standings" data-long>{listed}</div>')
    heights = page.evaluate(ROWS)
    assert max(heights) - min(heights) <= 1, heights


DRAWN = """() => {
  const chart = document.querySelector("main .rank-chart");
  const middle = (part) => {
    const box = part.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const apart = [...chart.querySelectorAll("li")]
    .map((row) => Math.abs(middle(row) - middle(row.querySelector('[d$="h0"]'))));
  const names = chart.querySelector("li > a").getBoundingClientRect();
  const drawn = chart.querySelector("svg").getBoundingClientRect();
  return {
    tall: chart.offsetHeight,
    apart: Math.max(...apart),
    share: drawn.width / chart.offsetWidth,
    over: drawn.right + 4 - names.left,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP])
def test_lines_of_ranks_end_at_their_names_and_a_phone_holds_them(
    opens: Opens, size: tuple[int, int]
) -> None:
    page = opens(size)
    shown = SimpleNamespace(event=SimpleNamespace(uid="0123456789ab"))
    for entries in (4, 16, 118):
        ranks = rows(*((n, 3 * entries - 2 * n, n) for n in range(entries)))
        chart = charts.chart(ranks[: charts.MOST], {ranks[0].rank.entry: 1})
        context = {"chart": chart, "page": shown}
        shows(page, render_to_string("publish/ranking/_rank_chart.html", context))
        found = page.evaluate(DRAWN)
        assert found["apart"] < 1.5, (entries, found)
        assert found["tall"] <= (560 if size == PHONE else 700), (entries, found)
        assert found["share"] >= 0.4, (entries, found)
        assert found["over"] <= 0, (entries, found)
        assert found["wide"] <= 0
