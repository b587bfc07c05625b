"""The seats of a round by surname on a wall, until the round has a result.

People look for their own name among all, so the list is that of the page of all seats, read down
the columns of a screen; each screen tells its initials. Where one column holds all tables their
order is easier to read, and `hall` shows that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext

from tournaments import wording
from web.publish.pages import parts
from web.publish.pages.seats import MarkedLine, SeatInitial, SeatLine
from web.publish.pages.walls import wall_parts
from web.publish.pages.walls.wall_parts import NameSizes
from web.publish.tables import LINES, bold_width, letters_of_line, widest, width

ROWS: Final = (12, 16)
"""The rows of a column: as few as show all on `FEW` screens, or else the most."""
FEW: Final = 2
COLUMNS: Final = 5
WIDER: Final = 4
"""As many columns are taken where that needs no more screens, and each has up to `LOW` rows: names
are larger then."""
LOW: Final = 11
COLUMNS_OF_LONG: Final = 3
LINE: Final = 8
LINE_OF_LONG: Final = 16
"""The letters of a usual name in one line of five columns, and of three."""
ONE_LINE: Final = 6.5
"""A line of so many letters by a row of a column, in a screen of one, is as high as half a row."""
NAME: Final = 56
"""The percents of a column that the line of a name has, as in `hall.css`."""
INITIAL: Final = 2
SEAT: Final = 2.45
SMALL: Final = 0.7
"""The letters of the room of an initial, and of a blank and a seat; the size of words instead of a
table."""

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
    if not is_long:
        rows, columns = _wider(len(lines), rows, share)
    on_screen = (lines[at : at + rows * columns] for at in range(0, len(lines), rows * columns))
    known = tuple(each.initial for each in initials)
    sizes = wall_parts.sizes(names, LINE_OF_LONG if is_long else LINE)
    sizes = _in_one_line(sizes, ONE_LINE * rows / columns)
    return SeatWall(
        tuple(_screen(known, shown, rows, columns) for shown in on_screen),
        replace(sizes, narrower=_narrower(lines, sizes)),
    )


def _in_one_line(sizes: NameSizes, most: float) -> NameSizes:
    """Give a longer name one line, if its letters are larger in it than in the half of a row."""
    if sizes.are_two:
        return sizes
    alone = {name: letters_of_line([name], 1) for name in sizes.longer}
    one = {name: letters for name, letters in alone.items() if letters <= most}
    longer = {name: letters for name, letters in sizes.longer.items() if name not in one}
    return replace(sizes, longer=longer, narrower=one)


def _narrower(lines: Iterable[MarkedLine], sizes: NameSizes) -> dict[str, int]:
    """Return the letters of names that are smaller, also because of what stands beside them."""
    found = dict(sizes.narrower)
    for line in (marked.line for marked in lines):
        given = sizes.longer.get(line.name, sizes.letters if sizes.are_two else 0)
        room = 100 - (INITIAL + _letters_beside(line)) * NAME / sizes.letters
        needed = (given or float(bold_width(line.name))) * NAME / max(room, 1)
        own = next((each for each in LINES if each >= needed), LINES[-1])
        if own > max(sizes.letters, given, found.get(line.name, 0)):
            found[line.name] = own
    return found


def _letters_beside(line: SeatLine) -> float:
    """Return how many letters stand beside a name: tables with the seat, or words for them."""
    if line.tables:
        tables = bold_width(wording.listed(map(str, line.tables)))
        return float(tables) + (SEAT if line.label else 0)
    return width(line.words or gettext("sits out")) * SMALL


def _wider(lines: int, rows: int, share: float) -> tuple[int, int]:
    """Return rows and columns of a screen, by the rows of `COLUMNS`.

    >>> _wider(44, 9, 1), _wider(68, 7, 1), _wider(116, 12, 1), _wider(1000, 16, 1)
    ((11, 4), (9, 4), (12, 5), (16, 5))
    """
    screens = -(-lines // (rows * COLUMNS))
    fewer = -(-lines // (screens * WIDER))
    return (fewer, WIDER) if fewer <= LOW * share else (rows, COLUMNS)


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
