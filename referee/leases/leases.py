"""Leases: a table is on loan to one device, which proves it by a token that only it knows.

Opening and releasing are audited changes. Being heard of is not: it takes neither the tournament's
lock nor a place in the log. Every request of a tablet is noted, even one that only reads, and a
note is a write. A serving process therefore keeps its notes in memory and writes them together,
after the answers, in one transaction. A killed process loses some seconds of notes, which only the
desk shows.
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.credentials import official_pins
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.models import DeviceLease
from referee.sheets import tables
from tournaments.base.refusals import refuse
from tournaments.models import Club, Table, Tournament, User
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.record.digest import sha256
from tournaments.system import attempts, deferred_writes
from tournaments.system.compiled_queries import Query

TOKEN: Final = re.compile(r"([0-9a-z]{12})\.([A-Za-z0-9_-]{43})")


HEARD_EVERY: Final = timedelta(seconds=5)
"""A device is noted as heard of no more often than this, because every note becomes a write."""


_LEASE: Final = Query(
    lambda uid: DeviceLease.objects.filter(uid=uid).select_related(
        "table__tournament", "table__place"
    ),
    str,
)


@dataclass(frozen=True, slots=True)
class Opened:
    """A lease with its token, and whether it was opened just now."""

    lease: DeviceLease
    token: str
    new: bool


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What a device that took a table over has to know of the one before.

    `heard_at` is when the other device was last heard, `waiting` how much it then said it had to
    send (None where it never said), `missing` the numbers of the deals without a sheet,
    `not_counted` of those whose sheet has problems.
    """

    heard_at: datetime | None
    waiting: int | None
    missing: tuple[int, ...]
    not_counted: tuple[int, ...]


def open_table(*, table: Table, device: str, token: str = "") -> Opened:
    """Lend a table to a device, or find it lent to this device already, by its token.

    A lease whose token was never used is given a new token where the same device asks again: the
    answer with the first one did not arrive. Raises CodedRefusal while another device holds the
    table.
    """
    opened = held_by(table=table, token=token)
    if opened is not None:
        return opened
    check_free(table=table, device=device)
    actor = Actor("device", device)
    with change(table.tournament, actor, Verb.OPEN_TABLE) as made:
        return _lend_table(made, table, device)


def take_over(*, table: Table, device: str, official: User, seen: str) -> Opened:
    """Lend a table to a device on an official's authority, and end the lease of the one that has
    it.

    `seen` names the lease that is to end. Raises CodedRefusal where the table has gone to a third
    device meanwhile, or where the official has lost the role. A table that is free by now is lent.
    """
    with change(table.tournament, Actor.from_user(official), Verb.TAKE_OVER_TABLE) as made:
        # The role may have been revoked since the PIN was compared.
        if not official_pins.may_act(official, table.tournament, table):
            raise CodedRefusal(Code.PIN_WRONG, refuse(Code.PIN_WRONG, "pin"))
        lease = _open_lease_at(table)
        made.note(device=device)
        if lease is None or _is_unheard(lease, device):
            return _lend_table(made, table, device)
        if lease.uid != seen:
            raise _table_taken(lease)
        last = {"heard_at": lease.heard_at, "waiting": lease.waiting}
        DeviceLease.objects.filter(pk=lease.pk).update(released_at=timezone.now(), **last)
        made.concerns(before=lease)
        made.note(waiting=lease.waiting)
        new_lease = DeviceLease(table=table, device=device, took_over=lease, official=official)
        return _grant(made, new_lease, again=False)


def left_behind(lease: DeviceLease) -> LeftBehind | None:
    """Return what the device before left undone; None where the table was not taken over."""
    former = lease.took_over
    if former is None:
        return None
    missing = tables.deals_without_sheet(lease.table)
    not_counted = tables.deals_not_counted(lease.table)
    return LeftBehind(former.heard_at, former.waiting, missing, not_counted)


