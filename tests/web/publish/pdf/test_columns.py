"""Columns on paper: one size of type in each, lists side by side, and what stays together."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from tests.web.publish.papers import untold
from web.publish.pdf.book import Blanks, Block, Book, BookPart, Grid, Stamp, Words
from web.publish.pdf.fonts import Font, plain, registered
from web.publish.pdf.page import MARGIN, WIDTH
from web.publish.pdf.sheet import Imprint, PrintedColumn
from web.publish.pdf.table import render
from web.publish.pdf.text import ELLIPSIS, fit_column, width_of_steps
from web.publish.pdf.typefaces import typefaces

LETTERS = "王小明李国强，。（）Alexandra Petrova-Montgomery0123456789−"
LONG_LATIN = "Maximilian Alexander von Hohenlohe-Langenburg"
IMPRINT = Imprint("秋季赛 · 个人赛", "第41号记录", "第{page}页，共{pages}页")
COLUMNS = (
    PrintedColumn("编号", 1.7),
    PrintedColumn("姓名", 7, number=False, lines=4),
    PrintedColumn("桌", 2),
)
WALL = (20.0, 18.0, 16.0)
RIGHT = WIDTH - MARGIN


@pytest.fixture(scope="module")
def font() -> Iterator[Font]:
    with registered([LETTERS, LONG_LATIN], typefaces()) as fonts:
        yield fonts.regular


def drawn(*blocks: Block, title: str = "座位表", mark: str = "") -> bytes:
    """Return blocks as a document of one part."""
    book = Book("zh-Hans", title, (BookPart(title, (), blocks, mark=mark),), IMPRINT)
    return render(Book.from_json(book.as_json()), untold)


def texts(pdf: bytes) -> list[str]:
    """Return the text of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def sizes(pdf: bytes, words: Sequence[str]) -> Counter[float]:
    """Return in which sizes these words are set."""
    found: Counter[float] = Counter()

    def visit(text: str, _cm: object, _tm: object, _font: object, size: float) -> None:
        if text.strip() in words:
            found[round(size, 1)] += 1

    for page in PdfReader(io.BytesIO(pdf)).pages:
        page.extract_text(visitor_text=visit)
    return found


def test_a_long_name_breaks_before_the_others_become_smaller(font: Font) -> None:
    texts = [("王小明", font), (LONG_LATIN, font), ("李国强", font)]
    short, long, _other = fit_column(texts, 10, 100, lines=3)
    assert short.size == long.size == 10
    assert len(long.lines) == 3
    assert not long.tight


def test_a_column_becomes_smaller_as_a_whole(font: Font) -> None:
    cells = fit_column([("+100", font), ("−1000000", font)], 10, 40, lines=2)
    assert len({cell.size for cell in cells}) == 1
    assert cells[0].size < 10
    assert all(len(cell.lines) == 1 and cell.tight for cell in cells)


def test_a_line_ends_after_a_hyphen_and_not_within_a_score(font: Font) -> None:
    (name,) = fit_column([("Petrova-Montgomery", font)], 10, 65)
    assert name.lines == ("Petrova-", "Montgomery")
    (score,) = fit_column([("10-12-10", font)], 10, 38)
    assert score.lines == ("10-12-10",)


def test_a_name_stays_whole_where_that_takes_no_line_more(font: Font) -> None:
    (names,) = fit_column([("王小明 李国强", font)], 10, 50)
    assert names.lines == ("王小明", "李国强")
    (longer,) = fit_column([("王小明李国强 王小明", font)], 10, 50)
    assert longer.lines == ("王小明李国", "强 王小明")


