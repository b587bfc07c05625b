"""A draw, and the checks of its input: every reason why a round cannot be drawn, as refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import DrawMethod
from tournaments.organise.drawing import board_places
from tournaments.pairing import rounds as pairing
from tournaments.pairing import two_sides
from tournaments.pairing.fours import fixed_movements, whist
from tournaments.pairing.fours.fixed_movements import SIZES
from tournaments.pairing.knockout import knockout_rounds
from tournaments.pairing.movements import board_rounds
from tournaments.results.event_record import competitors
from tournaments.results.snapshot import EventSnapshot


def field_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    """Return why a round cannot be drawn.

    One group that can be drawn is enough, but an entry without a group blocks the whole draw.
    """
    if draw_input.method not in pairing.possible_methods(draw_input.units, draw_input.form):
        if draw_input.method == DrawMethod.MOVEMENT:
            return [_movement_refusal(draw_input)]
        return [refuse(PlanReason.DRAW_METHOD_NOT_OFFERED, field="method", size=draw_input.units)]
    if not draw_input.groups or draw_input.method == DrawMethod.KNOCKOUT:
        return _method_problems(draw_input)
    problems_by_group = [
        _method_problems(pairing.group_input(draw_input, members)) for members in draw_input.groups
    ]
    blocking = [
        problem
        for group_problems in problems_by_group
        for problem in group_problems
        if problem.code not in IDLE
    ]
    return blocking or (problems_by_group[0] if all(problems_by_group) else [])


IDLE: Final = frozenset({Reason.ENTRIES_TOO_FEW, Reason.ROUND_ROBIN_OVER, Reason.MOVEMENT_OVER})
"""Reasons for which a group pauses while others play."""


def _method_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    entries, size = len(draw_input.entries), draw_input.units
    if draw_input.method in CHECKS and (draw_input.method in FIXED_MOVEMENTS or entries >= size):
        return CHECKS[draw_input.method](draw_input)
    if entries < size:
        return [refuse(Reason.ENTRIES_TOO_FEW, entries=entries, size=size)]
    return []


def _movement_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    entries = len(draw_input.entries)
    if not pairing.round_limit(replace(draw_input, fields=())):
        return [_movement_refusal(draw_input)]
    changed = [len(field) for field in draw_input.fields if len(field) != entries]
    if changed:
        return [refuse(Reason.MOVEMENT_FIELD_CHANGED, entries=entries, before=changed[0])]
    return _over_problems(draw_input, Reason.MOVEMENT_OVER)


def _movement_refusal(draw_input: pairing.DrawInput) -> Problem:
    if draw_input.method == DrawMethod.WHIST:
        offered = ", ".join(map(str, whist.sizes()))
        return refuse(
            PlanReason.PARTNERS_NOT_OFFERED, entries=len(draw_input.entries), sizes=offered
        )
    sizes = [size for size in SIZES if fixed_movements.movement_rounds(size, len("NWSE"))]
    entries, most = len(draw_input.entries), max(sizes)
    least = min(size for size in sizes if set(range(size, most + 1)) <= set(sizes))
    return refuse(PlanReason.MOVEMENT_NOT_OFFERED, entries=entries, least=least, most=most)


def _board_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    pairs = len((*draw_input.fields, draw_input.entries)[0])
    problems = board_places.draw_problems(draw_input) or _over_problems(
        draw_input, Reason.MOVEMENT_OVER
    )
    if problems:
        return problems
    try:
        board_rounds.numbers_of(draw_input)
    except pairing.CannotDraw:
        return [refuse(Reason.MOVEMENT_FULL, places=pairs + pairs % 2)]
    return []


def _robin_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    """A field of odd size has one free place, an even one none."""
    if problems := _over_problems(draw_input, Reason.ROUND_ROBIN_OVER):
        return problems
    first, late = len((*draw_input.fields, draw_input.entries)[0]), two_sides.newcomers(draw_input)
    places = first + first % 2
    is_full = first + len(late) > places
    return [refuse(Reason.ROUND_ROBIN_FULL, places=places)] if is_full else []


def _over_problems(draw_input: pairing.DrawInput, reason: Reason) -> list[Problem]:
    rounds = pairing.round_limit(draw_input) or 0
    return [refuse(reason, rounds=rounds)] if len(draw_input.fields) >= rounds else []


def _knockout_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    if not draw_input.knockout:
        return [refuse(PlanReason.DRAW_METHOD_NOT_OFFERED, field="method", size=draw_input.units)]
    if knockout_rounds.ready_matches(draw_input):
        return []
    left = knockout_rounds.count_matches_to_come(draw_input)
    if left:
        return [refuse(Reason.KNOCKOUT_GOES_ON, matches=left)]
    return [refuse(Reason.KNOCKOUT_OVER)]


def draw(draw_input: pairing.DrawInput) -> pairing.DrawnRound:
    """Draw a round. Raises Refused where its method has none for those who are there."""
    try:
        return pairing.draw(draw_input)
    except pairing.CannotDraw:
        raise Refused(refuse(Reason.DRAW_IMPOSSIBLE)) from None


def absent_problems(snapshot: EventSnapshot, draw_input: pairing.DrawInput) -> list[Problem]:
    """Return a problem with the names of those who advanced in a knockout and are not there.

    In other methods the absent are not drawn. A bracket cannot leave them out: whether they still
    come or their opponents advance without play is decided before.
    """
    if draw_input.method != DrawMethod.KNOCKOUT or not draw_input.knockout:
        return []
    ready = knockout_rounds.ready_matches(draw_input)
    wanted = {side for standing in ready for side in standing.sides if side}
    missing = wanted.difference(draw_input.entries)
    known = competitors(snapshot) if missing else {}
    names = [
        known[entry.uid].name
        for number, entry in snapshot.entry_by_number.items()
        if number in missing
    ]
    return [refuse(Reason.KNOCKOUT_ABSENT, names=tuple(names))] if names else []


FIXED_MOVEMENTS: Final = frozenset({DrawMethod.MOVEMENT, DrawMethod.WHIST})
CHECKS: Final[Mapping[str, Callable[[pairing.DrawInput], list[Problem]]]] = {
    DrawMethod.MOVEMENT: _movement_problems,
    DrawMethod.WHIST: _movement_problems,
    DrawMethod.MITCHELL: _board_problems,
    DrawMethod.HOWELL: _board_problems,
    DrawMethod.ROUND_ROBIN: _robin_problems,
    DrawMethod.KNOCKOUT: _knockout_problems,
}
"""Checks of draw methods that do not fit every number or have a limited number of rounds."""
