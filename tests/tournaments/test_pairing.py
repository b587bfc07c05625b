"""Individual draws: complete, the same anywhere, and as even as the search can make them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.individual import Draw, Seating, draw

LABELS = ("N", "W", "S", "E")
EIGHT = tuple("abcdefgh")

seeds = st.text("0123456789abcdef", min_size=1, max_size=16)


def rounds(entries: Sequence[str], seeds_: Sequence[str]) -> list[Draw]:
    """Draw one round after another, each knowing those before."""
    history: list[Seating] = []
    drawn = []
    for seed in seeds_:
        drawn.append(draw(entries, LABELS, history, seed))
        history += drawn[-1].tables
    return drawn


def met(history: Sequence[Seating]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset(pair)
        for seating in history
        for pair in combinations([entry for _, entry in seating.seats], 2)
    )


def cost(tables: Sequence[Sequence[str]], before: Counter[frozenset[str]]) -> int:
    """What a round costs: 3 for two who meet a second time, 8 for a third, 15 for a fourth."""
    pairs = (frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum((before[pair] + 1) ** 2 - 1 for pair in pairs)


def all_cuts(entries: Sequence[str]) -> Iterator[list[tuple[str, ...]]]:
    """Every way to cut eight into two tables of four."""
    first, *others = entries
    for companions in combinations(others, 3):
        table = (first, *companions)
        yield [table, tuple(entry for entry in entries if entry not in table)]


@given(seeds, st.integers(1, 5))
def test_everybody_sits_once_at_a_full_table(seed: str, tables: int) -> None:
    entries = [f"entry{number}" for number in range(4 * tables)]
    drawn = draw(entries, LABELS, [], seed)
    assert [seating.table for seating in drawn.tables] == list(range(1, tables + 1))
    for seating in drawn.tables:
        assert [label for label, _ in seating.seats] == list(LABELS)
    seated = [entry for seating in drawn.tables for _, entry in seating.seats]
    assert sorted(seated) == sorted(entries)


@given(seeds)
def test_the_same_input_gives_the_same_draw(seed: str) -> None:
    history = draw(EIGHT, LABELS, [], "first").tables
    assert draw(EIGHT, LABELS, history, seed) == draw(EIGHT, LABELS, history, seed)


def test_the_draw_is_the_same_in_another_process() -> None:
    """Python's own hashes differ from process to process; the draw does not rest on them."""
    script = (
        "from tournaments.pairing.individual import draw\n"
        f"print([t.seats for t in draw({EIGHT!r}, {LABELS!r}, [], 'seed').tables])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": number, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for number in ("1", "2")
    }
    here = [seating.seats for seating in draw(EIGHT, LABELS, [], "seed").tables]
    assert outputs == {f"{here}\n"}


def test_another_seed_gives_another_draw() -> None:
    drawn = {draw(EIGHT, LABELS, [], str(number)).tables for number in range(10)}
    assert len(drawn) > 1


@settings(max_examples=25)
@given(st.lists(seeds, min_size=4, max_size=4))
def test_eight_players_meet_again_as_seldom_as_any_draw_could_have_it(seeds_: list[str]) -> None:
    history: list[Seating] = []
    for drawn in rounds(EIGHT, seeds_):
        before = met(history)
        chosen = [tuple(entry for _, entry in seating.seats) for seating in drawn.tables]
        assert cost(chosen, before) == min(cost(cut, before) for cut in all_cuts(EIGHT))
        history += drawn.tables


@settings(max_examples=25)
@given(st.lists(seeds, min_size=3, max_size=3))
def test_the_draw_says_who_meets_again_and_how_often_they_had_met(seeds_: list[str]) -> None:
    history: list[Seating] = []
    for drawn in rounds(EIGHT, seeds_):
        before = met(history)
        for seating in drawn.tables:
            pairs = combinations([entry for _, entry in seating.seats], 2)
            again = {frozenset(pair) for pair in pairs if before[frozenset(pair)]}
            assert {frozenset((one, other)) for one, other, _ in seating.met_before} == again
            for one, other, times in seating.met_before:
                assert times == before[frozenset((one, other))]
        history += drawn.tables


@settings(max_examples=15)
@given(seeds)
def test_nobody_sits_twice_in_a_seat_of_the_first_two_rounds(seed: str) -> None:
    """Two tables have two norths: four who meet cannot all have sat there, so a turn exists."""
    first, second = rounds(EIGHT, [seed, f"{seed}-2"])
    sat = Counter(
        (entry, label)
        for drawn in (first, second)
        for seating in drawn.tables
        for label, entry in seating.seats
    )
    assert max(sat.values()) == 1


@pytest.mark.parametrize("count", [0, 1, 3, 5, 6, 7])
def test_entries_that_do_not_fill_the_tables_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="fill"):
        draw(EIGHT[:count], LABELS, [], "seed")


def test_two_hundred_entries_are_drawn_without_anybody_meeting_twice_in_two_rounds() -> None:
    entries = [f"entry{number}" for number in range(200)]
    _first, second = rounds(entries, ["one", "two"])
    assert len(second.tables) == 50
    assert [seating.met_before for seating in second.tables] == [()] * 50
