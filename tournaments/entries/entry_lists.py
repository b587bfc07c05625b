"""Reads lists of names: pasted text, CSV and XLSX become rows with problems by cell.

Nothing here is stored and no database is asked. An unreadable list is refused as a whole; a
readable one is returned with the problems of its cells.
"""

from __future__ import annotations

import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeVar
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from scoring.problems import Problem
from tournaments.entries import foreign_workbooks
from tournaments.entries.names import is_name, tidy, unnumbered
from tournaments.refusals import Refused

MOST_BYTES: Final = 2_000_000
MOST_UNPACKED: Final = 20_000_000
MOST_ROWS: Final = 5000
MOST_COLUMNS: Final = 12
LONGEST: Final = 120
MOST_SHOWN: Final = 500
"""Characters read of a cell: enough to see that it is no name."""
PLAIN_PACKING: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
DECLARATIONS: Final = tuple("<!DOCTYPE".encode(code) for code in ("utf-8", "utf-16le", "utf-16be"))
"""No workbook declares a document type; entities in one could expand without end."""

ENCODINGS: Final = ("utf-8-sig", "gb18030")
PARTNERS: Final = re.compile(r"\s*[/／、&＆，,;；]\s*")
BROKEN: Final = (
    AttributeError,
    EOFError,
    IndexError,
    InvalidFileException,
    KeyError,
    NotImplementedError,
    OSError,
    ParseError,
    RuntimeError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a truncated, encrypted or forged workbook may raise."""


def heads(words: str) -> frozenset[str]:
    """Return column names from words separated by blanks."""
    return frozenset(words.split())


ONE: Final = heads("""
    姓名 名字 名称 赛员 赛员姓名 选手 选手姓名 参赛者 参赛选手 参赛人 报名者 队员 球员 牌手 玩家
    姓名1 姓名一 选手1 选手一 选手a 选手甲 队员1 队员一 队员a 队员甲 搭档1 搭档一
    name player players member participant contestant name1 player1 member1 playera
""")
OTHER: Final = heads("""
    姓名2 姓名二 选手2 选手二 选手b 选手乙 队员2 队员二 队员b 队员乙 搭档 搭档2 搭档二 同伴
    name2 player2 member2 playerb partner
""")
OWN: Final = heads("""
    队名 对名 组合 组合名 搭档名 牌对 pair pairname team teamname nameofthepair
""")
NUMBER: Final = heads("序号 编号 号码 号 no no. number # 报名号")
"""Column names, without spaces and capitals: a member, the partner, the entry, a number."""


class ListProblem(StrEnum):
    """A problem of a list or of a cell; the comment names its values."""

    TOO_BIG = "list_too_big"  # most
    TOO_MANY_ROWS = "list_too_many_rows"  # most
    BROKEN = "list_broken"
    OLD_WORKBOOK = "list_old_workbook"
    NOT_TEXT = "list_not_text"
    EMPTY = "list_empty"
    CELL_EMPTY = "cell_empty"  # row, column
    CELL_TOO_LONG = "cell_too_long"  # row, column, most
    CELL_NOT_A_NAME = "cell_not_a_name"  # row, column, text
    CELL_TWICE = "cell_twice"  # row, column, name
    CELL_TAKEN = "cell_taken"  # row, column, name
    TEAM_SIZE = "team_size"  # row, least, most, found
    TEXT_TOO_LONG = "list_text_too_long"  # most
    CONTROL_CHARACTERS = "list_control_characters"
    LINE_TOO_LONG = "line_too_long"  # row, most
    NAME_TOO_LONG = "line_name_too_long"  # row, most
    CLUB_TOO_LONG = "line_club_too_long"  # row, most
    NOT_A_NAME = "line_not_a_name"  # row, text
    NAME_TWICE = "line_name_twice"  # row, name
    NAME_TAKEN = "line_name_taken"  # row, name
    PARTNER_MISSING = "line_partner_missing"  # row, name
    TEAM_NAME_MISSING = "line_team_name_missing"  # row
    MEMBER_SEVERAL = "line_member_several"  # row, name, numbers
    MEMBER_NUMBER = "line_member_number"  # row, name, number
    LEFT_TITLE = "left_title"  # row
    LEFT_EXAMPLE = "left_example"  # row
    LEFT_TALK = "left_talk"  # row
    LEFT_NO_NAME = "left_no_name"  # row
    LEFT_AWAY = "left_away"  # row
    LEFT_TWICE = "left_twice"  # row, first
    LEFT_TAKEN = "left_taken"  # row, number
    LEFT_EMPTIED = "left_emptied"  # row


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: the letter of its column, its text, and its problem."""

    column: str
    text: str
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class ListRow:
    """An entry of a list: its row number, its members, and its own name."""

    number: int
    members: tuple[Cell, ...]
    name: Cell

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells that are shown, the members first."""
        return (*self.members, self.name) if len(self.members) > 1 else self.members


class Row(Protocol):
    """A row of a list: its persons, and every cell that may have a problem."""

    @property
    def members(self) -> tuple[Cell, ...]:
        """The persons."""

    @property
    def name(self) -> Cell:
        """The entry's own name."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells."""


AnyRow = TypeVar("AnyRow", bound=Row)


@dataclass(frozen=True, slots=True)
class Listed(Generic[AnyRow]):
    """The rows of a list in order, of persons or of teams."""

    rows: tuple[AnyRow, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems in the order of the rows."""
        return tuple(cell.problem for row in self.rows for cell in row.cells if cell.problem)

    @property
    def members(self) -> list[list[str]]:
        """The names of the persons in the form of `organise.add_entries`."""
        return [[cell.text for cell in row.members] for row in self.rows]

    @property
    def names(self) -> list[str]:
        """The entries' own names, empty where there is none."""
        return [row.name.text for row in self.rows]


@dataclass(frozen=True, slots=True)
class EntryList(Listed[ListRow]):
    """The entries of a list in their order."""

    @property
    def text(self) -> str:
        """The list as text that `read_text` reads back: a line for each row, tabs between cells."""
        lines = ("\t".join(cell.text for cell in row.cells) for row in self.rows)
        return "\n".join(line.rstrip("\t") for line in lines)


Grid = Sequence[tuple[int, Sequence[str]]]
"""Rows of texts with their numbers, from 1."""


def read_file(content: bytes) -> Grid:
    """Return the rows of a workbook or of a CSV file, by its content rather than its name.

    Workbooks of other kinds than XLSX are read in a process of their own.

    Raises Refused for a file that is too large, broken, or neither.
    """
    if len(content) > MOST_BYTES:
        raise Refused(problem_of(ListProblem.TOO_BIG, most=MOST_BYTES // 1_000_000))
    if foreign_workbooks.is_foreign(content):
        return filled(_read_foreign(content))
    is_packed = content.startswith(b"PK")
    return filled(_read_workbook(content) if is_packed else _read_csv(_decode(content)))


def read_text(text: str, size: int) -> Grid:
    """Return the rows of a typed or pasted list; / 、 & comma and tab separate partners."""
    rows: list[tuple[int, Sequence[str]]] = []
    for number, line in enumerate(map(unnumbered, text.splitlines()), 1):
        if size == 1:
            rows.append((number, [line]))
        else:
            has_tabs = "\t" in line.strip()
            rows.append((number, line.split("\t") if has_tabs else PARTNERS.split(line)))
    return filled(rows)


def entries_of(grid: Grid, size: int, taken: Collection[str] = ()) -> EntryList:
    """Return the entries in rows, `size` members each, with the problems of each cell.

    A first row that names the columns is not an entry; without one the first columns count. `taken`
    are the names entered already. Raises Refused where no row has an entry.
    """
    places, rows = _find_columns(grid, size)
    seen, rows_read = set(taken), []
    for number, texts in rows:
        members = []
        for cell in (_cell(place, texts) for place in places[:size]):
            members.append(checked(cell, number, seen, taken))
            seen.add(cell.text)
        own_name = _cell(places[size], texts) if size > 1 else Cell("", "")
        if len(own_name.text) > LONGEST:
            own_name = _with_problem(own_name, number, ListProblem.CELL_TOO_LONG, most=LONGEST)
        rows_read.append(ListRow(number, tuple(members), own_name))
    if not rows_read:
        raise Refused(problem_of(ListProblem.EMPTY))
    return EntryList(tuple(rows_read))


def filled(rows: Iterable[tuple[int, Sequence[str]]]) -> Grid:
    """Return the rows that are not empty, tidied. Raises Refused for none, and for too many."""
    filled_rows: list[tuple[int, Sequence[str]]] = []
    for number, texts in rows:
        cells = [tidy(text[:MOST_SHOWN]) for text in texts[:MOST_COLUMNS]]
        if any(cells):
            filled_rows.append((number, cells))
        if len(filled_rows) > MOST_ROWS:
            raise Refused(problem_of(ListProblem.TOO_MANY_ROWS, most=MOST_ROWS))
    if not filled_rows:
        raise Refused(problem_of(ListProblem.EMPTY))
    return filled_rows


def _read_workbook(content: bytes) -> list[tuple[int, list[str]]]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            _check_parts(packed)
        return _read_first_sheet(content)
    except BROKEN as fault:
        raise Refused(problem_of(ListProblem.BROKEN)) from fault


def _read_foreign(content: bytes) -> list[tuple[int, list[str]]]:
    try:
        return foreign_workbooks.read(
            content, most_rows=4 * MOST_ROWS, most_columns=MOST_COLUMNS, longest=MOST_SHOWN
        )
    except foreign_workbooks.Unreadable as fault:
        raise Refused(problem_of(ListProblem.OLD_WORKBOOK)) from fault


def _check_parts(packed: zipfile.ZipFile) -> None:
    """Raise Refused for a workbook that would use up the memory when it is read."""
    parts = packed.infolist()
    if sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refused(problem_of(ListProblem.TOO_BIG, most=MOST_BYTES // 1_000_000))
    for part in parts:
        if part.compress_type not in PLAIN_PACKING:
            raise Refused(problem_of(ListProblem.BROKEN))
        unpacked = packed.read(part)
        if any(declared in unpacked for declared in DECLARATIONS):
            raise Refused(problem_of(ListProblem.BROKEN))


def _read_first_sheet(content: bytes) -> list[tuple[int, list[str]]]:
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    try:
        sheet = book.worksheets[0]
        rows = sheet.iter_rows(max_row=4 * MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
        texts = [
            (number, [_cell_text(value) for value in row]) for number, row in enumerate(rows, 1)
        ]
    finally:
        book.close()
    return texts


def _cell_text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _decode(content: bytes) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ENCODINGS
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Refused(problem_of(ListProblem.NOT_TEXT))


def _read_csv(text: str) -> Iterator[tuple[int, list[str]]]:
    head = text[:4000]
    separator = max(",\t;，", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        yield from enumerate(reader, 1)
    except csv.Error as fault:
        raise Refused(problem_of(ListProblem.BROKEN)) from fault


def _find_columns(grid: Grid, size: int) -> tuple[list[int], Grid]:
    """Return the columns of the members and of the own name, and the rows of entries."""
    heads = [head_of(text) for text in grid[0][1]]
    name_column = find_column(heads, ONE)
    if name_column is None:
        # The first column may hold nothing but numbers.
        first = [texts[0] for _, texts in grid if len(texts) > 1]
        are_numbers = all(text.isdigit() or head_of(text) in NUMBER for text in first)
        start = int(len(first) == len(grid) and are_numbers)
        return [start + place for place in range(size + 1)], grid
    places = [name_column]
    if size > 1:
        partner_column = find_column(heads, OTHER)
        places.append(name_column + 1 if partner_column is None else partner_column)
    own_name_column = find_column(heads, OWN)
    return [*places, -1 if own_name_column is None else own_name_column], grid[1:]


def head_of(text: str) -> str:
    """Return the name of a column without spaces, signs and capitals."""
    return re.sub(r"[\s:：()（）_-]", "", text).lower()


def find_column(heads: Sequence[str], known: Collection[str]) -> int | None:
    """Return the first column with one of these names, None where there is none."""
    return next((place for place, head in enumerate(heads) if head in known), None)


def _cell(place: int, texts: Sequence[str]) -> Cell:
    text = texts[place] if 0 <= place < len(texts) else ""
    return Cell(letter(place), text)


def checked(cell: Cell, row: int, seen: Collection[str], taken: Collection[str]) -> Cell:
    """Return a cell with the problem of the name in it, if any."""
    if not cell.text:
        return _with_problem(cell, row, ListProblem.CELL_EMPTY)
    if len(cell.text) > LONGEST:
        return _with_problem(cell, row, ListProblem.CELL_TOO_LONG, most=LONGEST)
    if not is_name(cell.text):
        return _with_problem(cell, row, ListProblem.CELL_NOT_A_NAME, text=cell.text)
    if cell.text in taken:
        return _with_problem(cell, row, ListProblem.CELL_TAKEN, name=cell.text)
    if cell.text in seen:
        return _with_problem(cell, row, ListProblem.CELL_TWICE, name=cell.text)
    return cell


def _with_problem(cell: Cell, row: int, code: ListProblem, **values: int | str) -> Cell:
    problem = problem_of(code, row=row, column=cell.column, **values)
    return Cell(cell.column, cell.text, problem)


def letter(place: int) -> str:
    """Return the letter of a column, counted from 0.

    >>> letter(0), letter(11)
    ('A', 'L')
    """
    return chr(ord("A") + place) if 0 <= place < 26 else ""


def problem_of(code: ListProblem, **values: int | str) -> Problem:
    """Return a problem of a list with the values for its text."""
    return Problem(code, field="file", values=tuple(sorted(values.items())))