def note_refused_pin(*, table: Table, device: str) -> None:
    """Write into the log that a device sent a wrong PIN; the PIN itself is stored nowhere."""
    with change(table.tournament, Actor("device", device), Verb.REFUSE_PIN) as made:
        made.concerns(table=table)


def held_by(*, table: Table, token: str) -> Opened | None:
    """Return the lease of a table that a token proves; None without an open one."""
    lease = verify(token)
    if lease is None or not lease.is_open or lease.table_id != table.pk:
        return None
    return Opened(lease, token, new=False)


def check_free(*, table: Table, device: str) -> DeviceLease | None:
    """Return the lease that a device may be given again; the audited change checks it again.

    Raises CodedRefusal where another device holds the table.
    """
    lease = _open_lease_at(table)
    if lease is not None and not _is_unheard(lease, device):
        raise _table_taken(lease)
    return lease


def verify(token: str) -> DeviceLease | None:
    """Return the lease that a token belongs to, open or not; None for any other text."""
    parts = TOKEN.fullmatch(token)
    if parts is None:
        return None
    lease = _LEASE.first(parts[1])
    token_hash = lease.token_hash if lease else ""
    return lease if hmac.compare_digest(token_hash, sha256(parts[2])) else None


def note_contact(lease: DeviceLease, waiting: int | None = None) -> None:
    """Note that the device was heard of now, unless that was noted a moment ago.

    `waiting` is how much it says it still has to send, None where it says nothing of that; another
    number than before is noted at once.
    """
    bring_up_to_date(lease)
    now, count = timezone.now(), lease.waiting if waiting is None else waiting
    recent = lease.heard_at is not None and now - lease.heard_at < HEARD_EVERY
    if not recent or count != lease.waiting:
        note_heard(lease, now, count)


def release(*, lease: DeviceLease, actor: Actor) -> bool:
    """End a lease, and return whether that changed anything; a repeated call is harmless."""
    if not DeviceLease.objects.filter(pk=lease.pk, released_at=None).exists():
        return False
    try:
        with change(lease.table.tournament, actor, Verb.RELEASE_TABLE) as made:
            open_lease = DeviceLease.objects.filter(pk=lease.pk, released_at=None)
            if not open_lease.update(released_at=timezone.now()):
                raise Repeated
            made.concerns(lease=lease, table=lease.table)
            made.moves_only(lease.table)
            made.note(released=True)
    except Repeated:
        return False
    return True


def release_at_desk(*, lease: DeviceLease, official: User) -> bool:
    """End a lease on an official's authority, and reset the attempt limits of its table.

    Neither wrong PINs nor too many openings then keep the next device from it.
    """
    was_open = release(lease=lease, actor=Actor.from_user(official))
    attempts.clear(subject=lease.table.uid)
    return was_open


def leases_at_desk(tournament: Tournament) -> list[DeviceLease]:
    """Return the open leases, and those whose device then said that it still had to send."""
    leases = DeviceLease.objects.filter(table__tournament=tournament)
    at_desk = leases.filter(Q(released_at=None) | Q(waiting__gt=0))
    related = at_desk.select_related("table", "took_over", "official")
    return list(related.order_by("table__number", "pk"))


def tournaments_with(official: User, club: Club) -> list[int]:
    """Return the tournaments of a club with open leases that `end_leases_of` would end."""
    own_leases = _leases_taken_over_by(official).filter(table__tournament__club=club)
    return list({lease.table.tournament_id for lease in own_leases if has_lost_authority(lease)})


def end_leases_of(made: Change, official: User) -> None:
    """End, within an open change, the leases granted by the PIN of a former official.

    In the middle of a round too: the tablet says so, keeps what was entered, and opens its table
    again as any device does.
    """
    own_leases = _leases_taken_over_by(official).filter(table__tournament=made.tournament)
    ended = [lease for lease in own_leases if has_lost_authority(lease)]
    own_leases.filter(pk__in=[lease.pk for lease in ended]).update(released_at=timezone.now())
    made.note(leases=[lease.uid for lease in ended])


