"""A document of rows and columns as plain values, and nothing else.

Every word and number is text already, in the language of the reader, so that rendering decides
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """A column: its heading, its width in twelfths of the page, and its alignment.

    Long texts are set on up to `lines` lines before they are cut. The words of a `spread` column
    are spread over its width, so that one of them can be circled. The numbers of one that `decides`
    are the largest of the list. The lines of one of `clauses` end only where one does. Of a list in
    columns side by side, one that `heads` shows its text only where it changes and at the head of
    each column.
    """

    heading: str
    twelfths: float
    number: bool = True
    strong: bool = False
    lines: int = 2
    spread: bool = False
    decides: bool = False
    clauses: bool = False
    heads: bool = False


@dataclass(frozen=True, slots=True)
class Imprint:
    """The foot of every page.

    `page` contains {page} and {pages}; `record` names the log entry of the last change; `address`
    is that of the live page, for the QR code, or empty. `club` names the club whose mark stands in
    the head, with its uid and the digest of its logo, if it has one.
    """

    event: str
    record: str
    page: str
    address: str = ""
    club: str = ""
    club_uid: str = ""
    logo: str = ""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table with its headings and its imprint; `empty` is shown if there are no rows."""

    language: str
    title: str
    lines: tuple[str, ...]
    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    empty: str
    imprint: Imprint

    def as_json(self) -> dict[str, Any]:
        """Return the table as plain JSON data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the table that `as_json` wrote."""
        return cls(
            language=data["language"],
            title=data["title"],
            lines=tuple(data["lines"]),
            columns=tuple(PrintedColumn(**column) for column in data["columns"]),
            rows=tuple(tuple(row) for row in data["rows"]),
            empty=data["empty"],
            imprint=Imprint(**data["imprint"]),
        )

    def texts(self) -> Iterator[str]:
        """Yield every text of the table."""
        yield from (self.title, *self.lines, self.empty)
        yield from (self.imprint.event, self.imprint.record, self.imprint.page)
        yield from (column.heading for column in self.columns)
        for row in self.rows:
            yield from row
