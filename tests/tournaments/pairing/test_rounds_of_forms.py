"""The door to all draws: partners, boards that move and groups, over random fields."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tournaments.pairing import rounds as pairing
from tournaments.pairing.round_values import CannotDraw, DrawInput, DrawnRound
from tournaments.pairing.seating import Seating

LABELS = ("N", "W", "S", "E")


def field(method: str, entries: int, seed: str = "seed") -> DrawInput:
    """What a movement over boards for so many pairs is drawn from."""
    numbers = tuple(str(n) for n in range(1, entries + 1))
    return DrawInput(method, seed, LABELS, numbers, pair=True, size=2)


def played(inputs: DrawInput, rounds: int) -> Iterator[DrawnRound]:
    """Draw so many rounds one after the other, each from what is written down."""
    history: tuple[Seating, ...] = ()
    fields: tuple[tuple[str, ...], ...] = ()
    for _ in range(rounds):
        now = replace(inputs, history=history, fields=fields)
        read = pairing.read(json.loads(json.dumps(now.as_json())), inputs.seed)
        drawn = pairing.draw(read)
        assert drawn.shown == pairing.draw(now).shown
        yield drawn
        history, fields = (*history, *drawn.draw.tables), (*fields, now.entries)


@pytest.mark.full
@pytest.mark.parametrize("method", ["mitchell", "howell"])
def test_movements_over_boards_let_nobody_meet_or_play_a_board_twice(method: str) -> None:
    for pairs in (4, 5, 6, 7, 9, 12, 17, 24, 30):
        inputs = field(method, pairs, str(pairs))
        rounds = pairing.round_limit(inputs) or 0
        met: Counter[frozenset[str]] = Counter()
        over: Counter[tuple[str, int]] = Counter()
        out: Counter[str] = Counter()
        for drawn in played(inputs, rounds):
            tables = drawn.draw.tables
            assert len({n for table in tables for n in table.entries}) == pairs - pairs % 2
            met.update(frozenset(table.entries) for table in tables)
            over.update((n, b) for t in tables for n in t.entries for b in drawn.boards[t.table])
            out.update(sit_out.entry for sit_out in drawn.sit_outs)
        assert set(met.values()) == {1}
        assert set(over.values()) == {1}
        assert set(out.values()) <= {1, 2}
        with pytest.raises(CannotDraw):
            pairing.draw(replace(inputs, fields=(inputs.entries,) * rounds))


def test_a_short_howell_is_taken_where_just_so_many_rounds_are_planned() -> None:
    whole, short = field("howell", 10), replace(field("howell", 10), rounds=6)
    assert (pairing.round_limit(whole), pairing.round_limit(short)) == (9, 6)
    over: Counter[tuple[str, int]] = Counter()
    for drawn in played(short, 6):
        for table in drawn.draw.tables:
            over.update((n, b) for n in table.entries for b in drawn.boards[table.table])
    assert over == Counter((n, b) for n in short.entries for b in range(1, 2 * 6 + 1))


@pytest.mark.parametrize("method", ["swiss", "round_robin", "random", "high_high", "danish"])
def test_everybody_of_every_group_is_seated_once_or_sits_out(method: str) -> None:
    for sizes in ((2, 2), (3, 4), (5, 8, 5), (7, 6, 5, 9)):
        numbers = [str(n) for n in range(1, sum(sizes) + 1)]
        Random(method).shuffle(numbers)
        inputs = DrawInput(method, "seed", ("1", "2"), tuple(numbers), groups=cut(numbers, sizes))
        drawn = pairing.draw(inputs)
        group_of = {n: place for place, group in enumerate(inputs.groups, 1) for n in group}
        seated = [n for table in drawn.draw.tables for n in table.entries]
        assert sorted(seated + [sit_out.entry for sit_out in drawn.sit_outs]) == sorted(numbers)
        assert [table.table for table in drawn.draw.tables] == list(range(1, len(seated) // 2 + 1))
        for table, group in zip(drawn.draw.tables, drawn.groups, strict=True):
            assert {group_of[n] for n in table.entries} == {group}
        assert drawn.shown == pairing.draw(inputs).shown


def cut(numbers: list[str], sizes: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    rest = iter(numbers)
    return tuple(tuple(next(rest) for _ in range(size)) for size in sizes)


def test_a_group_of_which_one_is_left_sits_out_and_the_others_play() -> None:
    groups = (("1", "2", "3"), ("4", "5", "6", "7"))
    drawn = pairing.draw(
        DrawInput("swiss", "s", ("1", "2"), ("1", "4", "5", "6", "7"), groups=groups)
    )
    assert [sit_out.entry for sit_out in drawn.sit_outs] == ["1"]
    assert drawn.groups == (2, 2)


def test_groups_whose_next_tables_have_all_lost_a_side_have_byes_and_the_schedule_goes_on() -> None:
    groups = (("1", "2", "3", "4"), ("5", "6", "7", "8"))
    every = tuple(str(n) for n in range(1, 9))
    inputs = DrawInput("round_robin", "s", ("1", "2"), every, groups=groups)
    gone = {entry for table in pairing.draw(inputs).draw.tables[::2] for entry in table.entries}
    left = tuple(entry for entry in every if entry not in gone)
    inputs = replace(inputs, entries=left)
    for played in (1, 2):
        drawn = pairing.draw(replace(inputs, fields=(every, *[left] * (played - 1))))
        assert drawn.draw.tables == ()
        assert sorted(sit_out.entry for sit_out in drawn.sit_outs) == sorted(left)


def test_no_group_has_a_round_left() -> None:
    groups = (("1", "2"), ("3", "4"))
    every = ("1", "2", "3", "4")
    inputs = DrawInput("round_robin", "s", ("1", "2"), every, groups=groups, fields=(every,))
    with pytest.raises(CannotDraw):
        pairing.draw(inputs)


@pytest.mark.parametrize("players", [4, 5, 8, 9, 16, 25])
def test_partners_change_in_every_round(players: int) -> None:
    numbers = tuple(str(n) for n in range(1, players + 1))
    inputs = DrawInput("whist", "seed", LABELS, numbers, partners=True)
    together: Counter[frozenset[str]] = Counter()
    for drawn in played(inputs, pairing.round_limit(inputs) or 0):
        for table in drawn.draw.tables:
            order = [entry for _, entry in table.seats]
            together.update((frozenset(order[0::2]), frozenset(order[1::2])))
    assert together == Counter(frozenset(two) for two in combinations(numbers, 2))


def test_those_of_one_club_meet_late() -> None:
    numbers = tuple(str(n) for n in range(1, 9))
    clubs = {n: "Hankou" if int(n) <= 4 else "Wuchang" for n in numbers}
    drawn = pairing.draw(DrawInput("swiss", "s", ("1", "2"), numbers, clubs=clubs))
    assert len(drawn.draw.tables) == 4
    assert all(len({clubs[n] for n in table.entries}) == 2 for table in drawn.draw.tables)


def test_what_only_some_draws_need_is_not_in_the_input_of_others() -> None:
    plain = DrawInput("swiss", "s", ("1", "2"), ("1", "2")).as_json()
    new = {"partners", "groups", "clubs", "seeding", "size", "rounds", "knockout"}
    assert not new & set(plain)
