"""PINs of officials, shut out in a whole tournament where too many wrong ones were typed at tables.

They are shut for one address first, long before that of a single phone could shut them for all. An
official who has signed in lets them be looked at again; a table that is released at the desk needs
none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from referee.base.verbs import Verb
from tournaments.models import Table, Tournament, User
from tournaments.record.audit import Actor, change
from tournaments.system import attempts
from tournaments.system.attempts import AttemptLimit

HOUR: Final = 3600
MOST: Final = 100
"""So many wrong ones an hour are no mistake of the hall's; a million PINs would take a year."""
MOST_FROM_ADDRESS: Final = 20
MOST_FROM_HALL: Final = 100
"""From an address that a right PIN came from within the hour: the whole hall may share it."""
MOST_AT_TABLE: Final = 30
MOST_AT_TABLE_FROM_ADDRESS: Final = 10

IN_TOURNAMENT: Final = "pin_tournament"
FROM_ADDRESS: Final = "pin_address"
RIGHT: Final = "pin_right"
AT_TABLE: Final = "pin_table"
AT_TABLE_FROM_ADDRESS: Final = "pin_table_address"


@dataclass(frozen=True, slots=True)
class PinState:
    """Where PINs of officials are shut now: in the whole tournament, or from these addresses."""

    everywhere: bool
    addresses: tuple[str, ...]

    @property
    def is_shut(self) -> bool:
        """Whether somebody's PIN is not looked at."""
        return self.everywhere or bool(self.addresses)


def limits(table: Table, address: str) -> tuple[AttemptLimit, ...]:
    """Return every limit that a PIN typed at a table must pass, the narrowest first."""
    at, tournament = table.uid, table.tournament.uid
    right = AttemptLimit(RIGHT, 1, HOUR, tournament, address)
    most = MOST_FROM_HALL if right.is_spent else MOST_FROM_ADDRESS
    return (
        AttemptLimit(AT_TABLE_FROM_ADDRESS, MOST_AT_TABLE_FROM_ADDRESS, HOUR, at, address),
        AttemptLimit(AT_TABLE, MOST_AT_TABLE, HOUR, at),
        AttemptLimit(FROM_ADDRESS, most, HOUR, tournament, address),
        AttemptLimit(IN_TOURNAMENT, MOST, HOUR, tournament),
    )


def note_right(tournament: Tournament, address: str) -> None:
    """Remember for an hour that a right PIN came from an address."""
    attempts.remember(RIGHT, tournament.uid, address, HOUR)


def state(tournament: Tournament) -> PinState:
    """Return where PINs of officials are not looked at now."""
    counts = attempts.live_counts(IN_TOURNAMENT, FROM_ADDRESS, RIGHT, subject=tournament.uid)
    of_halls = {count.origin for count in counts if count.kind == RIGHT}
    shut = tuple(
        count.origin
        for count in counts
        if count.kind == FROM_ADDRESS
        and count.count >= (MOST_FROM_HALL if count.origin in of_halls else MOST_FROM_ADDRESS)
    )
    everywhere = any(count.kind == IN_TOURNAMENT and count.count >= MOST for count in counts)
    return PinState(everywhere, shut)


def look_again(tournament: Tournament, official: User) -> None:
    """Let PINs be looked at again at every table; where they are, nothing changes."""
    if not state(tournament).is_shut:
        return
    with change(tournament, Actor.of(official), Verb.ALLOW_PINS):
        attempts.clear(IN_TOURNAMENT, FROM_ADDRESS, subject=tournament.uid)
