"""Movements over boards: every one that is offered is sound, and says truly what it comes to."""

from __future__ import annotations

import doctest
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.board_check import Flaw, figures, rivalry, verify
from tournaments.pairing.movements import (
    board_movements,
    board_offers,
    howell,
    mitchell,
)
from tournaments.pairing.movements.board_movements import BoardForm, BoardMovement, BoardSitting
from tournaments.pairing.movements.board_offers import MovementOffer, make_movement, offers
from tournaments.pairing.movements.howell import short_howell, short_howell_rounds

DAILY = range(3, 37)
LARGE = (60, 101, 200)
REST = [pairs for pairs in range(37, 2 * mitchell.MOST_TABLES + 1) if pairs not in LARGE]
PERFECT = {4, 7, 8, 11, 12, 16, 20, 24}
"""Howell movements in which every two pairs compete alike."""

PLAIN = (
    board_movements,
    board_offers,
    howell,
    mitchell,
)


def movement_of(offer: MovementOffer, winners: int) -> BoardMovement:
    """Make the whole movement of an offer."""
    return make_movement(offer.form, offer.pairs, offer.sets, None, winners)


def sound(movement: BoardMovement) -> None:
    """Count once more, without the checker, what holds for every movement."""
    places = Counter(
        (sitting.round, pair) for sitting in movement.sittings for pair in sitting.pairs
    )
    assert set(places.values()) == {1}
    assert len({frozenset(sitting.pairs) for sitting in movement.sittings}) == len(
        movement.sittings
    )
    played = Counter(
        (pair, sitting.boards) for sitting in movement.sittings for pair in sitting.pairs
    )
    assert set(played.values()) == {1}
    assert len({(sitting.round, sitting.table) for sitting in movement.sittings}) == len(
        movement.sittings
    )


def all_sound(offers_: Iterable[MovementOffer]) -> None:
    """Make and check every one of these, with every number of winners."""
    for offer in offers_:
        for winners in offer.winners:
            movement = movement_of(offer, winners)
            assert verify(movement) == ()
            sound(movement)
            assert (movement.rounds, movement.sets) == (offer.rounds, offer.sets)
            assert movement.winners == winners
            if offer.pairs % 2 == 0:
                assert movement.sit_outs() == ()


@pytest.mark.full
@pytest.mark.parametrize("pairs", DAILY)
def test_every_movement_that_is_offered_is_sound(pairs: int) -> None:
    all_sound(offers(pairs))


@pytest.mark.parametrize("pairs", LARGE)
def test_movements_of_large_fields_are_sound(pairs: int) -> None:
    all_sound([offer for offer in offers(pairs) if offer.sets in (5, 13)])


@pytest.mark.nightly
@pytest.mark.parametrize("pairs", [*LARGE, *REST])
def test_every_movement_of_a_large_field_is_sound(pairs: int) -> None:
    """To switch rounds changes neither meetings nor boards: one number of winners will do."""
    for offer in offers(pairs):
        assert verify(movement_of(offer, offer.winners[-1])) == ()


@pytest.mark.full
@pytest.mark.parametrize("pairs", range(3, 26))
def test_every_number_of_rounds_that_is_offered_is_sound(pairs: int) -> None:
    for offer in offers(pairs):
        for rounds in range(1, offer.rounds):
            movement = make_movement(offer.form, pairs, offer.sets, rounds, offer.winners[0])
            assert movement.rounds == rounds
            assert verify(movement) == ()


def test_every_field_from_three_pairs_to_the_largest_hall_has_a_movement() -> None:
    assert all(offers(pairs) for pairs in range(3, 2 * mitchell.MOST_TABLES + 1))
    assert offers(2) == offers(2 * mitchell.MOST_TABLES + 1) == ()


