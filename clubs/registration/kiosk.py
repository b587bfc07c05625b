"""The kiosk: a tablet at the door where players check in, opened by an official.

Its link is a credential of the official who opened it, valid in one tournament and for nothing
else; a new one does not end earlier ones, because a hall may have several doors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core import signing
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from clubs.credentials import one_time_links
from clubs.credentials.slips import LINK, new_link
from clubs.registration import at_the_door, presence, waiting
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.verbs import Verb
from tournaments.base import local_time
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.base.separators import join_names
from tournaments.entries.names import key_of
from tournaments.models import (
    Club,
    ClubFeature,
    Credential,
    CredentialKind,
    Entry,
    EntryMember,
    Event,
    Round,
    Tournament,
    User,
)
from tournaments.persons import keys
from tournaments.record.audit import Actor, Change, change, share
from tournaments.record.club_log import ClubChange
from tournaments.record.digest import sha256
from tournaments.record.once import UNKEYED, Sent
from tournaments.rights import access, held_offices
from tournaments.rights.roles import REFEREES

SCOPES: Final = [{"kiosk": True}]
SALT: Final = "tournaments.registration.kiosk"
UNDO_SECONDS: Final = 20
"""The page offers it for five seconds; a network that stutters takes longer."""


@dataclass(frozen=True, slots=True)
class ExpectedEntry:
    """An entry that can be checked in: its players, and the keys by which it is found."""

    uid: str
    number: int
    event: str
    name: str
    players: tuple[str, ...]
    search: str
    sort: str
    is_present: bool
    is_at_door: bool = False
    """Whether it came after play had begun: it is not checked in, and the desk sees it."""
    named: tuple[tuple[str, str], ...] = ()
    """The players' own names, each with the uid of the person."""

    @property
    def others(self) -> tuple[str, ...]:
        """The players of an entry with a name of its own."""
        return self.players if self.players != (self.name,) else ()

    @property
    def initial(self) -> str:
        """The letter under which the entry is listed."""
        return keys.initial_of(self.sort)


def open_kiosk(tournament: Tournament, user: User, sent: Sent = UNKEYED) -> str:
    """Return the link of a new kiosk; it is shown once, and only its hash is stored.

    A form sent twice opens one kiosk. Raises Refused if the club has switched off kiosks meanwhile.
    """
    link = one_time_links.secret_of(sent.key) if sent.key else new_link()

    def make(made: Change) -> Credential:
        held_offices.check(made, tournament, REFEREES)
        if not Club.objects.get(pk=made.tournament.club_id).uses(ClubFeature.KIOSK):
            raise Refused(refuse(Reason.SAVED_MEANWHILE))
        row = Credential.objects.create(
            tournament=tournament,
            kind=CredentialKind.LINK,
            user=user,
            scopes=SCOPES,
            secret_hash=sha256(link),
        )
        made.note(kiosk=row.uid)
        return row

    sent.once(Credential, tournament, Actor.from_user(user), Verb.OPEN_KIOSK, make)
    return link


def close_kiosk(tournament: Tournament, actor: Actor, uid: str) -> bool:
    """Close a kiosk; return whether it was open. Repeating it is harmless."""
    row = kiosks(tournament).filter(uid=uid).first()
    if row is None:
        return False
    with change(tournament, actor, Verb.CLOSE_KIOSK) as made:
        held_offices.check(made, tournament, REFEREES)
        rows = Credential.objects.filter(pk=row.pk, revoked_at=None)
        is_new = bool(rows.update(revoked_at=timezone.now()))
        made.note(kiosk=row.uid)
    return is_new


def close_all(of_club: ClubChange, actor: Actor) -> None:
    """Close every kiosk of a club for good, within a change of it."""
    club = of_club.club
    # Locked before it is asked which are open: who opens one waits, and finds them switched off.
    list(club.tournaments.select_for_update().order_by("pk").values_list("pk"))
    rows = _drawn().filter(tournament__club=club, revoked_at=None)
    for tournament in club.tournaments.filter(pk__in=rows.values("tournament")).order_by("pk"):
        with share(tournament, actor, Verb.CLOSE_KIOSK) as made:
            held_offices.check(made, tournament, REFEREES)
            open_rows = list(kiosks(tournament))
            Credential.objects.filter(pk__in=[row.pk for row in open_rows]).update(
                revoked_at=timezone.now()
            )
            made.note(kiosks=[row.uid for row in open_rows])


def kiosks(tournament: Tournament) -> QuerySet[Credential]:
    """Return the open kiosks of a tournament, the oldest first."""
    return _drawn().filter(tournament=tournament, revoked_at=None).order_by("pk")


def drawn_of(link: str) -> Credential | None:
    """Return the kiosk for which a link was drawn, closed or not."""
    if not LINK.fullmatch(link):
        return None
    return _drawn().filter(secret_hash=sha256(link)).first()


def is_open(row: Credential) -> bool:
    """Whether a kiosk opens; activates the time zone of its tournament."""
    if row.revoked_at is not None or not row.own_tournament.club.uses(ClubFeature.KIOSK):
        return False
    if row.own_tournament.state == Tournament.State.CANCELLED or not _may_still(row):
        return False
    local_time.enter(row.own_tournament)
    return True


