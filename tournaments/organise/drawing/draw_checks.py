"""Why a round cannot be drawn from its input: every reason as a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from scoring.problems import Problem
from tournaments.models import DrawMethod
from tournaments.organise.drawing import board_places
from tournaments.pairing import grouped, two_sides
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours import fours_rounds, whist
from tournaments.pairing.fours.fixed_movements import SIZES
from tournaments.pairing.knockout import knockout_rounds
from tournaments.pairing.movements import board_rounds
from tournaments.refusals import Reason, refuse


def field_problems(given: pairing.Input) -> list[Problem]:
    """Return why the round cannot be drawn.

    Of groups one is enough that can be drawn; but where somebody finds no place, nothing is drawn.
    """
    if given.method not in pairing.methods(given.units, given.form):
        if given.method == DrawMethod.MOVEMENT:
            return [_no_movement(given)]
        return [refuse(Reason.DRAW_METHOD_NOT_OFFERED, field="method", size=given.units)]
    if not given.groups or given.method == DrawMethod.KNOCKOUT:
        return _problems(given)
    of_groups = [_problems(grouped.of_group(given, members)) for members in given.groups]
    blocking = [one for of_group in of_groups for one in of_group if one.code not in IDLE]
    return blocking or (of_groups[0] if all(of_groups) else [])


IDLE: Final = frozenset({Reason.ENTRIES_TOO_FEW, Reason.ROUND_ROBIN_OVER, Reason.MOVEMENT_OVER})
"""Why a group does not play while the others go on."""


def _problems(given: pairing.Input) -> list[Problem]:
    entries, size = len(given.entries), given.units
    if given.method in CHECKS and (given.method in MOVEMENTS or entries >= size):
        return CHECKS[given.method](given)
    if entries < size:
        return [refuse(Reason.ENTRIES_TOO_FEW, entries=entries, size=size)]
    return []


def _movement_problems(given: pairing.Input) -> list[Problem]:
    entries = len(given.entries)
    if not pairing.rounds_of(replace(given, fields=())):
        return [_no_movement(given)]
    changed = [len(field) for field in given.fields if len(field) != entries]
    if changed:
        return [refuse(Reason.MOVEMENT_FIELD_CHANGED, entries=entries, before=changed[0])]
    return _over(given, Reason.MOVEMENT_OVER)


def _no_movement(given: pairing.Input) -> Problem:
    if given.method == DrawMethod.WHIST:
        offered = ", ".join(map(str, whist.sizes()))
        return refuse(Reason.PARTNERS_NOT_OFFERED, entries=len(given.entries), sizes=offered)
    sizes = [size for size in SIZES if fours_rounds.rounds_offered(size, len("NWSE"))]
    entries, most = len(given.entries), max(sizes)
    least = min(size for size in sizes if set(range(size, most + 1)) <= set(sizes))
    return refuse(Reason.MOVEMENT_NOT_OFFERED, entries=entries, least=least, most=most)


def _board_problems(given: pairing.Input) -> list[Problem]:
    pairs = len((*given.fields, given.entries)[0])
    problems = board_places.problems(given) or _over(given, Reason.MOVEMENT_OVER)
    if problems:
        return problems
    try:
        board_rounds.numbers_of(given)
    except pairing.CannotDraw:
        return [refuse(Reason.MOVEMENT_FULL, places=pairs + pairs % 2)]
    return []


def _robin_problems(given: pairing.Input) -> list[Problem]:
    return _over(given, Reason.ROUND_ROBIN_OVER) or _full(given, Reason.ROUND_ROBIN_FULL)


def _over(given: pairing.Input, reason: Reason) -> list[Problem]:
    rounds = pairing.rounds_of(given) or 0
    return [refuse(reason, rounds=rounds)] if len(given.fields) >= rounds else []


def _full(given: pairing.Input, reason: Reason) -> list[Problem]:
    """Of an odd number one place is free, and no more."""
    first, late = len((*given.fields, given.entries)[0]), two_sides.newcomers(given)
    places = first + first % 2
    return [refuse(reason, places=places)] if first + len(late) > places else []


def _knockout_problems(given: pairing.Input) -> list[Problem]:
    if not given.knockout:
        return [refuse(Reason.DRAW_METHOD_NOT_OFFERED, field="method", size=given.units)]
    if knockout_rounds.ready(given):
        return []
    left = knockout_rounds.to_come(given)
    if left:
        return [refuse(Reason.KNOCKOUT_GOES_ON, matches=left)]
    return [refuse(Reason.KNOCKOUT_OVER)]


MOVEMENTS: Final = frozenset({DrawMethod.MOVEMENT, DrawMethod.WHIST})
CHECKS: Final[Mapping[str, Callable[[pairing.Input], list[Problem]]]] = {
    DrawMethod.MOVEMENT: _movement_problems,
    DrawMethod.WHIST: _movement_problems,
    DrawMethod.MITCHELL: _board_problems,
    DrawMethod.HOWELL: _board_problems,
    DrawMethod.ROUND_ROBIN: _robin_problems,
    DrawMethod.KNOCKOUT: _knockout_problems,
}
"""What is asked of a way to draw that does not fit every number, or has only so many rounds."""
