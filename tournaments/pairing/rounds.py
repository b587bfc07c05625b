"""The interface of all draws: from the input of a round to its tables and who sits out.

A draw is a function of its input alone; the input is plain JSON, so that anybody can repeat it. A
round is repeated by the algorithm that is named in it: the earlier ones stay.
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
"""The ways to draw that do not depend on the size of a table."""


def offered(units: int, form: str = "") -> tuple[str, ...]:
    """Return the ways to draw that are offered for tables of `units` entries.

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
    ways = offered(units, form)
    if units == TWO_SIDES:
        ways = (*ways, KNOCKOUT)
    return ways if BY_STANDING in ways else (*ways, BY_STANDING)


def draw(inputs: Input) -> Drawn:
    """Draw a round, every group of it for itself.

    Raises ValueError if the entries do not fill a table, CannotDraw if the way to draw does not fit
    the tables, has no rounds left for these entries, or its algorithm is not known here.
    """
    if inputs.algorithm and inputs.algorithm not in EARLIER | PRESENT:
        raise CannotDraw("the algorithm is not known here")
    if inputs.method not in methods(inputs.units, inputs.form):
        raise CannotDraw("this way to draw is not for such tables")
    if inputs.groups and inputs.method != KNOCKOUT:
        return grouped.draw(inputs, _draw_whole, _is_over)
    return _draw_whole(inputs)


def rounds_of(inputs: Input) -> int | None:
    """Return how many rounds a way to draw has for these entries; None where it has no limit.

    0 where it offers none for so many entries.
    """
    players = len((*inputs.fields, inputs.entries)[0])
    if inputs.method == ROUND_ROBIN:
        return two_sides.rounds_of_robin(inputs) if players >= TWO_SIDES else 0
    if inputs.method == WHIST:
        return fours_rounds.rounds_with_partners(players)
    if inputs.method in OVER_BOARDS:
        whole = board_rounds.full_movement(inputs)
        return whole.rounds if whole else 0
    if inputs.method == MOVEMENT:
        is_old = inputs.algorithm == sixteen_players.ALGORITHM
        offers = fours_rounds.rounds_offered(players, len(inputs.labels))
        return sixteen_players.ROUNDS if is_old else offers
    return None


def changed(inputs: Input, seating: Seating) -> tuple[tuple[Reason, ...], dict[str, str]]:
    """Return the reasons of a table that was changed by hand, and who floats there."""
    inputs = grouped.group_input_of(inputs, seating.entries[0])
    if inputs.units == TWO_SIDES and inputs.method not in DRAWS:
        return two_sides.changed(inputs, seating)
    return fours_rounds.changed(inputs, seating), {}


def _draw_whole(inputs: Input) -> Drawn:
    if inputs.algorithm in EARLIER or inputs.units not in {TWO_SIDES, SEATS}:
        return _draw_as_earlier(inputs)
    of_units = two_sides.draw if inputs.units == TWO_SIDES else fours_rounds.draw
    return DRAWS.get(inputs.method, of_units)(inputs)


def _is_over(group: Input) -> bool:
    rounds = rounds_of(group)
    return not group.entries or (rounds is not None and len(group.fields) >= rounds)


def _draw_as_earlier(inputs: Input) -> Drawn:
    """Draw as rounds were drawn at first, and still are at tables of three and five."""
    if inputs.method == MOVEMENT:
        return Drawn(_draw_affine_plane(inputs))
    out = sit_outs.choose(
        inputs.entries,
        inputs.units,
        before=inputs.sat_out or {},
        house=inputs.house,
        seed=None if inputs.method == BY_STANDING else inputs.seed,
    )
    without = {sit_out.entry for sit_out in out}
    seated = [entry for entry in inputs.entries if entry not in without]
    module = pairs if inputs.pair else individual
    make = module.by_standing if inputs.method == BY_STANDING else module.draw
    return Drawn(make(seated, inputs.labels, inputs.history, inputs.seed), out)


def _draw_affine_plane(inputs: Input) -> Draw:
    if inputs.pair or not sixteen_players.is_offered(len(inputs.entries), len(inputs.labels)):
        raise CannotDraw("the movement is for sixteen players")
    if len(inputs.fields) >= sixteen_players.ROUNDS:
        raise CannotDraw("all rounds of the movement have been played")
    fields: Sequence[Sequence[str]] = [*inputs.fields, inputs.entries]
    return sixteen_players.draw(fields, inputs.labels, inputs.history, inputs.seed)
