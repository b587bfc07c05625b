"""Late entries in a movement over boards: the numbers they take, and whether any is free."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, refuse
from tournaments.models import Entry, Event, Round
from tournaments.pairing import notes
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_choice, board_numbers, board_rounds
from tournaments.pairing.movements.board_choice import (
    ChoiceProblem,
    MovementChoice,
    PlanProblem,
    movement_problem,
)
from tournaments.results import queries


def replaced_numbers(
    draw_input: pairing.DrawInput, before: Sequence[Round], withdrawn: Sequence[str]
) -> dict[str, str]:
    """Return the number that each late entry has taken, by entry, newcomers of this round included.

    `before` are the earlier rounds of the movement; `withdrawn` is ordered by the time of leaving.
    """
    if not before:
        return {}
    known = dict((notes.read(before[-1].reasons).input or {}).get("instead", {}))
    try:
        numbers = board_rounds.numbers_of(replace(draw_input, entries=(), instead=known))
    except pairing.CannotDraw:
        return known
    having = {holder for holders in numbers for holder in holders}
    come = [entry for entry in draw_input.entries if entry not in having]
    return known | board_numbers.places_for(come, numbers, withdrawn)


def withdrawn_before(entries: Iterable[Entry], number: int) -> tuple[str, ...]:
    """Return the entries withdrawn before a round, by the time of leaving."""
    left = [
        (entry.to_round, entry.number)
        for entry in entries
        if entry.state == Entry.State.WITHDRAWN
        and entry.to_round is not None
        and entry.to_round < number
    ]
    return tuple(str(entry) for _, entry in sorted(left))


def draw_problems(draw_input: pairing.DrawInput) -> list[Problem]:
    """Return why a round of a movement over boards cannot be drawn with its options."""
    choice = board_choice.read(draw_input.movement)
    pairs = len((*draw_input.fields, draw_input.entries)[0])
    problems = list(movement_problems(draw_input.method, pairs, draw_input.rounds, choice))
    if problems:
        return problems
    unknown = [
        number
        for number in choice.stay
        if number not in (*draw_input.fields, draw_input.entries)[0]
    ]
    if not draw_input.fields and unknown:
        return [movement_problem(PlanProblem.WISH_UNKNOWN, entry=number) for number in unknown]
    return []


def movement_problems(
    method: str, pairs: int, rounds: int, choice: MovementChoice
) -> Iterator[Problem]:
    """Yield why no movement with these options exists for a number of pairs."""
    misfits = list(choice.misfits(method))
    if misfits:
        yield from misfits
        return
    movement = board_rounds.movement_of(method, pairs, rounds, replace(choice, switched=None))
    if movement is None and choice.form:
        yield movement_problem(PlanProblem.FORM_NOT_OFFERED, pairs=pairs)
    elif movement is None:
        yield refuse(PlanReason.BOARD_MOVEMENT_NOT_OFFERED, entries=pairs)
    elif choice.switched is not None and choice.switched >= movement.rounds:
        values = {"switched": choice.switched, "most": movement.rounds - 1}
        yield movement_problem(ChoiceProblem.SWITCHED_NOT_OFFERED, **values)
    elif len(choice.stay) > len(movement.stationary()):
        most = len(movement.stationary())
        yield movement_problem(PlanProblem.WISHES_TOO_MANY, wishes=len(choice.stay), most=most)


def full_problems(event: Event, newcomers: int) -> list[Problem]:
    """Return a problem if the current movement has no numbers for this many newcomers."""
    numbers = _numbers_in_play(event)
    if numbers is None:
        return []
    having = {holder for holders in numbers for holder in holders}
    playing = event.entries.exclude(state=Entry.State.WITHDRAWN)
    waiting = {str(number) for number in playing.values_list("number", flat=True)} - having
    is_full = newcomers + len(waiting) > _free_count(event, numbers)
    return [refuse(Reason.MOVEMENT_FULL, places=len(numbers))] if is_full else []


def late_arrival_problems(event: Event, newcomers: Collection[int]) -> list[Problem]:
    """Return a problem if the current movement has no numbers for these late arrivals.

    They were entered in time and absent from the first round.
    """
    numbers = _numbers_in_play(event)
    if numbers is None:
        return []
    having = {holder for holders in numbers for holder in holders}
    late = set(map(str, newcomers)) - having
    present = event.entries.filter(state=Entry.State.CHECKED_IN).values_list("number", flat=True)
    waiting = late | (set(map(str, present)) - having)
    is_full = late and len(waiting) > _free_count(event, numbers)
    return [refuse(Reason.MOVEMENT_FULL, places=len(numbers))] if is_full else []


def next_places(event: Event) -> dict[int, int]:
    """Return the number that each entry without one takes, 0 for a free one, by printed number.

    Empty if no movement over boards is played.
    """
    numbers = _numbers_in_play(event)
    if numbers is None:
        return {}
    having = {holder for holders in numbers for holder in holders}
    playing = event.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number")
    newcomers = [
        number
        for number in map(str, playing.values_list("number", flat=True))
        if number not in having
    ]
    withdrawn = withdrawn_before(event.entries.all(), len(queries.rounds(event)) + 1)
    place_by_number = board_numbers.places_for(newcomers, numbers, withdrawn)
    free = sum(not holders for holders in numbers)
    return {
        int(number): int(place_by_number.get(number, 0))
        for number in (*newcomers[:free], *place_by_number)
    }


def taken_number_problems(entry: Entry) -> list[Problem]:
    """Return a problem if another entry has taken the number of a withdrawn one."""
    for holders in _numbers_in_play(entry.event) or ():
        own = str(entry.number)
        if own in holders and holders[-1] != own:
            values = {"number": entry.number, "by": int(holders[-1])}
            return [movement_problem(ChoiceProblem.NUMBER_TAKEN, **values)]
    return []


def _free_count(event: Event, numbers: Sequence[Sequence[str]]) -> int:
    """Return how many numbers are free or held by withdrawn entries."""
    withdrawn = set(withdrawn_before(event.entries.all(), len(queries.rounds(event)) + 1))
    return sum(
        not holder or holder in withdrawn for holder in board_numbers.present_holders(numbers)
    )


def _numbers_in_play(event: Event) -> Sequence[Sequence[str]] | None:
    """Return the successive holders of each number of the current movement; None without one."""
    rounds = event.rounds.exclude(state=Round.State.CANCELLED).order_by("number")
    last = rounds.last()
    if last is None or last.method not in pairing.OVER_BOARDS:
        return None
    stored = notes.read(last.reasons).input
    return board_rounds.numbers_of(pairing.read(stored, last.seed)) if stored else None
