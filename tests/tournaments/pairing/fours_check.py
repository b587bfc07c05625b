"""The checker of movements for four at a table: what is wrong with one, and how even it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tournaments.pairing.fours.fixed_movements import FoursMovement
from tournaments.pairing.fours.fours_seats import SEATS, SIDES, Table

OPPOSITE = 2
PARTNERED, OPPOSED = 1, 2
"""How often two are partners and opponents in a whist design."""


class FoursFlaw(StrEnum):
    """The faults of a movement; the comment behind a member names its values."""

    TABLE_NOT_FOUR = "movement_table_not_four"  # round, table
    UNKNOWN_PLAYER = "movement_unknown_player"  # round, player
    SEATED_TWICE = "movement_seated_twice"  # round, player
    TOO_MANY_OUT = "movement_too_many_out"  # round, times: how many
    MEET_TOO_OFTEN = "movement_meet_too_often"  # player, other, times
    MEET_NOT_AS_OFTEN = "movement_meet_not_as_often"  # player, other, times
    PARTNERS_NOT_ONCE = "movement_partners_not_once"  # player, other, times
    OPPONENTS_NOT_TWICE = "movement_opponents_not_twice"  # player, other, times
    SEATS_UNEVEN = "movement_seats_uneven"  # player, apart
    SIDES_UNEVEN = "movement_sides_uneven"  # player, other, apart
    OUT_UNEVEN = "movement_out_uneven"  # apart


@dataclass(frozen=True, slots=True)
class FoursFault:
    """A fault with its values."""

    fault: FoursFlaw
    named: dict[str, int]


@dataclass(frozen=True, slots=True)
class Evenness:
    """How far counts are apart: seats of a player, sides of two players, sit-outs of the field."""

    seats: int
    sides: int
    out: int
    uneven_sides: int
    """How many ordered twos have sides more than one apart."""


def verify(movement: FoursMovement, *, seats: int = 1, sides: int = 1) -> tuple[FoursFault, ...]:
    """Return every problem of a movement.

    `seats` and `sides` are the largest differences that counts may have. Meetings and balance are
    checked only where everybody is seated properly in every round.
    """
    return tuple(_round_problems(movement)) or (
        *(_partner_problems(movement) if movement.partners else _meeting_problems(movement)),
        *_balance_problems(movement, seats, sides),
    )


def count_meetings(tables: Iterable[Table]) -> Counter[tuple[int, int]]:
    """Count who meets whom, the lower number first."""
    return Counter(two for table in tables for two in combinations(sorted(table), 2))


def evenness(movement: FoursMovement) -> Evenness:
    """Return how even a movement is."""
    sides = [apart for _, _, apart in _side_spreads(movement)]
    return Evenness(
        seats=max(apart for _, apart in _seat_spreads(movement)),
        sides=max(sides, default=0),
        out=_sit_out_spread(movement),
        uneven_sides=sum(apart > 1 for apart in sides),
    )


def _problem(fault: FoursFlaw, **values: int) -> FoursFault:
    return FoursFault(fault, values)


def _round_problems(movement: FoursMovement) -> Iterator[FoursFault]:
    for number, tables in enumerate(movement.rounds, 1):
        for place, table in enumerate(tables, 1):
            if len(table) != SEATS:
                yield _problem(FoursFlaw.TABLE_NOT_FOUR, round=number, table=place)
        sat = Counter(player for table in tables for player in table)
        for player, times in sorted(sat.items()):
            if not 1 <= player <= movement.players:
                yield _problem(FoursFlaw.UNKNOWN_PLAYER, round=number, player=player)
            elif times > 1:
                yield _problem(FoursFlaw.SEATED_TWICE, round=number, player=player)
        out = movement.players - len(sat)
        if out >= SEATS:
            yield _problem(FoursFlaw.TOO_MANY_OUT, round=number, times=out)


def _meeting_problems(movement: FoursMovement) -> Iterator[FoursFault]:
    """Yield who meets too often, and too rarely where more than one meeting is planned."""
    met = count_meetings(table for tables in movement.rounds for table in tables)
    for player, other in combinations(range(1, movement.players + 1), 2):
        times = met[player, other]
        if times > movement.meetings:
            yield _problem(FoursFlaw.MEET_TOO_OFTEN, player=player, other=other, times=times)
        elif times < movement.meetings != 1:
            yield _problem(FoursFlaw.MEET_NOT_AS_OFTEN, player=player, other=other, times=times)


def _partner_problems(movement: FoursMovement) -> Iterator[FoursFault]:
    tables = [table for tables in movement.rounds for table in tables]
    together = Counter(
        tuple(sorted(two)) for table in tables for two in (table[::OPPOSITE], table[1::OPPOSITE])
    )
    met = count_meetings(tables)
    for player, other in combinations(range(1, movement.players + 1), 2):
        times = together[player, other]
        against = met[player, other] - times
        if times != PARTNERED:
            yield _problem(FoursFlaw.PARTNERS_NOT_ONCE, player=player, other=other, times=times)
        if against != OPPOSED:
            yield _problem(FoursFlaw.OPPONENTS_NOT_TWICE, player=player, other=other, times=against)


def _balance_problems(movement: FoursMovement, seats: int, sides: int) -> Iterator[FoursFault]:
    for player, apart in _seat_spreads(movement):
        if apart > seats:
            yield _problem(FoursFlaw.SEATS_UNEVEN, player=player, apart=apart)
    for player, other, apart in _side_spreads(movement):
        if apart > sides:
            yield _problem(FoursFlaw.SIDES_UNEVEN, player=player, other=other, apart=apart)
    if _sit_out_spread(movement) > 1:
        yield _problem(FoursFlaw.OUT_UNEVEN, apart=_sit_out_spread(movement))


def _seat_spreads(movement: FoursMovement) -> Iterator[tuple[int, int]]:
    sat = Counter(
        (player, seat)
        for tables in movement.rounds
        for table in tables
        for seat, player in enumerate(table)
    )
    for player in range(1, movement.players + 1):
        counts = [sat[player, seat] for seat in range(SEATS)]
        yield player, max(counts) - min(counts)


def _side_spreads(movement: FoursMovement) -> Iterator[tuple[int, int, int]]:
    """Yield each player with each opponent, and how much left, opposite and right differ."""
    beside = Counter(
        (table[here], table[(here + side) % SEATS], side)
        for tables in movement.rounds
        for table in tables
        for here in range(SEATS)
        for side in SIDES
    )
    for player, other in sorted({two[:2] for two in beside}):
        counts = [beside[player, other, side] for side in SIDES]
        yield player, other, max(counts) - min(counts)


def _sit_out_spread(movement: FoursMovement) -> int:
    out = Counter(
        player for number in range(len(movement.rounds)) for player in movement.sit_outs(number)
    )
    counts = [out[player] for player in range(1, movement.players + 1)]
    return max(counts) - min(counts)
