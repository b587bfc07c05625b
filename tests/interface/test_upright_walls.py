"""Walls that stand upright: rows of one height, seats in few columns, everybody in sight."""

from __future__ import annotations

import pytest

from tests.interface.guide import Opens
from tests.interface.walls import BY_NAME, by_name
from web.publish.pages.seats import SeatLine

WALL, UPRIGHT, TABLET = (1920, 1080), (1080, 1920), (820, 1180)
GUIDE = "styleguide/styleguide_hall.html"

HEIGHTS = """(rows) => {
  const screen = document.querySelector(".hall-screen"), table = screen.querySelector("table");
  const body = table.querySelector("tbody"), row = body.firstElementChild;
  for (const cell of table.querySelectorAll(".hall-rounds")) cell.remove();
  table.dataset.beside = "";
  while (body.children.length < rows) body.append(row.cloneNode(true));
  while (body.children.length > rows) body.lastElementChild.remove();
  table.after(table.cloneNode(true));
  const shown = [...screen.querySelectorAll("tbody tr")];
  const foot = document.querySelector(".hall-live > .hall-foot").getBoundingClientRect();
  return {
    heights: shown.map((each) => each.getBoundingClientRect().height),
    sizes: shown.map((each) => parseFloat(getComputedStyle(each.querySelector("th")).fontSize)),
    over: shown.at(-1).getBoundingClientRect().bottom - foot.top,
    lefts: new Set(shown.map((each) => each.getBoundingClientRect().left)).size,
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [UPRIGHT, TABLET])
def test_two_tables_below_each_other_have_rows_of_one_height(
    opens: Opens, size: tuple[int, int]
) -> None:
    for rows in (8, 10):
        found = opens(size, GUIDE).evaluate(HEIGHTS, rows)
        assert len(found["heights"]) == 2 * rows
        assert max(found["heights"]) == pytest.approx(min(found["heights"]), abs=0.6)
        assert max(found["sizes"]) == pytest.approx(min(found["sizes"]), abs=0.5)
        assert found["lefts"] == 1
        assert found["over"] <= 1


@pytest.mark.full
@pytest.mark.parametrize("size", [UPRIGHT, TABLET])
def test_seats_by_surname_stand_in_three_columns_upright(
    opens: Opens, size: tuple[int, int]
) -> None:
    for count, name, tables, columns, least in (
        (116, "白霞静", 29, 3, 0.034),
        (116, "欧阳明珠", 129, 3, 0.03),
        (1000, "白霞静", 250, 3, 0.025),
        (116, "Bartholomew Habsburg-Lothringen", 29, 2, 0.017),
    ):
        lines = tuple(SeatLine(name, n, (n % 29 + tables - 28,), "N") for n in range(count))
        found = opens(size, GUIDE).evaluate(BY_NAME, by_name(lines))
        assert found["columns"] == columns, (size, count, name)
        assert found["cut"] == [], (size, count, name)
        assert found["size"] >= least * size[0], (size, count, name)
        assert max(found["heights"]) == pytest.approx(min(found["heights"]), abs=1)
        assert max(found["over"], found["below"]) <= 1, (size, count, name)


@pytest.mark.full
def test_each_column_tells_its_first_initial_on_either_wall(opens: Opens) -> None:
    """Sixty lines on a screen, the second initial from the twenty-first: see `by_name`."""
    lines = tuple(SeatLine("白霞静", n, (n % 29 + 1,), "N") for n in range(116))
    upright = opens(UPRIGHT, GUIDE).evaluate(BY_NAME, by_name(lines))["told"]
    wide = opens(WALL, GUIDE).evaluate(BY_NAME, by_name(lines))["told"]
    assert upright == [0, 20, 40]
    assert wide == [0, 12, 20, 24, 36, 48]


DECIDES = """() => {
  const body = document.querySelector(".hall-screen tbody");
  document.querySelectorAll(".hall-rounds + .number").forEach((cell) => cell.remove());
  while (body.children.length < 4) body.append(body.firstElementChild.cloneNode(true));
  while (body.children.length > 4) body.lastElementChild.remove();
  const words = document.createRange(), rows = [...body.children];
  rows.forEach((row, at) =>
    row.querySelector(".strong").textContent = ["+710", "−440", "−920", "−1330"][at]);
  const box = (part) => (words.selectNodeContents(part), words.getBoundingClientRect());
  return rows.map((row) => ({
    right: box(row.querySelector(".strong")).right,
    free: row.getBoundingClientRect().right - box(row.querySelector(".strong")).right,
    name: parseFloat(getComputedStyle(row.querySelector("th")).fontSize),
    below: box(row.querySelector(".hall-rounds")).top
      - box(row.querySelector(".hall-name")).bottom,
  }));
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [WALL, UPRIGHT, TABLET])
def test_the_number_that_decides_has_one_right_edge_at_four_entries(
    opens: Opens, size: tuple[int, int]
) -> None:
    found = opens(size, GUIDE).evaluate(DECIDES)
    rights = [row["right"] for row in found]
    assert rights == pytest.approx([rights[0]] * 4, abs=0.5)
    assert min(row["free"] for row in found) > 0
    if size != WALL:
        assert min(row["name"] for row in found) >= 0.08 * size[0]
        assert min(row["below"] for row in found) >= 0