def _may_still(row: Credential) -> bool:
    """Whether the official who opened a kiosk still has the required role."""
    return row.user is not None and bool(
        row.user.is_active and access.roles_in(row.user, row.own_tournament) & access.REFEREES
    )


def expected(tournament: Tournament) -> list[ExpectedEntry]:
    """Return the entries of events that have not begun, by the pinyin of their names.

    Once a round is published nobody is expected at the door: late players go to the desk.
    """
    begun = Round.objects.filter(event=OuterRef("entry__event"), state__in=Round.PUBLIC)
    members = EntryMember.objects.filter(
        ~Exists(begun),
        entry__event__tournament=tournament,
        entry__event__state=Event.State.PUBLISHED,
        entry__kind=Entry.Kind.COMPETITOR,
        role=EntryMember.Role.PLAYER,
    ).exclude(entry__state=Entry.State.WITHDRAWN)
    rows = members.select_related("entry__event", "person").order_by("number", "pk")
    by_entry: dict[Entry, list[EntryMember]] = {}
    for member in rows:
        by_entry.setdefault(member.entry, []).append(member)
    several = len({entry.event_id for entry in by_entry}) > 1
    found = [_expected(entry, rows, several=several) for entry, rows in by_entry.items()]
    return sorted(found, key=lambda entry: (entry.sort, entry.number))


def search(entries: Sequence[ExpectedEntry], typed: str) -> list[ExpectedEntry]:
    """Return the entries found by pinyin, initials, characters, or number."""
    words = key_of(typed).split()
    return [
        entry
        for entry in entries
        if all(keys.fits(entry.number, entry.search, word) for word in words)
    ]


def check_in(kiosk: Credential, uid: str) -> tuple[ExpectedEntry, str]:
    """Check in an entry; return it with the token that undoes it.

    The token is empty if the entry was checked in already. After play has begun it is only recorded
    as at the door. Raises Refused for an entry that does not exist.
    """
    entry = _entry(kiosk, uid)
    try:
        is_new = presence.note_present(entry, _actor(kiosk), _check_not_begun)
    except _PlayHasBegun:
        at_the_door.note(entry, _actor(kiosk))
        return replace(_shown(entry), is_at_door=True), ""
    token = signing.dumps([kiosk.uid, uid], salt=SALT) if is_new else ""
    return _shown(entry), token


class _PlayHasBegun(Exception):
    """A round was published: the change is undone, and the entry is noted as at the door."""


def _check_not_begun(event: Event) -> None:
    if at_the_door.has_begun(event):
        raise _PlayHasBegun


def _check_not_drawn(event: Event) -> None:
    if waiting.is_drawn(event):
        raise Refused(refuse(RegistrationProblem.UNDO_LATE))


def undo(kiosk: Credential, token: str) -> None:
    """Take back the last tap. Raises Refused if that is too long ago."""
    try:
        of_kiosk, uid = signing.loads(token, salt=SALT, max_age=UNDO_SECONDS)
    except (signing.BadSignature, ValueError) as error:
        raise Refused(refuse(RegistrationProblem.UNDO_LATE)) from error
    if of_kiosk != kiosk.uid:
        raise Refused(refuse(RegistrationProblem.UNDO_LATE))
    presence.note_present(_entry(kiosk, uid), _actor(kiosk), _check_not_drawn, present=False)


def _drawn() -> QuerySet[Credential]:
    rows = Credential.objects.select_related("tournament__club", "user")
    return rows.filter(kind=CredentialKind.LINK, user__isnull=False, scopes=SCOPES)


def _actor(kiosk: Credential) -> Actor:
    return Actor("device", kiosk.uid)


def _entry(kiosk: Credential, uid: str) -> Entry:
    rows = Entry.objects.filter(
        event__tournament=kiosk.tournament,
        event__state=Event.State.PUBLISHED,
        kind=Entry.Kind.COMPETITOR,
        uid=uid,
    )
    entry = rows.select_related("event__tournament__club").first()
    if entry is None:
        raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
    return entry


def _shown(entry: Entry) -> ExpectedEntry:
    rows = entry.members.filter(role=EntryMember.Role.PLAYER).select_related("person")
    entry.refresh_from_db(fields=["state", "number"])
    return _expected(entry, list(rows.order_by("number", "pk")), several=False)


def _expected(entry: Entry, rows: Sequence[EntryMember], *, several: bool) -> ExpectedEntry:
    players = tuple(row.person.listed_name for row in rows)
    name = entry.name or join_names(players)
    names = [row.person.name for row in rows]
    key = keys.search_key([*names, *([entry.name] if entry.name else [])], [entry.number])
    return ExpectedEntry(
        entry.uid,
        entry.number,
        entry.event.name if several else "",
        name,
        players,
        key,
        rows[0].person.sort_key or keys.sort_key(name),
        entry.state == Entry.State.CHECKED_IN,
        named=tuple((row.person.name, row.person.uid) for row in rows),
    )
