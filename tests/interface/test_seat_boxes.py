"""Where lists of seats stand, measured in the style guide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from config.simulation.demo import people
from tests.interface.guide import Opens
from tests.interface.test_public_boxes import LAPTOP, PHONE, TABLET, shows
from tournaments.persons.keys import initial_of, sort_key
from web.publish.pages.seats import SeatInitial, SeatLine, SeatList


def seats_of(names: Sequence[str], first: int = 0) -> str:
    """Return the list of seats of a round, as its page has it, tables from the number `first`."""
    keyed = sorted((sort_key(name), name) for name in names)
    grouped = groupby(keyed, key=lambda pair: initial_of(pair[0]))
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
@pytest.mark.parametrize(("entries", "columns", "pixels"), [(16, 4, 24), (24, 4, 24), (30, 6, 17)])
def test_few_seats_are_large_on_a_desk(
    opens: Opens, entries: int, columns: int, pixels: int
) -> None:
    page = opens(LAPTOP)
    shows(page, seats_of([one for (one,) in people.singles(entries)]))
    found = page.evaluate(
        """() => [...document.querySelectorAll(".seat-list > li")].map((line) => [
          line.getBoundingClientRect().left,
          parseFloat(getComputedStyle(line.querySelector(".seat-line-name")).fontSize)])"""
    )
    assert len({left for left, _ in found}) == columns
    assert {size for _, size in found} == {pixels}


@pytest.mark.full
@pytest.mark.parametrize(("first", "columns"), [(60, 3), (900, 2)])
def test_names_with_tables_of_three_digits_are_two_beside_each_other_on_a_phone(
    opens: Opens, first: int, columns: int
) -> None:
    page = opens(PHONE)
    names = ["诸葛孔明·阿依古丽", *(one for (one,) in people.singles(24))]
    shows(page, seats_of(names, first))
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".seat-list > li")].map((line) => {
          const box = line.getBoundingClientRect();
          return [Math.round(box.left), Math.round(box.height)];
        })"""
    )
    assert len({left for left, _ in boxes}) == columns
    assert sum(height > 36 for _, height in boxes) == 1  # of the long name, which has more lines


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


GROUPS = """() => [...document.querySelectorAll(".seat-initial")].map((group) =>
  [...group.children].map((link) => {
    const box = link.getBoundingClientRect();
    return [link.textContent, Math.round(box.left), Math.round(box.top)];
  }))"""


@pytest.mark.full
@pytest.mark.parametrize(("size", "columns"), [(PHONE, 2), (TABLET, 4), (LAPTOP, 5)])
def test_surnames_of_very_many_stand_beside_their_letter(
    opens: Opens, size: tuple[int, int], columns: int
) -> None:
    page = opens(size)
    shows(page, seats_of([one for (one,) in people.singles(400)]))
    groups = page.evaluate(GROUPS)
    assert len({left for (_letter, left, _top), *_ in groups}) == columns
    for (letter, left, top), *surnames in groups:
        assert surnames
        assert {initial_of(sort_key(surname)) for surname, _left, _top in surnames} == {letter}
        # On the letter's line and after it, or on a further line of the same group.
        assert all(down > top or (down == top and along > left) for _, along, down in surnames)


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