MEMBERS = """(players) => {
  const body = document.querySelector(".hall-screen tbody"), row = body.firstElementChild;
  document.querySelectorAll(".hall-rounds").forEach((cell) => cell.remove());
  while (body.children.length < 10) body.append(row.cloneNode(true));
  for (const name of body.querySelectorAll(".hall-name")) {
    name.innerHTML = `<span>纺织厂</span> <span class="hall-out muted">${players}</span>`;
  }
  return [...body.children].map((each) => {
    const [name, out] = each.querySelectorAll(".hall-name > span");
    const box = each.getBoundingClientRect(), shown = out.getBoundingClientRect();
    const written = name.getBoundingClientRect();
    const sign = parseFloat(getComputedStyle(name).fontSize);
    return {
      below: shown.top - (written.top + written.bottom + sign) / 2,
      free: box.bottom - shown.bottom,
      right: box.right - shown.right,
    };
  });
}"""


@pytest.mark.full
@pytest.mark.parametrize("size", [UPRIGHT, TABLET])
def test_the_players_of_a_team_are_in_sight_below_its_name(
    opens: Opens, size: tuple[int, int]
) -> None:
    for players in ("王小明、陈静", "王小明、陈静、欧阳明珠、司马青、李娜、赵敏"):
        for row in opens(size, GUIDE).evaluate(MEMBERS, players):
            assert row["below"] >= 0, (size, players)
            assert min(row["free"], row["right"]) >= 0, (size, players)


SEALS = """(two) => {
  for (const screen of document.querySelectorAll(".hall-screen, .hall-by-name")) {
    screen.hidden = !screen.matches(".hall-podium");
  }
  const step = document.querySelector(".podium-step");
  const drawn = '<svg class="name-seal" viewBox="0 0 1 1"></svg>'.repeat(two ? 2 : 1);
  step.querySelectorAll(".seal").forEach((seal) => seal.remove());
  step.insertAdjacentHTML("beforeend",
    `<span class="row name-seals">${drawn}</span><span class="seal">正式</span>`);
  const box = (part) => step.querySelector(part).getBoundingClientRect();
  const [around, official, seals] = [step.getBoundingClientRect(), box(".seal"), box(".name-seal")];
  return {
    covered: official.bottom > seals.top && official.left < seals.right,
    beyond: official.right - around.right,
    free: around.bottom - box(".name-seals").bottom,
    beside: around.width - box(".name-seals").width,
    drawn: box(".name-seal").width / innerWidth,
    name: document.querySelector(".podium-name").getBoundingClientRect().top / innerHeight,
  };
}"""


@pytest.mark.full
@pytest.mark.parametrize("two", [False, True])
@pytest.mark.parametrize("size", [UPRIGHT, TABLET])
def test_upright_the_seal_of_what_is_official_stands_clear_of_those_of_a_name(
    opens: Opens, size: tuple[int, int], two: bool
) -> None:
    found = opens(size, GUIDE).evaluate(SEALS, two)
    assert not found["covered"]
    assert found["beyond"] <= 0
    assert min(found["free"], found["beside"]) > 0
    assert found["drawn"] >= 0.15
    assert found["name"] <= 0.2
