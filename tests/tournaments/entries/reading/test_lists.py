"""Lists as people bring them: what a careful secretary reads in each, to the last value."""

from __future__ import annotations

import base64
import csv
import io
import json
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest
from openpyxl import Workbook

from config.management.reading_lists import values_of
from tests.samples import every_day
from tests.tournaments.entries import test_foreign_workbooks
from tournaments.entries.names import key_of
from tournaments.entries.reading import reader
from tournaments.entries.reading.reader import Wanted
from tournaments.entries.reading.sheets.files import read_book
from tournaments.entries.reading.values import LineState, ListKind

DATA = Path(__file__).parents[3] / "data" / "lists"


def cases(name: str) -> list[Any]:
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def workbook(sheets: list[dict[str, Any]]) -> bytes:
    book = Workbook()
    assert book.active is not None
    book.remove(book.active)
    for given in sheets:
        sheet = book.create_sheet(given.get("name", "Sheet1"))
        sheet.sheet_state = given.get("state", "visible")
        for row in given["rows"]:
            sheet.append(row)
        for merged in given.get("merge", []):
            sheet.merge_cells(merged)
        for column in given.get("hcols", []):
            sheet.column_dimensions[column].hidden = True
        for row in given.get("hrows", []):
            sheet.row_dimensions[row].hidden = True
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def without_empty(read: Any) -> Any:
    return {key: value for key, value in read.items() if value} if isinstance(read, dict) else read


def agrees(wanted: Any, read: Any) -> bool:
    """Whether a read has what is wanted of it; the captain and empty values are not compared."""
    if isinstance(wanted, dict):
        return all(read.get(key) == value for key, value in without_empty(wanted).items())
    return bool(wanted == read)


@pytest.mark.parametrize("case", cases("given.jsonl"))
def test_a_given_list_is_read_or_asked_about(case: dict[str, Any]) -> None:
    content = base64.b64decode(case["base64"]) if "base64" in case else case["text"].encode()
    lines = values_of(content, f".{case.get('file', 'txt')}", ListKind(case["as"]))["lines"]
    entered = [read for line in lines if line["state"] == "entry" for read in line["reads"]]
    asked = any(line["state"] == "ask" for line in lines)
    assert case["ask_ok"] or not asked
    is_read = any(
        len(wanted) == len(entered) and all(map(agrees, wanted, entered))
        for wanted in [case["want"], *case.get("or", [])]
    )
    assert is_read or asked


@pytest.mark.parametrize("case", every_day(cases("pasted.jsonl"), each=4))
def test_a_pasted_list_is_read_to_the_last_value(case: dict[str, Any]) -> None:
    values = values_of(case["text"].encode(), ".txt", ListKind(case["as"]))
    lines = [[line["line"], line["state"], line["reads"]] for line in values["lines"]]
    assert (lines, values["heads"]) == (case["lines"], case["heads"])


@pytest.mark.parametrize("case", cases("tables.jsonl"))
def test_a_table_is_read_to_the_last_value(case: dict[str, Any]) -> None:
    values = values_of(case["text"].encode(), ".csv", ListKind(case["as"]))
    lines = [[line["line"], line["state"], line["reads"]] for line in values["lines"]]
    assert (lines, values["heads"]) == (case["lines"], case["heads"])


@pytest.mark.parametrize(
    "case", every_day([*cases("pasted.jsonl"), *cases("tables.jsonl")], each=8)
)
def test_no_line_stands_twice(case: dict[str, Any]) -> None:
    for suffix in (".txt", ".csv"):
        lines = values_of(case["text"].encode(), suffix, ListKind(case["as"]))["lines"]
        numbers = [line["line"] for line in lines]
        assert len({*numbers}) == len(numbers)


@pytest.mark.parametrize("case", every_day(cases("workbooks.jsonl"), each=4))
def test_a_workbook_is_read_to_the_last_value(case: dict[str, Any]) -> None:
    values = values_of(workbook(case["sheets"]), ".xlsx", ListKind(case["as"]))
    lines = [[line["line"], line["state"], line["reads"]] for line in values["lines"]]
    assert (lines, values["heads"]) == (case["lines"], case["heads"])
    assert (values["sheet"], values["first_row"]) == (case["sheet"], case["first_row"])


@pytest.mark.full
@pytest.mark.parametrize("name", ["given.jsonl", "pasted.jsonl"])
def test_nobody_stands_twice_and_every_line_says_why(name: str) -> None:
    for param in cases(name):
        (case,) = param.values
        if "text" not in case:
            continue
        lines = values_of(case["text"].encode(), ".txt", ListKind(case["as"]))["lines"]
        assert all(bool(line["why"]) == (line["state"] != "entry") for line in lines)
        assert all(line["reads"] or line["state"] not in ("entry", "ask") for line in lines)


