"""A text in which every person is a small form: 姓名：张三 单位：城北, on one or several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tournaments.entries.reading.line_marks import HEAD
from tournaments.entries.reading.sheets.files import MOST_COLUMNS, SheetRow, WorkbookSheet, filled
from tournaments.entries.reading.sheets.head_words import PERSON, ColumnRole, role_of

LABEL: Final = re.compile(
    r"(?:^|(?<=[\s，,;；、/|]))\s*([^\s:：，,;；、0-9]{1,8}[1-4]?)\s*[:：]\s*"
)
NUMBER: Final = re.compile(r"^\s*[0-9]{1,4}\s*[.．、)）]\s*")

MOST_FORM_ROWS: Final = 200
Pairs = tuple[int, str, Sequence[tuple[str, str]]]
"""A line with its number, and its labels with their values."""


def as_sheet(lines: Sequence[tuple[int, str]]) -> WorkbookSheet | None:
    """Return the forms of a text as a sheet, None where it is none.

    A form begins where a label comes that the one above has already.
    """
    return _of_pairs([(number, line, _pairs(line)) for number, line in lines])


def of_rows(sheet: WorkbookSheet) -> WorkbookSheet | None:
    """Return a sheet of forms, label and value beside each other, as a sheet; else None."""
    rows = []
    for row in sheet.rows[:MOST_FORM_ROWS]:
        cells = [text for text in row.cells if text]
        pairs = [*zip(cells[::2], cells[1::2], strict=False)] if len(cells) > 1 else []
        if any(role_of(value) is not ColumnRole.UNKNOWN for _label, value in pairs):
            return None
        rows.append((row.number, "\t".join(row.cells).strip("\t"), pairs))
    is_short = len(sheet.rows) <= MOST_FORM_ROWS and not sheet.lost
    made = _of_pairs(rows) if is_short else None
    return made and replace(
        made,
        number=sheet.number,
        name=sheet.name,
        hidden_rows=sheet.hidden_rows,
        hidden_columns=sheet.hidden_columns,
    )


def _of_pairs(lines: Sequence[Pairs]) -> WorkbookSheet | None:
    heads: list[str] = []
    titles: list[SheetRow] = []
    records: list[tuple[int, list[str], dict[str, str]]] = []
    for number, line, pairs in lines:
        if not records and (HEAD.match(line) or not (pairs or re.search("[:：]", line))):
            titles.append(SheetRow(number, (line,), line))
            continue
        if not pairs or not all(_is_label(label) for label, _value in pairs):
            return None
        if not records or any(label in records[-1][2] for label, _value in pairs):
            records.append((number, [], {}))
        records[-1][1].append(line)
        records[-1][2].update(dict(pairs))
        heads += [label for label, _value in pairs if label not in heads]
    if not any(role_of(head) in PERSON for head in heads) or len(heads) < 2:
        return None
    return replace(_sheet(heads[:MOST_COLUMNS], records), titles=tuple(titles))


def _pairs(line: str) -> list[tuple[str, str]]:
    body = NUMBER.sub("", line)
    found = list(LABEL.finditer(body))
    if not found or body[: found[0].start()].strip():
        return []
    ends = [*(match.start() for match in found[1:]), len(body)]
    return [
        (match[1], body[match.end() : end].strip(" \t，,;；、"))
        for match, end in zip(found, ends, strict=True)
    ]


def _is_label(label: str) -> bool:
    return role_of(label).value not in ("unknown", "team", "captain", "leader")


def _sheet(
    heads: Sequence[str], records: Sequence[tuple[int, list[str], dict[str, str]]]
) -> WorkbookSheet:
    rows = [
        (number, [values.get(head, "") for head in heads]) for number, _texts, values in records
    ]
    texts = {number: "\n".join(lines) for number, lines, _values in records}
    read = filled([(0, list(heads)), *rows])
    return WorkbookSheet(
        1, None, tuple(SheetRow(row.number, row.cells, texts.get(row.number, "")) for row in read)
    )
