"""Whether the wide tables of public pages fit a phone, measured in the style guide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.interface.guide import rendered
from tests.interface.small_server import small_server
from web.templatetags.words import persons

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """The style guide on a phone."""
    with small_server() as hall, chromium.new_context(viewport=PHONE) as context:
        hall.body = rendered("styleguide/styleguide.html")
        page = context.new_page()
        page.goto(hall.address)
        yield page


def cross_table(names: Sequence[str], result: str, in_play: str, marked: str = "") -> str:
    """Return a cross table in which every second match is in play."""

    def cell(row: int, column: int) -> str:
        said = f'<span class="muted">{in_play}</span>' if (row + column) % 2 else result
        return f'<td class="number"><a href="#">{said}</a></td>'

    size = range(len(names))
    heads = "".join(f'<th class="number cross-column">{at + 1}</th>' for at in size)
    rows = "".join(
        f'<tr><td class="rank">{row + 1}</td><th class="name"><a href="#">'
        f"<span>{persons(name, 'cross-slash')}</span></a></th>"
        f"{''.join(cell(row, column) for column in size)}"
        f'<td class="number">2</td><td class="number total">{result}</td></tr>'
        for row, name in enumerate(names)
    )
    return (
        f'<div class="scroll"><table class="table cross-table"{marked}><thead><tr>'
        '<th class="rank">Rank</th>'
        f'<th class="name">Name</th>{heads}<th class="number">Won</th><th class="number">Total</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


@pytest.mark.full
@pytest.mark.parametrize("in_play", ["open", "未完"])
def test_a_cross_table_of_pairs_fits_a_phone(phone: Page, in_play: str) -> None:
    pairs = ["何天佑／郭晓东", "司马相如／欧阳修远", "阿依古丽·买买提／吕"]
    for names, result in ((pairs * 2, "16"), ([pairs[0]] * 4, "−1420")):
        markup = cross_table(names, result, in_play)
        phone.evaluate("(markup) => document.querySelector('main').innerHTML = markup", markup)
        beyond, alone = phone.evaluate(
            """() => {
              const scroll = document.querySelector(".scroll");
              const slashes = [...scroll.querySelectorAll(".cross-slash")].filter(
                (slash) => getComputedStyle(slash).clipPath === "none");
              const names = [...scroll.querySelectorAll("tbody .name")].filter((cell) => {
                const range = document.createRange();
                return [...cell.querySelectorAll(".person")].some((person) => {
                  range.selectNodeContents(person.firstChild);
                  const inside = cell.getBoundingClientRect().right - 1;
                  return range.getBoundingClientRect().right > inside - 3;
                });
              });
              return [scroll.scrollWidth - scroll.clientWidth, slashes.length + names.length];
            }"""
        )
        assert (beyond, alone) == (0, 0), names


OFF_THE_MIDDLE = """() => {
  const results = [...document.querySelectorAll("td:has(> a)")];
  return Math.max(...results.map((cell) => {
    const range = document.createRange(), field = cell.getBoundingClientRect();
    range.selectNodeContents(cell.querySelector(".muted") ?? cell.firstChild);
    const said = range.getBoundingClientRect();
    if (said.left < field.left + 1 || said.right > field.right) return Infinity;
    return Math.abs(said.left + said.right - field.left - field.right) / 2;
  }));
}"""


@pytest.mark.full
def test_the_columns_of_a_cross_table_are_of_one_width_within_the_margins(phone: Page) -> None:
    markup = cross_table(["何天佑／郭晓东"] * 5, "−4280", "未完", " data-short")
    phone.evaluate("(markup) => document.querySelector('main').innerHTML = markup", markup)
    widths, left, right, won = phone.evaluate(
        """() => {
          const heads = [...document.querySelectorAll("th.cross-column")];
          const [rank, total] = ["td.rank", "td.total"].map((one) => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(one));
            return range.getBoundingClientRect();
          });
          return [heads.map((head) => head.offsetWidth), rank.left, innerWidth - total.right,
            document.querySelector("td.number:nth-last-child(2)").offsetWidth];
        }"""
    )
    assert max(widths) - min(widths) <= 1
    assert left >= 15
    assert right >= 15
    assert won > 0
    assert phone.evaluate(OFF_THE_MIDDLE) <= 1.5, "a result is in the middle of its field"
    phone.set_viewport_size({"width": 1366, "height": 768})
    widths = phone.evaluate(
        """() => [...document.querySelectorAll("th.cross-column")].map((one) => one.offsetWidth)"""
    )
    assert max(widths) - min(widths) <= 1
    assert phone.evaluate(OFF_THE_MIDDLE) <= 1.5
    head = "document.querySelector('thead .rank')"
    assert phone.evaluate(f"{head}.scrollWidth - {head}.clientWidth") <= 0, "Rank is whole"


BRACKET = """() => {
  const view = document.querySelector(".bracket-view"), box = (one) => one.getBoundingClientRect();
  document.querySelector("main").replaceChildren(
    document.querySelector(".bracket-rounds"), view);
  const [first, last] = view.querySelectorAll(".bracket-round");
  const [upper, lower, final, third] = view.querySelectorAll(".bracket-match");
  const middle = (match) => {
    const [one, two] = [...match.querySelectorAll(".bracket-side")].map(box);
    return (one.top + two.bottom) / 2;
  };
  return {
    links: box(document.querySelector(".bracket-rounds")).height,
    width: box(first).width,
    next: box(last).left,
    wide: innerWidth,
    off: middle(final) - (middle(upper) + middle(lower)) / 2,
    below: box(third.querySelector(".bracket-side")).top
      - box([...final.querySelectorAll(".bracket-side")].pop()).bottom,
  };
}"""


@pytest.mark.full
def test_one_round_of_a_knockout_is_a_view_of_a_phone_and_links_lead_to_each(phone: Page) -> None:
    found = phone.evaluate(BRACKET)
    assert found["links"] >= 44
    assert found["width"] >= 0.8 * PHONE["width"]
    assert PHONE["width"] - 48 <= found["next"] <= PHONE["width"] - 16, "the next one looks in"
    phone.add_script_tag(url="/static/bracket.js")
    here = phone.locator(".bracket-rounds > [aria-current]")
    assert here.get_attribute("href") == "#round-W1.1"
    phone.click(".bracket-rounds a:last-child")
    expect(here).to_have_attribute("href", "#round-W2.1")
    box = phone.locator(".bracket-round").last.bounding_box()
    assert box
    assert abs(box["x"] - 16) <= 1


WIDE_FRAME = """(rounds) => {
  const view = document.querySelector(".bracket-view"), frame = view.firstElementChild;
  document.querySelector("main").replaceChildren(
    document.querySelector(".bracket-rounds"), view);
  const first = frame.firstElementChild;
  frame.replaceChildren(...Array.from({length: rounds}, () => first.cloneNode(true)));
  frame.lastElementChild.dataset.join = "none";
  const links = document.querySelector(".bracket-rounds"), link = links.firstElementChild;
  links.replaceChildren(...Array.from({length: rounds}, () => link.cloneNode(true)));
  const seen = view.getBoundingClientRect();
  const cut = [...frame.children].map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < seen.right - 1 && box.right > seen.right + 1);
  return [view.scrollWidth > view.clientWidth, cut.length, links.offsetHeight > 0];
}"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("width", "rounds", "is_pushed"),
    [(820, 3, False), (820, 4, False), (820, 5, True), (1366, 5, False), (1366, 6, True)],
)
def test_no_round_of_a_knockout_is_cut_at_the_edge_of_a_wide_screen(
    phone: Page, width: int, rounds: int, is_pushed: bool
) -> None:
    phone.set_viewport_size({"width": width, "height": 900})
    assert phone.evaluate(WIDE_FRAME, rounds) == [is_pushed, 0, is_pushed]


