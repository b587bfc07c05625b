"""Members' links: each opens the own page of a member, in all tournaments, without an account.

A link is drawn at the desk and shown once, on a slip or on the screen; only its hash is kept. A
new link ends the former one. It belongs to the member: rows that are the same person share it.
The links of name slips, which hold in one tournament, are in `player_credentials`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.credentials.player_credentials import LINK, STATE_LENGTH, new_link
from clubs.members.member_page import Visit
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Credential, CredentialKind, Entry, EntryMember, Event, Person
from tournaments.persons.refusals import PersonReason
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.record.digest import digest, sha256
from tournaments.system.attempts import AttemptLimit

WRONG: Final = "member_link"
MOST_WRONG: Final = 60
HOUR: Final = 3600
AT_ONCE: Final = 400


@dataclass(frozen=True, slots=True)
class MemberSlip:
    """The slip of a member: the name, the number in the register, and the link."""

    name: str
    number: int | None
    link: str


@dataclass(frozen=True, slots=True)
class LinkHolder:
    """A member with the time at which the valid link was drawn, None without one."""

    person: Person
    drawn_at: datetime | None


def players_of(event: Event) -> list[Person]:
    """Return the members who play in an event, substitutes included, each once, by entry number."""
    played = (EntryMember.Role.PLAYER, EntryMember.Role.SUBSTITUTE)
    rows = EntryMember.objects.filter(entry__event=event, role__in=played)
    rows = rows.exclude(entry__state=Entry.State.WITHDRAWN)
    rows = rows.exclude(entry__kind=Entry.Kind.HOUSE)
    rows = rows.select_related("person__same_as").order_by("entry__number", "number", "pk")
    members = [_member(row.person) for row in rows]
    return list({person.pk: person for person in members if not person.blanked_at}.values())


def holders(club: Club, persons: Iterable[Person]) -> list[LinkHolder]:
    """Return members of a club with the state of their links, in the order given."""
    members = list(persons)
    drawn: dict[int, datetime] = {}
    for rows in _valid(club, [member.pk for member in members]):
        told = rows.order_by("pk").values_list("person_id", "person__same_as_id", "created_at")
        drawn |= {same or person: at for person, same, at in told}
    return [LinkHolder(member, drawn.get(member.pk)) for member in members]


def state(holders: Sequence[LinkHolder]) -> str:
    """Return a digest of the valid links, which changes as soon as any is drawn or revoked."""
    return digest([[holder.person.uid, holder.drawn_at] for holder in holders])[:STATE_LENGTH]


def draw(
    club: Club, actor: Actor, persons: Sequence[Person], *, seen: str | None = None
) -> list[MemberSlip]:
    """Draw new links for members of a club and return their slips; former links end.

    Raises Refused where `seen`, the state of their links on the page, has changed: slips that
    somebody else has just printed must not become invalid unnoticed; and where one is gone.
    """
    with club_log.change(club, actor, Verb.DRAW_MEMBER_LINKS) as made:
        drawn = {member.pk: (member, new_link()) for member in _present(club, persons)}
        if seen is not None and seen != state(holders(club, persons)):
            raise Refused(refuse(Reason.SLIPS_DRAWN))
        _end(club, drawn)
        Credential.objects.bulk_create(
            Credential(
                club=club, kind=CredentialKind.MEMBER, person_id=key, secret_hash=sha256(link)
            )
            for key, (_member, link) in drawn.items()
        )
        made.note(persons=sorted(member.uid for member, _link in drawn.values()))
    return [MemberSlip(member.name, member.number, link) for member, link in drawn.values()]


def revoke(club: Club, actor: Actor, person: Person) -> bool:
    """End the link of a member; return whether there was one. Again is harmless."""
    if not any(rows.exists() for rows in _valid(club, [person.pk])):
        return False
    with club_log.change(club, actor, Verb.REVOKE_MEMBER_LINK) as made:
        made.concerns(person=person)
        made.note(links=_end(club, [person.pk]))
    return True


@dataclass(frozen=True, slots=True)
class LinkAttempt:
    """An attempt to open a member's page by a link, from an address of the network.

    `visit` is None for whatever opens nothing: a link that nobody drew, one that has ended, one of
    somebody whose name was blanked. They are not told apart. `is_shut` says that too many wrong
    links came from the address. `uid` is that of the link, empty where nothing opens.
    """

    visit: Visit | None
    is_shut: bool = False
    uid: str = ""


def open_page(link: str, origin: str) -> LinkAttempt:
    """Open a member's page, and count a link that nobody drew.

    A right link opens whatever came from the address before: all phones of a hall may have one, and
    nobody guesses 80 bits. A link that has ended is no guess, and is not counted: a phone asks for
    it until its page is closed.
    """
    credential = _credential(link)
    if credential is not None and _is_valid(credential):
        return LinkAttempt(_visit(credential, link), uid=credential.uid)
    limit = AttemptLimit(WRONG, MOST_WRONG, HOUR, origin=origin)
    is_guess = credential is None
    return LinkAttempt(None, is_shut=limit.is_spent or (is_guess and not limit.begin()))


def _credential(link: str) -> Credential | None:
    if not LINK.fullmatch(link):
        return None
    rows = Credential.objects.select_related("person__same_as", "club")
    return rows.filter(secret_hash=sha256(link), kind=CredentialKind.MEMBER).first()


def _is_valid(credential: Credential) -> bool:
    if credential.revoked_at is not None or credential.person is None or credential.club is None:
        return False
    return _member(credential.person).blanked_at is None


def _visit(credential: Credential, link: str) -> Visit:
    if credential.person is None or credential.club is None:
        raise ValueError("a member's link holds for a person, in a club")
    member = _member(credential.person)
    same = Person.objects.filter(same_as=member).values_list("pk", flat=True)
    return Visit(credential.club, member, frozenset({member.pk, *same}), link)


def _present(club: Club, persons: Sequence[Person]) -> list[Person]:
    """Return who persons are now, each once. Raises Refused where one was blanked meanwhile."""
    rows: dict[int, Person] = {}
    wanted = [person.pk for person in persons]
    for start in range(0, len(wanted), AT_ONCE):
        part = club.persons.filter(pk__in=wanted[start : start + AT_ONCE])
        rows |= {row.pk: _member(row) for row in part.select_related("same_as")}
    members = {rows[key].pk: rows[key] for key in wanted if key in rows}
    if len(rows) < len(set(wanted)) or any(one.blanked_at for one in members.values()):
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    return list(members.values())


def _member(person: Person) -> Person:
    return person.same_as or person


def _valid(club: Club, members: Collection[int]) -> Iterator[QuerySet[Credential]]:
    """Yield the valid links of members by their keys, some hundred members at once.

    Those that were drawn for rows that are the same are among them.
    """
    valid = Credential.objects.filter(club=club, kind=CredentialKind.MEMBER, revoked_at=None)
    listed = list(members)
    for start in range(0, len(listed), AT_ONCE):
        keys = listed[start : start + AT_ONCE]
        yield valid.filter(Q(person__in=keys) | Q(person__same_as__in=keys))


def _end(club: Club, members: Collection[int]) -> int:
    now = timezone.now()
    ended = 0
    for rows in _valid(club, members):
        keys = list(rows.values_list("pk", flat=True))
        ended += Credential.objects.filter(pk__in=keys).update(revoked_at=now)
    return ended
