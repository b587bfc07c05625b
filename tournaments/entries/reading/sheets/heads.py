"""The heads of a sheet: the rows that hold them, and the roles of the columns below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entries.names import tidy
from tournaments.entries.reading.identity import IDENTITY
from tournaments.entries.reading.sheets.files import SheetRow, WorkbookSheet
from tournaments.entries.reading.sheets.head_words import (
    LONGEST_HEAD,
    PERSON,
    SIGNS,
    ColumnRole,
    role_of,
)
from tournaments.entries.reading.signs import PHONE, is_usual_name
from tournaments.entries.reading.values import ListKind

MOST_HEAD_ROWS: Final = 40
"""How far down a sheet the heads are looked for."""
_SECOND: Final = re.compile("[2二b乙]$")
_REGION: Final = re.compile(
    "地区|城市|省|[市区县]$|街道|部门|班级|院系|city|countr|国家|region", re.IGNORECASE
)
"""Heads of what a club is only where no other column is one."""


@dataclass(frozen=True, slots=True)
class Heads:
    """The heads of a sheet: the first row of entries, the roles, and the words as written.

    `rows` are the numbers of the rows that hold heads.
    """

    rows: tuple[int, ...]
    roles: tuple[ColumnRole, ...]
    words: tuple[str, ...]

    def column(self, *roles: ColumnRole) -> int | None:
        """Return the first column with one of these roles."""
        return next((place for place, role in enumerate(self.roles) if role in roles), None)

    def columns(self, *roles: ColumnRole) -> list[int]:
        """Return all columns with one of these roles."""
        return [place for place, role in enumerate(self.roles) if role in roles]

    @property
    def known(self) -> int:
        """The number of different known roles."""
        return len({role for role in self.roles if role is not ColumnRole.UNKNOWN})


def roles_of(texts: Sequence[str], kind: ListKind) -> tuple[ColumnRole, ...]:
    """Return the roles of columns for a kind of list."""
    are_sexes = {"男", "女"} <= {*texts}
    roles = [
        ColumnRole.NAME
        if are_sexes and text in ("男", "女")
        else role_of(text)
        if text
        else ColumnRole.UNKNOWN
        for text in texts
    ]
    if kind is ListKind.PAIRS:
        roles = _second_names(roles, texts)
    elif kind is ListKind.TEAMS:
        roles = [ColumnRole.NAME if role is ColumnRole.PARTNER else role for role in roles]
        roles = _teams(roles)
    else:
        roles = _persons(roles, texts, kind)
    if ColumnRole.GIVEN in roles and ColumnRole.SURNAME not in roles:
        roles = [
            (ColumnRole.NAME if ColumnRole.NAME not in roles else ColumnRole.OTHER)
            if role is ColumnRole.GIVEN
            else role
            for role in roles
        ]
    if kind is not ListKind.MEMBERS:
        roles = [ColumnRole.ORDINAL if role is ColumnRole.NUMBER else role for role in roles]
    elif ColumnRole.CAPTAIN in roles:
        roles = [ColumnRole.OTHER if role is ColumnRole.CAPTAIN else role for role in roles]
    return tuple(roles)


def _persons(roles: list[ColumnRole], texts: Sequence[str], kind: ListKind) -> list[ColumnRole]:
    """Assign the columns of a list of persons: here a team is the club."""
    # A seeding without persons is one of teams or pairs, under their names.
    is_of_teams = kind is ListKind.SEEDING and not {*PERSON, ColumnRole.PARTNER} & set(roles)
    other = ColumnRole.NAME if is_of_teams else ColumnRole.CLUB
    roles = [
        other
        if role is ColumnRole.TEAM and (other is ColumnRole.CLUB or other not in roles[:place])
        else role
        for place, role in enumerate(roles)
    ]
    if kind is not ListKind.SEEDING:
        roles = [ColumnRole.NAME if role is ColumnRole.PARTNER else role for role in roles]
    if len(repeated_spans(texts)) < 2:
        roles = _one_of_each(roles, texts, kind)
    return roles


def repeated_spans(words: Sequence[str]) -> list[range]:
    """Return the columns of each list if the heads are repeated side by side.

    >>> repeated_spans(["序号", "姓名", "", "序号", "姓名"])
    [range(0, 3), range(3, 5)]
    """
    starts = [place for place, word in enumerate(words) if word == words[0] != ""]
    if len(starts) < 2:
        return []
    spans = [range(*ends) for ends in zip(starts, [*starts[1:], len(words)], strict=True)]
    shapes = {" ".join(words[place] for place in span).strip() for span in spans}
    return spans if len(shapes) == 1 and len(spans[0]) > 1 else []


def _one_of_each(roles: list[ColumnRole], texts: Sequence[str], kind: ListKind) -> list[ColumnRole]:
    """Keep one column each of telephones (mobile first), ratings and clubs."""
    seconds = {ColumnRole.CLUB: ColumnRole.SECOND_CLUB}
    if kind is ListKind.SEEDING:
        seconds[ColumnRole.RATING] = ColumnRole.SECOND_RATING
    for role in (ColumnRole.PHONE, ColumnRole.RATING, ColumnRole.CLUB):
        places = _best_first(role, roles, texts)
        is_open = len(places) > 1 and len({texts[place] for place in places}) > 1
        is_open = is_open or role is ColumnRole.RATING
        for rank, place in enumerate(places[1:]):
            is_second = rank == 0 and is_open and not _is_worse(role, texts[place])
            roles[place] = seconds.get(role, ColumnRole.OTHER) if is_second else ColumnRole.OTHER
    return roles


def _best_first(role: ColumnRole, roles: Sequence[ColumnRole], texts: Sequence[str]) -> list[int]:
    """Return the columns of a role, the less suitable ones last."""
    places = [place for place, each in enumerate(roles) if each is role]
    return sorted(places, key=lambda place: _is_worse(role, texts[place]))


def _is_worse(role: ColumnRole, text: str) -> bool:
    if role is ColumnRole.CLUB:
        return bool(_REGION.search(text))
    return role is ColumnRole.PHONE and not re.search("手机|mobile|cell", text, re.IGNORECASE)


def _second_names(roles: list[ColumnRole], texts: Sequence[str]) -> list[ColumnRole]:
    """Assign the second column of names of a pair to the partner."""
    named = [place for place, role in enumerate(roles) if role is ColumnRole.NAME]
    if ColumnRole.PARTNER not in roles and len(named) > 1:
        ends = [place for place in named if _SECOND.search(SIGNS.sub("", texts[place]).lower())]
        roles[(ends or named[1:])[0]] = ColumnRole.PARTNER
    return roles


def _teams(roles: list[ColumnRole]) -> list[ColumnRole]:
    """Assign the club, or a name before the players, to the team if no column is the team's."""
    if ColumnRole.TEAM in roles:
        return roles
    named = [place for place, role in enumerate(roles) if role is ColumnRole.NAME]
    if ColumnRole.CLUB in roles:
        roles[roles.index(ColumnRole.CLUB)] = ColumnRole.TEAM
    elif len(named) > 1:
        roles[named[0]] = ColumnRole.TEAM
    return roles


