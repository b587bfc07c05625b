"""Whom the names of requests mean, for the officials who approve them; entering decides it again.

It is the register's own matching (`persons.matching`), asked once for all requests of a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Club, EntryRequest
from tournaments.persons import matching
from tournaments.persons.matching import MemberCandidate, NameMatch, TypedName


@dataclass(frozen=True, slots=True)
class NameProposal:
    """A name of a request: the member whom it means, or those whom it may mean.

    `number` is that of the one member, None for a guest and where `several` are asked back. A name
    that is `is_as_typed` was not looked up, or has a number that nobody has.
    """

    name: str
    number: int | None = None
    several: tuple[MemberCandidate, ...] = ()
    is_as_typed: bool = False

    @property
    def is_guest(self) -> bool:
        """Whether nobody of the register has the name."""
        return self.number is None and not self.several and not self.is_as_typed


def of_requests(
    club: Club, requests: Sequence[EntryRequest], *, look_up: bool = True
) -> Mapping[int, tuple[NameProposal, ...]]:
    """Return the proposals for the names of requests, in their order, by the key of the request.

    Without `look_up` the register is not asked.
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
        # Who asked by the own link is known, whoever else has the name.
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
    """Return names with the numbers that an official chose, by the place of the name.

    >>> answered(["张三", "李四"], {0: "7"})
    ('张三 #7', '李四')
    """
    return tuple(
        f"{TypedName.read(name).name} #{numbers[place]}" if numbers.get(place) else name
        for place, name in enumerate(names)
    )
