"""Files of lists: what is refused of them, and in which encodings they are read."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem
from tournaments.entries.reading.reader import Wanted, read_file
from tournaments.entries.reading.sheets import files, kept
from tournaments.entries.reading.sheets.files import MOST_BYTES, read_book
from tournaments.entries.reading.values import ListKind, ListReading


def workbook(*rows: tuple[str | int | None, ...]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def read(content: bytes, kind: ListKind = ListKind.INDIVIDUALS) -> ListReading:
    return read_file(read_book(content), Wanted(kind))


def names(reading: ListReading) -> list[str]:
    return [name for entry in reading.entries for name in entry.members]


def refused(content: bytes) -> ListProblem:
    with pytest.raises(Refused) as refused:
        read(content)
    code = refused.value.problems[0].code
    assert isinstance(code, ListProblem)
    return code


@pytest.mark.parametrize("header", ["Name", "姓名", "选手", "Player", "参赛者"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le"])
def test_a_csv_file_is_read_in_any_usual_encoding(header: str, encoding: str) -> None:
    reading = read(f"{header},Club\r\n王小明,城北\r\n\r\n李娜,\r\n".encode(encoding))
    assert names(reading) == ["王小明", "李娜"]
    assert [line.number for line in reading.lines] == [1, 2, 4]


def test_a_kept_file_is_read_as_it_was_and_holds_no_identity_number() -> None:
    number = "110101199001011237"
    book = read_book(workbook(("姓名", "身份证号"), ("王小明", number), ("李娜", "A123")))
    again = kept.from_text(kept.as_text(book))
    assert names(read_file(again, Wanted(ListKind.INDIVIDUALS))) == ["王小明", "李娜"]
    cells = [text for row in again.sheets[0].rows for text in row.cells]
    assert number not in cells
    assert "A123" not in cells
    with pytest.raises(Refused):
        kept.from_text("no book")


def test_what_cannot_be_read_says_why() -> None:
    good = workbook(("甲",))
    assert refused(good[: len(good) // 2]) == ListProblem.BROKEN
    assert refused(b"PK\x03\x04 no zip") == ListProblem.BROKEN
    assert refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") == ListProblem.OLD_WORKBOOK
    assert refused(b"\x89PNG\r\n\x1a\n\0\0\0\xff\xff") == ListProblem.NOT_TEXT
    assert refused(b"\xff\xfe\x00") == ListProblem.NOT_TEXT
    assert refused(b"") == ListProblem.EMPTY
    assert refused(workbook(("",))) == ListProblem.EMPTY


def test_a_workbook_that_unpacks_to_too_much_is_not_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "MOST_UNPACKED", 1000)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 2000)
    assert refused(target.getvalue()) == ListProblem.TOO_BIG


def test_a_zip_that_is_no_workbook_is_broken() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        packed.writestr("[Content_Types].xml", "<Types/>")
    assert refused(target.getvalue()) == ListProblem.BROKEN


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


@pytest.mark.full
def test_a_list_has_a_greatest_size() -> None:
    assert refused(b"a" * (MOST_BYTES + 1)) == ListProblem.TOO_BIG
    rows = "\n".join(f"n{number}" for number in range(files.MOST_ROWS + 1))
    assert refused(rows.encode()) == ListProblem.TOO_MANY_ROWS


@pytest.mark.full
@given(st.binary(max_size=400), st.sampled_from(list(ListKind)))
def test_any_bytes_are_read_or_refused(content: bytes, kind: ListKind) -> None:
    for given_ in (content, b"PK\x03\x04" + content):
        try:
            assert read(given_, kind).lines
        except Refused:
            continue