@pytest.mark.parametrize("kind", list(ListKind))
def test_an_identity_number_is_never_shown(kind: ListKind) -> None:
    number = "110101199001011237"
    for text in (
        f"张三 {number}",
        f"姓名\t身份证号\n张三\t{number}",
        f"1. 张三{number}/李四",
        f"3张三1{number}",
    ):
        assert number not in json.dumps(values_of(text.encode(), ".txt", kind))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
def test_a_pasted_list_is_read_in_any_encoding(encoding: str) -> None:
    (line,) = values_of("赵敏，钱进，孙立".encode(encoding), ".txt", ListKind.INDIVIDUALS)["lines"]
    assert [read["name"] for read in line["reads"]] == ["赵敏", "钱进", "孙立"]


def test_what_is_no_list_has_no_lines_and_says_why() -> None:
    values = values_of(b"\x89PNG\r\n\x1a\n\0\0\0\xff\xff", ".csv", ListKind.INDIVIDUALS)
    assert (values["lines"], bool(values["why"])) == ([], True)


SIGNS = {"entry": "", "ask": "?", "left_out": "-", "problem": "!"}


def compact(read: Any, kind: str) -> str:
    """Return a read as a secretary notes it: 张三|城北|晚到, 张三#12 t13800001234, 张三+李四."""
    if kind == "pairs":
        return "+".join(read)
    if kind == "teams":
        between = "+" if any(" " in name for name in read["members"]) else " "
        return f"{read['name']}: {between.join(read['members'])}"
    if kind == "members":
        number = f"#{read['number']}" if "number" in read else ""
        phone = f" t{read['phone']}" if "phone" in read else ""
        return f"{read['name']}{number}{phone}"
    last = read["remark"] if kind == "individuals" else str(read.get("rating", ""))
    return "|".join([read["name"], read["club"], last]).rstrip("|")


@pytest.mark.parametrize("case", every_day(cases("by_hand.jsonl"), each=4))
def test_a_list_is_read_as_a_careful_secretary_does_or_asked_about(case: dict[str, Any]) -> None:
    """Each line has what may be read in it: `?` is any question, `?…` one that proposes this."""
    content = workbook(case["sheets"]) if "sheets" in case else case["text"].encode()
    suffix = ".xlsx" if "sheets" in case else f".{case.get('file', 'txt')}"
    values = values_of(content, suffix, ListKind(case["as"]))
    lines = [
        SIGNS[line["state"]] + ";".join(compact(read, case["as"]) for read in line["reads"])
        for line in values["lines"]
    ]
    assert not [part for part in ("110101", "19900101", "1237") if part in json.dumps(values)]
    if case["want"] is None:
        assert {line[:1] for line in lines} <= {"?", "!", "-"}
        return
    assert len(lines) == len(case["want"])
    for line, wanted in zip(lines, case["want"], strict=True):
        assert line in wanted or (line.startswith("?") and "?" in wanted)


def plain_sheets() -> list[Any]:
    """Return the cases of one sheet without merged and hidden cells, as a CSV file has them."""
    more = {"merge", "hrows", "hcols", "state"}
    sheets = [
        (case.values[0], case.values[0]["sheets"])
        for case in cases("by_hand.jsonl")
        if "sheets" in case.values[0]
    ]
    return [
        pytest.param(case, id=case["id"])
        for case, (first, *others) in sheets
        if not others and not more & {*first}
    ]


@pytest.mark.parametrize("case", every_day(plain_sheets(), each=8))
def test_what_a_workbook_says_a_csv_file_says_as_well(case: dict[str, Any]) -> None:
    text = io.StringIO()
    csv.writer(text).writerows(case["sheets"][0]["rows"])
    of_text = values_of(text.getvalue().encode("gb18030"), ".csv", ListKind(case["as"]))["lines"]
    of_book = values_of(workbook(case["sheets"]), ".xlsx", ListKind(case["as"]))["lines"]
    assert [line["reads"] for line in of_text] == [line["reads"] for line in of_book]


@pytest.mark.full
@pytest.mark.parametrize("case", every_day(plain_sheets(), each=8))
def test_what_a_workbook_says_an_open_document_says_as_well(case: dict[str, Any]) -> None:
    rows = case["sheets"][0]["rows"]
    texts = [["" if cell is None else escape(str(cell)) for cell in row] for row in rows]
    content = test_foreign_workbooks.workbook(
        "".join(test_foreign_workbooks.row(*row) for row in texts)
    )
    of_document = values_of(content, ".ods", ListKind(case["as"]))["lines"]
    of_book = values_of(workbook(case["sheets"]), ".xlsx", ListKind(case["as"]))["lines"]
    assert [line["reads"] for line in of_document] == [line["reads"] for line in of_book]


