"""Individual draws: complete, the same anywhere, and as even as the search can make them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import notes, sit_outs
from tournaments.pairing import rounds as rounds_door
from tournaments.pairing.earlier_draws import draw
from tournaments.pairing.fours import sixteen_players
from tournaments.pairing.reasons import Why, because
from tournaments.pairing.seating import Draw, Seating

LABELS = ("N", "W", "S", "E")
EIGHT = tuple("abcdefgh")

AFFINE_PLANE = (
    ((1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)),
    ((1, 6, 11, 16), (2, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13)),
    ((1, 7, 12, 14), (2, 8, 11, 13), (3, 5, 10, 16), (4, 6, 9, 15)),
    ((1, 8, 10, 15), (2, 7, 9, 16), (3, 6, 12, 13), (4, 5, 11, 14)),
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),
)

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


@pytest.mark.full
@given(seeds, st.integers(1, 5))
def test_everybody_sits_once_at_a_full_table(seed: str, tables: int) -> None:
    entries = [f"entry{number}" for number in range(4 * tables)]
    drawn = draw(entries, LABELS, [], seed)
    assert [seating.table for seating in drawn.tables] == list(range(1, tables + 1))
    for seating in drawn.tables:
        assert [label for label, _ in seating.seats] == list(LABELS)
    seated = [entry for seating in drawn.tables for _, entry in seating.seats]
    assert sorted(seated) == sorted(entries)


@pytest.mark.full
@given(seeds)
def test_the_same_input_gives_the_same_draw(seed: str) -> None:
    history = draw(EIGHT, LABELS, [], "first").tables
    assert draw(EIGHT, LABELS, history, seed) == draw(EIGHT, LABELS, history, seed)


@pytest.mark.full
def test_the_draw_is_the_same_in_another_process() -> None:
    """Python's own hashes differ from process to process; the draw does not rest on them."""
    script = (
        "from tournaments.pairing.earlier_draws import draw\n"
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


@pytest.mark.full
@settings(max_examples=25)
@given(st.lists(seeds, min_size=4, max_size=4))
def test_eight_players_meet_again_as_seldom_as_any_draw_could_have_it(seeds_: list[str]) -> None:
    history: list[Seating] = []
    for drawn in rounds(EIGHT, seeds_):
        before = met(history)
        chosen = [tuple(entry for _, entry in seating.seats) for seating in drawn.tables]
        assert cost(chosen, before) == min(cost(cut, before) for cut in all_cuts(EIGHT))
        history += drawn.tables


@pytest.mark.full
@settings(max_examples=25)
@given(st.lists(seeds, min_size=3, max_size=3))
def test_the_draw_says_who_meets_again_and_how_often_they_had_met(seeds_: list[str]) -> None:
    history: list[Seating] = []
    for drawn in rounds(EIGHT, seeds_):
        before = met(history)
        for seating in drawn.tables:
            pairs = combinations([entry for _, entry in seating.seats], 2)
            again = {frozenset(pair) for pair in pairs if before[frozenset(pair)]}
            assert {frozenset((entry, other)) for entry, other, _ in seating.met_before} == again
            for first, other, times in seating.met_before:
                assert times == before[frozenset((first, other))]
        history += drawn.tables


@pytest.mark.full
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


@pytest.mark.full
def test_two_hundred_entries_are_drawn_without_anybody_meeting_twice_in_two_rounds() -> None:
    entries = [f"entry{number}" for number in range(200)]
    _first, second = rounds(entries, ["one", "two"])
    assert len(second.tables) == 50
    assert [seating.met_before for seating in second.tables] == [()] * 50


@pytest.mark.nightly
@settings(max_examples=25)
@given(st.lists(seeds, min_size=4, max_size=4))
def test_by_standing_eight_meet_again_as_seldom_as_possible_and_then_as_near_as_possible(
    seeds_: list[str],
) -> None:
    history: list[Seating] = []
    for number, seed in enumerate(seeds_):
        ranked = EIGHT[number:] + EIGHT[:number]
        before = met(history)
        drawn = draw(ranked, LABELS, history, seed, by_standing=True)
        cuts = [tables for cut in all_cuts(ranked) for tables in (cut, cut[::-1])]
        best = min((cost(tables, before), far(tables, ranked)) for tables in cuts)
        chosen = [seating.entries for seating in drawn.tables]
        assert (cost(chosen, before), far(chosen, ranked)) == best
        history += drawn.tables


def far(tables: Sequence[Sequence[str]], ranked: Sequence[str]) -> int:
    """How far everybody sits from the table of his standing, squared."""
    return sum(
        (number - ranked.index(entry) // 4) ** 2
        for number, table in enumerate(tables)
        for entry in table
    )


def test_by_standing_the_first_four_sit_at_the_first_table() -> None:
    entries = [f"{number}" for number in range(16)]
    drawn = draw(entries, LABELS, [], "seed", by_standing=True)
    assert [set(seating.entries) for seating in drawn.tables] == [
        set(entries[at : at + 4]) for at in range(0, 16, 4)
    ]


@pytest.mark.full
@settings(max_examples=20)
@given(seeds, st.integers(2, 5), st.booleans())
def test_a_table_is_turned_as_evenly_as_it_can_be(
    seed: str, tables: int, by_standing: bool
) -> None:
    entries = [f"{number}" for number in range(4 * tables)]
    history: list[Seating] = []
    for number in range(4):
        drawn = draw(entries, LABELS, history, f"{seed}/{number}", by_standing=by_standing)
        sat = Counter((entry, label) for seating in history for label, entry in seating.seats)
        for seating in drawn.tables:
            order = [entry for _, entry in seating.seats]
            assert squares(order, sat) == min(squares(turn, sat) for turn in permutations(order))
        history += drawn.tables


def squares(order: Sequence[str], sat: Counter[tuple[str, str]]) -> int:
    return sum((sat[seat] + 1) ** 2 for seat in zip(order, LABELS, strict=True))


@settings(max_examples=20)
@given(seeds)
@pytest.mark.full
def test_who_plays_again_at_one_table_has_new_seats_and_somebody_else_opposite(seed: str) -> None:
    first = draw(EIGHT[:4], LABELS, [], seed).tables
    second = draw(EIGHT[:4], LABELS, first, f"{seed}/2").tables
    sat = Counter((entry, label) for seating in (*first, *second) for label, entry in seating.seats)
    opposite = Counter(
        frozenset((dict(seating.seats)[a], dict(seating.seats)[b]))
        for seating in (*first, *second)
        for a, b in ("NS", "WE")
    )
    assert set(sat.values()) == set(opposite.values()) == {1}


def test_the_movement_is_the_one_that_is_known() -> None:
    """The sixteen places, numbered from 1, against tables made elsewhere."""
    numbered = [
        {frozenset(place + 1 for place in table) for table in sixteen_players.lines(number)}
        for number in range(sixteen_players.ROUNDS)
    ]
    assert numbered == [set(map(frozenset, tables)) for tables in AFFINE_PLANE]


@pytest.mark.full
@given(seeds)
def test_in_the_movement_seats_differ_by_at_most_one_and_everybody_meets_once(seed: str) -> None:
    field = [f"{number}" for number in range(16)]
    history: list[Seating] = []
    for number in range(5):
        history += sixteen_players.draw([field] * (number + 1), LABELS, history, seed).tables
        sat = Counter((entry, label) for seating in history for label, entry in seating.seats)
        counts = [sat[entry, label] for entry in field for label in LABELS]
        assert max(counts) - min(counts) <= 1
    assert set(met(history).values()) == {1}
    assert len(met(history)) == 120


def test_whoever_comes_new_into_a_movement_takes_the_place_of_who_left() -> None:
    field = [f"{number}" for number in range(16)]
    changed = ["x" if entry == "3" else entry for entry in field]
    again = ["y" if entry == "5" else entry for entry in changed]
    first = sixteen_players.positions([field], "seed")
    last = sixteen_players.positions([field, changed, again], "seed")
    assert [{"3": "x", "5": "y"}.get(entry, entry) for entry in first] == last


@pytest.mark.parametrize("number", [4, 8, 12, 20])
def test_no_movement_is_made_up_for_another_number(number: int) -> None:
    field = [f"{entry}" for entry in range(number)]
    with pytest.raises(ValueError, match="sixteen"):
        sixteen_players.draw([field], LABELS, [], "seed")


@pytest.mark.full
@settings(max_examples=25)
@given(seeds, st.integers(2, 6))
def test_pairs_meet_every_other_pair_before_they_meet_one_again(seed: str, tables: int) -> None:
    entries = [f"{number}" for number in range(2 * tables)]
    history: list[Seating] = []
    for number in range(2 * tables - 1):
        drawn = draw(entries, LABELS, history, f"{seed}/{number}", pair=True)
        assert sorted(entry for table in drawn.tables for entry in table.entries) == sorted(entries)
        for seating in drawn.tables:
            at = dict(seating.seats)
            assert (at["N"], at["W"]) == (at["S"], at["E"])
        if number < tables:
            assert [seating.met_before for seating in drawn.tables] == [()] * tables
        history += drawn.tables


@pytest.mark.full
@settings(max_examples=20)
@given(seeds)
def test_four_pairs_change_direction_as_evenly_as_their_tables_allow(seed: str) -> None:
    history: list[Seating] = []
    for number in range(3):
        drawn = draw("abcd", LABELS, history, f"{seed}/{number}", pair=True, by_standing=True)
        sat = Counter((entry, label) for seating in history for label, entry in seating.seats)
        for seating in drawn.tables:
            first, other = seating.entries
            ways = [squares((first, other) * 2, sat), squares((other, first) * 2, sat)]
            assert ways[0] == min(ways)
        history += drawn.tables


@pytest.mark.full
@given(
    st.integers(4, 30),
    seeds,
    st.lists(st.integers(0, 2), min_size=30, max_size=30),
    st.sets(st.integers(0, 29), max_size=6),
    st.booleans(),
)
def test_who_sits_out_has_not_done_so_more_often_than_anybody_who_plays(
    number: int, seed: str, times: list[int], house_: set[int], by_standing: bool
) -> None:
    entries = [f"{entry}" for entry in range(number)]
    before = {entry: times[int(entry)] for entry in entries}
    house = {entry for entry in entries if int(entry) in house_}
    chosen = sit_outs.choose_sit_outs(
        entries, 4, before=before, house=house, seed=None if by_standing else seed
    )
    out = [sit_out.entry for sit_out in chosen]
    assert len(out) == len(set(out)) == number % 4
    playing = set(entries) - set(out)
    competitors = [entry for entry in out if entry not in house]
    if competitors:
        assert not playing & house
        assert max(before[entry] for entry in competitors) <= min(
            before[entry] for entry in playing
        )
    assert len(out) - len(competitors) == min(len(house), number % 4)


def test_the_notes_of_a_draw_are_read_as_they_were_written() -> None:
    kept = notes.DrawNotes(
        met_before={1: (("a", "b", 2),), 2: ()},
        sit_outs=(sit_outs.SitsOut("c", sit_outs.SitOutWhy.BY_SEED, 1),),
        exchanges=(("a", "c"),),
        attempt=3,
        reasons={1: (because(Why.SCORE_GROUP, score="3/2"),)},
        floats={"3": "up"},
        drawn_from='{"method":"swiss"}',
    )
    assert kept.input == {"method": "swiss"}
    assert notes.read(json.loads(json.dumps(kept.as_json()))) == kept


def test_a_round_from_before_sit_outs_reads_as_one_without() -> None:
    assert notes.read([{"table": 1, "met_before": []}]) == notes.DrawNotes({1: ()})


@pytest.mark.full
def test_a_draw_is_made_again_from_a_command_that_needs_no_database() -> None:
    inputs = {"labels": LABELS, "entries": [f"{number}" for number in range(1, 11)]}
    answer = subprocess.run(
        [sys.executable, "-m", "tournaments.pairing", "seed/1/1"],
        input=json.dumps(inputs),
        capture_output=True,
        check=True,
        text=True,
    )
    drawn = rounds_door.draw(rounds_door.read(inputs, "seed/1/1"))
    assert json.loads(answer.stdout) == {
        "algorithm": "fours-search-1",
        "tables": [dict(seating.seats) for seating in drawn.draw.tables],
        "sit_outs": [sit_out.entry for sit_out in drawn.sit_outs],
    }