def is_heads(roles: Sequence[ColumnRole], texts: Sequence[str], kind: ListKind) -> bool:
    """Whether a row names columns: a name among them, and nothing that could be a person."""
    filled = [(role, text) for role, text in zip(roles, texts, strict=True) if text]
    known = [role for role, _text in filled if role is not ColumnRole.UNKNOWN]
    named = any(role in PERSON for role in known)
    if kind is ListKind.TEAMS:
        named = named or (
            ColumnRole.TEAM in known and (ColumnRole.CAPTAIN in known or len(known) > 1)
        )
    if kind in (ListKind.SEEDING, ListKind.MEMBERS):
        named = named or (
            len(known) > 1 and bool({ColumnRole.ORDINAL, ColumnRole.NUMBER} & set(known))
        )
    if any(re.search(r"[:：]\s*[^\s)）]", text) for _role, text in filled):
        return False
    strange = [text for role, text in filled if role is ColumnRole.UNKNOWN]
    if any(
        len(text) > LONGEST_HEAD or IDENTITY.search(text) or PHONE.search(text) for text in strange
    ):
        return False
    if any(is_usual_name(text) for text in strange) and len(known) <= len(strange):
        return False
    return named and all(len(text) <= LONGEST_HEAD for _role, text in filled)


def find_heads(sheet: WorkbookSheet, kind: ListKind, first: int | None = None) -> Heads | None:
    """Return the heads of a sheet: the row that names most columns; None if no row does.

    With `first`, only that row is searched.
    """
    best: Heads | None = None
    rows = [row for row in sheet.rows if first is None or row.number >= first]
    for place, row in enumerate(rows[: MOST_HEAD_ROWS if first is None else 1]):
        roles = roles_of(row.cells, kind)
        if not is_heads(roles, row.cells, kind):
            continue
        found = _with_second_row(row, rows[place + 1 :], sheet, kind)
        if best is None or found.known > best.known:
            best = found
    return best


def _with_second_row(
    row: SheetRow, below: Sequence[SheetRow], sheet: WorkbookSheet, kind: ListKind
) -> Heads:
    """Return the heads of a row, joined with a second row of heads below it if there is one."""
    alone = Heads((row.number,), roles_of(row.cells, kind), row.cells)
    if not below:
        return alone
    second = below[0]
    upper = [sheet.merged_text(row.number, place) or text for place, text in enumerate(row.cells)]
    filled = [(place, text) for place, text in enumerate(second.cells) if text]
    spans = any(upper[place] == upper[place - 1] and upper[place] for place in range(1, len(upper)))
    roles = [role_of(text) for _place, text in filled]
    are_heads = all(
        role is not ColumnRole.UNKNOWN or text.isdecimal()
        for role, (_p, text) in zip(roles, filled, strict=True)
    )
    stands_below = all(not row.cells[place] or spans for place, _text in filled)
    is_free = ColumnRole.UNKNOWN not in roles or spans
    if not (filled and are_heads and is_free and (stands_below or len(filled) > 1)):
        return alone
    words = []
    for place, text in enumerate(upper):
        below_text = second.cells[place] if place < len(second.cells) else ""
        number = below_text if below_text.isdecimal() else ""
        words.append(f"{text}{number}" if number else below_text or text)
    return Heads((row.number, second.number), roles_of(words, kind), tuple(words))


def is_repeated(row: SheetRow, heads: Heads) -> bool:
    """Whether a row repeats the heads, as on a new page."""
    pairs = [
        (text, word) for text, word in zip(row.cells, heads.words, strict=False) if text or word
    ]
    return bool(pairs) and all(tidy(text) == tidy(word) for text, word in pairs)
