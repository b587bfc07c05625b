"""The round robin: groups by the snake, numbers by lot, and everybody against everybody."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import groups, round_robin
from tournaments.pairing.drawn import SeededEntry
from tournaments.pairing.reasons import Why
from tournaments.pairing.round_robin import (
    Numbers,
    RoundRobinInput,
    RoundRobinOptions,
    draw,
    make_round,
)

pytestmark = pytest.mark.full

CLUBS = ("", "A", "B", "C")


@st.composite
def inputs(draw_: st.DrawFn) -> RoundRobinInput:
    number = draw_(st.integers(1, 6))
    entries = draw_(st.integers(max(2 * number, 4), 60))
    entered = tuple(
        SeededEntry(str(rank), rank, draw_(st.sampled_from(CLUBS)))
        for rank in range(1, entries + 1)
    )
    options = RoundRobinOptions(
        groups=number,
        twice=draw_(st.booleans()),
        numbers=draw_(st.sampled_from(Numbers)),
        clubs_apart=draw_(st.booleans()),
    )
    return RoundRobinInput(
        draw_(st.text("0123456789abcdef", min_size=1, max_size=8)), entered, options
    )


@given(inputs())
def test_everybody_meets_everybody_of_the_group_as_often_as_said(inputs: RoundRobinInput) -> None:
    drawn = draw(inputs)
    everybody = sorted(entry for group in drawn.groups for entry in group.members)
    assert everybody == sorted(entrant.entry for entrant in inputs.entered)
    for group in drawn.groups:
        rounds = len(round_robin.schedule(len(group.members), twice=drawn.twice))
        assert rounds <= drawn.rounds
        met: Counter[frozenset[str]] = Counter()
        seats: Counter[str] = Counter()
        for number in range(1, rounds + 1):
            made = make_round(group.members, number, twice=drawn.twice)
            here = [entry for table in made.tables for entry in table.sides]
            assert sorted(here + [bye.entry for bye in made.byes]) == sorted(group.members)
            assert len(made.byes) == len(group.members) % 2
            met.update(frozenset(table.sides) for table in made.tables)
            seats.update(table.sides[0] for table in made.tables)
        often = 2 if drawn.twice else 1
        assert met == {frozenset(two): often for two in combinations(group.members, 2)}
        fewest = min(seats[entry] for entry in group.members)
        assert max(seats.values()) - fewest <= 1


@given(inputs())
def test_groups_differ_by_one_and_rows_of_the_seeding_are_spread(inputs: RoundRobinInput) -> None:
    number = inputs.options.groups
    drawn = draw(inputs)
    sizes = [len(group.members) for group in drawn.groups]
    assert max(sizes) - min(sizes) <= 1
    for group in drawn.groups:
        rows = Counter((int(entry) - 1) // number for entry in group.members)
        assert max(rows.values()) == 1
        firsts = [entry for entry in group.members if int(entry) <= number]
        assert firsts == [str(group.number)]


def clashes(placed: Sequence[groups.GroupPlacement]) -> int:
    """How many twos of one club are in one group."""
    together = Counter(
        (member.group, member.entered.club) for member in placed if member.entered.club
    )
    return sum(comb(number, 2) for number in together.values())


@given(inputs())
def test_parting_clubs_never_brings_more_of_one_together_than_the_snake(
    inputs: RoundRobinInput,
) -> None:
    entered = sorted(inputs.entered, key=lambda entrant: entrant.rank)
    snake = groups.snake(entered, inputs.options.groups)
    parted = groups.divide_into_groups(
        entered, inputs.options.groups, inputs.seed, clubs_apart=True
    )
    assert clashes(parted) <= clashes(snake)


def test_a_division_of_rows_is_as_good_as_the_best_of_all() -> None:
    entered = [SeededEntry(str(n), n, club) for n, club in enumerate("ABCCABBCA", 1)]
    best = min(
        clashes(
            [
                groups.GroupPlacement(entrant, place // 3, group, group)
                for place, (entrant, group) in enumerate(zip(entered, way, strict=True))
            ]
        )
        for way in (
            (0, 1, 2, *second, *third)
            for second, third in product(
                [(a, b, 3 - a - b) for a in range(3) for b in range(3) if a != b], repeat=2
            )
        )
    )
    assert clashes(groups.divide_into_groups(entered, 3, "s", clubs_apart=True)) == best == 0


def test_who_was_moved_for_a_club_and_who_could_not_be_is_said() -> None:
    entered = tuple(SeededEntry(str(n), n, club) for n, club in enumerate("AABBAA", 1))
    drawn = draw(RoundRobinInput("s", entered, RoundRobinOptions(groups=2)))
    reasons = Counter(reason.why for group in drawn.groups for reason in group.reasons)
    assert reasons[Why.CLUB_IN_GROUP] == 4
    assert reasons[Why.SNAKE] + reasons[Why.GROUP_FOR_CLUB] == 6
    assert reasons[Why.NUMBER_DRAWN] == 6


def test_numbers_follow_the_seed_or_the_seeding() -> None:
    entered = tuple(SeededEntry(str(n), n) for n in range(1, 9))
    seeded = draw(RoundRobinInput("s", entered, RoundRobinOptions(numbers=Numbers.SEEDED)))
    assert seeded.groups[0].members == tuple(str(n) for n in range(1, 9))
    orders = {draw(RoundRobinInput(seed, entered)).groups[0].members for seed in "abcd"}
    assert len(orders) == 4


def test_who_is_absent_leaves_the_opponent_without_a_table() -> None:
    made = make_round(("a", "b", "c", "d", "e"), 2, absent=("a",))
    whole = make_round(("a", "b", "c", "d", "e"), 2)
    gone = [bye for bye in made.byes if bye.reasons[0].why is Why.OPPONENT_GONE]
    assert [dict(bye.reasons[0].values)["opponent"] for bye in gone] == ["a"]
    assert len(made.tables) == len(whole.tables) - 1
    with pytest.raises(ValueError, match="no such round"):
        make_round(("a", "b"), 2)


@given(inputs())
def test_a_written_input_gives_the_same_draw_in_any_order_of_rows(
    inputs: RoundRobinInput,
) -> None:
    again = round_robin.read(json.loads(json.dumps(inputs.as_json())), inputs.seed)
    turned = RoundRobinInput(again.seed, again.entered[::-1], again.options)
    assert draw(again) == draw(turned) == draw(inputs)


def test_a_group_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two entries"):
        draw(
            RoundRobinInput(
                "s",
                (SeededEntry("1", 1), SeededEntry("2", 2), SeededEntry("3", 3)),
                RoundRobinOptions(groups=2),
            )
        )
    with pytest.raises(ValueError, match="twice"):
        draw(RoundRobinInput("s", (SeededEntry("1", 1), SeededEntry("1", 2))))
