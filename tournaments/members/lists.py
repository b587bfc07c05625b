"""Whom the names of a list mean: asked back line by line, before anything is entered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from scoring.problems import Problem
from tournaments.entries.entry_lists import Cell, EntryList, ListProblem, ListRow, problem_of
from tournaments.entries.pasted_lists import PastedLine
from tournaments.entries.team_lists import TeamList, TeamRow
from tournaments.members import matching
from tournaments.members.matching import Candidate, Match, Typed
from tournaments.models import Club
from tournaments.refusals import Reason

LONGEST_LINE: Final = 9
"""How many digits the number of a line may have."""

AnyRow = TypeVar("AnyRow", ListRow, TeamRow)


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A name of a list that several members have: where it stands, and whom it may mean.

    Whoever played last is first.
    """

    place: int
    name: str
    candidates: Sequence[Candidate]


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """What the register says of a line: numbers of members, names asked back, and a problem."""

    numbers: tuple[int, ...] = ()
    asked: tuple[NameAsked, ...] = ()
    problem: Problem | None = None


def matched_lines(club: Club, lines: Sequence[PastedLine]) -> list[MatchedLine]:
    """Return what the register of a club says of each line of a pasted list."""
    found = matching.match(club, {name for line in lines if line.is_entry for name in _all(line)})
    return [
        _matched_line(place, [found[name] for name in _all(line)], line.number)
        if line.is_entry
        else MatchedLine()
        for place, line in enumerate(lines)
    ]


def with_picks(texts: Sequence[str], picks: Iterable[str]) -> list[str]:
    """Return the lines of a list with the numbers that were picked behind their names.

    A pick is `line:number:name`, as the preview offers it; what is none is left out.

    >>> with_picks(["张三丰 / 张三"], ["0:12:张三"])
    ['张三丰 / 张三#12']
    """
    mended = list(texts)
    for pick in picks:
        line, _colon, rest = pick.partition(":")
        number, _colon, name = rest.partition(":")
        is_line = line.isdecimal() and len(line) < LONGEST_LINE
        if is_line and number.isdecimal() and name and int(line) < len(mended):
            alone = rf"(?<!\w){re.escape(name)}(?!\s*[#＃\w])"
            suffix = f"{name}#{number}"
            mended[int(line)] = re.sub(alone, lambda _: suffix, mended[int(line)], count=1)  # noqa: B023
    return mended


def without_number(text: str) -> str:
    """Return a name without the number of a member behind it."""
    return Typed.read(text).name or text


def matched_list(club: Club, entry_list: EntryList | TeamList) -> EntryList | TeamList:
    """Return a list of a file with a problem in each cell that needs to be asked back."""
    names = {cell.text for row in entry_list.rows for cell in row.members}
    found = matching.match(club, names)
    if isinstance(entry_list, TeamList):
        return replace(entry_list, rows=tuple(_row(row, found) for row in entry_list.rows))
    return replace(entry_list, rows=tuple(_row(row, found) for row in entry_list.rows))


def _all(line: PastedLine) -> list[str]:
    aside = [line.captain] if line.captain and line.captain not in line.members else []
    return [*line.members, *aside]


def _matched_line(place: int, matches: Sequence[Match], number: int) -> MatchedLine:
    asked = tuple(
        NameAsked(place, one.name, matching.candidates(one.several))
        for one in matches
        if one.problem is Reason.MEMBER_SEVERAL
    )
    wrong = [one for one in matches if one.problem and not one.several]
    return MatchedLine(
        tuple(one.person.number or 0 for one in matches if one.person),
        asked,
        _problem(wrong[0], number) if wrong else None,
    )


def _problem(one: Match, row: int) -> Problem:
    if one.several:
        numbers = matching.apart(one.several)
        return problem_of(ListProblem.MEMBER_SEVERAL, row=row, name=one.name, numbers=numbers)
    number = one.number or 0
    return problem_of(ListProblem.MEMBER_NUMBER, row=row, name=one.name, number=number)


def _row(row: AnyRow, found: Mapping[str, Match]) -> AnyRow:
    return replace(row, members=tuple(_cell(cell, row.number, found) for cell in row.members))


def _cell(cell: Cell, row: int, found: Mapping[str, Match]) -> Cell:
    one = found.get(cell.text)
    # A name of several is no name that is entered already: it may be the other's.
    if one is None or one.is_clear or (cell.problem and not one.several):
        return cell
    return replace(cell, problem=_problem(one, row))
