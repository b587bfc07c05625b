"""Rows of a text in blank-separated columns with fewer cells than heads.

The missing cell is inferred from the form and the position of the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.entries.reading.identity import IDENTITY
from tournaments.entries.reading.sheets.head_words import PERSON, ColumnRole
from tournaments.entries.reading.signs import (
    EMAIL,
    PHONE,
    is_club,
    is_remark,
    is_sex,
    is_short_name,
    is_usual_name,
)

MOST_HEADS: Final = 10
_NUMBER: Final = re.compile(r"[#＃]?[0-9]{1,9}(?:\.[0-9]+)?分?")
_GAP: Final = re.compile(r"(?<=\S)\s+(?=\S)")
_OF_NUMBERS: Final = (
    ColumnRole.ORDINAL,
    ColumnRole.NUMBER,
    ColumnRole.RATING,
    ColumnRole.SECOND_RATING,
    ColumnRole.SEEDING,
)


def placed(
    line: str, cells: Sequence[str], heads: str, roles: Sequence[ColumnRole], clubs: Collection[str]
) -> tuple[list[str], bool]:
    """Return the cells of a row under their heads, and whether the assignment is doubtful.

    `clubs` are taken from the complete rows.

    >>> roles = (ColumnRole.NAME, ColumnRole.CLUB, ColumnRole.REMARK)
    >>> placed("李四    带朋友", ["李四", "带朋友"], "姓名  单位  备注", roles, ())
    (['李四', '', '带朋友'], False)
    >>> placed("李四    城中", ["李四", "城中"], "姓名  单位  备注", roles, ())
    (['李四', '城中'], True)
    >>> placed("李四 城中", ["李四", "城中"], "姓名 单位 备注", roles, ())
    (['李四', '城中'], False)
    """
    if len(cells) >= len(roles) or len(roles) > MOST_HEADS:
        return [*cells], False
    fitting = [
        places
        for places in combinations(range(len(roles)), len(cells))
        if all(_fits(cell, roles[place], clubs) for cell, place in zip(cells, places, strict=True))
    ]
    if not fitting:
        return [*cells], True
    in_order = tuple(range(len(cells)))
    best = fitting[0]
    is_sure = len(fitting) == 1 or (best == in_order and _is_at_heads(line, heads))
    known = all(
        _is_known(cell, roles[place], clubs) for cell, place in zip(cells, best, strict=True)
    )
    row = [""] * (best[-1] + 1)
    for cell, place in zip(cells, best, strict=True):
        row[place] = cell
    return row, not (is_sure or known)


def _fits(cell: str, role: ColumnRole, clubs: Collection[str]) -> bool:
    """Whether a cell can belong to a column by its form."""
    if role in _OF_NUMBERS or role is ColumnRole.BIRTH:
        return bool(re.match("[#＃]?[0-9]", cell)) and not _is_private(cell)
    if role is ColumnRole.REMARK:
        return not _is_private(cell) and not is_sex(cell) and cell not in clubs
    if role in (ColumnRole.CLUB, ColumnRole.SECOND_CLUB, ColumnRole.TEAM):
        is_other = is_remark(cell) or is_sex(cell) or _is_private(cell) or _NUMBER.fullmatch(cell)
        return cell in clubs or not is_other
    look = _LOOKS.get(role)
    return bool(look(cell)) if look else not _is_private(cell)


def _is_known(cell: str, role: ColumnRole, clubs: Collection[str]) -> bool:
    """Whether a cell fits its column and no other."""
    if role in (ColumnRole.CLUB, ColumnRole.SECOND_CLUB, ColumnRole.TEAM):
        return is_club(cell) or cell in clubs
    if role in (*PERSON, ColumnRole.PARTNER):
        return is_usual_name(cell)
    return is_remark(cell) if role is ColumnRole.REMARK else role in _LOOKS or role in _OF_NUMBERS


def _is_private(cell: str) -> bool:
    return bool(PHONE.search(cell) or IDENTITY.search(cell) or EMAIL.fullmatch(cell))


_LOOKS: Final[Mapping[ColumnRole, Callable[[str], object]]] = {
    **{role: lambda cell: is_usual_name(cell) or is_short_name(cell) for role in PERSON},
    ColumnRole.PARTNER: is_short_name,
    ColumnRole.PHONE: PHONE.search,
    ColumnRole.IDENTITY: IDENTITY.search,
    ColumnRole.EMAIL: EMAIL.fullmatch,
    ColumnRole.SEX: is_sex,
}


def _is_at_heads(line: str, heads: str) -> bool:
    """Whether the cells of a row stand no wider apart than the heads, or each below its head."""
    if max(map(len, _GAP.findall(line))) <= min(map(len, _GAP.findall(heads))):
        return True
    pairs = zip(_starts(line), _starts(heads), strict=False)
    return all(abs(start - head) < 2 for start, head in pairs)


def _starts(line: str) -> Iterator[int]:
    """Yield the screen columns at which the words of a line begin."""
    column, was_blank = 0, True
    for sign in line:
        if was_blank and not sign.isspace():
            yield column
        was_blank = sign.isspace()
        column += 2 if unicodedata.east_asian_width(sign) in "WF" else 1
