"""The interface of all draws: from the input of a round to its tables and byes.

A draw is a function of its input alone; the input is plain JSON, so that anybody can repeat it. A
round is repeated by the algorithm named in it, so that earlier algorithms remain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tournaments.pairing import earlier_draws, round_robin, sit_outs, two_sides
from tournaments.pairing.fours import (
    fixed_movements,
    fours_draw,
    fours_rounds,
    sixteen_players,
    whist,
)
from tournaments.pairing.fours.fours_seats import SEATS
from tournaments.pairing.knockout import knockout_draw, knockout_rounds
from tournaments.pairing.movements import board_rounds
from tournaments.pairing.reasons import DrawReason
from tournaments.pairing.round_values import (
    ALL_MEETINGS,
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
    DrawInput,
    DrawnRound,
    read,
)
from tournaments.pairing.seating import Draw, Seating
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut
from tournaments.pairing.swiss import swiss_draw

__all__ = [
    "ALL_MEETINGS",
    "FIXED",
    "OVER_BOARDS",
    "STANDING",
    "CannotDraw",
    "DrawInput",
    "DrawnRound",
    "draw",
    "group_input",
    "offered_methods",
    "possible_methods",
    "read",
    "reasons_by_hand",
    "round_limit",
]

OF_TWO: Final = (SWISS, RANDOM, HIGH_HIGH, DANISH, ROUND_ROBIN)
OF_FOUR: Final = (RANDOM, BY_STANDING, MOVEMENT)
OF_OTHERS: Final = (RANDOM, BY_STANDING)
OF_PAIRS: Final = (*OF_TWO, MITCHELL, HOWELL)
OF_PARTNERS: Final = (WHIST, RANDOM, BY_STANDING)
OF_FORMS: Final = {(TWO_SIDES, PAIRS): OF_PAIRS, (SEATS, PARTNERS): OF_PARTNERS}

EARLIER: Final = frozenset({*earlier_draws.ALGORITHMS.values(), sixteen_players.ALGORITHM})
PRESENT: Final = frozenset(
    {
        swiss_draw.ALGORITHM,
        swiss_draw.EARLIER_ALGORITHM,
        round_robin.ALGORITHM,
        knockout_draw.ALGORITHM,
        fours_draw.ALGORITHM,
        fixed_movements.ALGORITHM,
        whist.ALGORITHM,
        board_rounds.ALGORITHM,
    }
)
DRAWS: Final[Mapping[str, Callable[[DrawInput], DrawnRound]]] = {
    ROUND_ROBIN: two_sides.draw_round_robin,
    MITCHELL: board_rounds.draw,
    HOWELL: board_rounds.draw,
    KNOCKOUT: knockout_rounds.draw,
}
"""The ways to draw that do not depend on the size of a table."""


def offered_methods(units: int, form: str = "") -> tuple[str, ...]:
    """Return the draw methods offered for tables of `units` entries.

    >>> offered_methods(2), offered_methods(5)
    (('swiss', 'random', 'high_high', 'danish', 'round_robin'), ('random', 'by_standing'))
    >>> offered_methods(2, "pairs")[-2:], offered_methods(4, "partners")
    (('mitchell', 'howell'), ('whist', 'random', 'by_standing'))
    """
    usual = {TWO_SIDES: OF_TWO, SEATS: OF_FOUR}.get(units, OF_OTHERS)
    return OF_FORMS.get((units, form), usual)


def possible_methods(units: int, form: str = "") -> tuple[str, ...]:
    """Return the draw methods that are possible, including the former draw by standing for two
    sides.

    >>> possible_methods(2)[-1]
    'by_standing'
    """
    ways = offered_methods(units, form)
    if units == TWO_SIDES:
        ways = (*ways, KNOCKOUT)
    return ways if BY_STANDING in ways else (*ways, BY_STANDING)


def draw(inputs: DrawInput) -> DrawnRound:
    """Draw a round, every group separately.

    Raises ValueError if the entries do not fill a table, CannotDraw if the method does not fit the
    tables, has no rounds left for these entries, or its algorithm is unknown.
    """
    if inputs.algorithm and inputs.algorithm not in EARLIER | PRESENT:
        raise CannotDraw("the algorithm is not known here")
    if inputs.method not in possible_methods(inputs.units, inputs.form):
        raise CannotDraw("this way to draw is not for such tables")
    if inputs.groups and inputs.method != KNOCKOUT:
        return _draw_groups(inputs)
    return _draw_whole(inputs)


def round_limit(inputs: DrawInput) -> int | None:
    """Return how many rounds a draw method has for these entries; None without a limit.

    0 if it offers none for this number of entries.
    """
    players = len((*inputs.fields, inputs.entries)[0])
    if inputs.method == ROUND_ROBIN:
        return two_sides.count_round_robin_rounds(inputs) if players >= TWO_SIDES else 0
    if inputs.method == WHIST:
        return whist.rounds_with_partners(players)
    if inputs.method in OVER_BOARDS:
        whole = board_rounds.full_movement(inputs)
        return whole.rounds if whole else 0
    if inputs.method == MOVEMENT:
        is_old = inputs.algorithm == sixteen_players.ALGORITHM
        offers = fixed_movements.movement_rounds(players, len(inputs.labels))
        return sixteen_players.ROUNDS if is_old else offers
    return None


def reasons_by_hand(
    inputs: DrawInput, seating: Seating
) -> tuple[tuple[DrawReason, ...], dict[str, str]]:
    """Return the reasons of a table changed by hand, and the floats at it."""
    entry = seating.entries[0]
    members = next((group for group in inputs.groups if entry in group), None)
    inputs = group_input(inputs, members) if members else inputs
    if inputs.units == TWO_SIDES and inputs.method not in DRAWS:
        return two_sides.reasons_by_hand(inputs, seating)
    return fours_rounds.reasons_by_hand(inputs, seating), {}


def group_input(inputs: DrawInput, members: Sequence[str]) -> DrawInput:
    """Return the input of the draw of one group."""
    here = set(members)
    return replace(
        inputs,
        entries=tuple(entry for entry in inputs.entries if entry in here),
        fields=tuple(tuple(entry for entry in field if entry in here) for field in inputs.fields),
        house=tuple(entry for entry in inputs.house if entry in here),
        seeding=tuple(entry for entry in inputs.seeding if entry in here),
        groups=(),
    )


def _draw_groups(inputs: DrawInput) -> DrawnRound:
    """Draw every group that has rounds left separately, from the same seed.

    Names of entries differ, and so do the lots. Members of a group that has played all its rounds
    have neither a seat nor a bye. In a round robin whose next tables have all lost a side, those
    left have byes and the round no table: the schedule does not change.
    """
    drawn_groups: list[tuple[int, DrawnRound]] = []
    for number, members in enumerate(inputs.groups, 1):
        group = group_input(inputs, members)
        limit = round_limit(group)
        if not group.entries or (limit is not None and len(group.fields) >= limit):
            continue
        if len(group.entries) >= group.units:
            drawn_groups.append((number, _draw_whole(group)))
        else:
            out = tuple(SitsOut(entry, SitOutWhy.BY_DRAW) for entry in group.entries)
            drawn_groups.append((number, DrawnRound(Draw(group.seed, "", ()), out)))
    if not drawn_groups:
        raise CannotDraw("no group has a round left")
    return _merge_groups(inputs.seed, drawn_groups)


def _merge_groups(seed: str, drawn_groups: Sequence[tuple[int, DrawnRound]]) -> DrawnRound:
    """Return the groups as one round, with tables numbered consecutively."""
    tables: list[Seating] = []
    reasons: list[tuple[DrawReason, ...]] = []
    groups: list[int] = []
    boards: dict[int, tuple[int, ...]] = {}
    for group, drawn in drawn_groups:
        table_reasons = drawn.reasons or ((),) * len(drawn.draw.tables)
        for seating, why in zip(drawn.draw.tables, table_reasons, strict=True):
            number = len(tables) + 1
            tables.append(replace(seating, table=number))
            reasons.append(why)
            groups.append(group)
            if seating.table in drawn.boards:
                boards[number] = drawn.boards[seating.table]
    return DrawnRound(
        draw=Draw(seed, max(drawn.draw.algorithm for _, drawn in drawn_groups), tuple(tables)),
        sit_outs=tuple(out for _, drawn in drawn_groups for out in drawn.sit_outs),
        reasons=tuple(reasons),
        floats={entry: way for _, drawn in drawn_groups for entry, way in drawn.floats.items()},
        groups=tuple(groups),
        boards=boards,
    )


def _draw_whole(inputs: DrawInput) -> DrawnRound:
    if inputs.algorithm in EARLIER or inputs.units not in {TWO_SIDES, SEATS}:
        return _draw_as_earlier(inputs)
    of_units = two_sides.draw if inputs.units == TWO_SIDES else fours_rounds.draw
    return DRAWS.get(inputs.method, of_units)(inputs)


def _draw_as_earlier(inputs: DrawInput) -> DrawnRound:
    """Draw with the first algorithm, which is still used at tables of three and five."""
    if inputs.method == MOVEMENT:
        fields = [*inputs.fields, inputs.entries]
        drawn = sixteen_players.draw(fields, inputs.labels, inputs.history, inputs.seed)
        return DrawnRound(drawn)
    out = sit_outs.choose_sit_outs(
        inputs.entries,
        inputs.units,
        before=inputs.sat_out or {},
        house=inputs.house,
        seed=None if inputs.method == BY_STANDING else inputs.seed,
    )
    without = {sit_out.entry for sit_out in out}
    seated = [entry for entry in inputs.entries if entry not in without]
    drawn = earlier_draws.draw(
        seated,
        inputs.labels,
        inputs.history,
        inputs.seed,
        pair=inputs.pair,
        by_standing=inputs.method == BY_STANDING,
    )
    return DrawnRound(drawn, out)
