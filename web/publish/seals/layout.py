"""Arrange the characters of a name in a seal: columns from the right, read downwards.

Two characters are completed by 之印, three by 印; four need no more. Five to eight take two columns
of up to four, nine to twelve three. A dot, as in 买买提·吐尔逊, ends a column and is not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

MOST: Final = 12
"""The characters of the longest name that has a seal."""
TALLEST: Final = 4
"""The most characters in a column."""
WIDEST: Final = 3
"""The most columns."""
ADDED: Final = {2: "之印", 3: "印"}
MOST_STRETCHED: Final = 1.25
"""The greatest ratio of width to height, or height to width, of a character."""
_DOTS: Final = re.compile("[·・•‧∙]")
_HAN: Final = (
    range(0x3400, 0x4DC0),
    range(0x4E00, 0xA000),
    range(0xF900, 0xFB00),
    range(0x20000, 0x323B0),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of a character in a seal, as shares of its field: x from the left, y from the top.

    `width` and `height` are the size at which the character is drawn in the middle of its place.
    """

    sign: str
    x: float
    y: float
    width: float
    height: float


def columns(name: str) -> tuple[str, ...]:
    """Return the columns of the seal of a name, the right one first.

    Empty for a name that is not only of Han characters, or has too many for a seal.

    >>> columns("赵敏"), columns("欧阳修"), columns("诸葛孔明")
    (('赵敏', '之印'), ('欧阳', '修印'), ('诸葛', '孔明'))
    >>> columns("买买提·吐尔逊"), columns("清风棋牌俱乐部")
    (('买买提', '吐尔逊'), ('清风棋牌', '俱乐部'))
    >>> columns("Ann Lee"), columns("王Tom")
    ((), ())
    """
    parts = [part for part in _DOTS.split(name.strip()) if part]
    signs = "".join(parts)
    if not signs or len(signs) > MOST or not all(map(is_han, signs)):
        return ()
    if len(signs) <= TALLEST:
        return _pairs(signs + ADDED.get(len(signs), ""))
    ended = [column for part in parts for column in _even(part, -(-len(part) // TALLEST))]
    if len(parts) > 1 and len(ended) <= WIDEST:
        return tuple(ended)
    return _even(signs, -(-len(signs) // TALLEST))


def cells(ordered: Sequence[str]) -> Iterator[Cell]:
    """Yield the place of each character of a seal's columns, the right column first."""
    width = 1 / len(ordered)
    for number, column in enumerate(ordered):
        left, height = 1 - width * (number + 1), 1 / len(column)
        wide = min(width, height * MOST_STRETCHED)
        high = min(height, width * MOST_STRETCHED)
        for row, sign in enumerate(column):
            x, y = left + (width - wide) / 2, row * height + (height - high) / 2
            yield Cell(sign, x, y, wide, high)


def is_han(sign: str) -> bool:
    """Return whether a sign is an ideograph.

    >>> is_han("印"), is_han("〇"), is_han("の")
    (True, True, False)
    """
    return sign == "〇" or any(ord(sign) in signs for signs in _HAN)


def _pairs(signs: str) -> tuple[str, ...]:
    return tuple(signs[start : start + 2] for start in range(0, len(signs), 2))


def _even(signs: str, count: int) -> tuple[str, ...]:
    """Divide characters into `count` columns, the first of them the longer ones.

    >>> _even("一二三四五六七", 2)
    ('一二三四', '五六七')
    """
    size, longer = divmod(len(signs), count)
    starts = [number * size + min(number, longer) for number in range(count + 1)]
    return tuple(signs[start:end] for start, end in pairwise(starts))
