"""The input and the result of a draw of four single players at a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.seating import Seating
from tournaments.pairing.sit_outs import SitsOut

Seats = tuple[tuple[str, str], ...]
"""Each seat with who sits there."""


class FoursMethod(StrEnum):
    """How the tables of a round are made."""

    RANDOM = "fours_random"
    """By lot, nobody meeting again where that can be avoided."""
    BY_STANDING = "fours_by_standing"
    """Equal and close scores together, nobody meeting again where that can be avoided."""
    MOVEMENT = "fours_movement"
    """A fixed movement in which nobody meets twice."""
    PARTNERS = "fours_partners"
    """A fixed movement with a partner for a round: partner once, opponent twice."""


class FoursRefusal(StrEnum):
    """Why a fixed movement cannot seat a round."""

    NOT_OFFERED = "fours_movement_not_offered"
    ALL_PLAYED = "fours_movement_all_played"
    FIELD_CHANGED = "fours_movement_field_changed"


@dataclass(frozen=True, slots=True)
class FoursPlayer:
    """An entry to be seated; `rank` is its rank in the standings or its printed number."""

    entry: str
    rank: int
    score: Fraction = Fraction(0)
    house: bool = False
    sat_out: int = 0


@dataclass(frozen=True, slots=True)
class FoursInput:
    """The input of a round's draw; the order of its rows does not matter.

    `fields` are the entries of the earlier rounds of a fixed movement, which has one seed for all
    its rounds.
    """

    seed: str
    labels: tuple[str, ...]
    players: tuple[FoursPlayer, ...]
    history: tuple[Seats, ...] = ()
    method: FoursMethod = FoursMethod.RANDOM
    fields: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        if len({player.entry for player in self.players}) != len(self.players):
            raise ValueError("an entry occurs twice")

    @property
    def ordered(self) -> list[FoursPlayer]:
        """The players by rank."""
        return sorted(self.players, key=lambda player: (player.rank, player.entry))

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The tables of the earlier rounds."""
        return tuple(Seating(number, seats) for number, seats in enumerate(self.history, 1))


@dataclass(frozen=True, slots=True)
class FoursTable:
    """A table: its seats and its reasons."""

    number: int
    seats: Seats
    reasons: tuple[DrawReason, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries of the table, in the order of the seats."""
        return tuple(entry for _, entry in self.seats)


@dataclass(frozen=True, slots=True)
class FoursDraw:
    """A round as drawn; `algorithm` names the procedure and its version.

    `rematches` counts the pairs that meet again; `least` says that no draw has fewer, or less
    weight of third and later meetings.
    """

    algorithm: str
    tables: tuple[FoursTable, ...]
    sit_outs: tuple[SitsOut, ...] = ()
    rematches: int = 0
    least: bool = True
