"""Where the parts of walls stand, measured in the style guide: rows are filled, no name is cut."""

from __future__ import annotations

from itertools import product

import pytest

from tests.interface.guide import Opens
from tests.interface.walls import BY_NAME, by_name
from web.publish.pages.seats import SeatLine
from web.publish.pages.walls import hall, wall_parts

LAPTOP, WALL = (1366, 768), (1920, 1080)


FOUR_ROWS = """() => {
  const screen = document.querySelector(".hall-screen"), body = screen.querySelector("tbody");
  while (body.children.length > 4) body.lastElementChild.remove();
  for (const name of body.querySelectorAll(".hall-name")) name.textContent = "欧阳明珠";
  const code = screen.querySelector(".hall-code");
  code.hidden = false;
  const foot = (part) => part.getBoundingClientRect().bottom;
  const start = (cell) => cell.getBoundingClientRect().left
    + parseFloat(getComputedStyle(cell).paddingLeft);
  const rows = [...body.children].map((row) => row.getBoundingClientRect());
  const cells = [".hall-table thead .hall-wide", "tbody .hall-wide"];
  return {
    heights: rows.map((row) => row.height / innerHeight),
    ends: rows.at(-1).bottom / innerHeight,
    code: foot(code) - foot(screen),
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
    assert found["heights"] == pytest.approx([found["heights"][0]] * 4, abs=0.001)
    assert found["ends"] >= 0.87
    assert found["name"] >= 64
    assert found["starts"][0] == pytest.approx(found["starts"][1], abs=0.5)
    assert found["code"] == pytest.approx(0, abs=1)
    assert found["cut"] == 0


LONG_ROWS = """([number, digits, name, letters, isLong, beside, rounds]) => {
  document.documentElement.lang = "en";
  const screen = document.querySelector(".hall-screen"), table = screen.querySelector("table");
  for (const cell of table.querySelectorAll(".hall-rounds")) {
    const parts = (rounds ?? []).map(() => cell.firstElementChild.cloneNode());
    for (const part of parts) part.textContent = cell.matches("td") ? rounds[0] : "R5";
    cell.replaceChildren(...parts);
    if (!rounds) cell.remove();
  }
  for (const cell of rounds?.length === 3 ? table.querySelectorAll(".hall-rounds + .number") : []) {
    cell.remove();
  }
  const body = table.querySelector("tbody"), row = body.firstElementChild;
  table.dataset.digits = digits;
  table.dataset.letters = letters;
  if (isLong) table.dataset.long = "";
  while (body.children.length < 8) body.append(row.cloneNode(true));
  while (body.children.length > 8) body.lastElementChild.remove();
  for (const cell of body.querySelectorAll(".hall-name")) cell.textContent = name;
  const numbers = body.querySelectorAll(".number:not(.hall-rank)");
  for (const cell of numbers) cell.textContent = number;
  for (const cell of body.querySelectorAll(".hall-rank")) cell.textContent = "118";
  const heads = ["Rank", "Name", "Matchpoints", "Table points"];
  [...table.querySelectorAll("thead th:not(.hall-rounds)")].forEach((cell, at) =>
    cell.textContent = heads[at]);
  if (beside) {
    table.dataset.beside = "";
    table.after(table.cloneNode(true));
  }
  const whole = screen.getBoundingClientRect();
  const lines = (cell) => cell.offsetHeight / parseFloat(getComputedStyle(cell).fontSize) / 1.1;
  const isWrapped = (cell) => cell.closest("thead") && innerWidth >= 1920
    && lines(cell) > 0.6 + cell.textContent.split(" ").length;
  const cells = "th, td, .hall-name, .change, .hall-rounds > *";
  return [...screen.querySelectorAll(cells)].filter((cell) => {
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
        ("−12345.67", 10, "城北棋牌俱乐部队", 23, False),
    )[: 2 if beside else 3]:
        page = opens(size, "styleguide/styleguide_hall.html")
        assert (
            page.evaluate(LONG_ROWS, [number, digits, name, letters, is_long, beside, None]) == []
        )


@pytest.mark.full
@pytest.mark.parametrize("size", [WALL, LAPTOP])
def test_a_long_name_is_whole_beside_two_numbers(opens: Opens, size: tuple[int, int]) -> None:
    for number, digits in (("+2180", 5), ("−1612.5", 7)):
        needed = wall_parts.beside_two_numbers(digits)
        for name in ("Clara Montgomery-Smith／孙立", "Maximilian Featherstonehaugh"):
            found = wall_parts.sizes([name], int(hall.LINE_OF_NAME / needed))
            letters = wall_parts.smaller(found, needed).letters
            page = opens(size, "styleguide/styleguide_hall.html")
            given = [number, digits, name, letters, found.are_two, False, None]
            assert page.evaluate(LONG_ROWS, given) == [], (name, digits)


@pytest.mark.full
@pytest.mark.parametrize("size", [WALL, (1280, 720)])
def test_the_points_of_rounds_leave_a_name_its_room(opens: Opens, size: tuple[int, int]) -> None:
    name = "欧阳明珠／司马青"
    for numbers, digits, rounds in ((1, 5, 3), (1, 7, 3), (2, 5, 2)):
        needed = wall_parts.beside_rounds(digits, numbers, rounds)
        found = wall_parts.sizes([name], int(hall.LINE_OF_NAME / needed))
        letters = wall_parts.smaller(found, needed).letters
        page = opens(size, "styleguide/styleguide_hall.html")
        given = ["+2180", digits, name, letters, found.are_two, False, ["−161.25"] * rounds]
        assert page.evaluate(LONG_ROWS, given) == [], (numbers, digits, rounds)


HEADING = """() => {
  document.documentElement.lang = "en";
  const table = document.querySelector(".hall-screen table"), cells = table.rows[0].cells;
  table.dataset.beside = "";
  table.querySelectorAll(".hall-rounds, .hall-rounds + .number").forEach((cell) => cell.remove());
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


DECIDED = """(beside) => {
  const table = document.querySelector(".hall-screen table");
  table.dataset.few = "";
  if (beside) table.dataset.beside = "";
  const body = table.querySelector("tbody"), row = body.firstElementChild;
  while (body.children.length < 8) body.append(row.cloneNode(true));
  const [first, decides] = row.querySelectorAll("th ~ .number");
  for (const cell of body.querySelectorAll(".strong")) cell.textContent = "−60";
  if (beside) table.after(table.cloneNode(true));
  const size = (cell) => parseFloat(getComputedStyle(cell).fontSize);
  return {
    cut: decides.scrollWidth > decides.clientWidth + 1,
    to_name: size(decides) / size(row.querySelector("th")),
    to_other: size(decides) / size(first),
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("beside", [False, True])
def test_the_number_that_decides_is_as_large_as_a_name(opens: Opens, beside: bool) -> None:
    found = opens(WALL, "styleguide/styleguide_hall.html").evaluate(DECIDED, beside)
    assert not found["cut"]
    assert found["to_name"] >= 1
    assert found["to_other"] > 1.4


PODIUM = """() => {
  for (const screen of document.querySelectorAll(".hall-screen, .hall-by-name")) {
    screen.hidden = !screen.matches(".hall-podium");
  }
  for (const name of document.querySelectorAll(".hall-podium .podium-name")) {
    name.innerHTML = "<span class=person>欧阳明珠／</span><span class=person>司马青</span>";
  }
  const foot = [...document.querySelectorAll(".hall-foot")].at(-1).getBoundingClientRect();
  const head = document.querySelector(".hall-head").getBoundingClientRect();
  const steps = [...document.querySelectorAll(".podium-step")].map((step) =>
    step.getBoundingClientRect());
  const names = [...document.querySelectorAll(".hall-podium .podium-name")];
  return {
    gaps: steps.map((step) => foot.top - step.bottom),
    over: Math.max(...names.map((name) => head.bottom - name.getBoundingClientRect().top)),
    high: steps.map((step) => step.height / innerHeight),
    below: foot.bottom - innerHeight,
    sizes: names.map((name) => parseFloat(getComputedStyle(name).fontSize)),
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [LAPTOP, WALL, (3840, 2160), (820, 1180)])
def test_the_steps_of_a_podium_stand_on_the_foot_of_the_wall(
    opens: Opens, size: tuple[int, int]
) -> None:
    found = opens(size, "styleguide/styleguide_hall.html").evaluate(PODIUM)
    assert found["gaps"] == pytest.approx([found["gaps"][0]] * len(found["gaps"]), abs=1)
    assert found["gaps"][0] <= size[1] * 0.06  # there is a line of who sits out
    assert max(found["over"], found["below"]) <= 1
    assert max(found["high"]) >= 0.4
    assert max(found["sizes"]) == found["sizes"][0]


NAMES_OF_SEATS = """([names, letters, own, beside]) => {
  const screens = document.querySelectorAll(".hall-screen"), screen = screens[1];
  screens[0].hidden = true;
  screen.hidden = false;
  const table = screen.querySelector("table"), row = table.querySelector("tbody tr");
  const heading = table.querySelector("thead th:last-child"), name = row.lastElementChild;
  for (const cell of table.querySelectorAll(".hall-match, .hall-reached")) cell.remove();
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
    starts: [...screen.querySelectorAll(".hall-seating")].flatMap((shown) => {
      const words = document.createRange(), [above, below] = [...shown.rows].map((each) =>
        [...each.querySelectorAll(".hall-wide")].map((cell) => {
          words.selectNodeContents(cell);
          return words.getBoundingClientRect().left;
        }));
      return above.map((left, at) => left - below[at]);
    }),
  };
}"""


@pytest.mark.full
def test_one_long_name_leaves_the_others_of_a_wall_their_size(opens: Opens) -> None:
    names = ["欧阳修远", "王小明", "林晓燕", "Maximilian von Habsburg-Lothringen"]
    for size, beside, least in ((WALL, False, 35), (WALL, True, 35), ((1366, 768), True, 25)):
        line = hall.LINE_OF_SEAT_BESIDE if beside else hall.LINE_OF_SEAT
        shown = wall_parts.sizes([*names, *names[:3], *names[:3], "阿依古丽·买提"], line, 3)
        own = shown.longer[names[-1]]
        page = opens(size, "styleguide/styleguide_hall.html")
        found = page.evaluate(NAMES_OF_SEATS, [names, shown.letters, own, beside])
        assert found["cut"] == [], (size, beside)
        assert found["size"] >= least, (size, beside)
        assert len(found["starts"]) == (8 if beside else 4)
        assert found["starts"] == pytest.approx([0] * len(found["starts"]), abs=0.5)


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
        found = opens(size, "styleguide/styleguide_hall.html").evaluate(BY_NAME, by_name(lines))
        assert found["cut"] == [], (size, count, name)
        assert found["size"] >= least, (size, count, name)
        assert max(found["over"], found["below"]) <= 1, (size, count, name)


@pytest.mark.full
def test_no_name_is_cut_beside_words_instead_of_a_table(opens: Opens) -> None:
    """As "sits out" is longer than 轮空, and than a table with its seat."""
    names = ("白霞静", "欧阳明珠", "陈丽", "Clara Kowalski")
    for size, language, are_latin, count in product(
        (LAPTOP, WALL), ("zh-hans", "en"), (False, True), (70, 116, 1000)
    ):
        shown = names[-1:] if are_latin else names[:3]
        at = ((), (9,), (118,), (12, 13))
        lines = tuple(
            SeatLine(shown[n % len(shown)], n, at[n // 3 % 4], "N" * (n // 3 % 4 < 3))
            for n in range(count)
        )
        page = opens(size, "styleguide/styleguide_hall.html")
        found = page.evaluate(BY_NAME, by_name(lines, language))
        assert found["cut"] == [], (size, language, are_latin, count)
        assert max(found["over"], found["below"]) <= 1, (size, language, are_latin, count)


PLAYERS = """(players) => {
  const screen = document.querySelector(".hall-screen");
  for (const name of screen.querySelectorAll(".hall-name")) {
    name.innerHTML = `<span>城南</span> <span class="hall-out muted">${players}</span>`;
  }
  const said = [...screen.querySelectorAll(".hall-name > .hall-out")];
  return {
    starts: said.map((part) => part.getBoundingClientRect().left),
    seen: said.filter((part) => part.getBoundingClientRect().top
      < part.parentElement.getBoundingClientRect().bottom).length,
    rows: screen.querySelectorAll("tbody tr").length,
  };
}"""


@pytest.mark.full
def test_the_players_of_a_team_stand_in_a_column_or_not_at_all(opens: Opens) -> None:
    page = opens(WALL, "styleguide/styleguide_hall.html")
    few = page.evaluate(PLAYERS, "王小明、陈静")
    assert few["seen"] == few["rows"]
    assert max(few["starts"]) == pytest.approx(min(few["starts"]), abs=1)
    assert page.evaluate(PLAYERS, "欧阳明珠、司马青、" * 6)["seen"] == 0
