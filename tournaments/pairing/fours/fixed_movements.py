"""Fixed movements for single players, in which nobody meets twice.

A movement follows from its first round, the starter, which was found by a search: from round to
round every player moves on by one place within a level, and fixed players stay. In the starter no
two tables have the same distance between the same levels, so that no two players meet twice;
players with a bye move on too. The starters are in `starters.json`; `fours_seats.even` assigns
seats.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tournaments.pairing.fours.fours_seats import SEATS, Table, even

STARTERS = Path(__file__).with_name("starters.json")
SIZES = range(4, 101)
ALGORITHM = "movement-starter-1"
LEAST_ROUNDS: Final = 2
"""A movement has two rounds or more."""


@dataclass(frozen=True, slots=True)
class FoursMovement:
    """The tables of every round; players are numbered from 1.

    Each table names its players in the order of the seats; `meetings` is how often two may meet.
    With `partners`, players who play together sit opposite each other.
    """

    players: int
    rounds: tuple[tuple[Table, ...], ...]
    meetings: int = 1
    partners: bool = False

    def sit_outs(self, number: int) -> tuple[int, ...]:
        """Return the players with a bye in a round, counted from 0."""
        seated = {player for table in self.rounds[number] for player in table}
        return tuple(player for player in range(1, self.players + 1) if player not in seated)


@dataclass(frozen=True, slots=True)
class Starter:
    """The first round of a movement, from which the others follow.

    It has `levels` levels of `rounds` players each, followed by the fixed ones. Tables name the
    players from 0 on, level by level.
    """

    rounds: int
    levels: int
    tables: tuple[Table, ...]

    def turned(self, by: int) -> tuple[Table, ...]:
        """Return the tables of a later round.

        >>> Starter(3, 1, ((0, 2, 3, 4),)).turned(1)
        ((1, 0, 3, 4),)
        """
        return tuple(tuple(self._advance(player, by) for player in table) for table in self.tables)

    def _advance(self, player: int, by: int) -> int:
        level, place = divmod(player, self.rounds)
        return player if level >= self.levels else level * self.rounds + (place + by) % self.rounds


def rounds_offered(players: int) -> int:
    """Return the number of rounds without a rematch; 0 if no movement is offered.

    >>> [rounds_offered(players) for players in (3, 8, 16, 20, 24, 28, 101)]
    [0, 1, 5, 5, 7, 9, 0]
    """
    if players not in SIZES:
        return 0
    starter = _starters().get(players)
    return starter.rounds if starter else 1


def movement_rounds(entries: int, seats: int) -> int:
    """Return the number of rounds of a movement for these numbers; 0 for none.

    >>> [movement_rounds(entries, 4) for entries in (8, 15, 16, 17)], movement_rounds(16, 3)
    ([0, 3, 5, 3], 0)
    """
    rounds = rounds_offered(entries) if seats == SEATS else 0
    return rounds if rounds >= LEAST_ROUNDS else 0


@cache
def movement(players: int) -> FoursMovement:
    """Return the movement for a number of players.

    Raises ValueError if none is offered.
    """
    if players not in SIZES:
        raise ValueError("no movement exists for this number of players")
    starter = _starters().get(players)
    if starter is None:
        firsts = range(0, players - players % SEATS, SEATS)
        starter = Starter(1, 0, tuple(tuple(range(at, at + SEATS)) for at in firsts))
    turned = [starter.turned(by) for by in range(starter.rounds)]
    numbered = [[tuple(player + 1 for player in table) for table in tables] for tables in turned]
    return FoursMovement(players, even(numbered))


@cache
def _starters() -> dict[int, Starter]:
    stored = json.loads(STARTERS.read_text(encoding="utf-8"))
    return {
        int(players): Starter(row["rounds"], row["levels"], tables_of(row["tables"]))
        for players, row in stored.items()
    }


def tables_of(stored: Sequence[str]) -> tuple[Table, ...]:
    """Read tables that are written as numbers with spaces between them.

    >>> tables_of(["0 1 2 3"])
    ((0, 1, 2, 3),)
    """
    return tuple(tuple(int(number) for number in table.split()) for table in stored)