@pytest.mark.full
@given(
    st.lists(st.text(st.sampled_from(LETTERS), max_size=40), min_size=1, max_size=6),
    st.floats(15, 200),
    st.integers(1, 4),
)
def test_nothing_sticks_out_and_all_have_one_size(
    names: list[str], width: float, lines: int
) -> None:
    with registered([LETTERS], typefaces()) as fonts:
        cells = fit_column([(plain(name), fonts.bold) for name in names], 10, width, lines)
        assert len({cell.size for cell in cells}) == 1
        for cell in cells:
            assert len(cell.lines) <= lines
            for line in cell.lines:
                assert fonts.bold.width(line, cell.size) <= width + 1e-6


@pytest.mark.full
@pytest.mark.parametrize(("count", "size"), [(4, 20.0), (34, 18.0), (200, 16.0)])
def test_a_list_for_the_wall_is_as_large_as_its_page_allows(count: int, size: float) -> None:
    names = [f"王{number:03}" for number in range(count)]
    rows = tuple((str(number), name, "7") for number, name in enumerate(names, 1))
    pdf = drawn(Grid(COLUMNS, rows, sizes=WALL, abreast=2))
    assert sizes(pdf, names) == {size: count}
    together = "".join(texts(pdf))
    assert all(together.count(name) == 1 for name in names)


def test_two_columns_of_the_last_page_are_about_equally_long() -> None:
    names = [f"王{number:03}" for number in range(5)]
    rows = tuple((str(number), name, "7") for number, name in enumerate(names, 1))
    pdf = drawn(Grid(COLUMNS, rows, sizes=WALL, abreast=2))
    lefts = Counter[int]()

    def visit(text: str, _cm: object, tm: Sequence[float], *_rest: object) -> None:
        if text.strip() in names:
            lefts[round(tm[4]) > 297] += 1

    PdfReader(io.BytesIO(pdf)).pages[0].extract_text(visitor_text=visit)
    assert lefts == {False: 3, True: 2}


def test_the_steps_of_a_sum_stay_whole(font: Font) -> None:
    steps = ("明 −40", "王 明 −100", "小李 −40 0", "王 " * 12 + "−20", "李 −2")
    ((cell,), width) = fit_column([("；".join(steps), font)], 10, 90, 8, clauses=True), 90
    assert "".join(cell.lines).replace(" ", "") == "；".join(steps).replace(" ", "")
    assert all(width_of_steps(line, font, cell.size) <= width for line in cell.lines)
    for step in (one for one in steps if font.width(f"{one}；", cell.size) <= width):
        assert any(step in line for line in cell.lines)


@pytest.mark.full
def test_long_names_on_the_wall_are_smaller_where_many_of_them_would_break() -> None:
    """On several pages rather a smaller size than every second name on two lines."""
    first, last = ("Alexandra", "Bartholomew", "Jo"), ("Schneider", "Wojciechowski", "Lindqvist")
    names = [f"{one} {other}" for one in first for other in last] * 10
    rows = tuple((str(number), name, "7") for number, name in enumerate(names, 1))
    pdf = drawn(Grid(COLUMNS, rows, sizes=WALL, abreast=2))
    found = sizes(pdf, names)
    assert sum(found.values()) >= 0.9 * len(names)
    assert all(12 <= size < WALL[-1] for size in found)


def test_a_long_name_on_the_wall_keeps_its_size() -> None:
    rows = (("1", LONG_LATIN, "7"), ("2", "王小明", "8"))
    pdf = drawn(Grid(COLUMNS, rows, sizes=WALL, abreast=2))
    assert sizes(pdf, ["Maximilian", "王小明"]) == {20.0: 2}
    assert ELLIPSIS not in "".join(texts(pdf))


def test_the_first_places_are_larger() -> None:
    rows = tuple((str(number), f"王{number:03}", "7") for number in range(1, 9))
    pdf = drawn(Grid(COLUMNS, rows, large_rows=3))
    assert sizes(pdf, [row[1] for row in rows]) == {13.0: 3, 10.0: 5}


