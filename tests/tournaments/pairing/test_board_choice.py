"""What a director chooses of a movement over boards is obeyed by the draw, or refused."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.board_check import figures, verify
from tournaments.pairing import rounds as pairing
from tournaments.pairing.movements import board_choice, board_numbers, board_rounds
from tournaments.pairing.movements.board_choice import ChoiceProblem, MovementChoice, PlanProblem
from tournaments.pairing.movements.board_movements import BoardForm, BoardMovement
from tournaments.pairing.movements.board_rounds import movement_of
from tournaments.pairing.movements.mitchell import MOST_TABLES
from tournaments.pairing.round_values import HOWELL, MITCHELL, CannotDraw, DrawInput
from tournaments.standings import ranking

LABELS = ("N", "W", "S", "E")
CHOICES = [
    (method, MovementChoice(form, winners))
    for method, forms in board_choice.FORMS.items()
    for form in (None, *forms)
    for winners in ((1, 2) if method == MITCHELL else (1,))
]
WINNERS = {MITCHELL: 2, HOWELL: 1}
DAILY = (*range(3, 33), 45, 60, 101)
WHOLE = range(3, 2 * MOST_TABLES + 1)


def names(count: int) -> tuple[str, ...]:
    """Return so many entries."""
    return tuple(str(number) for number in range(1, count + 1))


def first_round(pairs: int, method: str = MITCHELL, **changes: object) -> DrawInput:
    """Return the first round of so many pairs."""
    plain = DrawInput(method, "s", LABELS, names(pairs), pair=True, size=2)
    return replace(plain, **changes)  # type: ignore[arg-type]


def of_pairs(movement: BoardMovement, pairs: int, free: int) -> BoardMovement:
    """Return a movement without the free number, where there is one."""
    if pairs % 2 == 0:
        return movement
    kept = tuple(sitting for sitting in movement.sittings if free not in sitting.pairs)
    return replace(movement, sittings=kept, whole=False)


def all_sound(
    pairs: int, rounds: int, choices: Iterable[tuple[str, MovementChoice]] = tuple(CHOICES)
) -> int:
    """Check all movements that can be chosen for so many pairs, whichever number is free."""
    checked = 0
    for method, choice in choices:
        movement = movement_of(method, pairs, rounds, choice)
        if movement is None:
            continue
        checked += 1
        assert movement.winners == choice.winners
        assert choice.form in (None, movement.form)
        assert verify(movement) == ()
        assert not rounds or movement.rounds <= max(rounds, 1)
        for free in {movement.pairs, *movement.stationary()[:1]}:
            here = of_pairs(movement, pairs, free)
            met = Counter(frozenset(sitting.pairs) for sitting in here.sittings)
            assert set(met.values()) == {1}
            seated = {(sitting.round, pair) for sitting in here.sittings for pair in sitting.pairs}
            out = Counter(
                pair
                for number in range(1, movement.rounds + 1)
                for pair in range(1, movement.pairs + 1)
                if pair != free and (number, pair) not in seated
            )
            assert pairs % 2 or not out
            assert not out or max(out.values()) == 1
    return checked


@pytest.mark.full
@pytest.mark.parametrize("pairs", DAILY)
def test_every_movement_that_can_be_chosen_is_sound(pairs: int) -> None:
    assert all_sound(pairs, 0) >= 2


@pytest.mark.full
@pytest.mark.parametrize("pairs", [8, 13, 22, 40])
def test_every_movement_that_is_cut_short_is_sound(pairs: int) -> None:
    for rounds in range(1, 12):
        assert all_sound(pairs, rounds) >= 2


@pytest.mark.nightly
@pytest.mark.parametrize("pairs", WHOLE)
def test_every_movement_of_every_field_that_can_be_chosen_is_sound(pairs: int) -> None:
    """To switch rounds changes neither meetings nor boards: one number of winners will do."""
    chosen = [
        (way, choice) for way, choice in CHOICES if choice.form and choice.winners == WINNERS[way]
    ]
    assert all_sound(pairs, 0, chosen) >= 1
    assert all_sound(pairs, 6, chosen) >= 1


@pytest.mark.parametrize("pairs", [5, 6, 7, 8, 9, 11, 12, 13, 14])
def test_a_howell_agrees_with_published_ones(pairs: int) -> None:
    """Every pair meets every other once, no pair plays a board twice, rounds are disjoint."""
    movement = movement_of(HOWELL, pairs, 0, MovementChoice(BoardForm.HOWELL))
    assert movement is not None
    here = of_pairs(movement, pairs, movement.pairs)
    met = Counter(frozenset(sitting.pairs) for sitting in here.sittings)
    assert met == Counter(map(frozenset, combinations(range(1, pairs + 1), 2)))
    assert verify(movement) == ()


def test_ten_pairs_meet_once_in_nine_rounds_and_three_tables_nine_of_fifteen() -> None:
    ten = movement_of(HOWELL, 10, 0, MovementChoice(BoardForm.HOWELL))
    assert ten is not None
    assert (ten.rounds, figures(ten).meetings) == (9, (1, 1))
    six = movement_of(MITCHELL, 6, 0, MovementChoice(BoardForm.MITCHELL, winners=2))
    assert six is not None
    assert (len(six.sittings), six.winners) == (9, 2)


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(st.integers(3, 60), st.sampled_from(CHOICES), st.integers(0, 9), st.data())
def test_whoever_is_to_stay_stays_and_the_rest_is_drawn(
    pairs: int, chosen: tuple[str, MovementChoice], rounds: int, data: st.DataObject
) -> None:
    method, choice = chosen
    movement = movement_of(method, pairs, rounds, choice)
    if movement is None:
        return
    most = min(len(movement.stationary()), pairs)
    stay = data.draw(st.lists(st.sampled_from(names(pairs)), max_size=most, unique=True))
    seeding = data.draw(st.permutations(names(pairs))) if method == MITCHELL else ()
    choice = replace(choice, stay=tuple(stay), by_seeding=bool(seeding))
    inputs = first_round(
        pairs, method, rounds=rounds, movement=choice.as_json(), seeding=tuple(seeding)
    )
    stored = json.loads(json.dumps(inputs.as_json()))
    assert pairing.read(stored, "s").as_json() == stored
    held = board_rounds.places(inputs)
    assert sorted(entry for entry in held if entry) == sorted(names(pairs))
    assert all(held.index(entry) + 1 in movement.stationary() for entry in stay)
    tables: dict[str, set[int]] = {entry: set() for entry in stay}
    fields: tuple[tuple[str, ...], ...] = ()
    for _ in range(movement.rounds):
        drawn = pairing.draw(replace(inputs, fields=fields))
        fields = (*fields, inputs.entries)
        for seating in drawn.draw.tables:
            for entry in set(stay) & set(seating.entries):
                tables[entry].add(seating.table)
    assert all(len(at) <= 1 for at in tables.values())
    assert pairing.round_limit(inputs) == movement.rounds


@pytest.mark.parametrize("pairs", [9, 11, 14])
def test_in_a_howell_whoever_is_to_stay_has_the_number_that_stays(pairs: int) -> None:
    """Of an odd field another number is free then."""
    inputs = first_round(pairs, HOWELL, movement={"stay": ["4"], "form": BoardForm.HOWELL.value})
    assert board_rounds.places(inputs)[-1] == "4"
    with pytest.raises(CannotDraw):
        board_rounds.places(replace(inputs, movement={"stay": ["4", "5"]}))


def test_the_strong_are_dealt_evenly_to_both_directions() -> None:
    movement = {"winners": 2, "by_seeding": True}
    inputs = first_round(12, movement=movement, seeding=("5", "6", "7", "8", "1", "2", "3", "4"))
    held = board_rounds.places(inputs)
    assert (held[:4], held[6:10]) == (("5", "8", "1", "4"), ("6", "7", "2", "3"))
    lines = board_rounds.lines(inputs)
    assert Counter(lines.values()) == {"ns": 6, "ew": 6}
    assert board_rounds.lines(replace(inputs, movement={})) == {}


def test_whoever_comes_late_takes_the_free_number_then_those_of_who_left() -> None:
    fields = (names(7), names(7))
    held = board_rounds.numbers_of(first_round(7, fields=fields, entries=()))
    left = ("3", "5")
    taken = board_numbers.places_for(("8", "9", "10", "11"), held, left)
    assert taken == {"9": "3", "10": "5"}
    arrived = tuple(entry for entry in (*names(7), "8", "9", "10") if entry not in left)
    inputs = first_round(7, fields=fields, entries=arrived, instead=taken)
    now = board_rounds.numbers_of(inputs)
    assert [entries for entries in now if len(entries) > 1] == [
        entries for entries in now if entries[0] in left
    ]
    assert {entries[0]: entries[-1] for entries in now if len(entries) > 1} == {"3": "9", "5": "10"}
    assert ("8",) in now
    with pytest.raises(CannotDraw):
        board_rounds.places(replace(inputs, entries=(*arrived, "11")))


def test_what_does_not_fit_is_said_with_its_code() -> None:
    assert board_choice.problems({"form": "boards_web", "stay": ["1"], "switched": None}) == ()
    wrong = {"form": "x", "winners": True, "switched": -1, "stay": "3", "by_seeding": 1, "what": 2}
    assert [dict(problem.values)["name"] for problem in board_choice.problems(wrong)] == sorted(
        wrong
    )
    with pytest.raises(ValueError, match="unreadable"):
        board_choice.read(wrong)
    howell = MovementChoice(BoardForm.WEB, winners=2, switched=2, by_seeding=True)
    assert [misfit.code for misfit in howell.misfits(HOWELL)] == [
        ChoiceProblem.FORM_OF_OTHER_WAY,
        PlanProblem.WINNERS_NOT_OFFERED,
        ChoiceProblem.SWITCHED_WITH_TWO,
        ChoiceProblem.SWITCHED_NOT_OFFERED,
        PlanProblem.NUMBERING_NOT_OFFERED,
    ]
    assert movement_of(HOWELL, 8, 0, howell) is None


@pytest.mark.parametrize(("switched", "rounds"), [(0, ()), (2, (6, 7)), (6, (2, 3, 4, 5, 6, 7))])
def test_so_many_rounds_are_switched_as_was_chosen(switched: int, rounds: tuple[int, ...]) -> None:
    movement = movement_of(MITCHELL, 14, 0, MovementChoice(switched=switched))
    assert movement is not None
    assert movement.switched == rounds
    assert movement_of(MITCHELL, 14, 0, MovementChoice(switched=7)) is None


def test_an_input_without_a_choice_keeps_its_digest() -> None:
    """An input without a choice has the digest that it had."""
    plain = first_round(8)
    assert not {"movement", "instead"} & plain.as_json().keys()
    assert board_rounds.places(plain) == ("7", "1", "2", "3", "8", "5", "4", "6")


@pytest.mark.parametrize("module", [board_choice, board_numbers, board_rounds, ranking])
def test_the_examples_in_the_documentation_hold(module: object) -> None:
    failed, _ = doctest.testmod(module)  # type: ignore[arg-type]
    assert failed == 0
