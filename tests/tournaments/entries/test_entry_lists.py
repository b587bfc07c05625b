"""Lists of names: what is read from text, CSV and XLSX, and every cell that is wrong."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.entries import entry_lists
from tournaments.entries.entry_lists import EntryList, ListProblem, entries_of, read_file, read_text
from tournaments.refusals import Refused


def workbook(*rows: tuple[str | int | None, ...]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def codes(entry_list: EntryList) -> list[tuple[str, int, str]]:
    return [
        (problem.code.value, dict(problem.values)["row"], dict(problem.values)["column"])  # type: ignore[misc]
        for problem in entry_list.problems
    ]


def refused(content: bytes) -> ListProblem:
    with pytest.raises(Refused) as refused:
        entries_of(read_file(content), 1)
    code = refused.value.problems[0].code
    assert isinstance(code, ListProblem)
    return code


def test_a_workbook_is_read_below_its_header() -> None:
    content = workbook(("序号", "姓 名：", "电话"), (1, "王小明", 138), (2, " 李娜 ", None))
    entry_list = entries_of(read_file(content), 1)
    assert entry_list.members == [["王小明"], ["李娜"]]
    assert [row.number for row in entry_list.rows] == [2, 3]
    assert entry_list.problems == ()


@pytest.mark.parametrize("header", ["Name", "姓名", "选手", "Player", "参赛者"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_csv_file_is_read_in_any_usual_encoding(header: str, encoding: str) -> None:
    content = f"{header},Club\r\n王小明,城北\r\n\r\n李娜,\r\n".encode(encoding)
    entry_list = entries_of(read_file(content), 1)
    assert entry_list.members == [["王小明"], ["李娜"]]
    assert [row.number for row in entry_list.rows] == [2, 4]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_without_a_header_the_first_columns_count(separator: str) -> None:
    content = f"甲{separator}乙{separator}甲乙队\n丙{separator}丁\n".encode()
    entry_list = entries_of(read_file(content), 2)
    assert entry_list.members == [["甲", "乙"], ["丙", "丁"]]
    assert entry_list.names == ["甲乙队", ""]


def test_a_first_column_of_numbers_is_no_name() -> None:
    entry_list = entries_of(read_file("1,甲\n2,乙\n".encode()), 1)
    assert entry_list.members == [["甲"], ["乙"]]


def test_the_columns_of_pairs_are_found_by_their_heads_in_any_order() -> None:
    content = workbook(("队名", "Player 2", "Player 1"), ("东风", "乙", "甲"))
    entry_list = entries_of(read_file(content), 2)
    assert (entry_list.members, entry_list.names) == ([["甲", "乙"]], ["东风"])


@pytest.mark.parametrize(
    "line", ["甲/乙", "甲 ／ 乙", "甲、乙", "甲\t乙", "甲 & 乙", "甲，乙", "3. 甲, 乙"]
)
def test_the_partners_of_a_typed_pair_are_parted(line: str) -> None:
    assert entries_of(read_text(line, 2), 2).members == [["甲", "乙"]]


def test_a_typed_name_of_one_player_is_not_parted() -> None:
    assert entries_of(read_text("Lovelace, Ada\n阿凡提·买买提", 1), 1).members == [
        ["Lovelace, Ada"],
        ["阿凡提·买买提"],
    ]


def test_every_bad_cell_is_named_by_row_and_column() -> None:
    content = workbook(
        ("姓名1", "姓名2"),
        ("甲", None),
        ("乙", "乙"),
        ("长" * 121, "丙"),
        ("丁", 12345),
        ("戊", "已在"),
    )
    entry_list = entries_of(read_file(content), 2, taken={"已在"})
    assert codes(entry_list) == [
        ("cell_empty", 2, "B"),
        ("cell_twice", 3, "B"),
        ("cell_too_long", 4, "A"),
        ("cell_not_a_name", 5, "B"),
        ("cell_taken", 6, "B"),
    ]
    assert entry_list.rows[3].members[1].text == "12345"


def test_the_name_of_a_pair_has_a_greatest_length() -> None:
    assert codes(entries_of(read_text("甲/乙/" + "长" * 121, 2), 2)) == [("cell_too_long", 1, "C")]


def test_what_is_read_is_given_back_as_text_that_reads_the_same() -> None:
    entry_list = entries_of(read_file(workbook(("甲, A", "乙", "队"), ("丙", "丁", None))), 2)
    again = entries_of(read_text(entry_list.text, 2), 2)
    assert (again.members, again.names) == (entry_list.members, entry_list.names)


def test_what_cannot_be_read_says_why() -> None:
    good = workbook(("甲",))
    assert refused(good[: len(good) // 2]) == ListProblem.BROKEN
    assert refused(b"PK\x03\x04 no zip") == ListProblem.BROKEN
    assert refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") == ListProblem.OLD_WORKBOOK
    assert refused(b"\x89PNG\r\n\x1a\n\0\0\0\xff\xff") == ListProblem.NOT_TEXT
    assert refused(b"\xff\xfe\x00") == ListProblem.NOT_TEXT
    assert refused(b"") == ListProblem.EMPTY
    assert refused("姓名\n".encode()) == ListProblem.EMPTY
    assert refused(workbook(("",))) == ListProblem.EMPTY


def test_a_list_has_a_greatest_size() -> None:
    assert refused(b"a" * (entry_lists.MOST_BYTES + 1)) == ListProblem.TOO_BIG
    rows = "\n".join(f"n{number}" for number in range(entry_lists.MOST_ROWS + 1))
    assert refused(rows.encode()) == ListProblem.TOO_MANY_ROWS


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(entry_lists, "MOST_UNPACKED", 1000)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 2000)
    assert refused(target.getvalue()) == ListProblem.TOO_BIG


def test_a_zip_that_is_no_workbook_is_broken() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
    assert refused(target.getvalue()) == ListProblem.BROKEN


@pytest.mark.full
@given(st.binary(max_size=400), st.integers(1, 2))
def test_any_bytes_are_read_or_refused(content: bytes, size: int) -> None:
    for given_ in (content, b"PK\x03\x04" + content):
        try:
            entry_list = entries_of(read_file(given_), size)
        except Refused:
            continue
        assert entry_list.rows


@pytest.mark.full
@given(st.text(max_size=300), st.integers(1, 2))
def test_any_text_is_read_or_refused(text: str, size: int) -> None:
    try:
        entry_list = entries_of(read_text(text, size), size)
    except Refused:
        return
    assert all(len(row.members) == size for row in entry_list.rows)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_that_declares_anything_is_not_read(encoding: str) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
    target = io.BytesIO(workbook(("甲",)))
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/more.xml", bomb.encode(encoding))
    assert refused(target.getvalue()) == ListProblem.BROKEN


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_workbook_that_is_packed_as_none_is_broken(packing: int) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 200)
    cut = target.getvalue().replace(b"00", b"\xff\xff")
    assert refused(cut) == ListProblem.BROKEN


def test_a_cell_is_read_as_far_as_it_can_be_shown() -> None:
    entry_list = entries_of(read_file(("x" * 100_000).encode()), 1)
    assert len(entry_list.rows[0].members[0].text) == entry_lists.MOST_SHOWN
    assert [problem.code for problem in entry_list.problems] == [ListProblem.CELL_TOO_LONG]
