"""PINs and links of players on their name slips, drawn by the program.

A player may have both; the event decides which one it requires. Drawing is in `slips`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from django.db.models import QuerySet

from clubs.credentials import six_digits, slips
from clubs.credentials.slips import Holder
from tournaments.base import local_time
from tournaments.models import (
    Credential,
    CredentialKind,
    Entry,
    EntryMember,
    Event,
    Person,
    Tournament,
)
from tournaments.record.audit import Verb, change
from tournaments.rights.roles import REFEREES

KIND_OF: Final[Mapping[str, CredentialKind]] = {
    Event.Proof.PIN: CredentialKind.PIN,
    Event.Proof.PHONE: CredentialKind.LINK,
}
"""The kind of secret by the proof that an event asks of its players."""


def _players(event: Event) -> list[Holder]:
    """Return the players of an event, substitutes included, by entry number."""
    rows = Credential.objects.filter(
        tournament=event.tournament_id, kind=KIND_OF.get(event.proof), revoked_at=None
    )
    drawn = dict(rows.values_list("person_id", "created_at"))
    return [
        Holder(
            member.person.uid,
            member.person_id,
            member.entry.number,
            member.person.listed_name,
            member.entry.name,
            drawn.get(member.person_id),
        )
        for member in _members(event)
    ]


def _valid(event: Event, persons: Collection[int]) -> Iterator[QuerySet[Credential]]:
    rows = Credential.objects.filter(tournament=event.tournament, revoked_at=None)
    yield rows.filter(kind=KIND_OF[event.proof], person__in=persons)


SLIPS: Final[slips.SlipKind[Event]] = slips.SlipKind(
    Verb.DRAW_SLIPS,
    "person",
    change=lambda event, actor, verb: change(event.tournament, actor, verb),
    office=lambda event: (event, REFEREES),
    place=lambda event: {"tournament": event.tournament},
    secret=lambda event: KIND_OF.get(event.proof),
    holders=_players,
    valid=_valid,
    concerns=lambda event: {"event": event},
    notes=lambda kind, uids: {"kind": kind.value, "persons": uids},
)
"""Where an event asks for a tap only, slips have no secret and nothing is stored."""


def has_pin(tournament: Tournament, person: Person) -> bool:
    """Whether a PIN was drawn for a player."""
    return _valid_of_person(tournament, person, CredentialKind.PIN).exists()


def is_pin(tournament: Tournament, person: Person, pin: str) -> bool:
    """Whether `pin` is the PIN of a player."""
    hashes = _valid_of_person(tournament, person, CredentialKind.PIN).values_list(
        "secret_hash", flat=True
    )
    return any(six_digits.is_right(pin, secret_hash) for secret_hash in hashes)


def drawn(link: str) -> Credential | None:
    """Return the credential of a link, valid or ended; None for one that was never drawn."""
    return slips.behind(link, CredentialKind.LINK, "person", "person", "tournament__club")


def holder_of(link: str) -> Credential | None:
    """Return the valid credential of a link, with its person and tournament."""
    credential = drawn(link)
    if credential is None or credential.revoked_at is not None:
        return None
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
