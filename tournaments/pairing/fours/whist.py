"""Movements with partners for a round: every two are partners once and opponents twice.

For 4n + 1 players the tables of a first round are rotated, every player moving on by one: no
distance between partners occurs twice and each between opponents occurs twice (E. H. Moore, 1896).
For 4n players one stays, and the others rotate. Nine players move in a square of three by three.
The first rounds are in `whist.json`; "turns" says by how many seats the table of the fixed player
is turned in each round, from 4 on with left and right exchanged, so that this player's seats change
too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path

from tournaments.pairing.fours.fixed_movements import FoursMovement, tables_of
from tournaments.pairing.fours.fours_seats import SEATS, Table

STARTERS = Path(__file__).with_name("whist.json")
ALGORITHM = "whist-starter-1"
THRICE = 3
"""So often everybody meets everybody: once as a partner, twice as an opponent."""


@dataclass(frozen=True, slots=True)
class WhistStarter:
    """The first round; places are numbers in mixed radix, and the highest place stays fixed."""

    moduli: tuple[int, ...]
    tables: tuple[Table, ...]
    turns: str = ""

    def round(self, number: int) -> tuple[Table, ...]:
        """Return the tables of a round, counted from 0.

        >>> WhistStarter((5,), ((1, 2, 4, 3),)).round(2)
        ((3, 4, 1, 0),)
        """
        first, *rest = (
            tuple(self._advance(place, number) for place in table) for table in self.tables
        )
        return (_turn_table(first, int(self.turns[number])) if self.turns else first, *rest)

    def _advance(self, place: int, by: int) -> int:
        if place >= prod(self.moduli):
            return place
        moved = 0
        for digit, step, modulus in zip(
            _digits(place, self.moduli), _digits(by, self.moduli), self.moduli, strict=True
        ):
            moved = moved * modulus + (digit + step) % modulus
        return moved


def sizes() -> tuple[int, ...]:
    """Return the numbers of players for which there is a movement."""
    return tuple(sorted(_starters()))


@cache
def movement(players: int) -> FoursMovement:
    """Return the movement with partners for a number of players.

    Raises ValueError if none is offered.

    >>> movement(5).rounds[0], len(movement(5).rounds)
    (((2, 3, 5, 4),), 5)
    """
    if players not in _starters():
        raise ValueError("no movement exists for this number of players")
    starter = _starters()[players]
    rounds = (starter.round(number) for number in range(prod(starter.moduli)))
    numbered = tuple(
        tuple(tuple(player + 1 for player in table) for table in tables) for tables in rounds
    )
    return FoursMovement(players, numbered, THRICE, partners=True)


def _turn_table(table: Table, turn: int) -> Table:
    """Return a table turned by `turn` seats, from 4 on with left and right exchanged.

    >>> _turn_table((0, 1, 2, 3), 1), _turn_table((0, 1, 2, 3), 4)
    ((3, 0, 1, 2), (0, 3, 2, 1))
    """
    order = table if turn < SEATS else (table[0], *reversed(table[1:]))
    by = turn % SEATS
    return (*order[SEATS - by :], *order[: SEATS - by])


def _digits(number: int, moduli: Sequence[int]) -> list[int]:
    digits = []
    for modulus in reversed(moduli):
        number, digit = divmod(number, modulus)
        digits.append(digit)
    return digits[::-1]


def rounds_with_partners(entries: int) -> int:
    """Return the number of rounds in which every two are partners once; 0 without a movement.

    >>> [rounds_with_partners(entries) for entries in (8, 9, 10)]
    [7, 9, 0]
    """
    return len(movement(entries).rounds) if entries in sizes() else 0


@cache
def _starters() -> dict[int, WhistStarter]:
    stored = json.loads(STARTERS.read_text(encoding="utf-8"))
    return {
        int(players): WhistStarter(
            tuple(starter["moduli"]), tables_of(starter["tables"]), starter.get("turns", "")
        )
        for players, starter in stored.items()
    }
