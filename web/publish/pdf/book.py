"""A document of several parts as plain values: lists, blank forms, cards, slips, brackets.

As in a `PrintedTable`, every word and number is text already, so that rendering decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Self

from web.publish.pdf.sheet import Imprint, PrintedColumn, PrintedTable
from web.publish.pdf.tree import Tree


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; a strong one is a heading and stays on the page of what comes after it.

    One that `follows` stays on the page of the previous block; a `small` one is a note. What
    `decides` is larger than a heading.
    """

    kind: ClassVar[str] = "words"

    text: str
    strong: bool = False
    follows: bool = False
    small: bool = False
    decides: bool = False


@dataclass(frozen=True, slots=True)
class LongText:
    """A text that somebody wrote: never shortened, continued on further pages if it is long.

    It begins on the page of the previous block.
    """

    kind: ClassVar[str] = "long_text"

    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a title.

    `ruled` draws lines between all cells, with rows of at least `height` millimetres. `together`
    keeps it on one page if it fits. The first `large_rows` rows are larger, the last `strong_rows`
    are bold, for sums, and larger too if they are `large_sums`. A block that `leads` stays on the
    page of the next block, one that `follows` on that of the previous one.

    `sizes` of type are tried in order; all lists of a part have the first in which they need no
    page more than in the last, and where a page has room their rows are higher. `abreast` is the
    number of columns of rows side by side.
    """

    kind: ClassVar[str] = "grid"

    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    ruled: bool = False
    height: float = 0
    together: bool = False
    leads: bool = False
    strong_rows: int = 0
    large_sums: bool = False
    large_rows: int = 0
    sizes: tuple[float, ...] = ()
    abreast: int = 1
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Blanks:
    """Labels side by side, each with a line to write on; `shares` divide the width."""

    kind: ClassVar[str] = "blanks"

    labels: tuple[str, ...]
    shares: tuple[float, ...] = ()
    signed: bool = False
    """Whether the lines are for signatures: higher, with the labels below."""
    leads: bool = False
    follows: bool = False
    close: bool = False
    """Whether the lines are closer, for forms that have to fit on a page."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The end of an official document: lines to sign, and room to stamp the club's name."""

    kind: ClassVar[str] = "stamp"

    labels: tuple[str, ...]
    club: str
    hint: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card for a table, half a page: its number, its code and the seats.

    One that is `folded` stands on the table, with its number in both directions.
    """

    kind: ClassVar[str] = "card"

    over: str
    label: str
    number: str
    code_label: str
    code: str
    hint: str
    address: str
    seats: tuple[str, ...] = ()
    folded: bool = False


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One or two name slips side by side; the tuples have a value for each slip.

    `codes` are to be typed, `addresses` to be scanned as QR codes; either may be empty.
    """

    kind: ClassVar[str] = "slips"

    over: str
    names: tuple[str, ...]
    teams: tuple[str, ...]
    code_label: str
    codes: tuple[str, ...]
    hint: str
    addresses: tuple[str, ...]


Block = Words | LongText | Grid | Blanks | Stamp | Card | SlipRow | Tree
_BLOCKS: Mapping[str, type[Block]] = {
    block.kind: block for block in (Words, LongText, Grid, Blanks, Stamp, Card, SlipRow)
}


@dataclass(frozen=True, slots=True)
class BookPart:
    """A part of a document that begins on a new page, with its title and the lines below it.

    `over` stands above the title; a `mark`, such as "provisional", is printed across each page. The
    pages of a `bare` part have no QR code in their foot.
    """

    title: str
    lines: tuple[str, ...]
    blocks: tuple[Block, ...]
    over: str = ""
    mark: str = ""
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """Parts with a common imprint and page numbers; pages are landscape if `wide`."""

    language: str
    title: str
    parts: tuple[BookPart, ...]
    imprint: Imprint
    wide: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the book as plain JSON data."""
        parts = [
            {
                "title": part.title,
                "lines": list(part.lines),
                "blocks": [{"kind": block.kind, **asdict(block)} for block in part.blocks],
                **({"over": part.over} if part.over else {}),
                **({"mark": part.mark} if part.mark else {}),
                **({"bare": True} if part.bare else {}),
            }
            for part in self.parts
        ]
        return {
            "language": self.language,
            "title": self.title,
            "parts": parts,
            "imprint": asdict(self.imprint),
            **({"wide": True} if self.wide else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the book that `as_json` wrote."""
        parts = tuple(map(_part, data["parts"]))
        imprint = Imprint(**data["imprint"])
        return cls(data["language"], data["title"], parts, imprint, wide=bool(data.get("wide")))

    @classmethod
    def of(cls, sheet: PrintedTable) -> Self:
        """Return a sheet as a book of one part."""
        block = Grid(sheet.columns, sheet.rows)
        blocks = (block,) if sheet.rows else (block, Words(sheet.empty))
        part = BookPart(sheet.title, sheet.lines, blocks)
        return cls(sheet.language, sheet.title, (part,), sheet.imprint)

    def imprint_of(self, part: BookPart) -> Imprint:
        """Return the foot of the pages of a part."""
        return replace(self.imprint, address="") if part.bare else self.imprint

    def texts(self) -> Iterator[str]:
        """Yield every text that will be drawn, without those that identify the club's mark."""
        return _texts(replace(self, imprint=replace(self.imprint, club_uid="", logo="")).as_json())


def _part(data: Mapping[str, Any]) -> BookPart:
    blocks = tuple(map(_block, data["blocks"]))
    return BookPart(
        data["title"],
        tuple(data["lines"]),
        blocks,
        over=data.get("over", ""),
        mark=data.get("mark", ""),
        bare=bool(data.get("bare")),
    )


def _block(data: Mapping[str, Any]) -> Block:
    if data["kind"] == Tree.kind:
        return Tree.from_json(data)
    arguments = {name: _frozen(value) for name, value in data.items() if name != "kind"}
    if "columns" in data:
        arguments["columns"] = tuple(PrintedColumn(**column) for column in data["columns"])
    return _BLOCKS[data["kind"]](**arguments)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
