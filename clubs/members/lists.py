"""Whom the names of a list mean: asked back line by line, before anything is entered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.problems import Problem
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.pasted_values import PastedLine
from tournaments.models import Club
from tournaments.persons import matching
from tournaments.persons.matching import MemberCandidate, NameMatch, TypedName
from tournaments.persons.refusals import PersonReason

LONGEST_LINE: Final = 9
"""How many digits the number of a line may have."""


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A name of a list that several members have: where it stands, and whom it may mean.

    Whoever played last is first.
    """

    place: int
    name: str
    candidates: Sequence[MemberCandidate]


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
    return TypedName.read(text).name or text


def _all(line: PastedLine) -> list[str]:
    aside = [line.captain] if line.captain and line.captain not in line.members else []
    return [*line.members, *aside]


def _matched_line(place: int, matches: Sequence[NameMatch], number: int) -> MatchedLine:
    asked = tuple(
        NameAsked(place, one.name, matching.candidates(one.several))
        for one in matches
        if one.problem is PersonReason.MEMBER_SEVERAL
    )
    wrong = [one for one in matches if one.problem and not one.several]
    return MatchedLine(
        tuple(one.person.number or 0 for one in matches if one.person),
        asked,
        _problem(wrong[0], number) if wrong else None,
    )


def _problem(one: NameMatch, row: int) -> Problem:
    number = one.number or 0
    return problem_of(ListProblem.MEMBER_NUMBER, row=row, name=one.name, number=number)