@pytest.mark.parametrize("pairs", range(howell.FEWEST, howell.MOST + 1))
def test_in_a_howell_all_meet_once_and_all_boards_are_played_alike(pairs: int) -> None:
    movement = howell.howell(pairs)
    met = Counter(frozenset(sitting.pairs) for sitting in movement.sittings)
    assert met == Counter(map(frozenset, combinations(range(1, pairs + 1), 2)))
    plays = Counter(sitting.boards for sitting in movement.sittings)
    assert set(plays.values()) == {pairs // 2}
    assert len(plays) == movement.rounds == pairs - 1 + pairs % 2
    sat_out = [pair for _, pair in movement.sit_outs()]
    assert sorted(sat_out) == (list(range(1, pairs + 1)) if pairs % 2 else [])
    if pairs > 6:
        assert movement.copies == 1


@pytest.mark.parametrize("pairs", range(howell.FEWEST, howell.MOST + 1))
def test_the_directions_of_a_howell_are_as_even_as_it_claims(pairs: int) -> None:
    least, most = figures(howell.howell(pairs)).rivalry
    if pairs in PERFECT:
        assert least == most
    elif pairs % 2 == 0:
        assert most - least <= (8 if pairs == 28 else 4)
    else:
        assert most - least <= 8


def test_six_pairs_share_the_boards_of_one_round_only() -> None:
    movement = howell.howell(6)
    shared = [
        number
        for number in range(1, 6)
        if len({sitting.boards for sitting in movement.in_round(number)}) < 3
    ]
    assert shared == [1]
    assert movement.copies == 3


@pytest.mark.parametrize("pairs", [pairs for pairs in range(4, 31) if pairs % 2 == 0])
def test_one_pair_of_a_howell_stays_and_the_rest_follow_one_another(pairs: int) -> None:
    movement = howell.howell(pairs)
    assert movement.stationary() == (pairs,)
    if pairs <= 6:
        return
    for number in range(1, movement.rounds):
        now = {
            pair: sitting.table for sitting in movement.in_round(number) for pair in sitting.pairs
        }
        then = {
            pair: sitting.table
            for sitting in movement.in_round(number + 1)
            for pair in sitting.pairs
        }
        assert all(then[pair % (pairs - 1) + 1] == now[pair] for pair in range(1, pairs))


@pytest.mark.parametrize("pairs", range(5, 42))
def test_in_a_mitchell_north_south_stays_and_both_directions_meet(pairs: int) -> None:
    for offer in offers(pairs):
        if offer.form in (BoardForm.HOWELL, BoardForm.SHORT_HOWELL):
            continue
        movement = movement_of(offer, 2)
        lines = mitchell.tables_of(pairs)
        assert all(
            sitting.ns == sitting.table and sitting.ew > lines for sitting in movement.sittings
        )
        if offer.form in (BoardForm.MITCHELL, BoardForm.RELAY):
            assert len(movement.sittings) == lines * (pairs - lines)


@pytest.mark.full
@pytest.mark.parametrize("pairs", range(9, 25))
def test_in_a_short_howell_all_boards_are_played_alike_and_some_pairs_stay(pairs: int) -> None:
    assert short_howell_rounds(pairs)
    for rounds in short_howell_rounds(pairs):
        movement = short_howell(pairs, rounds)
        assert verify(movement) == ()
        result = figures(movement)
        assert (result.rounds, result.copies) == (rounds, 1)
        assert result.plays == (pairs // 2, pairs // 2)
        assert result.sets == (rounds - pairs % 2, rounds)
        assert movement.stationary() == tuple(range(rounds + 1, pairs + 1))


def test_a_short_howell_that_there_is_not_is_refused() -> None:
    assert short_howell_rounds(8) == short_howell_rounds(26) == ()
    with pytest.raises(ValueError, match="no such movement"):
        short_howell(12, 11)


def test_three_tables_of_a_mitchell_let_nine_of_fifteen_meet() -> None:
    assert len(mitchell.mitchell(6).sittings) == 9


@pytest.mark.full
@pytest.mark.parametrize("tables", range(4, 21))
def test_in_a_web_everybody_plays_every_board(tables: int) -> None:
    for offer in offers(2 * tables):
        if offer.form == BoardForm.WEB:
            movement = movement_of(offer, 2)
            assert figures(movement).sets == (offer.sets, offer.sets)
            assert figures(movement).plays == (tables, tables)
            assert movement.copies <= -(-tables // offer.sets) + 1


@pytest.mark.full
@pytest.mark.parametrize("tables", range(3, 17))
def test_no_other_number_of_switched_rounds_is_fairer(tables: int) -> None:
    """The spread is the sum of squares of how much each two compete, from its average."""

    def spread(movement: BoardMovement) -> int:
        values = list(rivalry(movement).values())
        return sum((value * len(values) - sum(values)) ** 2 for value in values)

    for offer in offers(2 * tables):
        if offer.form in (BoardForm.HOWELL, BoardForm.SHORT_HOWELL):
            continue
        movement, last = movement_of(offer, 2), offer.rounds
        switched = {
            count: spread(
                board_movements.switch_rounds(movement, range(last - count + 1, last + 1))
            )
            for count in range(1, last // 2 + 1)
        }
        chosen, best = switched[mitchell.switched_rounds(last)], min(switched.values())
        assert chosen <= best * Fraction(9, 8) if offer.form == BoardForm.WEB else chosen == best


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        (lambda sitting: replace(sitting, ns=99), Flaw.PAIR_UNKNOWN),
        (lambda sitting: replace(sitting, ns=sitting.ew), Flaw.MEETS_ITSELF),
        (lambda sitting: replace(sitting, boards=0), Flaw.SET_UNKNOWN),
        (lambda sitting: replace(sitting, round=0), Flaw.ROUND_UNKNOWN),
        (lambda sitting: replace(sitting, round=9), Flaw.ROUND_MISSING),
        (lambda sitting: replace(sitting, ns=2), Flaw.PAIR_TWICE),
        (lambda sitting: replace(sitting, table=2), Flaw.TABLE_TWICE),
        (lambda sitting: replace(sitting, ew=sitting.ew + 1), Flaw.MEET_AGAIN),
        (lambda sitting: replace(sitting, boards=sitting.boards + 1), Flaw.BOARDS_AGAIN),
        (lambda sitting: replace(sitting, boards=sitting.boards + 1), Flaw.SHARED),
        (lambda sitting: replace(sitting, boards=sitting.boards + 1), Flaw.BOARDS_UNEVEN),
        (lambda sitting: replace(sitting, ew=sitting.ew + 1), Flaw.NEVER_MEET),
        (lambda sitting: replace(sitting, ns=sitting.ew, ew=sitting.ns), Flaw.DIRECTION_CHANGES),
    ],
)
def test_the_checker_finds_what_is_wrong(change: object, flaw: Flaw) -> None:
    movement = mitchell.mitchell(10)
    first, *rest = movement.sittings
    assert callable(change)
    broken = replace(movement, sittings=(change(first), *rest))
    assert flaw in {flaw_found.code for flaw_found in verify(broken)}


def test_the_checker_finds_an_empty_movement_and_who_sits_out_again() -> None:
    movement = mitchell.mitchell(10)
    assert [problem.code for problem in verify(replace(movement, sittings=()))] == [Flaw.NOTHING]
    without = tuple(
        sitting for sitting in movement.sittings if not (sitting.ns == 1 and sitting.round < 3)
    )
    problems = verify(replace(movement, sittings=without))
    assert (Flaw.SITS_OUT_AGAIN, {"pair": 1, "times": 2}) in [
        (problem.code, problem.named) for problem in problems
    ]


@pytest.mark.full
@settings(max_examples=40)
@given(st.integers(7, 30), st.data())
def test_two_tables_exchanged_by_mistake_are_found(pairs: int, data: st.DataObject) -> None:
    movement = howell.howell(pairs)
    number = data.draw(st.integers(1, movement.rounds))
    first, other = data.draw(
        st.lists(st.sampled_from(movement.in_round(number)), min_size=2, max_size=2, unique=True)
    )
    swapped = {first: replace(first, ew=other.ew), other: replace(other, ew=first.ew)}
    sittings = tuple(swapped.get(sitting, sitting) for sitting in movement.sittings)
    assert verify(replace(movement, sittings=sittings))


@pytest.mark.parametrize("module", PLAIN, ids=lambda module: module.__name__.rpartition(".")[2])
def test_the_examples_in_the_documentation_hold(module: object) -> None:
    failed, _ = doctest.testmod(module)  # type: ignore[arg-type]
    assert failed == 0


def test_a_sitting_that_is_made_by_hand_can_be_checked() -> None:
    two = (BoardSitting(1, 1, 1, 2, 1), BoardSitting(2, 1, 2, 1, 2))
    problems = verify(BoardMovement(BoardForm.HOWELL, 2, 2, two))
    assert [(problem.code, problem.named) for problem in problems] == [
        (Flaw.MEET_AGAIN, {"one": 1, "other": 2, "times": 2})
    ]
