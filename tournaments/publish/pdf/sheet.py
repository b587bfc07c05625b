"""A table on paper as plain values: what a document of rows and columns is made from, and no more.

Every word and number is text already, in the language of the reader: drawing decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, how many of the twelve columns of the page it takes, and its kind.

    What is too long for one of its cells stands on so many `lines` before it is cut. The words of
    a `spread` column stand apart over its width, so that a pen can circle one of them.
    """

    heading: str
    twelfths: float
    number: bool = True
    strong: bool = False
    lines: int = 2
    spread: bool = False


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands at the foot of every page.

    `page` has the places {page} and {pages}; `record` says at which entry of the log the content
    last changed; `address` is where it can be seen live, for the QR code, or empty.
    """

    event: str
    record: str
    page: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its headings and its imprint; `empty` is said where there are no rows."""

    language: str
    title: str
    lines: tuple[str, ...]
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    empty: str
    imprint: Imprint

    def as_json(self) -> dict[str, Any]:
        """Return the sheet as plain JSON data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the sheet that `as_json` wrote."""
        return cls(
            language=data["language"],
            title=data["title"],
            lines=tuple(data["lines"]),
            columns=tuple(Column(**column) for column in data["columns"]),
            rows=tuple(tuple(row) for row in data["rows"]),
            empty=data["empty"],
            imprint=Imprint(**data["imprint"]),
        )

    def texts(self) -> Iterator[str]:
        """Yield every text that will be drawn."""
        yield from (self.title, *self.lines, self.empty)
        yield from (self.imprint.event, self.imprint.record, self.imprint.page)
        yield from (column.heading for column in self.columns)
        for row in self.rows:
            yield from row
