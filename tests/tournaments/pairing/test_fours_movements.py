"""Fixed movements for four at a table: every one that is offered is what it claims to be."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

from tests.samples import every_day, sampled
from tests.tournaments.pairing.fours_check import Evenness, FoursFlaw, evenness, verify
from tournaments.pairing.fours import fixed_movements, whist
from tournaments.pairing.fours.fixed_movements import FoursMovement, movement, rounds_offered
from tournaments.pairing.fours.fours_seats import even

ROUNDS = {
    4: 1, 8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 11, 40: 13, 44: 14, 48: 15, 52: 17,
    56: 18, 60: 19, 64: 21, 68: 21, 72: 23, 76: 25, 80: 26, 84: 27, 88: 29, 92: 28, 96: 31, 100: 33,
}  # fmt: skip
"""In so many rounds nobody meets twice, where nobody sits out."""

BELOW_THE_BOUND = {8, 20, 32, 68, 92}
"""Where counting alone would allow more; for 8, 12 and 20 it is known that there are no more."""

WITH_SIT_OUTS = {
    7: 2, 13: 1, 15: 3, 17: 3, 18: 4, 19: 6, 21: 5, 22: 5, 23: 7, 25: 6, 26: 6, 27: 8, 29: 9, 30: 9,
    31: 10, 33: 10, 34: 10, 35: 11, 37: 11, 38: 11, 39: 12, 41: 12, 42: 13, 43: 14,
}  # fmt: skip

PERFECT = {5, 9, 13, 17, 21, 25, 29, 37, 41, 49, 53, 61, 65, 73, 77, 81, 85, 89, 97}
"""Where everybody has everybody once on his left, once on his right and once opposite."""


def faults(movement_: FoursMovement) -> set[FoursFlaw]:
    return {problem.fault for problem in verify(movement_)}


@pytest.mark.full
@pytest.mark.parametrize("players", sampled(fixed_movements.SIZES, fixed_movements.SIZES[::5]))
def test_in_every_movement_nobody_meets_twice_and_seats_are_even(players: int) -> None:
    made = movement(players)
    assert verify(made) == ()
    assert len(made.rounds) == rounds_offered(players)


@pytest.mark.full
@pytest.mark.parametrize("players", [7, 16, 23, 24, 41, 64, 100])
def test_seats_are_even_after_every_round(players: int) -> None:
    made = movement(players)
    for number in range(1, len(made.rounds) + 1):
        so_far = replace(made, rounds=made.rounds[:number])
        assert evenness(so_far).seats <= 1
        assert evenness(so_far).out <= 1


def test_the_rounds_offered_are_the_rounds_that_are_promised() -> None:
    assert {players: rounds_offered(players) for players in ROUNDS} == ROUNDS
    assert {players: rounds_offered(players) for players in WITH_SIT_OUTS} == WITH_SIT_OUTS


def test_from_sixteen_on_the_most_rounds_possible_are_offered_but_for_listed_sizes() -> None:
    below = {players for players, rounds in ROUNDS.items() if rounds < (players - 1) // 3}
    assert below - {12} == BELOW_THE_BOUND


@pytest.mark.parametrize("players", [3, 101, 0])
def test_no_movement_is_offered_for_other_numbers(players: int) -> None:
    assert rounds_offered(players) == 0
    with pytest.raises(ValueError, match="no movement"):
        movement(players)


def test_sixteen_meet_each_other_exactly_once() -> None:
    tables = [table for tables in movement(16).rounds for table in tables]
    met = Counter(frozenset(two) for table in tables for two in combinations(table, 2))
    assert set(met.values()) == {1}
    assert len(met) == 16 * 15 // 2


@pytest.mark.full
@pytest.mark.parametrize("players", [player for player in range(4, 101) if player % 4 < 2])
def test_partners_once_and_opponents_twice_for_every_number_that_is_offered(players: int) -> None:
    if players not in whist.sizes():
        with pytest.raises(ValueError, match="no movement"):
            whist.movement(players)
        return
    movement = whist.movement(players)
    assert verify(movement, seats=2 if players == 4 else 1, sides=2) == ()
    alone = replace(movement, partners=False)
    assert verify(alone, seats=2, sides=2) == ()
    assert len(movement.rounds) == players - 1 + players % 4


def test_the_movements_with_partners_that_clubs_need_are_there() -> None:
    assert set(whist.sizes()) == PERFECT | {33} | set(range(4, 41, 4))


@pytest.mark.parametrize("players", every_day(sorted(PERFECT), each=4))
def test_of_4n_and_1_players_everybody_sits_on_every_side_of_everybody_once(players: int) -> None:
    assert evenness(whist.movement(players)) == Evenness(seats=0, sides=0, out=0, uneven_sides=0)


@pytest.mark.parametrize("players", [12, 16, 20, 24])
def test_of_4n_players_few_twos_have_each_other_on_one_side_only(players: int) -> None:
    counts = evenness(whist.movement(players))
    assert counts.seats == 1
    assert counts.uneven_sides == 2 * (players - 1)


def test_twelve_play_eleven_rounds_each_two_once_together_and_twice_against() -> None:
    rounds = whist.movement(12).rounds
    tables = [table for tables in rounds for table in tables]
    together = Counter(frozenset(two) for a, b, c, d in tables for two in ((a, c), (b, d)))
    against = Counter(frozenset(two) for a, b, c, d in tables for two in product((a, c), (b, d)))
    assert len(rounds) == 11
    assert Counter(together.values()) == {1: 66}
    assert Counter(against.values()) == {2: 66}


def test_a_misprint_in_a_movement_is_found() -> None:
    printed = whist.movement(12)
    (table, *rest), *rounds = printed.rounds
    twice = replace(printed, rounds=((table, (table[0], *rest[0][1:]), *rest[1:]), *rounds))
    assert FoursFlaw.SEATED_TWICE in faults(twice)
    exchanged = ((rest[0][0], *table[1:]), (table[0], *rest[0][1:]), *rest[1:])
    problems = faults(replace(printed, rounds=(exchanged, *rounds)))
    assert {FoursFlaw.PARTNERS_NOT_ONCE, FoursFlaw.OPPONENTS_NOT_TWICE} <= problems


FOUR = ((1, 2, 3, 4),)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (FoursMovement(4, (((1, 2, 3),),)), FoursFlaw.TABLE_NOT_FOUR),
        (FoursMovement(4, (((1, 2, 3, 5),),)), FoursFlaw.UNKNOWN_PLAYER),
        (FoursMovement(4, (((1, 2, 3, 3),),)), FoursFlaw.SEATED_TWICE),
        (FoursMovement(8, (FOUR,)), FoursFlaw.TOO_MANY_OUT),
        (FoursMovement(4, (FOUR, FOUR)), FoursFlaw.MEET_TOO_OFTEN),
        (FoursMovement(4, (FOUR, FOUR), meetings=3), FoursFlaw.MEET_NOT_AS_OFTEN),
        (FoursMovement(4, (FOUR, FOUR), meetings=2), FoursFlaw.SEATS_UNEVEN),
        (FoursMovement(4, (FOUR, FOUR), meetings=2), FoursFlaw.SIDES_UNEVEN),
        (FoursMovement(4, (FOUR,), partners=True), FoursFlaw.PARTNERS_NOT_ONCE),
        (FoursMovement(4, (FOUR,), partners=True), FoursFlaw.OPPONENTS_NOT_TWICE),
        (FoursMovement(5, (FOUR, FOUR), meetings=2), FoursFlaw.OUT_UNEVEN),
    ],
)
def test_the_checker_finds_every_fault(broken: FoursMovement, fault: FoursFlaw) -> None:
    assert fault in faults(broken)


def test_a_problem_names_what_it_is_about() -> None:
    [problem, *_] = verify(FoursMovement(4, (((1, 2, 3, 3),),)))
    assert problem.named == {"round": 1, "player": 3}


def test_the_same_four_are_seated_evenly_in_any_number_of_rounds() -> None:
    rounds = even([[(1, 2, 3, 4)]] * 11)
    assert evenness(FoursMovement(4, rounds)).seats == 1


@pytest.mark.parametrize("path", [fixed_movements.STARTERS, whist.STARTERS])
def test_the_stored_first_rounds_are_in_the_order_of_their_sizes(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert list(stored) == sorted(stored, key=int)