def test_a_narrow_number_keeps_no_name_of_the_first_places_small() -> None:
    rows = tuple((str(number), f"王{number:03}", "−100000000000") for number in range(1, 5))
    pdf = drawn(Grid(COLUMNS, rows, large_rows=3))
    assert sizes(pdf, [row[1] for row in rows]) == {13.0: 3, 10.0: 1}


@pytest.mark.full
@pytest.mark.parametrize("rows", range(18, 34))
def test_totals_never_stand_on_a_page_alone(rows: int) -> None:
    listed = tuple((str(number), "王小明", "7") for number in range(rows))
    pdf = drawn(
        Grid(COLUMNS, listed),
        Grid((PrintedColumn("本轮合计", 12, number=False),), (("0",),), follows=True),
        Blanks(("北", "裁判"), signed=True, follows=True),
    )
    (page,) = (text for text in texts(pdf) if "本轮合计" in text)
    assert "王小明" in page
    assert "裁判" in page


@pytest.mark.parametrize("is_signed", [False, True])
def test_lines_to_write_on_end_at_the_right_margin(is_signed: bool) -> None:
    pdf = drawn(Blanks(("北", "西", "裁判"), signed=is_signed))
    content = PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    assert content is not None
    lines = re.findall(rb"([\d.]+) ([\d.]+) m ([\d.]+) \2 l", content.get_data())
    written = sorted(lines, key=lambda line: float(line[1]))[-4:-1]
    assert max(float(line[2]) for line in written) == pytest.approx(RIGHT, abs=0.1)


def test_a_sentence_is_not_torn_within_a_date(font: Font) -> None:
    text = "王小明，李国强。小明 2026 0123，李 0456。"
    ((cell,), width) = fit_column([(text, font)], 10, 125, 3), 125
    assert cell.lines == ("王小明，李国强。", "小明 2026 0123，李 0456。")
    assert all(font.width(line, cell.size) <= width for line in cell.lines)


def test_sums_are_larger_where_they_are_what_is_asked() -> None:
    rows = (("1", "王小明", "7"), ("", "总分", "12"))
    assert sizes(drawn(Grid(COLUMNS, rows, strong_rows=1)), ["12"]) == {10.0: 1}
    found = sizes(drawn(Grid(COLUMNS, rows, strong_rows=1, large_sums=True)), ["7", "12"])
    assert found == {10.0: 1, 13.0: 1}


def test_a_heading_is_repeated_on_a_later_page_once() -> None:
    filled = Grid(COLUMNS, tuple((str(number), "王小明", "7") for number in range(30)))
    pages = texts(drawn(filled, Grid(COLUMNS, (("1", "李国强", "8"),) * 60)))
    assert len(pages) > 2
    assert all(page.count("编号") == 1 for page in pages[2:])


@pytest.mark.full
def test_a_mark_lies_across_every_page_and_a_stamp_has_its_room() -> None:
    rows = tuple((str(number), "王小明", "7") for number in range(60))
    pdf = drawn(
        Grid(COLUMNS, rows), Words("注"), Stamp(("裁判长",), "城北俱乐部", "盖章处"), mark="临时"
    )
    pages = texts(pdf)
    assert len(pages) == 2
    assert all("临时" in page for page in pages)
    assert all(words in pages[1] for words in ("裁判长", "城北俱乐部", "盖章处"))


def test_a_letter_stands_where_it_changes_and_at_the_head_of_each_column() -> None:
    letter = PrintedColumn("", 1, number=False, heads=True)
    rows = tuple((("C", "H")[number >= 50], f"{number}号", "9") for number in range(60))
    pages = texts(drawn(Grid((letter, *COLUMNS[1:]), rows, sizes=WALL, abreast=2)))
    heads = [re.findall(r"^(?:C|H)\s*(\d+)号", page, re.MULTILINE) for page in pages]
    assert len(pages) > 1
    assert [len(each) for each in heads] == [2 + ("50" in each) for each in heads]
    assert "50" in [first for each in heads for first in each]
