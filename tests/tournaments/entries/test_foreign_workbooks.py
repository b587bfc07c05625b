"""Workbooks of other kinds are read in a process of their own, which alone a hostile file ends."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import pytest

from tournaments.base.refusals import Refused
from tournaments.entries import foreign_workbooks
from tournaments.entries.list_problems import ListProblem
from tournaments.entries.reading.reader import Wanted, read_file
from tournaments.entries.reading.sheets.files import MOST_BYTES, read_book
from tournaments.entries.reading.values import ListKind

TYPE = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
HEAD = (
    f'<office:document-content xmlns:office="{NAMES}office:1.0" '
    f'xmlns:table="{NAMES}table:1.0" xmlns:text="{NAMES}text:1.0"><office:body>'
    '<office:spreadsheet><table:table table:name="1">'
)
TAIL = "</table:table></office:spreadsheet></office:body></office:document-content>"
MANIFEST = (
    f'<manifest:manifest xmlns:manifest="{NAMES}manifest:1.0"><manifest:file-entry '
    f'manifest:full-path="/" manifest:media-type="{TYPE}"/></manifest:manifest>'
)
CELL = (
    '<table:table-cell office:value-type="string"{also}><text:p>{text}</text:p></table:table-cell>'
)


def workbook(rows: str) -> bytes:
    """Return an ODS workbook of one sheet."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", TYPE, zipfile.ZIP_STORED)
        book.writestr("META-INF/manifest.xml", MANIFEST)
        book.writestr("content.xml", HEAD + rows + TAIL)
    return packed.getvalue()


def row(*texts: str) -> str:
    cells = "".join(CELL.format(also="", text=text) for text in texts)
    return f"<table:table-row>{cells}</table:table-row>"


def refused(content: bytes) -> object:
    with pytest.raises(Refused) as refusal:
        read_book(content)
    return refusal.value.problems[0].code


def test_an_open_document_is_read_as_a_list() -> None:
    content = workbook(row("序号", "姓名") + row("1", "张三") + row("2", "李四"))
    reading = read_file(read_book(content), Wanted(ListKind.INDIVIDUALS))
    assert [entry.members for entry in reading.entries] == [("张三",), ("李四",)]


@pytest.mark.parametrize(
    "content",
    [
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 4096,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 4096,
        workbook(row("张三"))[:200],
        workbook("<table:table-row>"),
    ],
)
def test_a_broken_workbook_is_refused(content: bytes) -> None:
    assert refused(content) is ListProblem.OLD_WORKBOOK


@pytest.mark.full
def test_a_workbook_that_expands_without_end_ends_its_process_alone() -> None:
    cell = CELL.format(also=' table:number-columns-repeated="16000"', text="x" * 1000)
    bomb = f'<table:table-row table:number-rows-repeated="1000000">{cell}</table:table-row>' * 50
    content = workbook(bomb)
    assert len(content) < MOST_BYTES
    assert refused(content) is ListProblem.OLD_WORKBOOK


@pytest.mark.parametrize(
    "body", ["import os; os.abort()", "import time; time.sleep(60)", "import sys; sys.exit(3)"]
)
def test_a_process_that_dies_or_hangs_is_no_fault_of_the_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str
) -> None:
    child = tmp_path / "child.py"
    child.write_text(body, "utf-8")
    monkeypatch.setattr(foreign_workbooks, "CHILD", child)
    monkeypatch.setattr(foreign_workbooks, "SECONDS", 1)
    assert refused(workbook(row("张三"))) is ListProblem.OLD_WORKBOOK


@pytest.mark.skipif(sys.platform == "win32", reason="a job object limits it there")
def test_the_process_has_little_memory(tmp_path: Path) -> None:
    child = tmp_path / "greedy.py"
    source = foreign_workbooks.CHILD.read_text("utf-8")
    child.write_text(source.replace("kept = limit()", "kept = limit(); bytes(2**31)"), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(foreign_workbooks, "CHILD", child)
        assert refused(workbook(row("张三"))) is ListProblem.OLD_WORKBOOK
