"""Seating of four single players: by lot, by standing, and in fixed movements.

A free draw weighs meetings first, then seat counts more than two apart, then the distance of the
score groups at a table (`fours_costs`); up to sixteen entries it finds the optimum, above that it
runs a bounded search and names the remaining rematches (`fours_search`). Then it assigns the seats
(`fours_seats`). A fixed movement draws its places from the seed before the first round; a late
entry takes the place of one that left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.pairing.fours import fixed_movements, fours_costs, whist
from tournaments.pairing.fours.fixed_movements import FoursMovement
from tournaments.pairing.fours.fours_search import EXACT, cut
from tournaments.pairing.fours.fours_seats import APART, SEATS, Sat
from tournaments.pairing.fours.fours_values import (
    FoursDraw,
    FoursInput,
    FoursMethod,
    FoursRefusal,
    FoursTable,
)
from tournaments.pairing.reasons import DrawReason, Why, because
from tournaments.pairing.round_values import CannotDraw
from tournaments.pairing.seating import Met, digest, meetings, shuffle
from tournaments.pairing.sit_outs import SitOutWhy, SitsOut, choose_sit_outs

ALGORITHM: Final = "fours-search-1"

MOVEMENT_OF: Final[dict[FoursMethod, tuple[str, Callable[[int], FoursMovement]]]] = {
    FoursMethod.MOVEMENT: (fixed_movements.ALGORITHM, fixed_movements.movement),
    FoursMethod.PARTNERS: (whist.ALGORITHM, whist.movement),
}


def draw(inputs: FoursInput) -> FoursDraw:
    """Draw a round.

    Raises ValueError if there are not four seats or too few entries for a table, CannotDraw if no
    fixed movement is offered for the number, if it was played to its end, or if the field has
    changed in number.
    """
    if len(inputs.labels) != SEATS or len(inputs.players) < SEATS:
        raise ValueError("the entries do not fill a table of four")
    return _draw_movement(inputs) if inputs.method in MOVEMENT_OF else _draw_by_search(inputs)


def _draw_by_search(inputs: FoursInput) -> FoursDraw:
    by_standing = inputs.method is FoursMethod.BY_STANDING
    out = choose_sit_outs(
        [player.entry for player in inputs.ordered],
        SEATS,
        before={player.entry: player.sat_out for player in inputs.players},
        house={player.entry for player in inputs.players if player.house},
        seed=None if by_standing else inputs.seed,
    )
    left_out = {sit_out.entry for sit_out in out}
    seated = [player for player in inputs.ordered if player.entry not in left_out]
    scores = sorted({player.score for player in seated}, reverse=True)
    ranks = {player.entry: scores.index(player.score) for player in seated if by_standing}
    names = sorted(
        (player.entry for player in seated),
        key=lambda entry: (ranks.get(entry, 0), digest(inputs.seed, "place", entry)),
    )
    met, sat = meetings(inputs.seatings), Sat(inputs.labels, inputs.seatings)
    costs = fours_costs.field_costs(names, met, ranks, sat)
    tables = [tuple(names[place] for place in four) for four in cut(costs, inputs.seed)]
    tables.sort(key=lambda four: sum(ranks.get(entry, 0) for entry in four))
    again = [_rematches(table, met) for table in tables]
    rematches = sum(len(repeats) for repeats in again)
    least = len(names) <= EXACT or rematches == 0
    turned = [sat.best(table) for table in tables]
    return FoursDraw(
        algorithm=ALGORITHM,
        tables=tuple(
            FoursTable(
                number,
                tuple(zip(inputs.labels, order, strict=True)),
                tuple(_table_reasons(inputs, order, met, sat, least=least)),
            )
            for number, order in enumerate(turned, 1)
        ),
        sit_outs=out,
        rematches=rematches,
        least=least,
    )


def _rematches(table: Sequence[str], met: Met) -> list[tuple[str, str, int]]:
    """Return the rematches at a table, and how often these entries have met."""
    twos = (
        (entry, other, met[frozenset((entry, other))]) for entry, other in combinations(table, 2)
    )
    return [two for two in twos if two[2]]


def _table_reasons(
    inputs: FoursInput, order: Sequence[str], met: Met, sat: Sat, *, least: bool
) -> Iterator[DrawReason]:
    """Yield why these four sit together in a free draw, and whose seats are uneven."""
    scores = [player.score for player in inputs.players if player.entry in order]
    high, low = max(scores), min(scores)
    if inputs.method is not FoursMethod.BY_STANDING:
        yield because(Why.FOURS_BY_LOT)
    elif low == high:
        yield because(Why.FOURS_SCORE_GROUP, score=str(high))
    else:
        yield because(Why.FOURS_SCORES, score=str(high), to=str(low))
    rematch = Why.FOURS_REMATCH if least else Why.FOURS_REMATCH_LEFT
    for first, other, times in _rematches(sorted(order), met):
        yield because(rematch, one=first, other=other, times=times)
    for place, entry in enumerate(order):
        apart = sat.spread_with(entry, place)
        if apart >= APART:
            yield because(Why.FOURS_SEATS_APART, entry=entry, apart=apart)


def _draw_movement(inputs: FoursInput) -> FoursDraw:
    algorithm, offer = MOVEMENT_OF[inputs.method]
    fields = [*inputs.fields, tuple(player.entry for player in inputs.ordered)]
    if len({len(field) for field in fields}) > 1:
        raise CannotDraw(FoursRefusal.FIELD_CHANGED)
    try:
        movement = offer(len(inputs.players))
    except ValueError:
        raise CannotDraw(FoursRefusal.NOT_OFFERED) from None
    number = len(inputs.fields)
    if number >= len(movement.rounds):
        raise CannotDraw(FoursRefusal.ALL_PLAYED)
    places = positions(fields, inputs.seed)
    reason = because(Why.FOURS_MOVEMENT, round=number + 1, rounds=len(movement.rounds))
    met = meetings(inputs.seatings)
    orders = [[places[player - 1] for player in table] for table in movement.rounds[number]]
    out = [places[player - 1] for player in movement.sit_outs(number)]
    return FoursDraw(
        algorithm=algorithm,
        tables=tuple(
            FoursTable(place, tuple(zip(inputs.labels, order, strict=True)), (reason,))
            for place, order in enumerate(orders, 1)
        ),
        sit_outs=tuple(
            SitsOut(
                entry,
                SitOutWhy.BY_DRAW,
                reasons=(because(Why.FOURS_OUT_MOVEMENT, entry=entry, round=number + 1),),
            )
            for entry in out
        ),
        rematches=sum(len(_rematches(order, met)) for order in orders),
        least=inputs.method is FoursMethod.MOVEMENT,
    )


def positions(fields: Sequence[Sequence[str]], seed: str) -> list[str]:
    """Return the holder of each place of a movement in the last of these fields.

    >>> positions([["1", "2", "3", "4"], ["2", "3", "4", "9"]], "s").count("9")
    1
    """
    places = shuffle(fields[0], seed, "place")
    for field in fields[1:]:
        new = iter(sorted(set(field) - set(places)))
        places = [entry if entry in field else next(new) for entry in places]
    return places
