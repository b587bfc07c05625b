"""A text in which every person is a small form: 姓名：张三 单位：城北, on one or several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tournaments.entries.pasted_lines import HEAD
from tournaments.entries.reading.files import MOST_COLUMNS, Row, Sheet, filled
from tournaments.entries.reading.heads import PERSON, role_of

LABEL: Final = re.compile(r"(?:^|(?<=[\s，,;；、/|]))\s*([^\s:：，,;；、0-9]{1,8}[1-4]?)\s*[:：]\s*")
NUMBER: Final = re.compile(r"^\s*[0-9]{1,4}\s*[.．、)）]\s*")


def as_sheet(lines: Sequence[tuple[int, str]]) -> Sheet | None:
    """Return the forms of a text as a sheet, None where it is none.

    A form begins where a label comes that the one above has already.
    """
    heads: list[str] = []
    records: list[tuple[int, list[str], dict[str, str]]] = []
    for number, line in lines:
        if HEAD.match(line) and not records:
            continue
        pairs = _pairs(line)
        if not pairs or not all(_is_label(label) for label, _value in pairs):
            return None
        if not records or any(label in records[-1][2] for label, _value in pairs):
            records.append((number, [], {}))
        records[-1][1].append(line)
        records[-1][2].update(dict(pairs))
        heads += [label for label, _value in pairs if label not in heads]
    if not any(role_of(head) in PERSON for head in heads) or len(heads) < 2:
        return None
    return _sheet(heads[:MOST_COLUMNS], records)


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


def _sheet(heads: Sequence[str], records: Sequence[tuple[int, list[str], dict[str, str]]]) -> Sheet:
    rows = [
        (number, [values.get(head, "") for head in heads]) for number, _texts, values in records
    ]
    texts = {number: "\n".join(lines) for number, lines, _values in records}
    read = filled([(0, list(heads)), *rows])
    return Sheet(
        1, None, tuple(Row(row.number, row.cells, texts.get(row.number, "")) for row in read)
    )
