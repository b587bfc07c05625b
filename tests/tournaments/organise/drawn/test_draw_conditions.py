"""Why a round cannot be drawn from its input, and what it is drawn from: pure conditions."""

from __future__ import annotations

from typing import Any

import pytest

from tournaments.base.refusals import PlanReason, Reason
from tournaments.models import (
    DrawMethod,
    Entry,
    EntryState,
    Event,
)
from tournaments.organise import movements
from tournaments.organise.drawing import (
    board_places,
    draw_checks,
)
from tournaments.pairing.movements.board_choice import (
    ChoiceProblem,
    MovementChoice,
    PlanProblem,
)
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.pairing.round_values import DrawInput

SEATS = ("N", "W", "S", "E")
SIDES = ("1", "2")


def names(count: int, first: int = 1) -> tuple[str, ...]:
    return tuple(map(str, range(first, first + count)))


def given(method: str, entries: int, labels: tuple[str, ...] = SIDES, **more: Any) -> DrawInput:
    return DrawInput(method, "seed", labels, names(entries), **more)


def found(inputs: DrawInput) -> list[str]:
    return [str(problem.code) for problem in draw_checks.field_problems(inputs)]


@pytest.mark.parametrize(
    ("inputs", "reasons"),
    [
        (given("swiss", 2), []),
        (given("swiss", 1), [Reason.ENTRIES_TOO_FEW]),
        (given("random", 4, SEATS), []),
        (given("random", 3, SEATS), [Reason.ENTRIES_TOO_FEW]),
        (given("swiss", 4, SEATS), [PlanReason.DRAW_METHOD_NOT_OFFERED]),
        (given("movement", 4), [PlanReason.MOVEMENT_NOT_OFFERED]),
        (given("movement", 16, SEATS), []),
        (given("movement", 14, SEATS), [PlanReason.MOVEMENT_NOT_OFFERED]),
        (given("movement", 3, SEATS), [PlanReason.MOVEMENT_NOT_OFFERED]),
        (given("movement", 16, SEATS, fields=(names(16),) * 4), []),
        (given("movement", 16, SEATS, fields=(names(16),) * 5), [Reason.MOVEMENT_OVER]),
        (given("movement", 16, SEATS, fields=(names(17),)), [Reason.MOVEMENT_FIELD_CHANGED]),
        (given("whist", 8, SEATS, partners=True), []),
        (given("whist", 7, SEATS, partners=True), [PlanReason.PARTNERS_NOT_OFFERED]),
        (given("whist", 3, SEATS, partners=True), [PlanReason.PARTNERS_NOT_OFFERED]),
        (given("round_robin", 1), [Reason.ENTRIES_TOO_FEW]),
        (given("round_robin", 2), []),
        (given("round_robin", 4, fields=(names(4),) * 2), []),
        (given("round_robin", 4, fields=(names(4),) * 3), [Reason.ROUND_ROBIN_OVER]),
        (given("round_robin", 4, fields=(names(3),)), []),
        (given("round_robin", 5, fields=(names(4),)), [Reason.ROUND_ROBIN_FULL]),
        (given("round_robin", 5, fields=(names(3),)), [Reason.ROUND_ROBIN_FULL]),
        (given("knockout", 1), [Reason.ENTRIES_TOO_FEW]),
        (given("knockout", 2), [PlanReason.DRAW_METHOD_NOT_OFFERED]),
        (
            given("knockout", 4, groups=(names(2), names(2, 3))),
            [PlanReason.DRAW_METHOD_NOT_OFFERED],
        ),
        (given("swiss", 4, groups=(names(2), names(2, 3))), []),
        (given("swiss", 3, groups=(names(2), names(1, 3))), []),
        (given("swiss", 2, groups=(names(1), names(1, 2))), [Reason.ENTRIES_TOO_FEW]),
        (
            given("round_robin", 4, groups=(names(2), names(2, 3)), fields=(names(4),)),
            [Reason.ROUND_ROBIN_OVER],
        ),
        (
            given("round_robin", 5, groups=(names(2), names(3, 3)), fields=(names(5),)),
            [],
        ),
        (
            given(
                "round_robin",
                10,
                groups=(names(5), names(5, 6)),
                fields=(("1", "2", "3", "4", "6", "7", "8", "9"),),
            ),
            [Reason.ROUND_ROBIN_FULL] * 2,
        ),
        (
            given(
                "round_robin",
                9,
                groups=(names(5), names(4, 6)),
                fields=(("1", "2", "3", "4", "6", "7", "8", "9"),),
            ),
            [Reason.ROUND_ROBIN_FULL],
        ),
    ],
)
def test_a_round_is_drawn_of_a_field_that_fits(inputs: DrawInput, reasons: list[str]) -> None:
    assert found(inputs) == reasons


def test_movements_are_offered_for_so_many_players() -> None:
    (problem,) = draw_checks.field_problems(given("movement", 14, SEATS))
    values: dict[str, Any] = dict(problem.values)
    assert not found(given("movement", int(values["least"]), SEATS))
    assert not found(given("movement", int(values["most"]), SEATS))
    assert found(given("movement", int(values["least"]) - 1, SEATS))


def over_boards(method: str, pairs: int, **more: Any) -> DrawInput:
    return given(method, pairs, SEATS, pair=True, size=2, **more)


