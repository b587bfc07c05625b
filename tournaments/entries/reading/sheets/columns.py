"""Guesses the roles of columns without heads from their cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from tournaments.entries.reading.identity import IDENTITY, MASK
from tournaments.entries.reading.line_marks import NUMBER
from tournaments.entries.reading.reasons import ListDoubt
from tournaments.entries.reading.sheets.files import SheetRow
from tournaments.entries.reading.sheets.head_words import ColumnRole
from tournaments.entries.reading.sheets.heads import Heads
from tournaments.entries.reading.signs import (
    EMAIL,
    PHONE,
    is_club,
    is_remark,
    is_sex,
    is_short_name,
    is_usual_name,
)
from tournaments.entries.reading.values import ListKind


def guessed(rows: Sequence[SheetRow], kind: ListKind) -> tuple[Heads, ListDoubt | None]:
    """Return the roles of columns that have no heads, and the doubt about them, if any."""
    width = max((len(row.cells) for row in rows), default=0)
    columns = [
        [_without_number(row.cells[place]) for row in rows if row.cells[place]]
        for place in range(width)
    ]
    roles = [_by_look(cells, place, len(rows)) for place, cells in enumerate(columns)]
    free = [
        place for place, role in enumerate(roles) if role is ColumnRole.UNKNOWN and columns[place]
    ]
    doubt: ListDoubt | None = None
    if free and kind is ListKind.TEAMS:
        doubt = _take_team(roles, columns, free)
    elif kind is ListKind.PAIRS:
        for place, role in zip(
            free, (ColumnRole.NAME, ColumnRole.PARTNER, ColumnRole.TEAM), strict=False
        ):
            roles[place] = role
    elif free:
        doubt = _take_person(roles, columns, free, kind)
    return Heads((), tuple(roles), ()), doubt


def _without_number(text: str) -> str:
    """Return a cell without a leading line number: 1. 张三."""
    return NUMBER.sub("", text) or text


def _take_team(
    roles: list[ColumnRole], columns: Sequence[Sequence[str]], free: Sequence[int]
) -> ListDoubt | None:
    """Assign the first column to the team and the others to its players."""
    roles[free[0]] = ColumnRole.TEAM
    for place in free[1:]:
        roles[place] = ColumnRole.NAME
    is_tall = len(free) == 2
    return None if is_tall or not _repeats(columns[free[0]]) else ListDoubt.NO_HEADS


def _take_person(
    roles: list[ColumnRole], columns: Sequence[Sequence[str]], free: list[int], kind: ListKind
) -> ListDoubt | None:
    """Assign the column of names and its neighbours; return the doubt about it."""
    name = _name_column(free, columns)
    doubt: ListDoubt | None = None
    if (
        kind is ListKind.SEEDING
        and roles[0] is ColumnRole.ORDINAL
        and not _are_names(columns[name])
    ):
        # An entry may be given by its number.
        name, free = 0, [0, *free]
    roles[name] = ColumnRole.NAME
    if kind is ListKind.MEMBERS and roles[0] is ColumnRole.ORDINAL and columns[0][0] != "1":
        # Numbers that do not count the lines may be membership numbers.
        roles[0], doubt = ColumnRole.NUMBER, ListDoubt.NO_HEADS
    if kind is ListKind.SEEDING and ColumnRole.RATING not in roles:
        _take_rating(roles, columns, name)
    club_doubt = _take_club(roles, columns, [place for place in free if place != name])
    if kind is ListKind.SEEDING and club_doubt is ListDoubt.SECOND_IS_CLUB:
        # The page asks for lines of number or name, club, and rank.
        club_doubt = None
    return club_doubt or doubt


def _by_look(cells: Sequence[str], place: int, total: int) -> ColumnRole:
    """Return the role of a column whose cells are recognised by their form."""
    looks: tuple[tuple[ColumnRole, Callable[[str], bool]], ...] = (
        (ColumnRole.IDENTITY, lambda text: text == MASK or bool(IDENTITY.search(text))),
        (ColumnRole.PHONE, lambda text: bool(PHONE.search(text))),
        (ColumnRole.EMAIL, lambda text: bool(EMAIL.fullmatch(text))),
        (ColumnRole.SEX, is_sex),
    )
    for role, look in looks:
        if cells and 2 * sum(map(look, cells)) > len(cells):
            return role
    numbers = [float(text) for text in cells if _is_number(text)]
    if cells and len(numbers) == len(cells):
        are_places = len(set(numbers)) == len(numbers) and max(numbers) <= total + 1
        is_ordinal = place == 0 or (are_places and all(map(float.is_integer, numbers)))
        return ColumnRole.ORDINAL if is_ordinal else ColumnRole.RATING
    return ColumnRole.UNKNOWN


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and len(text) < 9


def _name_column(free: Sequence[int], columns: Sequence[Sequence[str]]) -> int:
    """Return the column that looks most like names; of equal ones the first."""

    def share(place: int) -> float:
        cells = columns[place]
        usual = sum(map(is_usual_name, cells)) / len(cells)
        short = sum(map(is_short_name, cells)) / len(cells)
        return round(usual + short / 2 - (0.5 if _repeats(cells) else 0), 1)

    return max(free, key=lambda place: (share(place), -place))


def _are_names(cells: Sequence[str]) -> bool:
    return 2 * sum(map(is_usual_name, cells)) > len(cells)


def _repeats(cells: Sequence[str]) -> bool:
    counts = Counter(cells)
    return 2 * sum(count for count in counts.values() if count > 1) >= len(cells) > 2


def _take_rating(roles: list[ColumnRole], columns: Sequence[Sequence[str]], name: int) -> None:
    """Assign a column of numbers to the ranks of a seeding."""
    for place, role in enumerate(roles):
        if role is ColumnRole.ORDINAL and place > name and columns[place]:
            roles[place] = ColumnRole.SEEDING


def _take_club(
    roles: list[ColumnRole], columns: Sequence[Sequence[str]], free: Sequence[int]
) -> ListDoubt | None:
    """Assign the column of clubs and those of remarks; return the doubt about them."""
    doubt: ListDoubt | None = None
    for place in free:
        cells = columns[place]
        if 2 * sum(map(is_remark, cells)) > len(cells) or ColumnRole.CLUB in roles:
            roles[place] = ColumnRole.REMARK
            continue
        roles[place] = ColumnRole.CLUB
        clubs, usual = sum(map(is_club, cells)), len({*filter(is_usual_name, cells)})
        if 2 * clubs >= len(cells) or (_repeats(cells) and 2 * usual <= len({*cells})):
            continue
        doubt = ListDoubt.SECOND_IS_CLUB
        if 2 * usual > len(cells):
            doubt, roles[place] = ListDoubt.SEVERAL_COLUMNS, ColumnRole.NAME
    return doubt