def has_lost_authority(lease: DeviceLease) -> bool:
    """Whether the official by whose PIN a table was taken over may not act there any more."""
    if lease.official is None:
        return False
    return not official_pins.may_act(lease.official, lease.table.tournament, lease.table)


def _leases_taken_over_by(official: User) -> QuerySet[DeviceLease]:
    rows = DeviceLease.objects.filter(official=official, released_at=None)
    return rows.select_related("official", "table__tournament").order_by("pk")


def _lend_table(made: Change, table: Table, device: str) -> Opened:
    lease = check_free(table=table, device=device)
    return _grant(made, lease or DeviceLease(table=table, device=device), again=lease is not None)


def _grant(made: Change, lease: DeviceLease, *, again: bool) -> Opened:
    secret = secrets.token_urlsafe(32)
    lease.token_hash = sha256(secret)
    lease.save()
    made.concerns(lease=lease, table=lease.table)
    made.moves_only(lease.table)
    made.note(again=again)
    return Opened(lease, f"{lease.uid}.{secret}", new=True)


def _open_lease_at(table: Table) -> DeviceLease | None:
    """Return the open lease of a table, with what was last heard of its device."""
    lease = table.leases.filter(released_at=None).first()
    return bring_up_to_date(lease) if lease is not None else None


def _is_unheard(lease: DeviceLease, device: str) -> bool:
    """Whether a lease is the device's own, and its token may never have arrived."""
    return lease.device == device and lease.heard_at is None


def _table_taken(lease: DeviceLease) -> CodedRefusal:
    heard = (lease.heard_at or lease.created_at).isoformat()
    taken = refuse(Code.TABLE_TAKEN, heard_at=heard)
    return CodedRefusal(Code.TABLE_TAKEN, taken, heard_at=heard, lease=lease.uid)


@dataclass(frozen=True, slots=True)
class LastHeard:
    """When a device was heard, and how much it said it had to send; None where it never said."""

    at: datetime
    waiting: int | None


class HeardNotes:
    """Notes that are not written yet: the latest of each lease."""

    def __init__(self) -> None:
        self._notes: dict[int, LastHeard] = {}
        self._lock = threading.Lock()

    def keep(self, lease: int, heard: LastHeard) -> None:
        """Keep a note until it is written."""
        with self._lock:
            self._notes[lease] = heard

    def kept(self, lease: int) -> LastHeard | None:
        """Return the note of a lease that was not written yet."""
        with self._lock:
            return self._notes.get(lease)

    def write(self) -> None:
        """Write every note down; one that is replaced meanwhile is written the next time."""
        with self._lock:
            heard_notes = dict(self._notes)
        # In the order of their keys: two processes that write at once do not wait for each other.
        with transaction.atomic():
            for lease in sorted(heard_notes):
                _write_heard(lease, heard_notes[lease])
        with self._lock:
            for lease, heard in heard_notes.items():
                if self._notes.get(lease) is heard:
                    del self._notes[lease]


heard_notes = HeardNotes()


def bring_up_to_date(lease: DeviceLease) -> DeviceLease:
    """Set a lease to its latest note, which may not be written yet, and return it."""
    heard = heard_notes.kept(lease.pk)
    if heard is not None:
        lease.heard_at, lease.waiting = heard.at, heard.waiting
    return lease


def note_heard(lease: DeviceLease, at: datetime, waiting: int | None) -> None:
    """Note that a device was heard.

    The first time is written at once: until then the token of the lease may be replaced.
    """
    heard, is_first = LastHeard(at, waiting), lease.heard_at is None
    if is_first or not deferred_writes.is_begun():
        _write_heard(lease.pk, heard)
    else:
        heard_notes.keep(lease.pk, heard)
        deferred_writes.leave("which tablets were heard of", heard_notes.write)
    lease.heard_at, lease.waiting = at, waiting


def _write_heard(lease: int, heard: LastHeard) -> None:
    # A later note of another process is kept.
    earlier = DeviceLease.objects.filter(pk=lease).exclude(heard_at__gt=heard.at)
    earlier.update(heard_at=heard.at, waiting=heard.waiting)
