"""Movements of pairs over boards: the pairs and boards at each table in each round, as data.

Rounds, tables, pairs and sets of boards are numbered from 1. A set is played by a table in one
round; its size is given only where numbers of boards are needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.codes import WordedCode, worded


class BoardForm(WordedCode):
    """How pairs and boards move."""

    MITCHELL = worded("boards_mitchell", "Mitchell")
    SKIP = worded("boards_mitchell_skip", "Mitchell with a skip")
    RELAY = worded("boards_mitchell_relay", "Mitchell with shared boards")
    WEB = worded("boards_web", "Web: the same boards for everybody")
    HOWELL = worded("boards_howell", "Howell: everybody meets everybody")
    SHORT_HOWELL = worded(
        "boards_short_howell",
        "Short Howell: one field, fewer rounds, the same boards for everybody",
    )


class PairLine(WordedCode):
    """The fixed direction of a pair, if each direction has a winner."""

    NORTH_SOUTH = worded("ns", "North-South")
    EAST_WEST = worded("ew", "East-West")


@dataclass(frozen=True, slots=True, order=True)
class BoardSitting:
    """Two pairs at a table in a round, and the set of boards that they play."""

    round: int
    table: int
    ns: int
    ew: int
    boards: int

    @property
    def pairs(self) -> tuple[int, int]:
        """Both pairs, north-south first."""
        return self.ns, self.ew


@dataclass(frozen=True, slots=True)
class BoardMovement:
    """A whole movement; `winners` is 2 if each pair keeps its direction and each has a winner.

    `whole` says that no round of the form was cut off at the end, `switched` in which rounds
    north-south and east-west are exchanged.
    """

    form: BoardForm
    pairs: int
    sets: int
    sittings: tuple[BoardSitting, ...]
    winners: int = 1
    whole: bool = True
    switched: tuple[int, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return max((sitting.round for sitting in self.sittings), default=0)

    @property
    def tables(self) -> int:
        """The number of tables."""
        return max((sitting.table for sitting in self.sittings), default=0)

    @property
    def copies(self) -> int:
        """The highest number of tables that play one set at the same time."""
        return max(
            Counter((sitting.round, sitting.boards) for sitting in self.sittings).values(),
            default=0,
        )

    def in_round(self, number: int) -> tuple[BoardSitting, ...]:
        """Return the tables of a round."""
        return tuple(sitting for sitting in self.sittings if sitting.round == number)

    def sit_outs(self) -> tuple[tuple[int, int], ...]:
        """Return the byes as (round, pair)."""
        seated = {(sitting.round, pair) for sitting in self.sittings for pair in sitting.pairs}
        return tuple(
            (number, pair)
            for number in range(1, self.rounds + 1)
            for pair in range(1, self.pairs + 1)
            if (number, pair) not in seated
        )

    def card(self, pair: int) -> tuple[BoardSitting, ...]:
        """Return the guide card of a pair: its seat in every round."""
        return tuple(sitting for sitting in self.sittings if pair in sitting.pairs)

    def stationary(self) -> tuple[int, ...]:
        """Return the pairs that never leave their table."""
        tables: dict[int, set[int]] = {}
        for sitting in self.sittings:
            for pair in sitting.pairs:
                tables.setdefault(pair, set()).add(sitting.table)
        return tuple(sorted(pair for pair, at in tables.items() if len(at) == 1))


def boards_in_set(boards: int, size: int) -> tuple[int, ...]:
    """Return the numbers of the boards in a set of `size` boards.

    >>> boards_in_set(1, 3), boards_in_set(4, 2)
    ((1, 2, 3), (7, 8))
    """
    return tuple(range((boards - 1) * size + 1, boards * size + 1))


def present_sittings(sittings: Iterable[BoardSitting], pairs: int) -> tuple[BoardSitting, ...]:
    """Return the sittings in order, without those of an absent pair."""
    return tuple(sorted(sitting for sitting in sittings if max(sitting.pairs) <= pairs))


def cut_movement(movement: BoardMovement, rounds: int) -> BoardMovement:
    """Return the first rounds of a movement.

    Raises ValueError if it does not have as many, or if none are left.
    """
    if not 1 <= rounds <= movement.rounds:
        raise ValueError(f"the movement has 1 to {movement.rounds} rounds")
    if rounds == movement.rounds:
        return movement
    return replace(
        movement,
        whole=False,
        sittings=tuple(sitting for sitting in movement.sittings if sitting.round <= rounds),
        switched=tuple(number for number in movement.switched if number <= rounds),
    )


def switch_rounds(movement: BoardMovement, rounds: Sequence[int]) -> BoardMovement:
    """Return a movement with north-south and east-west exchanged in these rounds, for one winner.

    >>> plain = BoardMovement(BoardForm.MITCHELL, 2, 1, (BoardSitting(1, 1, 1, 2, 1),), winners=2)
    >>> switch_rounds(plain, [1]).sittings[0].pairs
    (2, 1)
    """
    turned = set(rounds)
    return replace(
        movement,
        winners=1,
        switched=tuple(sorted(turned)),
        sittings=tuple(
            replace(sitting, ns=sitting.ew, ew=sitting.ns) if sitting.round in turned else sitting
            for sitting in movement.sittings
        ),
    )
