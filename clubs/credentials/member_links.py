"""Members' links: each opens a member's own page, in all tournaments, without an account.

A link is drawn at the desk and shown once, on a slip or on the screen (`slips`). It belongs to the
member: rows of the same person share it. Links of name slips, valid in one tournament, are in
`player_credentials`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from clubs.credentials import slips
from clubs.credentials.slips import Holder
from clubs.members.member_page import Visit
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Club, Credential, CredentialKind, Entry, EntryMember, Event, Person
from tournaments.persons.refusals import PersonReason
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS
from tournaments.system.attempts import AttemptLimit

WRONG: Final = "member_link"
MOST_WRONG: Final = 60
HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class MembersOf:
    """Some members of a club, in order; `event` is the one whose page lists them, if any."""

    club: Club
    persons: Sequence[Person]
    event: Event | None = None


def players_of(event: Event) -> list[Person]:
    """Return the members who play in an event, substitutes included, each once, by entry number."""
    played = (EntryMember.Role.PLAYER, EntryMember.Role.SUBSTITUTE)
    rows = EntryMember.objects.filter(entry__event=event, role__in=played)
    rows = rows.exclude(entry__state=Entry.State.WITHDRAWN)
    rows = rows.exclude(entry__kind=Entry.Kind.HOUSE)
    rows = rows.select_related("person__same_as").order_by("entry__number", "number", "pk")
    members = [_member(row.person) for row in rows]
    return list({person.pk: person for person in members if not person.blanked_at}.values())


def _holders(of: MembersOf) -> list[Holder]:
    drawn: dict[int, datetime] = {}
    for rows in _valid(of, [member.pk for member in of.persons]):
        told = rows.order_by("pk").values_list("person_id", "person__same_as_id", "created_at")
        drawn |= {same or person: at for person, same, at in told}
    return [_holder(member, drawn.get(member.pk)) for member in of.persons]


def _holder(member: Person, drawn_at: datetime | None = None) -> Holder:
    return Holder(member.uid, member.pk, member.number, member.name, "", drawn_at)


def _valid(of: MembersOf, members: Collection[int]) -> Iterator[QuerySet[Credential]]:
    """Yield the valid links of members by their keys, some hundred members at once.

    Links drawn for linked rows are included.
    """
    valid = Credential.objects.filter(club=of.club, kind=CredentialKind.MEMBER, revoked_at=None)
    for keys in slips.some_at_once(members):
        yield valid.filter(Q(person__in=keys) | Q(person__same_as__in=keys))


def _present(of: MembersOf, wanted: list[Holder]) -> list[Holder]:
    """Return the current rows of persons, each once. Raises Refused if one is blanked."""
    rows: dict[int, Person] = {}
    for keys in slips.some_at_once([holder.key for holder in wanted]):
        part = of.club.persons.filter(pk__in=keys).select_related("same_as")
        rows |= {row.pk: _member(row) for row in part}
    found = [rows[holder.key] for holder in wanted if holder.key in rows]
    members = {member.pk: member for member in found}
    if len(found) < len(wanted) or any(one.blanked_at for one in members.values()):
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    return [_holder(member) for member in members.values()]


SLIPS: Final[slips.SlipKind[MembersOf]] = slips.SlipKind(
    Verb.DRAW_MEMBER_LINKS,
    "person",
    change=lambda of, actor, verb: club_log.change(of.club, actor, verb),
    office=lambda of: (of.event or of.club, DIRECTORS),
    place=lambda of: {"club": of.club},
    secret=lambda _of: CredentialKind.MEMBER,
    holders=_holders,
    valid=_valid,
    concerns=lambda _of: {},
    notes=lambda _kind, uids: {"persons": uids},
    again=_present,
)


def revoke(club: Club, actor: Actor, person: Person) -> bool:
    """End the link of a member; return whether there was one. Repeating it is harmless."""
    of = MembersOf(club, [person])
    if not any(rows.exists() for rows in _valid(of, [person.pk])):
        return False
    with club_log.change(club, actor, Verb.REVOKE_MEMBER_LINK) as made:
        held_offices.check(made, club, DIRECTORS)
        made.concerns(person=person)
        made.note(links=SLIPS.end(of, [person.pk]))
    return True


@dataclass(frozen=True, slots=True)
class LinkAttempt:
    """An attempt to open a member's page by a link, from a network address.

    `visit` is None for a link that was never drawn, that has ended, or whose member was blanked,
    without distinction. `is_shut` says that too many wrong links came from the address. `uid` is
    that of the link, empty if nothing opens.
    """

    visit: Visit | None
    is_shut: bool = False
    uid: str = ""


def open_page(link: str, origin: str) -> LinkAttempt:
    """Open a member's page, and count a link that was never drawn.

    A right link opens regardless of earlier attempts from the address: all phones of a hall may
    share one, and nobody guesses 80 bits. A link that has ended is not counted, because a phone
    polls it until its page is closed.
    """
    related = ("person__same_as", "club")
    credential = slips.behind(link, CredentialKind.MEMBER, "person", *related)
    if credential is not None and _is_valid(credential):
        return LinkAttempt(_visit(credential, link), uid=credential.uid)
    limit = AttemptLimit(WRONG, MOST_WRONG, HOUR, origin=origin)
    is_guess = credential is None
    return LinkAttempt(None, is_shut=limit.is_spent or (is_guess and not limit.begin()))


def _is_valid(credential: Credential) -> bool:
    if credential.revoked_at is not None or credential.person is None or credential.club is None:
        return False
    return _member(credential.person).blanked_at is None


def _visit(credential: Credential, link: str) -> Visit:
    if credential.person is None or credential.club is None:
        raise ValueError("a member's link needs a person and a club")
    member = _member(credential.person)
    same = Person.objects.filter(same_as=member).values_list("pk", flat=True)
    return Visit(credential.club, member, frozenset({member.pk, *same}), link)


def _member(person: Person) -> Person:
    return person.same_as or person
