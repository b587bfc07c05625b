"""A document of several parts as plain values: lists, forms to be filled in, cards for a table.

As in a sheet, every word and number is text already; a book is a sheet that has more than rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from tournaments.publish.pdf.sheet import Column, Imprint, Sheet
from tournaments.publish.pdf.tree import Tree


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; a strong one heads what follows and stays on its page."""

    kind: ClassVar[str] = "words"

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns under a title of their own.

    `ruled` has lines between all cells, to be written in, and no row lower than `height` in
    millimetres. `together` asks that it is not torn between two pages. Of `strong_rows` rows at
    the end the type is bold: sums. What `leads` stays on the page of what follows.
    """

    kind: ClassVar[str] = "grid"

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    ruled: bool = False
    height: float = 0
    together: bool = False
    leads: bool = False
    strong_rows: int = 0


@dataclass(frozen=True, slots=True)
class Blanks:
    """Labels side by side, each with a line to write on; a share is how much of the width."""

    kind: ClassVar[str] = "blanks"

    labels: tuple[str, ...]
    shares: tuple[float, ...] = ()
    signed: bool = False
    """Whether the line is for a signature: higher, with the label below it."""
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A card that lies on a table, half a page: its number, its code and who sits there."""

    kind: ClassVar[str] = "card"

    over: str
    label: str
    number: str
    code_label: str
    code: str
    hint: str
    address: str
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SlipRow:
    """Two name slips side by side, or one; what each part says stands slip by slip.

    `codes` is what is to be typed, `addresses` what is to be scanned; either may be empty.
    """

    kind: ClassVar[str] = "slips"

    over: str
    names: tuple[str, ...]
    teams: tuple[str, ...]
    code_label: str
    codes: tuple[str, ...]
    hint: str
    addresses: tuple[str, ...]


Block = Words | Grid | Blanks | Card | SlipRow | Tree
_BLOCKS: Mapping[str, type[Block]] = {one.kind: one for one in (Words, Grid, Blanks, Card, SlipRow)}


@dataclass(frozen=True, slots=True)
class Part:
    """What begins on a page of its own, with its title and what is said below it."""

    title: str
    lines: tuple[str, ...]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """Parts with one imprint; their pages are counted through, and lie on the side if `wide`."""

    language: str
    title: str
    parts: tuple[Part, ...]
    imprint: Imprint
    wide: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the book as plain JSON data."""
        parts = [
            {
                "title": part.title,
                "lines": list(part.lines),
                "blocks": [{"kind": block.kind, **asdict(block)} for block in part.blocks],
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
        parts = tuple(
            Part(part["title"], tuple(part["lines"]), tuple(map(_block, part["blocks"])))
            for part in data["parts"]
        )
        imprint = Imprint(**data["imprint"])
        return cls(data["language"], data["title"], parts, imprint, wide=bool(data.get("wide")))

    @classmethod
    def of(cls, sheet: Sheet) -> Self:
        """Return a sheet as a book of one part."""
        block = Grid(sheet.columns, sheet.rows)
        blocks = (block,) if sheet.rows else (block, Words(sheet.empty))
        part = Part(sheet.title, sheet.lines, blocks)
        return cls(sheet.language, sheet.title, (part,), sheet.imprint)

    def texts(self) -> Iterator[str]:
        """Yield every text that will be drawn."""
        return _texts(self.as_json())


def _block(data: Mapping[str, Any]) -> Block:
    if data["kind"] == Tree.kind:
        return Tree.from_json(data)
    given = {name: _frozen(value) for name, value in data.items() if name != "kind"}
    if "columns" in data:
        given["columns"] = tuple(Column(**column) for column in data["columns"])
    return _BLOCKS[data["kind"]](**given)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)
