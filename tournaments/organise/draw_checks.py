"""Why a round cannot be drawn from its input: every reason as a refusal."""

from __future__ import annotations

from scoring.problems import Problem
from tournaments.models import DrawMethod
from tournaments.pairing import each_for_himself, movement, two_sides
from tournaments.pairing import rounds as pairing
from tournaments.pairing.fours_movement import SIZES
from tournaments.refusals import Reason, refuse


def field_problems(given: pairing.Input) -> list[Problem]:
    """Return why the round cannot be drawn."""
    entries, size = len(given.entries), given.units
    if given.method not in pairing.methods(size):
        if given.method == DrawMethod.MOVEMENT:
            return [_no_movement(given)]
        return [refuse(Reason.DRAW_METHOD_NOT_OFFERED, field="method", size=size)]
    if given.method == DrawMethod.MOVEMENT:
        return _movement_problems(given)
    if entries < size:
        return [refuse(Reason.ENTRIES_TOO_FEW, entries=entries, size=size)]
    return _robin_problems(given) if given.method == DrawMethod.ROUND_ROBIN else []


def _movement_problems(given: pairing.Input) -> list[Problem]:
    entries = len(given.entries)
    rounds = each_for_himself.rounds_offered(entries, len(given.labels))
    if given.algorithm == movement.ALGORITHM:
        rounds = movement.ROUNDS
    if not rounds:
        return [_no_movement(given)]
    changed = [len(field) for field in given.fields if len(field) != entries]
    if changed:
        return [refuse(Reason.MOVEMENT_FIELD_CHANGED, entries=entries, before=changed[0])]
    if len(given.fields) >= rounds:
        return [refuse(Reason.MOVEMENT_OVER, rounds=rounds)]
    return []


def _no_movement(given: pairing.Input) -> Problem:
    sizes = [size for size in SIZES if each_for_himself.rounds_offered(size, len("NWSE"))]
    entries, most = len(given.entries), max(sizes)
    least = min(size for size in sizes if set(range(size, most + 1)) <= set(sizes))
    return refuse(Reason.MOVEMENT_NOT_OFFERED, entries=entries, least=least, most=most)


def _robin_problems(given: pairing.Input) -> list[Problem]:
    rounds, late = two_sides.rounds_of_robin(given), two_sides.newcomers(given)
    places = len((*given.fields, given.entries)[0])
    places += places % 2
    if len(given.fields) >= rounds:
        return [refuse(Reason.ROUND_ROBIN_OVER, rounds=rounds)]
    if len((*given.fields, given.entries)[0]) + len(late) > places:
        return [refuse(Reason.ROUND_ROBIN_FULL, places=places)]
    return []
