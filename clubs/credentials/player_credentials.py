"""The PINs and links of players on their name slips, drawn by the program.

They are shown once, on the slip; only their hashes are kept. New ones replace the former. A player
may have both; the event decides which it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from clubs.credentials import six_digits
from tournaments.base import local_time
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Credential,
    CredentialKind,
    Entry,
    EntryMember,
    Event,
    Person,
    Tournament,
)
from tournaments.models.base import new_uid
from tournaments.record.audit import Actor, Verb, change
from tournaments.record.digest import digest, sha256

STATE_LENGTH: Final = 16
LINK: Final = re.compile(r"[0-9a-z]{4}(-[0-9a-z]{4}){3}", re.ASCII)
"""Eighty bits in letters and digits that can be typed where no camera reads the code."""

KIND_OF: Final[Mapping[str, CredentialKind]] = {
    Event.Proof.PIN: CredentialKind.PIN,
    Event.Proof.PHONE: CredentialKind.LINK,
}
"""The kind of secret by the proof that an event asks of its players."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A name slip: the player, and the secret if the event asks for one."""

    number: int
    name: str
    team: str = ""
    pin: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class CredentialHolder:
    """A player of an event with the time of the valid secret, None without one."""

    uid: str
    number: int
    name: str
    team: str
    drawn_at: datetime | None


def holders(event: Event) -> list[CredentialHolder]:
    """Return the players of an event, substitutes included, by entry number."""
    rows = Credential.objects.filter(
        tournament=event.tournament_id, kind=KIND_OF.get(event.proof), revoked_at=None
    )
    drawn = dict(rows.values_list("person_id", "created_at"))
    return [
        CredentialHolder(
            member.person.uid,
            member.entry.number,
            member.person.listed_name,
            member.entry.name,
            drawn.get(member.person_id),
        )
        for member in _members(event)
    ]


def state(holders: Sequence[CredentialHolder]) -> str:
    """Return a digest of the valid slips, which changes as soon as any is drawn."""
    return digest([[holder.uid, holder.drawn_at] for holder in holders])[:STATE_LENGTH]


def draw(
    event: Event, actor: Actor, persons: Collection[str], *, seen: str | None = None
) -> list[Slip]:
    """Draw new secrets for these persons of an event, by uid, and return their slips.

    Where an event asks for a tap only, slips have no secret and nothing is stored. Raises Refused
    where `seen`, the state on the page, has changed: slips that somebody else has just printed must
    not become invalid unnoticed.
    """
    members = [member for member in _members(event) if member.person.uid in persons]
    kind = KIND_OF.get(event.proof)
    if kind is None or not members:
        return [_make_slip(member) for member in members]
    drawn = {
        member.person_id: _draw_secret(event.tournament, kind, member.person) for member in members
    }
    with change(event.tournament, actor, Verb.DRAW_SLIPS) as made:
        if seen is not None and seen != state(holders(event)):
            raise Refused(refuse(Reason.SLIPS_DRAWN))
        valid = Credential.objects.filter(tournament=event.tournament, kind=kind, revoked_at=None)
        valid.filter(person__in=drawn).update(revoked_at=timezone.now())
        Credential.objects.bulk_create([row for row, _secret in drawn.values()])
        made.concerns(event=event)
        made.note(kind=kind.value, persons=sorted(member.person.uid for member in members))
    return [_make_slip(member, *drawn[member.person_id]) for member in members]


def new_link() -> str:
    """Return the secret of a new link: `LINK` reads it."""
    return "-".join(new_uid()[:4] for _ in range(4))


def has_pin(tournament: Tournament, person: Person) -> bool:
    """Whether a PIN was drawn for a player."""
    return _valid_of_person(tournament, person, CredentialKind.PIN).exists()


def is_pin(tournament: Tournament, person: Person, pin: str) -> bool:
    """Whether this is the PIN of a player."""
    hashes = _valid_of_person(tournament, person, CredentialKind.PIN).values_list(
        "secret_hash", flat=True
    )
    return any(six_digits.is_right(pin, secret_hash) for secret_hash in hashes)


def holder_of(link: str) -> Credential | None:
    """Return the valid credential of a link, with its person and tournament."""
    if not LINK.fullmatch(link):
        return None
    credentials = Credential.objects.select_related("person", "tournament__club").filter(
        kind=CredentialKind.LINK, revoked_at=None, person__isnull=False
    )
    credential = credentials.filter(secret_hash=sha256(link)).first()
    if credential is not None:
        local_time.enter(credential.own_tournament)
    return credential


def _members(event: Event) -> Iterable[EntryMember]:
    played = (EntryMember.Role.PLAYER, EntryMember.Role.SUBSTITUTE)
    members = EntryMember.objects.filter(entry__event=event, role__in=played)
    members = members.exclude(entry__state=Entry.State.WITHDRAWN)
    seen: dict[int, EntryMember] = {}
    for member in members.select_related("person", "entry").order_by(
        "entry__number", "number", "pk"
    ):
        seen.setdefault(member.person_id, member)
    return seen.values()


def _valid_of_person(
    tournament: Tournament, person: Person, kind: CredentialKind
) -> QuerySet[Credential]:
    return Credential.objects.filter(
        tournament=tournament, person=person, kind=kind, revoked_at=None
    )


def _draw_secret(
    tournament: Tournament, kind: CredentialKind, person: Person
) -> tuple[Credential, str]:
    row = Credential(tournament=tournament, kind=kind, person=person)
    if kind == CredentialKind.PIN:
        secret = six_digits.drawn()
        row.secret_hash = six_digits.hashed(secret)
    else:
        secret = new_link()
        row.secret_hash = sha256(secret)
    return row, secret


def _make_slip(member: EntryMember, row: Credential | None = None, secret: str = "") -> Slip:
    number, name, team = member.entry.number, member.person.listed_name, member.entry.name
    if row is None:
        return Slip(number, name, team)
    if row.kind == CredentialKind.PIN:
        return Slip(number, name, team, pin=secret)
    return Slip(number, name, team, link=secret)
