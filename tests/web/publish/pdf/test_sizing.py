"""The type of lists is as large as their pages allow, and their rows as high."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from web.publish.pdf import flow, grid, grid_rows, sizing
from web.publish.pdf.book import BookPart, Grid
from web.publish.pdf.flow import Page, Piece
from web.publish.pdf.fonts import Fonts, registered
from web.publish.pdf.page import INNER
from web.publish.pdf.sheet import PrintedColumn
from web.publish.pdf.typefaces import typefaces

NAMES = ("欧阳明珠", "Clara Montgomery-Smith", "赵敏")


@pytest.fixture(scope="module")
def fonts() -> Iterator[Fonts]:
    with registered([*NAMES, "名次姓名基础分0123456789+−"], typefaces()) as found:
        yield found


def part(rows: int, numbers: int = 3, names: Sequence[str] = NAMES) -> BookPart:
    columns = (
        PrintedColumn("名次", 1),
        PrintedColumn("姓名", 4, number=False),
        *(PrintedColumn("分", 7 / (numbers + 1)) for _ in range(numbers)),
        PrintedColumn("基础分", 7 / (numbers + 1), strong=True, decides=True),
    )
    lines = tuple((str(n), names[n % len(names)], *("+1090",) * (numbers + 1)) for n in range(rows))
    return BookPart("", (), (Grid(columns, lines, sizes=(18.0, 14.0, 10.0)),))


def listed(part: BookPart) -> Grid:
    (found,) = part.blocks
    assert isinstance(found, Grid)
    return found


def cost(part: BookPart) -> tuple[int, ...]:
    """Return the pages of a list, if a page has 500 points of height."""
    found = listed(part)
    return (1 + int(len(found.rows) * found.sizes[-1] * 2 / 500),)


@pytest.mark.parametrize(("rows", "size"), [(8, 18), (16, 14), (24, 10), (30, 14)])
def test_a_list_has_the_largest_size_that_costs_no_page_more(
    fonts: Fonts, rows: int, size: float
) -> None:
    found = listed(sizing.sized(part(rows, names=NAMES[:1]), fonts, INNER, cost))
    assert found.sizes == (size,)
    assert sum(column.twelfths for column in found.columns) == pytest.approx(12)


def test_a_name_on_one_line_is_better_than_a_larger_one_on_two(fonts: Fonts) -> None:
    whole = listed(sizing.sized(part(8), fonts, INNER, cost))
    assert list(whole.sizes) == [14]
    of_name = whole.columns[1].twelfths * INNER / 12 - 2 * grid_rows.PAD
    assert fonts.regular.width(NAMES[1], 14) <= of_name


def test_parts_of_a_list_have_the_same_columns_with_and_without_a_heading(fonts: Fonts) -> None:
    first = part(8)
    (whole,) = first.blocks
    assert isinstance(whole, Grid)
    bare = replace(whole, columns=(*whole.columns[:-1], replace(whole.columns[-1], heading="")))
    found = sizing.sized(replace(first, blocks=(whole, bare)), fonts, INNER, lambda _part: (1,))
    widths = {
        tuple(column.twelfths for column in block.columns)
        for block in found.blocks
        if isinstance(block, Grid)
    }
    assert len(widths) == 1


def test_the_first_three_have_a_rule_below_them_and_names_on_one_line(fonts: Fonts) -> None:
    listed_ = replace(listed(part(5)), large_rows=3)
    rows = grid.laid_out(listed_, fonts, INNER, 10).rows
    assert [row.ends for row in rows] == [False, False, True, False, False]
    assert all(len(row.cells[1].lines) == 1 for row in rows)


def test_a_list_of_many_columns_is_as_large_as_these_allow(fonts: Fonts) -> None:
    """A little smaller on one line before names on several."""
    found = listed(sizing.sized(part(4, numbers=9), fonts, INNER, cost))
    assert list(found.sizes) == [9]
    of_name = found.columns[1].twelfths * INNER / 12 - 2 * grid_rows.PAD
    assert max(fonts.regular.width(name, 9) for name in NAMES) <= of_name
    narrow, name, *others = (column.twelfths for column in found.columns)
    assert len({round(wide, 4) for wide in others[:-1]}) == 1
    assert narrow < others[0] < name


def test_rows_grow_to_the_foot_of_their_page_and_no_higher_than_on_the_one_before() -> None:
    def row() -> Piece:
        return Piece(10, lambda _pen, _top: None, lambda more: Piece(10 + more, row().draw))

    first, last = Page(0), Page(0, continues=True)
    for page, rows in ((first, 8), (last, 2)):
        for _ in range(rows):
            page.put(row())
    flow.fill([first, last], 100)
    assert first.top == pytest.approx(100)
    assert last.top == pytest.approx(25)
    few = Page(0)
    few.put(row())
    flow.fill([few], 100)
    assert few.top == pytest.approx(10 * (1 + flow.MOST_GROWTH))
