"""Block on officials' PINs after too many wrong ones at the tables of a tournament.

A known device is counted by itself and blocks nobody else; all blocks of unknown ones leave it
alone. Of those one address is blocked first, long before a single phone could block PINs for all.
An official who has signed in lifts each block by itself; a table released at the desk needs no PIN.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from clubs.credentials.devices import Guesser
from referee.base.verbs import Verb
from tournaments.models import AttemptCount, Table, Tournament, User
from tournaments.record.audit import Actor, change
from tournaments.system import attempts
from tournaments.system.attempts import AttemptLimit

HOUR: Final = 3600
MOST: Final = 100
"""Wrong PINs in an hour that are no mere mistakes; at this rate a million PINs take a year."""
MOST_FROM_ADDRESS: Final = 20
MOST_FROM_HALL: Final = 100
"""Limit of an address that sent a right PIN within the hour: the whole hall may share it."""
MOST_OF_DEVICE: Final = 10
MOST_AT_TABLE: Final = 30
MOST_AT_TABLE_FROM_ADDRESS: Final = 10

IN_TOURNAMENT: Final = "pin_tournament"
FROM_ADDRESS: Final = "pin_address"
OF_DEVICE: Final = "pin_device"
RIGHT: Final = "pin_right"
AT_TABLE: Final = "pin_table"
AT_TABLE_FROM_ADDRESS: Final = "pin_table_address"
OF_TABLE: Final = frozenset({AT_TABLE, AT_TABLE_FROM_ADDRESS})
KINDS: Final = (IN_TOURNAMENT, FROM_ADDRESS, OF_DEVICE, AT_TABLE, AT_TABLE_FROM_ADDRESS)


@dataclass(frozen=True, slots=True)
class ShutPins:
    """Somebody whose PINs are not looked at until an hour: the counter that is full.

    `who` names a device by its account, an address, or a table's unknown devices by theirs.
    """

    key: int
    kind: str
    subject: str
    origin: str
    until: datetime
    who: str
    table: int | None


def limits(table: Table, by: Guesser) -> tuple[AttemptLimit, ...]:
    """Return every limit that a PIN typed at a table must pass, the narrowest first."""
    table_uid, tournament, address = table.uid, table.tournament.uid, by.address
    if by.device:
        return (AttemptLimit(OF_DEVICE, MOST_OF_DEVICE, HOUR, tournament, by.device),)
    right = AttemptLimit(RIGHT, 1, HOUR, tournament, address)
    most = MOST_FROM_HALL if right.is_spent else MOST_FROM_ADDRESS
    return (
        AttemptLimit(AT_TABLE_FROM_ADDRESS, MOST_AT_TABLE_FROM_ADDRESS, HOUR, table_uid, address),
        AttemptLimit(AT_TABLE, MOST_AT_TABLE, HOUR, table_uid),
        AttemptLimit(FROM_ADDRESS, most, HOUR, tournament, address),
        AttemptLimit(IN_TOURNAMENT, MOST, HOUR, tournament),
    )


def note_right(tournament: Tournament, address: str) -> None:
    """Remember for an hour that a right PIN came from an address."""
    attempts.remember(RIGHT, tournament.uid, address, HOUR)


def shut(tournament: Tournament) -> list[ShutPins]:
    """Return whose PINs are not looked at now in a tournament, and at single tables of it."""
    of_tables = Table.objects.filter(tournament=tournament).values("uid")
    counts = attempts.live_counts(*KINDS, RIGHT, subject=tournament.uid, or_subjects=of_tables)
    of_halls = {count.origin for count in counts if count.kind == RIGHT}
    spent = [
        count
        for count in counts
        if count.kind != RIGHT and count.count >= _most(count.kind, count.origin, of_halls)
    ]
    return _named(spent) if spent else []


def lift(tournament: Tournament, official: User, key: int) -> bool:
    """Look at somebody's PINs again; return whether they were shut. Again is harmless."""
    found = next((one for one in shut(tournament) if one.key == key), None)
    if found is None:
        return False
    with change(tournament, Actor.from_user(official), Verb.ALLOW_PINS) as made:
        AttemptLimit(found.kind, 0, HOUR, found.subject, found.origin).forget()
        made.note(kind=found.kind)
        if found.table is not None:
            made.note(table=found.table)
    return True


def _most(kind: str, origin: str, of_halls: Collection[str]) -> int:
    return {
        IN_TOURNAMENT: MOST,
        FROM_ADDRESS: MOST_FROM_HALL if origin in of_halls else MOST_FROM_ADDRESS,
        OF_DEVICE: MOST_OF_DEVICE,
        AT_TABLE: MOST_AT_TABLE,
        AT_TABLE_FROM_ADDRESS: MOST_AT_TABLE_FROM_ADDRESS,
    }[kind]


def _named(counts: Sequence[AttemptCount]) -> list[ShutPins]:
    subjects = [count.subject for count in counts if count.kind in OF_TABLE]
    tables = dict(Table.objects.filter(uid__in=subjects).values_list("uid", "number"))
    accounts = [
        count.origin.partition(":")[2]
        for count in counts
        if count.kind == OF_DEVICE and count.origin.startswith("account:")
    ]
    rows = User.objects.filter(uid__in=accounts)
    names = {f"account:{account.uid}": account.called for account in rows}
    return [
        ShutPins(
            count.pk,
            count.kind,
            count.subject,
            count.origin,
            count.ends_at,
            names.get(count.origin, "") if count.kind == OF_DEVICE else count.origin,
            tables.get(count.subject),
        )
        for count in counts
    ]
