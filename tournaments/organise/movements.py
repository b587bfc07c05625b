"""The options of a movement over boards, chosen before it begins, and its size.

The movements themselves are in `pairing.movements`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import DrawMethod, Event, Round, Stage
from tournaments.organise.drawing import board_places, draws
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_choice, board_rounds
from tournaments.pairing.movements.board_choice import (
    ChoiceProblem,
    MovementChoice,
    PlanProblem,
    movement_problem,
)
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.pairing.movements.board_offers import offers
from tournaments.record.audit import Actor, Verb, change
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import boards, stages


@dataclass(frozen=True, slots=True)
class MovementSize:
    """The size of a movement for the pairs present now.

    `boards` counts all boards played, `copies` the copies needed of each, `sit_outs` the pairs with
    a bye in some round, and `stationary` the pairs that can keep their table; `stay` names the
    pairs chosen for that.
    """

    form: BoardForm
    pairs: int
    tables: int
    rounds: int
    sets: int
    boards: int
    copies: int
    sit_outs: int
    switched: int
    winners: int
    stationary: int
    stay: tuple[str, ...] = ()


def set_movement(event: Event, actor: Actor, choice: MovementChoice) -> None:
    """Set the options of the movement of an event; the same options again change nothing.

    Raises Refused once a round of it is public or a draft exists, and for options that do not fit
    the draw method, the stages or the pairs present.
    """
    with change(event.tournament, actor, Verb.SET_MOVEMENT) as made:
        made.concerns(event=event)
        made.note(movement=choice.as_json())
        shown = Event.objects.select_related("ruleset").get(pk=event.pk)
        snapshot = results.read(shown)
        if has_begun(snapshot):
            raise Refused(movement_problem(ChoiceProblem.BEGUN))
        drafts = (
            refuse(Reason.ROUND_IN_DRAFT, number=round_.number)
            for round_ in snapshot.rounds
            if round_.method in pairing.OVER_BOARDS and round_.state == Round.State.DRAFT
        )
        if problems := [*drafts, *choice_problems(snapshot, choice)]:
            raise Refused(*problems)
        if shown.movement != choice.as_json():
            Event.objects.filter(pk=event.pk).update(movement=choice.as_json())
            made.shows(event)
    event.movement = choice.as_json()


def choice_of(event: Event) -> MovementChoice:
    """Return the options chosen for the movement of an event."""
    return board_choice.read(event.movement)


def has_begun(snapshot: EventSnapshot) -> bool:
    """Whether a round of a movement over boards is public, which fixes its options."""
    return any(round_.method in pairing.OVER_BOARDS for round_ in snapshot.public_rounds)


def outlook(snapshot: EventSnapshot, choice: MovementChoice | None = None) -> MovementSize | None:
    """Return the size of the movement; None if there is none for this many pairs, or for the
    method.
    """
    stage = snapshot.current_stage
    method, choice = stages.method_of(stage), choice or choice_of(snapshot.event)
    pairs, rounds = _pair_count(snapshot), snapshot.rounds_planned(stage) or 0
    if method not in pairing.OVER_BOARDS:
        return None
    whole = board_rounds.movement_of(method, pairs, rounds, choice)
    if whole is None:
        return None
    reduced = replace(
        whole,
        pairs=pairs,
        sittings=tuple(sitting for sitting in whole.sittings if max(sitting.pairs) <= pairs),
    )
    played = {sitting.boards for sitting in reduced.sittings}
    names = {
        str(competitor.number): competitor.name
        for competitor in event_record.competitors(snapshot).values()
    }
    return MovementSize(
        form=whole.form,
        pairs=pairs,
        tables=whole.pairs // 2,
        rounds=whole.rounds,
        sets=len(played),
        boards=len(played) * stages.deals_of(stage),
        copies=reduced.copies,
        sit_outs=whole.rounds if pairs % 2 else 0,
        switched=len(whole.switched),
        winners=whole.winners,
        stationary=len(whole.stationary()),
        stay=tuple(f"{number} {names[number]}" for number in choice.stay if number in names),
    )


def forms_for(snapshot: EventSnapshot) -> tuple[BoardForm, ...]:
    """Return the forms of the movement that exist for the pairs now present."""
    method, pairs = stages.method_of(snapshot.current_stage), _pair_count(snapshot)
    offered = {offer.form for offer in offers(pairs + pairs % 2)}
    return tuple(form for form in board_choice.FORMS.get(method, ()) if form in offered)


def plan_problems(
    movement: Mapping[str, Any], method: str, number_of_stages: int
) -> Iterator[Problem]:
    """Yield the problems of the movement options of a plan."""
    unreadable = board_choice.problems(movement)
    if unreadable:
        yield from unreadable
        return
    choice = board_choice.read(movement)
    yield from choice.misfits(method)
    if choice.two_winners and number_of_stages > 1:
        yield movement_problem(ChoiceProblem.TWO_WINNERS_IN_STAGES)


def mixed_lines_problems(event: Event, method: str) -> list[Problem]:
    """Return a problem if a draw method would mix two lines that are ranked apart."""
    mixes = choice_of(event).two_winners and method != DrawMethod.MITCHELL
    return [movement_problem(ChoiceProblem.TWO_WINNERS_UNDRAWN)] if mixes else []


def opened_boards_problems(stage: Stage, method: str) -> list[Problem]:
    """Return a problem if boards of a movement in play were opened, which ends it.

    The secret published with them also deals the boards of later rounds.
    """
    if method not in pairing.OVER_BOARDS:
        return []
    rounds = Round.objects.filter(group__stage=stage, method=method)
    first = rounds.exclude(state=Round.State.CANCELLED).order_by("number").first()
    board_set = boards.set_of(first) if first else None
    is_opened = board_set is not None and board_set.boards.exclude(opened_at=None).exists()
    return [movement_problem(ChoiceProblem.OPENED)] if is_opened else []


def choice_problems(snapshot: EventSnapshot, choice: MovementChoice) -> Iterator[Problem]:
    """Yield the options that do not fit the draw method, the stages or the pairs present."""
    stage = snapshot.current_stage
    method, pairs = stages.method_of(stage), _pair_count(snapshot)
    yield from plan_problems(choice.as_json(), method, len(snapshot.stages))
    for number in choice.stay:
        if number not in snapshot.entry_by_number:
            yield movement_problem(PlanProblem.WISH_UNKNOWN, entry=number)
    if method in pairing.OVER_BOARDS and pairs > 1 and not list(choice.misfits(method)):
        rounds = snapshot.rounds_planned(stage) or 0
        yield from board_places.movement_problems(method, pairs, rounds, choice)


def _pair_count(snapshot: EventSnapshot) -> int:
    """Return the number of pairs that can be seated in the next round."""
    return len(draws.field_of(snapshot, len(snapshot.rounds) + 1).entries)
