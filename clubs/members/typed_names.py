"""Matches the names of a pasted list or of requests to the register, before anything is entered.

`persons.matching` is called once for a list or a page; names shared by several members become
questions, and entering matches again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.problems import Problem
from tournaments.entries.list_problems import ListProblem, problem_of
from tournaments.entries.pasted_values import PastedLine
from tournaments.models import Club, EntryRequest
from tournaments.persons import matching
from tournaments.persons.matching import MemberCandidate, NameMatch, TypedName
from tournaments.persons.refusals import PersonReason

LONGEST_LINE: Final = 9
"""How many digits the number of a line may have."""


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A name of a list that several members share: its position, and the candidates.

    The most recent player is first.
    """

    place: int
    name: str
    candidates: Sequence[MemberCandidate]


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """The match of a line: membership numbers, questions about names, and a problem."""

    numbers: tuple[int, ...] = ()
    asked: tuple[NameAsked, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class NameProposal:
    """A name of a request: the member that it means, or the candidates.

    `number` is that of the one member, None for a guest and for `several` candidates. A name that
    `is_as_typed` was not looked up, or has an unknown number.
    """

    name: str
    number: int | None = None
    several: tuple[MemberCandidate, ...] = ()
    is_as_typed: bool = False

    @property
    def is_guest(self) -> bool:
        """Whether nobody in the register has the name."""
        return self.number is None and not self.several and not self.is_as_typed


def matched_lines(club: Club, lines: Sequence[PastedLine]) -> list[MatchedLine]:
    """Return the match of each line of a pasted list with the register of a club."""
    found = matching.match(club, {name for line in lines if line.is_entry for name in _all(line)})
    known = _candidates(found)
    return [
        _matched_line(place, [found[name] for name in _all(line)], line.number, known)
        if line.is_entry
        else MatchedLine()
        for place, line in enumerate(lines)
    ]


def with_picks(texts: Sequence[str], picks: Iterable[str]) -> list[str]:
    """Return the lines of a list with the chosen membership numbers after their names.

    A pick is `line:number:name`, as offered by the preview; anything else is ignored.

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
    """Return a name without the membership number after it."""
    return TypedName.read(text).name or text


def _all(line: PastedLine) -> list[str]:
    aside = [line.captain] if line.captain and line.captain not in line.members else []
    return [*line.members, *aside]


def _candidates(found: Mapping[str, NameMatch]) -> Mapping[str, MemberCandidate]:
    """Return the members of all names that several share, by their uids, read at once."""
    several = {person.pk: person for match in found.values() for person in match.several}
    return {one.uid: one for one in matching.candidates(list(several.values()))}


def _matched_line(
    place: int, matches: Sequence[NameMatch], number: int, known: Mapping[str, MemberCandidate]
) -> MatchedLine:
    asked = tuple(
        NameAsked(place, one.name, [known[uid] for uid in known if uid in _uids(one)])
        for one in matches
        if one.problem is PersonReason.MEMBER_SEVERAL
    )
    wrong = [one for one in matches if one.problem and not one.several]
    return MatchedLine(
        tuple(one.person.number or 0 for one in matches if one.person),
        asked,
        _problem(wrong[0], number) if wrong else None,
    )


def _uids(match: NameMatch) -> set[str]:
    return {person.uid for person in match.several}


def _problem(one: NameMatch, row: int) -> Problem:
    number = one.number or 0
    return problem_of(ListProblem.MEMBER_NUMBER, row=row, name=one.name, number=number)


def of_requests(
    club: Club, requests: Sequence[EntryRequest], *, look_up: bool = True
) -> Mapping[int, tuple[NameProposal, ...]]:
    """Return the proposals for the names of requests, in order, by the key of the request.

    Without `look_up` the register is not queried.
    """
    names = {name for row in requests for name in row.names}
    found = matching.match(club, names) if names and look_up else {}
    return {row.pk: tuple(_proposals(row, found)) for row in requests}


def _proposals(row: EntryRequest, found: Mapping[str, NameMatch]) -> list[NameProposal]:
    proposals = [
        _proposal(name, found[name]) if name in found else NameProposal(name, is_as_typed=True)
        for name in row.names
    ]
    if row.person is not None and proposals:
        # A member who asked by the own link is known, even if others share the name.
        person = row.person.same_as or row.person
        proposals[0] = NameProposal(person.name, person.number)
    return proposals


def _proposal(typed: str, match: NameMatch) -> NameProposal:
    several = tuple(
        MemberCandidate(person.uid, person.number or 0, person.name, person.home)
        for person in match.several
    )
    number = match.person.number if match.person else None
    if match.problem is not None and not several:
        return NameProposal(typed, is_as_typed=True)
    return NameProposal(match.name, number, several)


def answered(names: Sequence[str], numbers: Mapping[int, str]) -> tuple[str, ...]:
    """Return names with the numbers that an official chose, by the position of the name.

    >>> answered(["张三", "李四"], {0: "7"})
    ('张三 #7', '李四')
    """
    return tuple(
        f"{TypedName.read(name).name} #{numbers[place]}" if numbers.get(place) else name
        for place, name in enumerate(names)
    )