@pytest.mark.full
def test_the_match_for_the_third_place_stands_below_the_final_in_the_middle(phone: Page) -> None:
    phone.set_viewport_size({"width": 1366, "height": 768})
    found = phone.evaluate(BRACKET)
    assert abs(found["off"]) <= 2
    assert found["below"] >= 40
    assert found["links"] == 0


SEASON = """() => {
  const table = document.querySelector(".season-table");
  const [head, row] = [table.querySelector("thead tr"), table.querySelector("tbody tr")];
  head.querySelector(".season-event").remove();
  for (const line of [head, row]) {
    const cell = line.querySelector(".season-cell");
    for (let more = 0; more < 5; more += 1) line.append(cell.cloneNode(true));
  }
  const shared = row.cloneNode(true), words = shared.querySelector(".season-decided");
  words.className = "muted small";
  words.textContent = "并列";
  row.after(shared);
  table.closest("main").replaceChildren(table);
  const days = [...head.querySelectorAll(".season-cell")].filter((cell) => cell.offsetWidth);
  return [table.scrollWidth, [row.offsetHeight, shared.offsetHeight],
    days.map((cell) => cell.offsetWidth)];
}"""


@pytest.mark.full
def test_a_season_on_a_phone_has_the_last_events_in_columns_and_rows_of_one_height(
    phone: Page,
) -> None:
    wide, heights, days = phone.evaluate(SEASON)
    assert wide <= PHONE["width"]
    assert max(heights) - min(heights) <= 1
    assert len(days) == 3
    assert max(days[:-1]) - min(days[:-1]) <= 1