@pytest.mark.parametrize(
    ("inputs", "reasons"),
    [
        (over_boards("mitchell", 6), []),
        (over_boards("mitchell", 1), [Reason.ENTRIES_TOO_FEW]),
        (over_boards("mitchell", 2), [PlanReason.BOARD_MOVEMENT_NOT_OFFERED]),
        (over_boards("mitchell", 6, fields=(names(6),) * 2), []),
        (over_boards("mitchell", 6, fields=(names(6),) * 3), [Reason.MOVEMENT_OVER]),
        (over_boards("mitchell", 8, movement={"stay": ["1", "9"]}), [PlanProblem.WISH_UNKNOWN]),
        (over_boards("mitchell", 8, movement={"stay": ["1", "8"]}), []),
        (over_boards("mitchell", 8, fields=(names(8),), movement={"stay": ["9"]}), []),
        (
            over_boards("mitchell", 8, movement={"form": "boards_howell"}),
            [ChoiceProblem.FORM_OF_OTHER_WAY],
        ),
        (over_boards("mitchell", 7, fields=(names(6),)), [Reason.MOVEMENT_FULL]),
        (over_boards("mitchell", 7, fields=(names(7),)), []),
    ],
)
def test_a_movement_over_boards_is_drawn_of_pairs_that_fit(
    inputs: DrawInput, reasons: list[str]
) -> None:
    assert found(inputs) == reasons


@pytest.mark.parametrize(
    ("method", "pairs", "choice", "reasons"),
    [
        ("mitchell", 8, MovementChoice(), []),
        ("mitchell", 2, MovementChoice(), [PlanReason.BOARD_MOVEMENT_NOT_OFFERED]),
        ("mitchell", 8, MovementChoice(BoardForm.HOWELL), [ChoiceProblem.FORM_OF_OTHER_WAY]),
        ("mitchell", 2, MovementChoice(BoardForm.WEB), [PlanProblem.FORM_NOT_OFFERED]),
        ("mitchell", 6, MovementChoice(switched=0), []),
        ("mitchell", 6, MovementChoice(switched=2), []),
        ("mitchell", 6, MovementChoice(switched=3), [ChoiceProblem.SWITCHED_NOT_OFFERED]),
        ("mitchell", 6, MovementChoice(stay=("1", "2", "3")), []),
        ("mitchell", 6, MovementChoice(stay=("1", "2", "3", "4")), [PlanProblem.WISHES_TOO_MANY]),
        ("howell", 6, MovementChoice(stay=("1",)), []),
        ("howell", 6, MovementChoice(stay=("1", "2")), [PlanProblem.WISHES_TOO_MANY]),
    ],
)
def test_a_movement_has_the_options_that_there_are_for_its_pairs(
    method: str, pairs: int, choice: MovementChoice, reasons: list[str]
) -> None:
    problems = board_places.movement_problems(method, pairs, 0, choice)
    assert [problem.code for problem in problems] == reasons


@pytest.mark.parametrize(
    ("movement", "stages", "reasons"),
    [
        ({}, 1, []),
        ({}, 2, []),
        ({"winners": 2}, 1, []),
        ({"winners": 2}, 2, [ChoiceProblem.TWO_WINNERS_IN_STAGES]),
        ({"winners": 9}, 1, [ChoiceProblem.CHOICE_UNREADABLE]),
    ],
)
def test_two_winners_are_of_an_event_of_one_stage(
    movement: dict[str, Any], stages: int, reasons: list[str]
) -> None:
    problems = movements.plan_problems(movement, DrawMethod.MITCHELL, stages)
    assert [problem.code for problem in problems] == reasons


@pytest.mark.parametrize(
    ("movement", "method", "is_mixed"),
    [
        ({"winners": 2}, DrawMethod.MITCHELL, False),
        ({"winners": 2}, DrawMethod.SWISS, True),
        ({}, DrawMethod.SWISS, False),
        ({}, DrawMethod.MITCHELL, False),
    ],
)
def test_lines_that_rank_apart_are_mixed_by_any_draw_but_a_mitchell(
    movement: dict[str, Any], method: str, *, is_mixed: bool
) -> None:
    event = Event(movement=movement)
    assert bool(movements.mixed_lines_problems(event, method)) is is_mixed


@pytest.mark.parametrize(
    ("state", "to_round", "is_named"),
    [
        (EntryState.WITHDRAWN, 2, True),
        (EntryState.WITHDRAWN, 3, False),
        (EntryState.WITHDRAWN, None, False),
        (EntryState.ENTERED, 2, False),
    ],
)
def test_who_has_left_before_a_round_leaves_a_number(
    state: str, to_round: int | None, *, is_named: bool
) -> None:
    entries = [Entry(number=4, state=state, to_round=to_round)]
    assert board_places.withdrawn_before(entries, 3) == (("4",) if is_named else ())


def test_numbers_are_left_in_the_order_of_leaving() -> None:
    entries = [
        Entry(number=number, state=EntryState.WITHDRAWN, to_round=after)
        for number, after in ((2, 2), (9, 0), (10, 2), (3, 1))
    ]
    assert board_places.withdrawn_before(entries, 3) == ("9", "3", "2", "10")
