"""Find the size of type for the lists of a part, and the widths of their columns in that size.

The lists of a part have one size, and those with the same columns the same widths. A column is as
wide as its longest text needs, and the rest is shared as the columns are wide by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from web.publish.pdf import grid, grid_rows
from web.publish.pdf.book import BookPart, Grid
from web.publish.pdf.fonts import Font, Fonts, plain
from web.publish.pdf.sheet import PrintedColumn

MOST_LISTS: Final = 40
"""Of more lists only two sizes are tried."""
LEAST_WHOLE: Final = 11.0
"""The least size in which texts on one line are better than larger ones on several."""
SMALLER: Final = (9.5, 9.0)
LEAST_SMALLER: Final = 10.0
"""The sizes in which they are better than ones on several in that one."""
ON_TWO_LINES: Final = 0.6
"""The share of the width of a text that it needs on two lines, if no word is longer."""
APART: Final = 0.35
"""The share of the size of type by which numbers stand further apart than words."""
SHORT: Final = 6.0
"""The width of a text, for a size of one, that is never broken."""

Cost = Callable[[BookPart], tuple[int, ...]]


def sized(part: BookPart, fonts: Fonts, inner: float, cost: Cost) -> BookPart:
    """Return a part whose lists have the largest size that costs no page more than the last.

    A size in which a column would be tight is left out.
    """
    lists = [block for block in part.blocks if isinstance(block, Grid) and _is_sized(block)]
    if not lists:
        return part
    needs = [_needs(alike, fonts) for alike in _by_columns(lists)]
    *sizes, last = lists[0].sizes
    usual = _in_last(part, needs, inner, last)
    least = cost(usual)
    tried_sizes = sizes[-1:] if len(lists) > MOST_LISTS else sizes
    whole = ((size, True) for size in tried_sizes if size >= LEAST_WHOLE)
    for size, is_whole in (*whole, *((size, False) for size in tried_sizes)):
        tried = _in_size(part, needs, inner, size, is_whole=is_whole)
        if tried is None or _is_tight(tried, fonts, inner):
            continue
        if all(now <= most for now, most in zip(cost(tried), least, strict=True)):
            return tried
    return usual


def _in_last(part: BookPart, needs: Sequence[_Needs], inner: float, size: float) -> BookPart:
    """Return a part in the least size: on one line, though closer or smaller, before on several."""
    smaller = ((less, True, 0.0) for less in SMALLER if less < size and size >= LEAST_SMALLER)
    tried = ((size, True, APART), (size, True, 0.0), *smaller, (size, False, APART))
    for less, is_whole, apart in (*tried, (size, False, 0.0)):
        found = _in_size(part, needs, inner, less, is_whole=is_whole, apart=apart)
        if found is not None:
            return found
    return part


def _is_sized(block: Grid) -> bool:
    return bool(block.sizes) and block.abreast == 1


def _is_tight(part: BookPart, fonts: Fonts, inner: float) -> bool:
    lists = (block for block in part.blocks if isinstance(block, Grid) and _is_sized(block))
    return any(grid.laid_out(block, fonts, inner, block.sizes[-1]).is_tight for block in lists)


@dataclass(frozen=True, slots=True)
class _Needs:
    """The widths that columns need for a size of one: of whole texts, and on several lines."""

    columns: tuple[PrintedColumn, ...]
    whole: tuple[float, ...]
    broken: tuple[float, ...]

    def columns_in(
        self, size: float, inner: float, *, is_whole: bool, apart: float
    ) -> tuple[float, ...] | None:
        """Return the twelfths of the columns in a size; None if it is too large."""
        for needs in (self.whole,) if is_whole else (self.whole, self.broken):
            widths = [
                (need + _apart(column, apart)) * size + 2 * grid_rows.PAD + 1
                for need, column in zip(needs, self.columns, strict=True)
            ]
            spare = inner - sum(widths)
            if spare >= 0:
                all_ = sum(column.twelfths for column in self.columns)
                return tuple(
                    (wide + spare * column.twelfths / all_) * 12 / inner
                    for column, wide in zip(self.columns, widths, strict=True)
                )
        return None


def _apart(column: PrintedColumn, apart: float) -> float:
    """Return how far a column stands apart; what decides always does, since it is larger."""
    return max(apart, APART * column.decides) * column.number


def _in_size(
    part: BookPart,
    needs: Sequence[_Needs],
    inner: float,
    size: float,
    *,
    is_whole: bool = False,
    apart: float = APART,
) -> BookPart | None:
    """Return a part with its lists in a size; None if a list is too wide in it."""
    found = {
        _shape(each.columns): each.columns_in(size, inner, is_whole=is_whole, apart=apart)
        for each in needs
    }
    if not all(found.values()):
        return None
    blocks = (
        _with_widths(block, size, found[_shape(block.columns)] or ())
        if isinstance(block, Grid) and _is_sized(block)
        else block
        for block in part.blocks
    )
    return replace(part, blocks=tuple(blocks))


def _with_widths(block: Grid, size: float, twelfths: Sequence[float]) -> Grid:
    pairs = zip(block.columns, twelfths, strict=True)
    return replace(
        block,
        sizes=(size,),
        columns=tuple(replace(column, twelfths=wide) for column, wide in pairs),
    )


def _shape(columns: Sequence[PrintedColumn]) -> tuple[PrintedColumn, ...]:
    """Return columns without their headings, of which parts of a list leave some out."""
    return tuple(replace(column, heading="") for column in columns)


def _by_columns(lists: Sequence[Grid]) -> Iterator[list[Grid]]:
    for shape in dict.fromkeys(_shape(each.columns) for each in lists):
        yield [each for each in lists if _shape(each.columns) == shape]


def _needs(lists: Sequence[Grid], fonts: Fonts) -> _Needs:
    """Return what the columns of lists need.

    Similar columns need the same, except for those of words that stand on one line.
    """
    columns = lists[0].columns
    whole, broken = zip(*(_need(lists, at, fonts) for at in range(len(columns))), strict=True)
    kinds = [(column.twelfths, column.number, column.strong) for column in columns]
    own = [kind if kind[1] else (at,) for at, kind in enumerate(kinds)]
    return _Needs(columns, _shared(whole, own), _shared(broken, kinds))


def _shared(needs: Sequence[float], kinds: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Return for each column the most that one of its kind needs."""
    most = dict.fromkeys(kinds, 0.0)
    for kind, need in zip(kinds, needs, strict=True):
        most[kind] = max(most[kind], need)
    return tuple(most[kind] for kind in kinds)


