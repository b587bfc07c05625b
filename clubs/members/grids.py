"""The rows of a list for the register: from a file or from the box in which they are corrected.

They are compared with the register in `files`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from tournaments.base.refusals import Refused
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.reading.sheets.files import MOST_ROWS, filled
from tournaments.entries.reading.values import LineState, ListReading, ReadEntry, ReadLine


def heads(words: str) -> frozenset[str]:
    """Return column names from words separated by blanks."""
    return frozenset(words.split())


HEADS: Final[Mapping[str, frozenset[str]]] = {
    "number": heads("编号 会员号 会员编号 号码 no no. number membernumber #"),
    "name": heads("姓名 名字 名称 会员 会员姓名 name member player"),
    "aliases": heads("别名 昵称 曾用名 又名 aliases alias nickname"),
    "sex": heads("性别 sex gender"),
    "birth_year": heads("出生年 出生年份 生年 yearofbirth birthyear born"),
    "home": heads("所属俱乐部 所属 单位 来自 俱乐部 home club homeclub"),
    "shown": heads("同意公开 公开 consent shown agreedtobeshown"),
    "phone": heads("电话 手机 手机号 联系电话 phone mobile"),
    "email": heads("邮箱 电子邮箱 电子邮件 email mail e-mail"),
    "note": heads("备注 说明 note notes remark"),
}
"""The names of the columns, without spaces and capitals; a Chinese export has the first."""
COLUMNS: Final[Mapping[str, str]] = {
    "number": "编号",
    "name": "姓名",
    "aliases": "别名",
    "sex": "性别",
    "birth_year": "出生年",
    "home": "所属俱乐部",
    "shown": "同意公开",
    "phone": "电话",
    "email": "邮箱",
    "note": "备注",
}
"""The names under which a file is shown to be mended."""
Grid = Sequence[tuple[int, Sequence[str]]]
"""Rows of texts with their numbers."""


def head_of(text: str) -> str:
    """Return the name of a column without spaces, signs and capitals."""
    return re.sub(r"[\s:：()（）_-]", "", text).lower()


def as_text(grid: Grid) -> str:
    """Return rows as text that `read_text` parses to the same rows."""
    return "\n".join("\t".join(cells) for _number, cells in grid)


def read_text(text: str) -> Grid:
    """Return the rows of a text, with tabs between the cells.

    Raises Refused for no rows, and for too many.
    """
    lines = [(number, line.split("\t")) for number, line in enumerate(text.splitlines(), 1)]
    rows = filled(lines)
    if not rows:
        raise Refused(problem_of(ListProblem.EMPTY))
    if len(rows) > MOST_ROWS + 1:
        raise Refused(problem_of(ListProblem.TOO_MANY_ROWS, most=MOST_ROWS))
    return [(row.number, row.cells) for row in rows]


def grid_of(reading: ListReading) -> Grid:
    """Return the reading of a file as rows under the column names of an export.

    Doubtful lines are left out. Raises Refused if no line remains.
    """
    lines = [
        line
        for line in reading.lines
        if line.state is LineState.ENTRY or (line.state is LineState.PROBLEM and line.reads)
    ]
    if not lines and not reading.of(LineState.ASK):
        raise Refused(problem_of(ListProblem.EMPTY))
    return _rows_of(lines)


def with_asked(left: Grid, reading: ListReading) -> Grid:
    """Return the remaining rows of a list together with the doubtful lines of its file."""
    asked = _rows_of(reading.of(LineState.ASK))
    tables = [columns_of(grid) for grid in (left, asked) if grid]
    used = [name for name in COLUMNS if any(name in columns for columns, _rows in tables)]
    return [
        (0, [COLUMNS[name] for name in used]),
        *(
            (row, [cells[columns[name]] if name in columns else "" for name in used])
            for columns, rows in tables
            for row, cells in rows
        ),
    ]


def _rows_of(lines: Sequence[ReadLine]) -> Grid:
    """Return lines as rows, the column names first."""
    reads = [(line.number, read) for line in lines for read in line.reads]
    values = [(number, _cells_of(read)) for number, read in reads]
    used = [
        name for name in COLUMNS if name == "name" or any(cells[name] for _row, cells in values)
    ]
    rows = [(number, [cells[name] for name in used]) for number, cells in values]
    return [(0, [COLUMNS[name] for name in used]), *rows]


def _cells_of(read: ReadEntry) -> dict[str, str]:
    """Return the data of a member by the columns of the register."""
    cells = {**dict.fromkeys(COLUMNS, ""), **read.cells}
    cells["birth_year"] = cells["birth_year"][:4]
    note = cells.pop("remark", "") or read.remark
    name = "".join(read.members)
    return {**cells, "name": name, "number": read.number, "home": read.club, "note": note}


def columns_of(grid: Grid) -> tuple[dict[str, int], Grid]:
    """Return the positions of the columns of a list, and its rows below their names."""
    named = [head_of(text) for text in grid[0][1]]
    found = {
        name: next((place for place, head in enumerate(named) if head in known), None)
        for name, known in HEADS.items()
    }
    if found["name"] is None:
        return {"name": 0}, grid
    return {name: place for name, place in found.items() if place is not None}, grid[1:]
