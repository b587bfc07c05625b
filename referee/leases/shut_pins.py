"""Block on officials' PINs after too many wrong ones at the tables of a tournament.

A known device is counted by itself and blocks nobody else; all blocks of unknown ones leave it
alone. Of those one address is blocked first, long before a single phone could block PINs for all.
An official who has signed in lifts the block; a table released at the desk needs no PIN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.base.verbs import Verb
from tournaments.credentials.devices import Guesser
from tournaments.models import Table, Tournament, User
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


@dataclass(frozen=True, slots=True)
class PinState:
    """Where officials' PINs are blocked now: for all unknown devices, or those of some addresses.

    `devices` is how many known devices are blocked, each by itself.
    """

    everywhere: bool
    addresses: tuple[str, ...]
    devices: int = 0

    @property
    def is_shut(self) -> bool:
        """Whether PINs are blocked anywhere."""
        return self.everywhere or bool(self.addresses) or self.devices > 0


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


def state(tournament: Tournament) -> PinState:
    """Return where officials' PINs are blocked now."""
    kinds = (IN_TOURNAMENT, FROM_ADDRESS, OF_DEVICE, RIGHT)
    counts = attempts.live_counts(*kinds, subject=tournament.uid)
    of_halls = {count.origin for count in counts if count.kind == RIGHT}
    shut = tuple(
        count.origin
        for count in counts
        if count.kind == FROM_ADDRESS
        and count.count >= (MOST_FROM_HALL if count.origin in of_halls else MOST_FROM_ADDRESS)
    )
    everywhere = any(count.kind == IN_TOURNAMENT and count.count >= MOST for count in counts)
    of_devices = [count for count in counts if count.kind == OF_DEVICE]
    devices = sum(count.count >= MOST_OF_DEVICE for count in of_devices)
    return PinState(everywhere, shut, devices)


def lift_block(tournament: Tournament, official: User) -> None:
    """Lift the block on PINs at every table; without one, nothing changes."""
    if not state(tournament).is_shut:
        return
    with change(tournament, Actor.from_user(official), Verb.ALLOW_PINS):
        attempts.clear(IN_TOURNAMENT, FROM_ADDRESS, OF_DEVICE, subject=tournament.uid)
