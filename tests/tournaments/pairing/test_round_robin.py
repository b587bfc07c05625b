"""The round robin: groups by the snake, numbers by lot, and everybody against everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing import groups, round_robin, two_sides
from tournaments.pairing.drawn import SeededEntry, sort_by_seeding
from tournaments.pairing.reasons import Why
from tournaments.pairing.round_robin import make_round
from tournaments.pairing.round_values import ROUND_ROBIN, DrawInput

CLUBS = ("", "A", "B", "C")
SEEDS = st.text("0123456789abcdef", min_size=1, max_size=8)


@st.composite
def fields(draw_: st.DrawFn) -> tuple[list[SeededEntry], int]:
    """Entries in the order of their seeding, and how many groups they are divided into."""
    number = draw_(st.integers(1, 6))
    entries = draw_(st.integers(max(2 * number, 4), 60))
    clubs = st.sampled_from(CLUBS)
    return [SeededEntry(str(rank), rank, draw_(clubs)) for rank in range(1, entries + 1)], number


def places(seed: str, entries: Sequence[str], seeding: Sequence[str] = ()) -> tuple[str, ...]:
    """Return who has which number of a round robin that begins."""
    inputs = DrawInput(ROUND_ROBIN, seed, ("1", "2"), tuple(entries), seeding=tuple(seeding))
    return two_sides.round_robin_places(inputs)


@pytest.mark.full
@given(st.integers(2, 60), st.booleans(), SEEDS)
def test_everybody_meets_everybody_of_the_group_as_often_as_said(
    size: int, twice: bool, seed: str
) -> None:
    everybody = [str(number) for number in range(1, size + 1)]
    members = places(seed, everybody)
    assert sorted(members) == sorted(everybody)
    met: Counter[frozenset[str]] = Counter()
    seats: Counter[str] = Counter()
    for number in range(1, len(round_robin.schedule(size, twice=twice)) + 1):
        made = make_round(members, number, twice=twice)
        here = [entry for table in made.tables for entry in table.sides]
        assert sorted(here + [bye.entry for bye in made.byes]) == sorted(members)
        assert len(made.byes) == size % 2
        met.update(frozenset(table.sides) for table in made.tables)
        seats.update(table.sides[0] for table in made.tables)
    assert met == {frozenset(two): 2 if twice else 1 for two in combinations(members, 2)}
    fewest = min(seats[entry] for entry in members)
    assert max(seats.values()) - fewest <= 1


@pytest.mark.full
@given(fields(), SEEDS, st.booleans())
def test_groups_differ_by_one_and_rows_of_the_seeding_are_spread(
    field: tuple[list[SeededEntry], int], seed: str, clubs_apart: bool
) -> None:
    entered, number = field
    placed = groups.divide_into_groups(entered, number, seed, clubs_apart=clubs_apart)
    divided = [[each for each in placed if each.group == group] for group in range(number)]
    everybody = sorted(member.entered.entry for members in divided for member in members)
    assert everybody == sorted(entrant.entry for entrant in entered)
    sizes = [len(members) for members in divided]
    assert max(sizes) - min(sizes) <= 1
    for group, members in enumerate(divided):
        ranks = [member.entered.rank for member in members]
        assert max(Counter((rank - 1) // number for rank in ranks).values()) == 1
        assert [rank for rank in ranks if rank <= number] == [group + 1]


def clashes(placed: Sequence[groups.GroupPlacement]) -> int:
    """How many twos of one club are in one group."""
    together = Counter(
        (member.group, member.entered.club) for member in placed if member.entered.club
    )
    return sum(comb(number, 2) for number in together.values())


@pytest.mark.full
@given(fields(), SEEDS)
def test_parting_clubs_never_brings_more_of_one_together_than_the_snake(
    field: tuple[list[SeededEntry], int], seed: str
) -> None:
    entered, number = field
    parted = groups.divide_into_groups(entered, number, seed, clubs_apart=True)
    assert clashes(parted) <= clashes(groups.snake(entered, number))


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
    entered = [SeededEntry(str(n), n, club) for n, club in enumerate("AABBAA", 1)]
    placed = groups.divide_into_groups(entered, 2, "s", clubs_apart=True)
    told = [reason for member in placed for reason in groups.group_reasons(member, placed)]
    reasons = Counter(reason.why for reason in told)
    assert reasons[Why.CLUB_IN_GROUP] == 4
    assert reasons[Why.SNAKE] + reasons[Why.GROUP_FOR_CLUB] == 6


def test_numbers_follow_the_seed_or_the_seeding() -> None:
    entries = tuple(str(n) for n in range(1, 9))
    assert places("s", entries, entries[::-1]) == entries[::-1]
    assert len({places(seed, entries) for seed in "abcd"}) == 4
    assert places("s", entries[::-1]) == places("s", entries)


def test_who_is_absent_leaves_the_opponent_without_a_table() -> None:
    made = make_round(("a", "b", "c", "d", "e"), 2, absent=("a",))
    whole = make_round(("a", "b", "c", "d", "e"), 2)
    gone = [bye for bye in made.byes if bye.reasons[0].why is Why.OPPONENT_GONE]
    assert [dict(bye.reasons[0].values)["opponent"] for bye in gone] == ["a"]
    assert len(made.tables) == len(whole.tables) - 1
    with pytest.raises(ValueError, match="no such round"):
        make_round(("a", "b"), 2)


def test_a_group_of_one_is_refused() -> None:
    three = [SeededEntry(str(n), n) for n in range(1, 4)]
    with pytest.raises(ValueError, match="two entries"):
        groups.divide_into_groups(three, 2, "s", clubs_apart=True)
    with pytest.raises(ValueError, match="two entries"):
        places("s", ("1",))
    with pytest.raises(ValueError, match="twice"):
        sort_by_seeding([*three, three[0]])