FACTS = """(width) => {
  const line = document.querySelector(".fact-line"), box = (one) => one.getBoundingClientRect();
  document.querySelector("main").replaceChildren(line.closest(".open-list"));
  line.style.width = width;
  const [first, second] = [...line.children].map(box), name = box(line.parentElement);
  const dot = parseFloat(getComputedStyle(line.children[1]).paddingLeft);
  return [second.top - first.top, second.left - first.left, first.left + dot - name.left];
}"""


@pytest.mark.full
def test_the_dot_between_two_facts_is_out_of_sight_where_each_has_a_line(phone: Page) -> None:
    down, along, edge = phone.evaluate(FACTS, "20em")
    assert (down, edge) == (0, 0)
    assert along > 60
    down, along, edge = phone.evaluate(FACTS, "8em")
    assert down > 10
    assert (along, edge) == (0, 0), "its dot is left of the edge, where nothing is drawn"


SEATS = """() => {
  const row = (seat, name) => `<tr><th class="seat-label">${seat}</th><th class="name"><a href="#">
    ${name}</a></th><td class="number total">−3060</td><td class="number">−2960</td></tr>`;
  document.querySelector("main").innerHTML = `<div class="scroll"><table class="table seat-table">
    <thead><tr><th>Seat</th><th class="name">Name</th><th class="number">Points</th>
    <th class="number">Deal 1</th></tr></thead><tbody>
    ${[["N", "黄丽娟"], ["W", "阿依古丽·买买提"], ["S", "Bernhard Schneider"], ["E", "彭海涛"]]
      .map((each) => row(...each)).join("")}</tbody></table></div>`;
  const scroll = document.querySelector(".scroll"), range = document.createRange();
  const words = [...scroll.querySelectorAll("th, td")].map((cell) => {
    range.selectNodeContents(cell);
    const { left, right } = range.getBoundingClientRect();
    return [left, right];
  });
  return [scroll.scrollWidth - scroll.clientWidth, Math.min(...words.map(([left]) => left)),
    innerWidth - Math.max(...words.map(([, right]) => right))];
}"""


@pytest.mark.full
def test_the_table_of_four_seats_is_not_cut_and_keeps_the_margins_of_a_phone(phone: Page) -> None:
    beyond, left, right = phone.evaluate(SEATS)
    assert beyond == 0
    assert left >= 15
    assert right >= 15
