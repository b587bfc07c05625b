"""Who writes at a table: its device, a player by his phone, or an official of the tournament."""

from __future__ import annotations

from dataclasses import dataclass

from referee.base import hot_queries
from referee.models import DeviceLease
from tournaments.models import Person, Tournament, User
from tournaments.record.audit import Actor


@dataclass(frozen=True, slots=True)
class Writer:
    """A device under a lease that it holds or held, a player, or an official: exactly one of them.

    The caller has checked that the account is an official's, and that the phone is the player's.
    """

    tournament: Tournament
    lease: DeviceLease | None = None
    official: User | None = None
    player: Person | None = None

    @classmethod
    def device(cls, lease: DeviceLease) -> Writer:
        """Return the device of a lease."""
        return cls(lease.table.tournament, lease=lease)

    @classmethod
    def referee(cls, tournament: Tournament, official: User) -> Writer:
        """Return an official who acts in a tournament."""
        return cls(tournament, official=official)

    @classmethod
    def phone(cls, tournament: Tournament, player: Person) -> Writer:
        """Return a player who answers for himself on his own phone."""
        return cls(tournament, player=player)

    @property
    def actor(self) -> Actor:
        """The name under which the log knows the writer."""
        if self.official is not None:
            return Actor.of(self.official)
        if self.lease is not None:
            return Actor("device", self.lease.device)
        if self.player is not None:
            return Actor("person", self.player.uid)
        raise ValueError("a writer is a device, a player or an official")

    @property
    def columns(self) -> dict[str, DeviceLease | User | None]:
        """The columns by which a row names who wrote it."""
        return {"lease": self.lease, "official": self.official}

    def holds_table(self) -> bool:
        """Whether the writer may write now; inside a change no release can come between."""
        if self.lease is None:
            return True
        return hot_queries.OPEN.any(self.lease.pk)

    def is_at(self, table_id: int) -> bool:
        """Whether a device has this table; other writers are not bound to one."""
        return self.lease is None or self.lease.table_id == table_id
