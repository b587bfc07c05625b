"""Lists for page, paper and file: what a column holds is defined once for all three.

What is more than text, such as a row that opens, a tile or a bracket, belongs in a template. How
wide a text is, counted in letters, decides how many columns and lines names get: fonts are measured
where papers are made, and a page does not know the fonts of its reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Flag, StrEnum, auto
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar
from unicodedata import east_asian_width

from tournaments.wording import unsigned
from web.publish import files

Row = TypeVar("Row")
Value = Fraction | int | str | None
"""A number or words; None for an empty cell."""
Say = Callable[[Fraction | int], str]


class Face(Flag):
    """Where a column is shown."""

    PAGE = auto()
    PAPER = auto()
    FILE = auto()


EVERYWHERE: Final = Face.PAGE | Face.PAPER | Face.FILE


class ColumnKind(StrEnum):
    """How a column is set; the value is its class on pages. A name is the header of its row."""

    RANK = "rank"
    NAME = "name"
    NUMBER = "number"
    WORDS = ""


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column of a list: a file gets the `value` of a row, people read its `text`.

    Without a `text` people read the value. The `width` is in twelfths of a printed page; printed
    texts have up to `lines` lines, and numbers of one that `decides` are larger. A `link` is the
    address to which a cell of a page leads.
    """

    heading: str
    value: Callable[[Row], Value]
    text: Callable[[Row], str] | None = None
    width: float = 0
    faces: Face = EVERYWHERE
    kind: ColumnKind = ColumnKind.NUMBER
    strong: bool = False
    decides: bool = False
    lines: int = 2
    link: Callable[[Row], str] | None = None

    def text_of(self, row: Row) -> str:
        """Return what people read in a row."""
        return self.text(row) if self.text else as_text(self.value(row))


@dataclass(frozen=True, slots=True)
class PageCell:
    """A cell of a page's list: its column, its text and the address of its link."""

    column: Column[Any]
    text: str
    link: str


@dataclass(frozen=True, slots=True)
class PageList:
    """A list for `publish/parts/_list.html`; links find a row by its anchor."""

    columns: tuple[Column[Any], ...]
    rows: tuple[tuple[str, tuple[PageCell, ...]], ...]


def page_list(
    columns: Iterable[Column[Row]], rows: Iterable[Row], anchor: Callable[[Row], str]
) -> PageList:
    """Return a list for a page."""
    shown = tuple(on_face(Face.PAGE, columns))
    return PageList(shown, tuple((anchor(row), _cells(shown, row)) for row in rows))


def _cells(columns: Sequence[Column[Row]], row: Row) -> tuple[PageCell, ...]:
    return tuple(
        PageCell(column, column.text_of(row), column.link(row) if column.link else "")
        for column in columns
    )


def file_table(title: str, columns: Iterable[Column[Row]], rows: Iterable[Row]) -> dict[str, Any]:
    """Return a list for CSV and XLSX."""
    shown = on_face(Face.FILE, columns)
    return {
        "title": title,
        "headings": [column.heading for column in shown],
        "rows": [[_stored(column.value(row)) for column in shown] for row in rows],
    }


def on_face(face: Face, columns: Iterable[Column[Row]]) -> Sequence[Column[Row]]:
    """Return the columns that are shown on a face."""
    return [column for column in columns if face in column.faces]


def as_text(value: Value, say: Say = unsigned) -> str:
    """Return a value as text for people; `say` formats a number."""
    if value is None:
        return ""
    return value if isinstance(value, str) else say(value)


def _stored(value: Value) -> files.Value:
    return files.number(value) if isinstance(value, Fraction) else value


WORD: Final = re.compile(r"[^\W\d_]+")


def width(text: str) -> int:
    """Return the letters of a text; a Chinese character counts two.

    >>> width("王小明"), width("Ann Lee")
    (6, 7)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def widest(texts: Iterable[str]) -> int:
    """Return the width of the widest text; 0 if there is none."""
    return max(map(width, texts), default=0)


LINES: Final = (8, 9, 10, 12, 16, 18, 20, 23, 26, 30, 34, 38, 44)
"""The line lengths by which names on a wall are sized; `hall.css` has a rule for each."""

LATIN: Final = Fraction(6, 5)
"""How much wider a bold Latin letter is than half a Chinese character."""


def letters_of_line(names: Iterable[str], lines: int) -> int:
    """Return how many letters a line must hold for each name to fit in so many lines.

    >>> letters_of_line(["王小明", "欧阳明珠"], 1)
    8
    >>> letters_of_line(["Maximilian Featherstonehaugh"], 2)
    23
    """
    listed = tuple(names)
    fitting = (line for line in LINES if all(_lines_of(name, line) <= lines for name in listed))
    return next(fitting, LINES[-1])


PIECE: Final = re.compile(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef-]*-?")
"""What no line breaks: a word up to its hyphen, a Chinese character."""


def _lines_of(name: str, line: int) -> int:
    """Return how many lines a name takes; more than any wall has if a word does not fit."""
    lines, used = 1, Fraction(0)
    for found in PIECE.finditer(name):
        piece = found[0]
        blank = LATIN if used and name[found.start() - 1].isspace() else 0
        needed = bold_width(piece)
        if needed > line:
            return len(name) + lines
        if used + blank + needed > line:
            lines, used = lines + 1, needed
        else:
            used += blank + needed
    return lines


def bold_width(text: str) -> Fraction:
    """Return the letters of a bold text; a Latin one is wider than half a Chinese character."""
    wide = width(text) - len(text)
    return 2 * wide + (len(text) - wide) * LATIN


def longest_word(texts: Iterable[str]) -> int:
    """Return the letters of the longest word that no line breaks: Chinese breaks anywhere.

    >>> longest_word(["Ann Oberhuemer-Steinbach"]), longest_word(["城北棋牌俱乐部"])
    (10, 0)
    """
    words = (word for text in texts for word in WORD.findall(text))
    return max((len(word) for word in words if width(word) == len(word)), default=0)
