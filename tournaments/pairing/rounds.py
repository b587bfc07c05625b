"""The one door to all draws: what a round is drawn from goes in, who sits where and who out comes.

A draw is a function of its input alone; the input is plain JSON, so that anybody can make it again.
A round is made again by the algorithm that is named in it: the earlier ones stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournaments.pairing import (
    each_for_himself,
    fours,
    fours_movement,
    individual,
    movement,
    pairs,
    round_robin,
    sit_outs,
    swiss,
    two_sides,
)
from tournaments.pairing.fours_seats import SEATS
from tournaments.pairing.reasons import Reason
from tournaments.pairing.round_values import (
    BY_STANDING,
    DANISH,
    FIXED,
    HIGH_HIGH,
    MOVEMENT,
    RANDOM,
    ROUND_ROBIN,
    STANDING,
    SWISS,
    TWO_SIDES,
    CannotDraw,
    Drawn,
    Input,
    read,
)
from tournaments.pairing.seating import Draw, Seating

__all__ = [
    "FIXED",
    "STANDING",
    "CannotDraw",
    "Drawn",
    "Input",
    "changed",
    "draw",
    "methods",
    "offered",
    "read",
]

OF_TWO: Final = (SWISS, RANDOM, HIGH_HIGH, DANISH, ROUND_ROBIN)
OF_FOUR: Final = (RANDOM, BY_STANDING, MOVEMENT)
OF_OTHERS: Final = (RANDOM, BY_STANDING)

EARLIER: Final = frozenset(
    {
        individual.RANDOM,
        individual.BY_STANDING,
        pairs.RANDOM,
        pairs.BY_STANDING,
        movement.ALGORITHM,
    }
)
PRESENT: Final = frozenset(
    {swiss.ALGORITHM, round_robin.ALGORITHM, fours.ALGORITHM, fours_movement.ALGORITHM}
)


def offered(units: int) -> tuple[str, ...]:
    """Return the ways to draw that are offered for tables of so many entries.

    >>> offered(2), offered(5)
    (('swiss', 'random', 'high_high', 'danish', 'round_robin'), ('random', 'by_standing'))
    """
    return {TWO_SIDES: OF_TWO, SEATS: OF_FOUR}.get(units, OF_OTHERS)


def methods(units: int) -> tuple[str, ...]:
    """Return the ways to draw that are possible: events of two sides once were drawn by standing.

    >>> methods(2)[-1]
    'by_standing'
    """
    found = offered(units)
    return found if BY_STANDING in found else (*found, BY_STANDING)


def draw(given: Input) -> Drawn:
    """Draw a round.

    Raises ValueError if the entries do not fill a table, CannotDraw if the way to draw does not fit
    the tables, has no rounds left for these entries, or its algorithm is not known here.
    """
    if given.algorithm and given.algorithm not in EARLIER | PRESENT:
        raise CannotDraw("the algorithm is not known here")
    if given.method not in methods(given.units):
        raise CannotDraw("this way to draw is not for such tables")
    if given.algorithm in EARLIER or _is_other(given):
        return _earlier(given)
    if given.units == TWO_SIDES:
        return (two_sides.next_of_robin if _is_robin(given) else two_sides.draw)(given)
    return each_for_himself.draw(given)


def changed(given: Input, seating: Seating) -> tuple[tuple[Reason, ...], dict[str, str]]:
    """Return what is to be said of a table that was changed by hand, and who floats there."""
    if given.units == TWO_SIDES and not _is_robin(given):
        return two_sides.changed(given, seating)
    return each_for_himself.changed(given, seating), {}


def _is_robin(given: Input) -> bool:
    return given.method == ROUND_ROBIN


def _is_other(given: Input) -> bool:
    return given.units not in {TWO_SIDES, SEATS}


def _earlier(given: Input) -> Drawn:
    """Draw as rounds were drawn at first, and still are at tables of three and five."""
    if given.method == MOVEMENT:
        return Drawn(_affine_plane(given))
    out = sit_outs.choose(
        given.entries,
        given.units,
        before=given.sat_out or {},
        house=given.house,
        seed=None if given.method == BY_STANDING else given.seed,
    )
    without = {one.entry for one in out}
    seated = [entry for entry in given.entries if entry not in without]
    room = pairs if given.pair else individual
    make = room.by_standing if given.method == BY_STANDING else room.draw
    return Drawn(make(seated, given.labels, given.history, given.seed), out)


def _affine_plane(given: Input) -> Draw:
    if given.pair or not movement.is_offered(len(given.entries), len(given.labels)):
        raise CannotDraw("the movement is for sixteen players")
    if len(given.fields) >= movement.ROUNDS:
        raise CannotDraw("all rounds of the movement have been played")
    fields: Sequence[Sequence[str]] = [*given.fields, given.entries]
    return movement.draw(fields, given.labels, given.history, given.seed)
