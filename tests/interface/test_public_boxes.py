"""Where the parts of public pages stand, measured in the style guide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from playwright.sync_api import Browser, Page

from config.simulation.demo import people
from tests.interface.guide import rendered
from tests.interface.small_server import small_server
from tests.web.publish.scroll.test_layout import evening
from tournaments.persons.keys import sort_key
from web.publish.pages import hall, wall_seats, walls
from web.publish.pages.seats import SeatInitial, SeatLine, SeatList
from web.publish.scroll import svg
from web.publish.scroll.layout import lay_out

PHONE, TABLET, LAPTOP, WALL = (390, 844), (820, 1180), (1366, 768), (1920, 1080)
Opens = Callable[..., Page]


@pytest.fixture(scope="module")
def opens(chromium: Browser) -> Iterator[Opens]:
    """Open a page of the style guide at a size of the window."""
    with small_server() as hall, chromium.new_context() as context:
        page = context.new_page()

        def at(size: tuple[int, int], name: str = "styleguide/styleguide.html") -> Page:
            hall.body = rendered(name)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(hall.address)
            return page

        yield at


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
  const stamped = seal.getBoundingClientRect();
  return {
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
        assert found["names"] == ([32, 20, 20] if size == PHONE else [48, 32, 32])
        assert (found["place"], found["within"], found["turned"]) == ("1", True, TURNED)
        sizes.add(tuple(found["seal"]))
    assert len(sizes) == 1


FOUR_ROWS = """() => {
  const screen = document.querySelector(".hall-screen"), body = screen.querySelector("tbody");
  while (body.children.length > 4) body.lastElementChild.remove();
  for (const name of body.querySelectorAll(".hall-name")) name.textContent = "欧阳明珠";
  const code = screen.querySelector(".hall-code");
  code.hidden = false;
  const start = (cell) => cell.getBoundingClientRect().left
    + parseFloat(getComputedStyle(cell).paddingLeft);
  const rows = [...body.children].map((row) => row.getBoundingClientRect());
  const cells = [".hall-table thead .hall-wide", "tbody .hall-wide"];
  return {
    heights: rows.map((row) => row.height / innerHeight),
    ends: rows.at(-1).bottom / innerHeight,
    code: code.getBoundingClientRect().bottom - screen.getBoundingClientRect().bottom,
    starts: cells.map((cell) => start(screen.querySelector(cell))),
    name: parseFloat(getComputedStyle(body.querySelector("th")).fontSize),
    cut: [...body.querySelectorAll(".hall-name, .number")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
  };
}"""


@pytest.mark.full
def test_a_wall_of_four_rows_is_filled(opens: Opens) -> None:
    found = opens(WALL, "styleguide/styleguide_hall.html").evaluate(FOUR_ROWS)
    assert max(found["heights"]) <= 0.221
    assert found["ends"] >= 0.87
    assert found["name"] >= 64
    assert found["starts"][0] == pytest.approx(found["starts"][1], abs=0.5)
    assert found["code"] == pytest.approx(0, abs=1)
    assert found["cut"] == 0


LONG_ROWS = """([number, digits, name, letters, isLong, beside]) => {
  const screen = document.querySelector(".hall-screen"), table = screen.querySelector("table");
  const body = table.querySelector("tbody"), row = body.firstElementChild;
  table.dataset.digits = digits;
  table.dataset.letters = letters;
  if (isLong) table.dataset.long = "";
  while (body.children.length < 8) body.append(row.cloneNode(true));
  while (body.children.length > 8) body.lastElementChild.remove();
  for (const cell of body.querySelectorAll(".hall-name")) cell.textContent = name;
  const numbers = body.querySelectorAll(".number:not(.hall-rank, .hall-change)");
  for (const cell of numbers) cell.textContent = number;
  for (const cell of body.querySelectorAll(".hall-rank")) cell.textContent = "118";
  const heads = ["Rank", "Name", "Matchpoints", "Table points", "Change"];
  [...table.querySelectorAll("thead th")].forEach((cell, at) => cell.textContent = heads[at]);
  if (beside) {
    table.dataset.beside = "";
    table.after(table.cloneNode(true));
  }
  const whole = screen.getBoundingClientRect();
  const isWrapped = (cell) => cell.closest("thead") && innerWidth >= 1920
    && cell.offsetHeight > 1.6 * parseFloat(getComputedStyle(cell).fontSize);
  return [...screen.querySelectorAll("th, td, .hall-name")].filter((cell) => {
    const box = cell.getBoundingClientRect();
    return cell.scrollWidth > cell.clientWidth + 1 || box.right > whole.right + 1
      || isWrapped(cell);
  }).map((cell) => `${cell.className}: ${cell.textContent} ${cell.scrollWidth}`);
}"""


@pytest.mark.full
@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("size", [WALL, (1280, 720)])
def test_a_wall_cuts_no_number_name_or_heading(
    opens: Opens, size: tuple[int, int], beside: bool
) -> None:
    """Numbers of ten signs have the whole wall: see `hall.standings`."""
    for number, digits, name, letters, is_long in (
        ("−1612.5", 7, "城北棋牌俱乐部队", 10, True),
        ("+180", 5, "欧阳明珠·司马青", 16, False),
        ("−12345.67", 10, "城北棋牌俱乐部队", 16, False),
    )[: 2 if beside else 3]:
        page = opens(size, "styleguide/styleguide_hall.html")
        assert page.evaluate(LONG_ROWS, [number, digits, name, letters, is_long, beside]) == []


HEADING = """() => {
  const table = document.querySelector(".hall-screen table"), cells = table.rows[0].cells;
  table.dataset.beside = "";
  table.querySelectorAll("tr").forEach((row) => row.querySelectorAll(".number")[1].remove());
  table.after(table.cloneNode(true));
  cells[1].textContent = "Name";
  cells[2].textContent = "Base points";
  const range = document.createRange();
  const words = (cell) => (range.selectNodeContents(cell), range.getBoundingClientRect());
  const name = words(cells[1]).right, heading = words(cells[2]);
  return {
    lines: Math.round(cells[2].offsetHeight / parseFloat(getComputedStyle(cells[2]).lineHeight)),
    free: heading.left - name,
    ends: heading.right - words(table.rows[1].cells[2]).right,
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [WALL, LAPTOP, (1280, 720)])
def test_a_heading_of_two_words_has_one_line_above_its_numbers(
    opens: Opens, size: tuple[int, int]
) -> None:
    found = opens(size, "styleguide/styleguide_hall.html").evaluate(HEADING)
    assert found["lines"] == 1
    assert found["free"] > 20
    assert found["ends"] == pytest.approx(0, abs=1)


NAMES_OF_SEATS = """([names, letters, own, beside]) => {
  const screens = document.querySelectorAll(".hall-screen"), screen = screens[1];
  screens[0].hidden = true;
  screen.hidden = false;
  const table = screen.querySelector("table"), row = table.querySelector("tbody tr");
  const heading = table.querySelector("thead th:last-child"), name = row.lastElementChild;
  for (const cell of table.querySelectorAll(".hall-match")) cell.remove();
  table.querySelector("thead th").className = "number hall-rank";
  table.querySelector("thead th").textContent = "Table";
  delete table.dataset.named;
  table.dataset.columns = 4;
  table.dataset.letters = letters;
  while (row.children.length < 5) row.append(name.cloneNode(true));
  while (heading.parentElement.children.length < 5) heading.after(heading.cloneNode(true));
  [...row.querySelectorAll(".hall-name")].forEach((part, at) => part.textContent = names[at]);
  Object.assign(row.lastElementChild.dataset, { letters: own, long: "" });
  while (row.parentElement.children.length < 10) row.after(row.cloneNode(true));
  if (beside) {
    table.dataset.beside = "";
    screen.querySelector(".hall-code").replaceWith(table.cloneNode(true));
  }
  return {
    cut: [...screen.querySelectorAll("th, .hall-name")].filter((part) => part.offsetHeight
      && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 3))
      .map((part) => part.textContent),
    size: parseFloat(getComputedStyle(name).fontSize),
  };
}"""


@pytest.mark.full
def test_one_long_name_leaves_the_others_of_a_wall_their_size(opens: Opens) -> None:
    names = ["欧阳修远", "王小明", "林晓燕", "Maximilian von Habsburg-Lothringen"]
    for size, beside, least in ((WALL, False, 36), (WALL, True, 35), ((1366, 768), True, 25)):
        line = hall.LINE_OF_SEAT_BESIDE if beside else hall.LINE_OF_SEAT
        shown = walls.sizes([*names, *names[:3], *names[:3], "阿依古丽·买提"], line, 3)
        own = shown.longer[names[-1]]
        page = opens(size, "styleguide/styleguide_hall.html")
        found = page.evaluate(NAMES_OF_SEATS, [names, shown.letters, own, beside])
        assert found["cut"] == [], (size, beside)
        assert found["size"] >= least, (size, beside)


BY_NAME = """(markup) => {
  const screens = document.querySelectorAll(".hall-screen"), foot = document.querySelector(
    ".hall-live > .hall-foot");
  screens.forEach((screen) => screen.hidden = true);
  document.querySelector(".hall-by-name").outerHTML = markup;
  const shown = document.querySelector(".hall-by-name");
  document.querySelectorAll(".hall-by-name ~ .hall-by-name").forEach((other) => other.remove());
  const cells = [...shown.querySelectorAll("tbody th, tbody td, .hall-name")];
  return {
    size: Math.min(...cells.map((cell) => parseFloat(getComputedStyle(cell).fontSize))),
    cut: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
    over: shown.getBoundingClientRect().bottom - foot.getBoundingClientRect().top,
    below: foot.getBoundingClientRect().bottom - innerHeight,
  };
}"""


@pytest.mark.full
def test_a_wall_of_seats_by_surname_cuts_no_name_and_is_read_from_afar(opens: Opens) -> None:
    for size, count, name, least in (
        (WALL, 116, "白霞静", 40),
        (LAPTOP, 116, "白霞静", 28),
        (LAPTOP, 116, "欧阳明珠", 28),
        (LAPTOP, 1000, "白霞静", 24),
        (WALL, 116, "Clara Kowalski", 34),
        (LAPTOP, 116, "Clara Kowalski", 24),
    ):
        lines = tuple(SeatLine(name, n, (n % 29 + n // 116 * 29,), "N") for n in range(count))
        wall = wall_seats.arrange([SeatInitial("B", lines[:20]), SeatInitial("C", lines[20:])])
        with translation.override("zh-hans"):
            markup = render_to_string("publish/hall/_hall_by_name.html", {"wall": wall})
        found = opens(size, "styleguide/styleguide_hall.html").evaluate(BY_NAME, markup)
        assert found["cut"] == [], (size, count, name)
        assert found["size"] >= least, (size, count, name)
        assert max(found["over"], found["below"]) <= 1, (size, count, name)


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


@pytest.mark.full
@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP])
def test_the_head_of_the_scroll_takes_three_fifths_of_a_window(
    opens: Opens, size: tuple[int, int]
) -> None:
    for entries in (4, 16, 118):
        drawing = lay_out(evening(entries, seals=2))
        page = opens(size)
        shows(
            page, f'<div class="evening-head">{svg.svg(drawing.parts[0], drawing.width, "e")}</div>'
        )
        tall, wide = page.evaluate(
            """() => {
              const head = document.querySelector(".evening-head");
              return [head.offsetHeight / innerHeight, head.scrollWidth - innerWidth];
            }"""
        )
        assert 0.1 < tall <= 0.601, (entries, tall)
        assert wide <= 0


@pytest.mark.full
@pytest.mark.parametrize(("size", "is_beside"), [(PHONE, False), (LAPTOP, True)])
def test_the_rest_of_the_scroll_stands_beside_its_head_where_there_is_room(
    opens: Opens, size: tuple[int, int], is_beside: bool
) -> None:
    drawing = lay_out(evening(16, seals=2))
    head, rest = (svg.svg(part, drawing.width, f"e{part.height}") for part in drawing.parts[:2])
    page = opens(size)
    shows(
        page,
        f'<section class="section"><div class="section-head"><h2>x</h2></div>'
        f'<div class="evening-head">{head}</div>'
        f'<details class="fold"><summary>x</summary>{rest}</details></section>',
    )
    assert page.locator("main summary").is_visible() is not is_beside
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".evening-part")]
          .filter((part) => part.checkVisibility())
          .map((part) => part.getBoundingClientRect().toJSON())"""
    )
    assert len(boxes) == 1 + is_beside
    if is_beside:
        first, second = boxes
        assert first["right"] <= second["left"] < second["right"] <= size[0]
        assert first["top"] <= second["top"] < first["bottom"]


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
