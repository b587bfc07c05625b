"""The one door to all draws: what a round is drawn from goes in, who sits where and who out comes.

A draw is a function of its input alone; the input is plain JSON, so that anybody can make it again.
A round is made again by the algorithm that is named in it: the earlier ones stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tournaments.pairing import grouped, round_robin, sit_outs, two_sides
from tournaments.pairing.fours import (
    fixed_movements,
    fours_draw,
    fours_rounds,
    individual,
    sixteen_players,
    whist,
)
from tournaments.pairing.fours.fours_seats import SEATS
from tournaments.pairing.knockout import knockout_draw, knockout_rounds
from tournaments.pairing.movements import board_rounds
from tournaments.pairing.reasons import Reason
from tournaments.pairing.round_values import (
    BY_STANDING,
    DANISH,
    FIXED,
    HIGH_HIGH,
    HOWELL,
    KNOCKOUT,
    MITCHELL,
    MOVEMENT,
    OVER_BOARDS,
    PAIRS,
    PARTNERS,
    RANDOM,
    ROUND_ROBIN,
    STANDING,
    SWISS,
    TWO_SIDES,
    WHIST,
    CannotDraw,
    Drawn,
    Input,
    read,
)
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.swiss import pairs, swiss_draw

__all__ = [
    "FIXED",
    "OVER_BOARDS",
    "STANDING",
    "CannotDraw",
    "Drawn",
    "Input",
    "changed",
    "draw",
    "methods",
    "offered",
    "read",
    "rounds_of",
]

OF_TWO: Final = (SWISS, RANDOM, HIGH_HIGH, DANISH, ROUND_ROBIN)
OF_FOUR: Final = (RANDOM, BY_STANDING, MOVEMENT)
OF_OTHERS: Final = (RANDOM, BY_STANDING)
OF_PAIRS: Final = (*OF_TWO, MITCHELL, HOWELL)
OF_PARTNERS: Final = (WHIST, RANDOM, BY_STANDING)
OF_FORMS: Final = {(TWO_SIDES, PAIRS): OF_PAIRS, (SEATS, PARTNERS): OF_PARTNERS}

EARLIER: Final = frozenset(
    {
        individual.RANDOM,
        individual.BY_STANDING,
        pairs.RANDOM,
        pairs.BY_STANDING,
        sixteen_players.ALGORITHM,
    }
)
PRESENT: Final = frozenset(
    {
        swiss_draw.ALGORITHM,
        round_robin.ALGORITHM,
        knockout_draw.ALGORITHM,
        fours_draw.ALGORITHM,
        fixed_movements.ALGORITHM,
        whist.ALGORITHM,
        board_rounds.ALGORITHM,
    }
)
DRAWS: Final[Mapping[str, Callable[[Input], Drawn]]] = {
    ROUND_ROBIN: two_sides.next_of_robin,
    MITCHELL: board_rounds.draw,
    HOWELL: board_rounds.draw,
    KNOCKOUT: knockout_rounds.draw,
}
"""Ways to draw with a room of their own."""


def offered(units: int, form: str = "") -> tuple[str, ...]:
    """Return the ways to draw that are offered for tables of so many entries.

    >>> offered(2), offered(5)
    (('swiss', 'random', 'high_high', 'danish', 'round_robin'), ('random', 'by_standing'))
    >>> offered(2, "pairs")[-2:], offered(4, "partners")
    (('mitchell', 'howell'), ('whist', 'random', 'by_standing'))
    """
    usual = {TWO_SIDES: OF_TWO, SEATS: OF_FOUR}.get(units, OF_OTHERS)
    return OF_FORMS.get((units, form), usual)


def methods(units: int, form: str = "") -> tuple[str, ...]:
    """Return the ways to draw that are possible: events of two sides once were drawn by standing.

    >>> methods(2)[-1]
    'by_standing'
    """
    found = offered(units, form)
    if units == TWO_SIDES:
        found = (*found, KNOCKOUT)
    return found if BY_STANDING in found else (*found, BY_STANDING)


def draw(given: Input) -> Drawn:
    """Draw a round, every group of it for itself.

    Raises ValueError if the entries do not fill a table, CannotDraw if the way to draw does not fit
    the tables, has no rounds left for these entries, or its algorithm is not known here.
    """
    if given.algorithm and given.algorithm not in EARLIER | PRESENT:
        raise CannotDraw("the algorithm is not known here")
    if given.method not in methods(given.units, given.form):
        raise CannotDraw("this way to draw is not for such tables")
    if given.groups and given.method != KNOCKOUT:
        return grouped.draw(given, _draw, _is_over)
    return _draw(given)


def rounds_of(given: Input) -> int | None:
    """Return how many rounds there are of a way that has only so many; None where it goes on.

    0 says that there are none for so many entries.
    """
    players = len((*given.fields, given.entries)[0])
    if given.method == ROUND_ROBIN:
        return two_sides.rounds_of_robin(given) if players >= TWO_SIDES else 0
    if given.method == WHIST:
        return fours_rounds.rounds_with_partners(players)
    if given.method in OVER_BOARDS:
        whole = board_rounds.full_movement(given)
        return whole.rounds if whole else 0
    if given.method == MOVEMENT:
        is_old = given.algorithm == sixteen_players.ALGORITHM
        offers = fours_rounds.rounds_offered(players, len(given.labels))
        return sixteen_players.ROUNDS if is_old else offers
    return None


def changed(given: Input, seating: Seating) -> tuple[tuple[Reason, ...], dict[str, str]]:
    """Return what is to be said of a table that was changed by hand, and who floats there."""
    given = grouped.of_entry(given, seating.entries[0])
    if given.units == TWO_SIDES and given.method not in DRAWS:
        return two_sides.changed(given, seating)
    return fours_rounds.changed(given, seating), {}


def _draw(given: Input) -> Drawn:
    if given.algorithm in EARLIER or _is_other(given):
        return _earlier(given)
    of_units = two_sides.draw if given.units == TWO_SIDES else fours_rounds.draw
    return DRAWS.get(given.method, of_units)(given)


def _is_over(group: Input) -> bool:
    rounds = rounds_of(group)
    return not group.entries or (rounds is not None and len(group.fields) >= rounds)


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
    if given.pair or not sixteen_players.is_offered(len(given.entries), len(given.labels)):
        raise CannotDraw("the movement is for sixteen players")
    if len(given.fields) >= sixteen_players.ROUNDS:
        raise CannotDraw("all rounds of the movement have been played")
    fields: Sequence[Sequence[str]] = [*given.fields, given.entries]
    return sixteen_players.draw(fields, given.labels, given.history, given.seed)