def _need(lists: Sequence[Grid], at: int, fonts: Fonts) -> tuple[float, float]:
    """Return what a column needs for whole texts, and on as many lines as it may have."""
    column = lists[0].columns[at]
    share = ON_TWO_LINES * 2 / max(column.lines, 2)
    headings = {listed.columns[at].heading for listed in lists}
    words = [word for heading in headings for word in plain(heading).split()] or [""]
    whole = broken = max(fonts.bold.width(word, grid.HEADING) for word in words)
    for listed in lists:
        for number, row in enumerate(listed.rows):
            font, size = _face(listed, number, at, fonts)
            text = plain(row[at])
            wide = font.width(text, size)
            whole = max(whole, wide)
            if wide <= SHORT:
                broken = max(broken, wide)
            elif wide * share > broken:
                longest = max(font.width(word, size) for word in text.split())
                broken = max(broken, wide * share, longest)
    return whole, whole if column.number else broken


def _face(listed: Grid, number: int, at: int, fonts: Fonts) -> tuple[Font, float]:
    """Return the font of a cell, and its size relative to that of the list."""
    column = listed.columns[at]
    size = grid.DECIDES[0] if column.decides else 1.0
    is_large = number < listed.large_rows and at in grid.large_columns(listed.columns)
    if is_large:
        return fonts.bold, size * grid.LARGE[0]
    is_sum = number >= len(listed.rows) - listed.strong_rows
    size *= grid.LARGE[0] if is_sum and listed.large_sums else 1.0
    return (fonts.bold if column.strong or is_sum else fonts.regular), size
