"""How rows are cut into the screens of a wall: one column, or two beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final, TypeVar

from tournaments.structure.stored_clocks import ClockFace
from web.publish.tables import width

ROWS: Final = 10
"""The most rows of a column that can be read from the back of the hall."""
BESIDE: Final = 2
"""The columns of a screen with more rows."""

CLOCKS: Final = 5
"""The clocks of single tables in a line, below that of the hall."""

LINE: Final = 70
"""The letters in a line of a notice; a Chinese character counts two."""

T = TypeVar("T")
Columns = tuple[tuple[T, ...], ...]


def screens(rows: Sequence[T], most: int = ROWS) -> tuple[tuple[T, ...], ...]:
    """Divide rows into screens of about the same length, at most `most` rows each.

    >>> [len(screen) for screen in screens(range(12))]
    [6, 6]
    """
    count = -(-len(rows) // most)
    each = -(-len(rows) // count) if count else most
    return tuple(tuple(rows[at : at + each]) for at in range(0, len(rows), each))


def in_columns(rows: Sequence[T], most: int, *, are_narrow: bool = True) -> tuple[Columns[T], ...]:
    """Divide rows into screens of one column, or of two if one cannot hold them all.

    >>> [[len(column) for column in screen] for screen in in_columns(range(16), 10)]
    [[8, 8]]
    >>> [[len(column) for column in screen] for screen in in_columns(range(29), 10)]
    [[8, 7], [7, 7]]
    """
    if len(rows) <= most or not are_narrow:
        return tuple((screen,) for screen in screens(rows, most))
    return tuple(
        screens(screen, -(-len(screen) // BESIDE)) for screen in screens(rows, BESIDE * most)
    )


def beside(parts: Sequence[tuple[Columns[T], ...]]) -> tuple[Columns[T], ...]:
    """Return the screens of all parts; two parts of a column each share one if about as long.

    >>> beside([(("abc",),), (("de",),), (("fghi",),)])
    (('abc', 'de'), ('fghi',))
    """
    screens_: list[Columns[T]] = []
    for part in parts:
        before = screens_[-1] if screens_ else ()
        alone = len(part) == len(part[0]) == len(before) == 1
        if alone and 0 <= len(before[0]) - len(part[0][0]) <= 1:
            screens_[-1] = (*before, *part[0])
        else:
            screens_ += part
    return tuple(screens_)


def rows_beside(notice: str, clock: ClockFace | None = None) -> int:
    """Return the rows of a screen that are left beside a notice and the clocks of the round.

    >>> rows_beside(""), rows_beside("第二轮 14:30 开始"), rows_beside("休息" * 100)
    (10, 8, 3)
    """
    lines = 1 + ceil(len(clock.own) / CLOCKS) if clock else 0
    if notice:
        lines += 1 + ceil(width(notice) / LINE)
    return max(1, ROWS - lines)
