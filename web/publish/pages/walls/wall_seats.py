"""The seats of a round by surname on a wall, until the round has a result.

People look for their own name among all, so the list is that of the page of all seats, read down
the columns of a screen; each screen tells its initials. Where one column holds all tables their
order is easier to read, and `hall` shows that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from web.publish.pages import parts
from web.publish.pages.seats import MarkedLine, SeatInitial
from web.publish.pages.walls import wall_parts
from web.publish.pages.walls.wall_parts import NameSizes
from web.publish.tables import widest

ROWS: Final = (12, 16)
"""The rows of a column: as few as show all on `FEW` screens, or else the most."""
FEW: Final = 2
COLUMNS: Final = 5
COLUMNS_OF_LONG: Final = 3
LINE: Final = 8
LINE_OF_LONG: Final = 16
"""The letters of a usual name in one line of five columns, and of three."""

Column = tuple[MarkedLine | None, ...]
"""The lines of a column; None is an empty row, which keeps the rows of all columns in line."""


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """A screen: all initials of the round, each with whether it is here, and its columns."""

    initials: tuple[tuple[str, bool], ...]
    columns: tuple[Column, ...]

    @property
    def name(self) -> str:
        """The initials from the first to the last one here."""
        here = [initial for initial, is_here in self.initials if is_here]
        return parts.numbers_text(here[0], here[-1])


@dataclass(frozen=True, slots=True)
class SeatWall:
    """The screens of a wall with the sizes of all names."""

    screens: tuple[SeatScreen, ...]
    sizes: NameSizes


def arrange(initials: Sequence[SeatInitial], share: float = 1) -> SeatWall:
    """Return the screens, whose rows have a `share` of the height."""
    lines = tuple(MarkedLine(line, each.initial) for each in initials for line in each.lines)
    names = [marked.line.name for marked in lines]
    is_long = widest(wall_parts.usual(names)) > LINE
    columns = COLUMNS_OF_LONG if is_long else COLUMNS
    rows = _rows(len(lines), columns, share)
    on_screen = (lines[at : at + rows * columns] for at in range(0, len(lines), rows * columns))
    known = tuple(each.initial for each in initials)
    return SeatWall(
        tuple(_screen(known, shown, rows, columns) for shown in on_screen),
        wall_parts.sizes(names, LINE_OF_LONG if is_long else LINE),
    )


def _rows(lines: int, columns: int, share: float) -> int:
    """Return the rows of a column, so that all screens have about the same number of lines.

    >>> _rows(44, 5, 1), _rows(116, 5, 1), _rows(160, 5, 1), _rows(1000, 5, 1)
    (9, 12, 16, 16)
    """
    fitting = [max(1, int(rows * share)) for rows in ROWS]
    most = next((rows for rows in fitting if lines <= FEW * rows * columns), fitting[-1])
    screens = -(-lines // (most * columns))
    return -(-lines // (screens * columns))


def _screen(
    known: Sequence[str], lines: Sequence[MarkedLine], rows: int, columns: int
) -> SeatScreen:
    here = {marked.initial for marked in lines}
    return SeatScreen(
        tuple((initial, initial in here) for initial in known),
        tuple(tuple(_column(lines[at : at + rows], rows)) for at in range(0, rows * columns, rows)),
    )


def _column(lines: Sequence[MarkedLine], rows: int) -> Iterator[MarkedLine | None]:
    """Yield the lines of a column, the first of each initial with it, and empty rows."""
    last = ""
    for marked in lines:
        yield replace(marked, initial="" if marked.initial == last else marked.initial)
        last = marked.initial
    yield from [None] * (rows - len(lines))
