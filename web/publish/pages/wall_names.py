"""How large the names on a wall are: one size for most, a smaller one for each that is longer.

One long name would otherwise make all others too small for the last chair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from web.publish.tables import letters_of_line, widest, width

LONGER: Final = 4
"""At most one name in so many is smaller than the others."""


def usual(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without the longest quarter, rounded down.

    >>> usual(["王小明", "陈静", "Maximilian von Habsburg-Lothringen", "李娜"])
    ('陈静', '李娜', '王小明')
    """
    listed = sorted(names, key=width)
    return tuple(listed[: len(listed) - len(listed) // LONGER])


@dataclass(frozen=True, slots=True)
class NameSizes:
    """The letters that a line of a usual name has room for, whether all have two lines, and the
    letters of each name that is smaller.
    """

    letters: int
    are_two: bool
    longer: dict[str, int]


def sizes(names: Sequence[str], line: int, lines: int = 2) -> NameSizes:
    """Return the sizes of names that have two lines where a usual one has more letters than `line`.

    Up to `line` the height of a row decides, so none of those is longer. One that is longer has up
    to `lines`.

    >>> sizes(["王小明", "陈静", "Maximilian von Habsburg-Lothringen", "李娜"], 16)
    NameSizes(letters=8, are_two=False, longer={'Maximilian von Habsburg-Lothringen': 23})

    Latin letters are wider than counted: a name of `line` of them is one of the longer ones.

    >>> sizes(["王小明", "陈静", "欧阳明珠", "Lukasz Zolkiewski"], 17)
    NameSizes(letters=8, are_two=False, longer={'Lukasz Zolkiewski': 12})
    """
    most = usual(names)

    def fits(listed: Sequence[str]) -> bool:
        return widest(listed) <= line and letters_of_line(listed, 1) * 5 <= line * 6

    are_two = not fits(most)
    shown = 2 if are_two else 1
    fitting = [name for name in names if fits([name])]
    letters = letters_of_line([*most, *fitting], shown)
    longer = (name for name in names if letters_of_line([name], shown) > letters)
    own = {name: max(letters, letters_of_line([name], lines)) for name in longer}
    return NameSizes(letters, are_two, own)
