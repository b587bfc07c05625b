"""The seats of a round by surname on a wall, until the round has a result.

People look for their own name among all, so the list is that of the page of all seats, read down
the columns of a screen; each screen tells its initials. Where one column holds all tables their
order is easier to read, and `hall` shows that. An upright wall has the lines of a screen in fewer
and longer columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext

from tournaments import wording
from web.publish.pages import parts
from web.publish.pages.seats import SeatInitial, SeatLine
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
UPRIGHT: Final = 3
UPRIGHT_OF_LONG: Final = 2
"""The columns of an upright wall."""
LINE: Final = 8
"""The letters of a usual name in one line of five columns."""
ONE_LINE: Final = 6.5
"""A line of so many letters by a row of a column, in a screen of one, is as high as half a row."""
NAME: Final = 52
NAME_OF_LONG: Final = 86
"""The percents of a column that the line of a name has, and of one of three, as in `hall.css`."""
ALIKE: Final = 1.4
"""Up to so many times the letters of a usual long name each of them has the same size."""
INITIAL: Final = 2
SEAT: Final = 2.45
SMALL: Final = 0.7
"""The letters of the room of an initial, and of a blank and a seat; the size of words instead of a
table."""


@dataclass(frozen=True, slots=True)
class WallLine:
    """A line with the initial that it tells; `only` on a `wide` or an `upright` wall, if not on
    both: where its column begins there, or where another begins here."""

    line: SeatLine
    initial: str = ""
    only: str = ""


Column = tuple[WallLine | None, ...]
"""The lines of a column; None is an empty row, which keeps the rows of all columns in line."""


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """A screen: all initials of the round, each with whether it is here, its columns, and the rows
    that a column has on an upright wall.
    """

    initials: tuple[tuple[str, bool], ...]
    columns: tuple[Column, ...]
    upright: int

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
    lines = tuple(WallLine(line, each.initial) for each in initials for line in each.lines)
    names = [shown.line.name for shown in lines]
    is_long = widest(wall_parts.usual(names)) > LINE
    columns = COLUMNS_OF_LONG if is_long else COLUMNS
    rows = _rows(len(lines), columns, share)
    if not is_long:
        rows, columns = _wider(len(lines), rows, share)
    on_screen = (lines[at : at + rows * columns] for at in range(0, len(lines), rows * columns))
    known = tuple(dict.fromkeys(each.initial for each in initials))
    return SeatWall(
        tuple(_screen(known, shown, rows, columns) for shown in on_screen),
        _of_long(lines) if is_long else _of_short(lines, ONE_LINE * rows / columns),
    )


def _of_short(lines: Sequence[WallLine], most: float) -> NameSizes:
    sizes = _in_one_line(wall_parts.sizes([shown.line.name for shown in lines], LINE), most)
    return replace(sizes, narrower=_narrower(lines, sizes))


def _of_long(lines: Sequence[WallLine]) -> NameSizes:
    """Return one size for long names, each in a line; two lines for those far longer than most."""
    needed = {
        shown.line.name: _needed(float(bold_width(shown.line.name)), shown.line) for shown in lines
    }
    listed = sorted(needed.values())
    usual = listed[-1 - len(listed) // wall_parts.LONGER]
    letters = _line_of(max(each for each in listed if each <= usual * ALIKE))
    longer = {name for name, each in needed.items() if each > letters}
    two = (shown.line for shown in lines if shown.line.name in longer)
    own = {line.name: _line_of(_needed(letters_of_line([line.name], 2), line)) for line in two}
    return NameSizes(letters, False, {name: max(letters, each) for name, each in own.items()})


def _needed(letters: float, line: SeatLine) -> float:
    """Return the letters that a line of a long name must hold with all that stands beside it."""
    return (letters + INITIAL + _letters_beside(line)) * NAME_OF_LONG / 100


def _line_of(letters: float) -> int:
    return next((line for line in LINES if line >= letters), LINES[-1])


def _in_one_line(sizes: NameSizes, most: float) -> NameSizes:
    """Give a longer name one line, if its letters are larger in it than in the half of a row."""
    if sizes.are_two:
        return sizes
    alone = {name: letters_of_line([name], 1) for name in sizes.longer}
    one = {name: letters for name, letters in alone.items() if letters <= most}
    longer = {name: letters for name, letters in sizes.longer.items() if name not in one}
    return replace(sizes, longer=longer, narrower=one)


def _narrower(lines: Iterable[WallLine], sizes: NameSizes) -> dict[str, int]:
    """Return the letters of names that are smaller, also because of what stands beside them."""
    found = dict(sizes.narrower)
    for line in (shown.line for shown in lines):
        given = sizes.longer.get(line.name, sizes.letters if sizes.are_two else 0)
        room = 100 - (INITIAL + _letters_beside(line)) * NAME / sizes.letters
        needed = (given or float(bold_width(line.name))) * NAME / max(room, 1)
        own = _line_of(needed)
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


def _screen(known: Sequence[str], lines: Sequence[WallLine], rows: int, columns: int) -> SeatScreen:
    here = {shown.initial for shown in lines}
    upright = -(-rows * columns // (UPRIGHT_OF_LONG if columns == COLUMNS_OF_LONG else UPRIGHT))
    marked = tuple(_marked(lines, rows, upright))
    empty: Column = (None,) * rows
    return SeatScreen(
        tuple((initial, initial in here) for initial in known),
        tuple((*marked[at : at + rows], *empty)[:rows] for at in range(0, rows * columns, rows)),
        upright,
    )


def _marked(lines: Sequence[WallLine], rows: int, upright: int) -> Iterator[WallLine]:
    """Yield the lines: the first of each initial tells it, and the first of each column."""
    last = ""
    for at, shown in enumerate(lines):
        is_new, last = shown.initial != last, shown.initial
        is_wide, is_upright = at % rows == 0, at % upright == 0
        if is_new or (is_wide and is_upright):
            yield shown
        elif is_wide or is_upright:
            yield replace(shown, only="wide" if is_wide else "upright")
        else:
            yield replace(shown, initial="")
