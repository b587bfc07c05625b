"""The committee that hears an appeal: three or more, none of whom has an interest in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.appeals.grounds import Ground
from referee.base.refusals import Code
from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.models import EntryMember, User

FEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class CommitteeMember:
    """A member of a committee, by an account or by a name alone."""

    name: str
    user: User | None = None


def members_of(names: Iterable[str], accounts: Iterable[User]) -> tuple[CommitteeMember, ...]:
    """Return the members that were named, each once as first spelt.

    A name that an account bears is this account's.
    """
    by_name = {folded(account.called): account for account in accounts}
    spelt: dict[str, str] = {}
    for name in names:
        spelt.setdefault(folded(name), " ".join(name.split()))
    return tuple(CommitteeMember(name, by_name.get(key)) for key, name in spelt.items() if key)


def problems(ground: Ground, members: Sequence[CommitteeMember]) -> Iterator[Problem]:
    """Yield what is wrong with a committee; without members the chief referee decides alone."""
    if members and len(members) < FEWEST:
        yield refuse(Code.COMMITTEE_TOO_SMALL, "committee", least=FEWEST)
    concerned = set(map(folded, _names_concerned(ground)))
    for member in members:
        is_referee = member.user is not None and member.user.uid in ground.by
        if is_referee or folded(member.name) in concerned:
            yield refuse(Code.COMMITTEE_INTERESTED, "committee", name=member.name)


def folded(name: str) -> str:
    """Return a name as names are compared."""
    return "".join(name.split()).casefold()


def _names_concerned(ground: Ground) -> Iterator[str]:
    """Yield who plays, coaches or leads in what an appeal is about, and whose ruling it was."""
    members = EntryMember.objects.filter(entry__in=ground.parties).select_related("person")
    yield from (member.person.name for member in members)
    yield from (account.called for account in User.objects.filter(uid__in=ground.by))