def tables_of_text() -> list[Any]:
    """Return the cases of tables that stand in a file of text, as CSV."""
    lists = [*cases("tables.jsonl"), *cases("by_hand.jsonl")]
    return [case for case in lists if case.values[0].get("file", "csv") == "csv" and _is_csv(case)]


def _is_csv(case: Any) -> bool:
    (values,) = case.values
    return "text" in values and ("lines" in values or "file" in values)


@pytest.mark.parametrize("case", every_day(tables_of_text(), each=8))
@pytest.mark.parametrize("encoding", ["gb18030", "utf-16"])
def test_a_table_of_text_says_the_same_in_other_encodings(
    case: dict[str, Any], encoding: str
) -> None:
    as_given, encoded = (
        values_of(content, ".csv", ListKind(case["as"]))
        for content in (case["text"].encode(), case["text"].encode(encoding))
    )
    assert encoded == as_given


@pytest.mark.parametrize("case", every_day(plain_sheets(), each=8))
def test_a_merged_title_above_a_workbook_changes_nobody(case: dict[str, Any]) -> None:
    rows = case["sheets"][0]["rows"]
    width = max(map(len, rows))
    sheet = {"rows": [["周末升级赛报名表"], *rows]}
    if width > 1:
        sheet["merge"] = [f"A1:{chr(ord('A') + width - 1)}1"]
    titled = values_of(workbook([sheet]), ".xlsx", ListKind(case["as"]))["lines"]
    plain = values_of(workbook(case["sheets"]), ".xlsx", ListKind(case["as"]))["lines"]
    reads = [[line["reads"] for line in lines if line["reads"]] for lines in (titled, plain)]
    assert reads[0] == reads[1]


def test_a_name_of_one_sign_is_not_asked_about_where_it_is_entered_already() -> None:
    known = frozenset([key_of("甲")])
    states = [
        reader.read_text("甲", Wanted(ListKind.INDIVIDUALS, known=each)).lines[0].state
        for each in (frozenset[str](), known)
    ]
    assert states == [LineState.ASK, LineState.ENTRY]


def test_a_heading_over_pairs_is_their_club_in_every_kind_of_list() -> None:
    """Those behind a heading have it; a pair with a club of its own keeps that."""
    rows = ["北京大学队：", "张三/李四", "【上海】", "王五/赵六 城南棋社", "钱七/孙八"]
    pasted = reader.read_text("\n".join(rows), Wanted(ListKind.PAIRS))
    table = (
        "选手1,选手2,单位\n北京大学队：,,\n张三,李四,\n【上海】,,\n王五,赵六,城南棋社\n钱七,孙八,\n"
    )
    bare = "北京大学队：,\n张三,李四\n【上海】,\n王五,赵六\n钱七,孙八\n"
    clubs = [
        [entry.club for entry in reading.entries]
        for reading in (
            pasted,
            reader.read_file(read_book(table.encode()), Wanted(ListKind.PAIRS)),
            reader.read_file(read_book(bare.encode()), Wanted(ListKind.PAIRS)),
        )
    ]
    assert clubs[:2] == [["北京大学队", "城南棋社", "上海"]] * 2
    assert clubs[2] == ["北京大学队", "上海", "上海"]


@pytest.mark.full
@pytest.mark.parametrize("kind", [ListKind.INDIVIDUALS, ListKind.MEMBERS, ListKind.SEEDING])
@pytest.mark.parametrize(
    "number",
    [
        ["110101", "19900101", "1237"],
        ["1101", "0119", "9001", "0112", "37"],
        ["110101", "1990", "01", "01", "1237"],
        [*"110101199001011237"],
        ["110101", "", "19900101", "", "1237"],
        ["110101", "19900307", "237"],
    ],
)
def test_an_identity_number_over_several_cells_is_neither_read_nor_shown(
    kind: ListKind, number: list[str]
) -> None:
    heads = ["姓名", "证件", *[""] * (len(number) - 1), "手机"]
    rows = [heads, ["张三", *number, "13800001234"]]
    text = "\n".join(",".join(row) for row in rows)
    groups = {group for group in number if len(group) > 2}
    for content in (text, text.replace(",", "\t"), "\n".join(text.split("\n")[1:])):
        for suffix in (".csv", ".txt"):
            values = values_of(content.encode(), suffix, kind)
            names = [read["name"] for line in values["lines"] for read in line["reads"]]
            assert names == ["张三"]
            shown = json.dumps(values, ensure_ascii=False).replace("13800001234", "")
            assert not [group for group in groups if group in shown]
