"""Draws of four at a table, each for himself: complete, least, even, and the same anywhere."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.fours import fours_costs, fours_draw, fours_search
from tournaments.pairing.fours.fours_seats import Sat
from tournaments.pairing.fours.fours_values import (
    FoursDraw,
    FoursInput,
    FoursMethod,
    FoursPlayer,
    FoursRefusal,
    Seats,
)
from tournaments.pairing.reasons import Why
from tournaments.pairing.round_values import CannotDraw
from tournaments.pairing.seating import Met, Seating, meetings

LABELS = ("N", "W", "S", "E")
FREE = (FoursMethod.RANDOM, FoursMethod.BY_STANDING)

seeds = st.text("0123456789abcdef", min_size=1, max_size=8)


def field(size: int, scores: Sequence[int] = ()) -> tuple[FoursPlayer, ...]:
    """Players 1, 2, 3 … with these scores."""
    return tuple(
        FoursPlayer(str(n), n, Fraction(scores[n - 1] if scores else 0)) for n in range(1, size + 1)
    )


def seats_of(drawn: FoursDraw) -> tuple[Seats, ...]:
    return tuple(table.seats for table in drawn.tables)


def seated(drawn: FoursDraw) -> list[str]:
    return sorted(entry for table in drawn.tables for entry in table.entries)


def played(
    size: int, rounds: int, method: FoursMethod, seed: int = 0
) -> list[tuple[FoursInput, FoursDraw]]:
    """Draw so many rounds one after another, with scores at random."""
    lot = random.Random(seed)
    players = field(size)
    history: tuple[Seats, ...] = ()
    drawn: list[tuple[FoursInput, FoursDraw]] = []
    for number in range(rounds):
        asked = FoursInput(f"{seed}/{number}", LABELS, players, history, method)
        drawn.append((asked, fours_draw.draw(asked)))
        history = (*history, *seats_of(drawn[-1][1]))
        out = {bye.entry for bye in drawn[-1][1].sit_outs}
        players = tuple(
            replace(
                player,
                score=player.score + lot.randrange(-20, 21) * 10,
                sat_out=player.sat_out + (player.entry in out),
            )
            for player in players
        )
        ranked = sorted(players, key=lambda player: -player.score)
        players = tuple(replace(player, rank=place) for place, player in enumerate(ranked, 1))
    return drawn


def all_cuts(places: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to cut places into fours."""
    if not places:
        yield ()
        return
    for others in combinations(places[1:], 3):
        left = tuple(place for place in places[1:] if place not in others)
        for rest in all_cuts(left):
            yield ((places[0], *others), *rest)


def cheapest(costs: fours_costs.Costs) -> int:
    """The least that any cut costs, by branch and bound over the tables one after another."""
    least = costs.total([range(at, at + 4) for at in range(0, len(costs.entries), 4)])

    def search(left: tuple[int, ...], so_far: int) -> None:
        nonlocal least
        if so_far >= least:
            return
        if not left:
            least = so_far
            return
        for others in combinations(left[1:], 3):
            rest = tuple(entry for entry in left[1:] if entry not in others)
            search(rest, so_far + costs.pairs((left[0], *others)))

    search(tuple(range(len(costs.entries))), 0)
    return least


def costs_of(size: int, met: Met, ranks: dict[str, int]) -> fours_costs.Costs:
    return fours_costs.field_costs([str(n) for n in range(size)], met, ranks, Sat(LABELS, []))


def some_history(size: int, seed: int) -> Met:
    """Meetings as they come about in a few rounds at random, or of any kind."""
    lot = random.Random(seed)
    met: Met = Counter()
    for _ in range(lot.randrange(6)):
        order = lot.sample(range(size), size)
        for at in range(0, size, 4):
            met.update(frozenset(map(str, two)) for two in combinations(order[at : at + 4], 2))
    return met


@pytest.mark.full
@given(seeds, st.integers(4, 60), st.sampled_from(FREE))
@settings(max_examples=30)
def test_everybody_sits_once_or_sits_out(seed: str, size: int, method: FoursMethod) -> None:
    drawn = fours_draw.draw(FoursInput(seed, LABELS, field(size), method=method))
    out = [bye.entry for bye in drawn.sit_outs]
    assert len(out) == size % 4
    assert sorted([*seated(drawn), *out]) == sorted(player.entry for player in field(size))
    assert [table.number for table in drawn.tables] == list(range(1, size // 4 + 1))
    assert all(tuple(label for label, _ in table.seats) == LABELS for table in drawn.tables)


@pytest.mark.full
@given(seeds, st.sampled_from([8, 14, 20]), st.sampled_from(FREE), st.randoms())
@settings(max_examples=6)
def test_the_order_of_input_rows_has_no_influence(
    seed: str, size: int, method: FoursMethod, lot: random.Random
) -> None:
    history = seats_of(fours_draw.draw(FoursInput("first", LABELS, field(size))))
    scores = [n % 7 for n in range(size)]
    asked = FoursInput(seed, LABELS, field(size, scores), history, method)
    mixed = replace(
        asked,
        players=tuple(lot.sample(asked.players, size)),
        history=tuple(lot.sample(history, len(history))),
    )
    assert fours_draw.draw(mixed) == fours_draw.draw(asked)


@pytest.mark.full
@pytest.mark.parametrize("size", [8, 12, 16])
@pytest.mark.parametrize(
    "seed",
    [*range(4), *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(4, 12))],
)
def test_up_to_sixteen_no_cut_is_cheaper_than_the_one_drawn(size: int, seed: int) -> None:
    ranks = {str(n): n // (1 + seed % 3) for n in range(size)} if seed % 2 else {}
    costs = costs_of(size, some_history(size, seed), ranks)
    assert costs.total(fours_search.cut(costs, "s")) == cheapest(costs)


@pytest.mark.parametrize("seed", range(20))
def test_of_eight_the_least_is_also_the_least_of_all_35_cuts(seed: int) -> None:
    lot = random.Random(seed)
    met = Counter({frozenset(two): lot.randrange(4) for two in combinations(map(str, range(8)), 2)})
    costs = costs_of(8, met, {str(n): n for n in range(8)})
    every = [costs.total(tables) for tables in all_cuts(tuple(range(8)))]
    assert len(every) == 35
    assert costs.total(fours_search.cut(costs, "s")) == min(every)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(6))
def test_the_bounded_search_finds_the_least_of_sixteen_too(seed: int) -> None:
    costs = costs_of(16, some_history(16, seed), {})
    assert costs.total(fours_search.search(costs, "s")) == costs.total(fours_search.exact(costs))


@pytest.mark.full
@pytest.mark.parametrize(("size", "rounds"), [(20, 4), (40, 8), (200, 10)])
def test_nobody_meets_again_by_lot_while_there_is_room(size: int, rounds: int) -> None:
    drawn = played(size, rounds, FoursMethod.RANDOM)
    assert [round_.rematches for _, round_ in drawn] == [0] * rounds
    assert all(round_.least for _, round_ in drawn)


@pytest.mark.full
@pytest.mark.parametrize(
    "size",
    [4, 5, 8, *(pytest.param(size, marks=pytest.mark.nightly) for size in (11, 12, 16, 20, 40))],
)
@pytest.mark.parametrize("method", FREE)
def test_in_twelve_rounds_seats_and_neighbours_are_never_over_two_apart(
    size: int, method: FoursMethod
) -> None:
    asked, drawn = played(size, 12, method, seed=size)[-1]
    sat = Sat(LABELS, [*asked.seatings, *(Seating(1, seats) for seats in seats_of(drawn))])
    entries = [player.entry for player in asked.players]
    assert max(sat.spread(entry) for entry in entries) <= 2
    assert max(sat.sides_spread(*two) for two in permutations(entries, 2)) <= 2


@pytest.mark.full
@pytest.mark.parametrize("size", [8, pytest.param(16, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("method", FREE)
def test_the_seats_are_the_least_possible_for_the_tables_drawn(
    method: FoursMethod, size: int
) -> None:
    asked, drawn = played(size, 7, method, seed=3)[-1]
    sat = Sat(LABELS, asked.seatings)
    for table in drawn.tables:
        keys = [sat.key(order) for order in permutations(table.entries)]
        assert sat.key(table.entries) == min(keys)


def test_four_who_have_only_ever_had_the_same_seat_are_not_put_together() -> None:
    """Of sixty-four the four at the top have twice sat in the north, and nowhere else."""
    tables = [[str(n) for n in range(at, at + 4)] for at in range(1, 65, 4)]
    top = [table[0] for table in tables[:4]]
    history = tuple(tuple(zip(LABELS, table, strict=True)) for table in tables)
    other = [str(n) for n in range(1, 65) if str(n) not in top]
    second = [[entry, *(other[place + 15 * step] for step in range(3))] for place, entry in
              enumerate(top)]  # fmt: skip
    history = (*history, *(tuple(zip(LABELS, table, strict=True)) for table in second))
    sat = Sat(LABELS, [Seating(1, seats) for seats in history])
    players = tuple(FoursPlayer(str(n), n, Fraction(str(n) in top)) for n in range(1, 65))
    drawn = fours_draw.draw(FoursInput("s", LABELS, players, history, FoursMethod.BY_STANDING))
    after = Sat(LABELS, [Seating(1, seats) for seats in (*history, *seats_of(drawn))])
    assert sat.excess(top) > 0
    assert max(after.spread(str(n)) for n in range(1, 65)) <= 2
    assert drawn.rematches == 0


@pytest.mark.full
def test_the_first_round_by_standing_seats_the_scores_in_their_order() -> None:
    drawn = fours_draw.draw(
        FoursInput("s", LABELS, field(20, range(20, 0, -1)), method=FoursMethod.BY_STANDING)
    )
    assert [sorted(map(int, table.entries)) for table in drawn.tables] == [
        list(range(at, at + 4)) for at in range(1, 21, 4)
    ]
    assert drawn.tables[0].reasons[0].named == {"score": "20", "to": "17"}


def test_within_a_score_group_the_seed_decides() -> None:
    asked = FoursInput("a", LABELS, field(16, [1] * 8 + [0] * 8), method=FoursMethod.BY_STANDING)
    groups = [
        [
            set(map(int, table.entries))
            for table in fours_draw.draw(replace(asked, seed=seed)).tables
        ]
        for seed in "abcdef"
    ]
    assert all(set().union(*tables[:2]) == set(range(1, 9)) for tables in groups)
    assert len({str(tables) for tables in groups}) > 1
    assert fours_draw.draw(asked).tables[0].reasons[0].why is Why.FOURS_SCORE_GROUP


def test_meetings_that_are_left_are_named() -> None:
    first = fours_draw.draw(FoursInput("1", LABELS, field(8)))
    drawn = fours_draw.draw(FoursInput("2", LABELS, field(8), seats_of(first)))
    named = [
        reason for table in drawn.tables for reason in table.reasons
        if reason.why is Why.FOURS_REMATCH
    ]  # fmt: skip
    assert drawn.rematches == len(named) == 4
    assert drawn.least
    assert {reason.named["times"] for reason in named} == {1}


@pytest.mark.full
def test_the_costs_of_two_thousand_with_scores_of_their_own_are_exact() -> None:
    numbers = [str(n) for n in range(2000)]
    met: Met = Counter({frozenset(("0", "1")): 20})
    costs = fours_costs.field_costs(numbers, met, {n: int(n) for n in numbers}, Sat(LABELS, []))
    nobody_again, again = costs.pairs((0, 2, 1998, 1999)), costs.pairs((0, 1, 2, 3))
    assert nobody_again == sum(apart**2 for apart in (2, 1998, 1999, 1996, 1997, 1))
    assert again - costs.again * (21**2 - 1) == 3 * 1**2 + 2 * 2**2 + 3**2
    assert again > nobody_again


@pytest.mark.full
def test_a_large_field_says_that_the_search_is_bounded() -> None:
    _, drawn = played(20, 7, FoursMethod.RANDOM)[-1]
    assert drawn.rematches > 0
    assert not drawn.least
    reasons = {reason.why for table in drawn.tables for reason in table.reasons}
    assert Why.FOURS_REMATCH_LEFT in reasons


@pytest.mark.full
def test_house_players_sit_out_first_and_nobody_twice_before_the_others() -> None:
    players = (*field(9), FoursPlayer("10", 10, house=True))
    assert {bye.entry for bye in fours_draw.draw(FoursInput("s", LABELS, players)).sit_outs} >= {
        "10"
    }
    for method in FREE:
        out = Counter(bye.entry for _, drawn in played(9, 9, method) for bye in drawn.sit_outs)
        assert set(out.values()) == {1}
        assert len(out) == 9


@pytest.mark.parametrize(
    ("method", "size", "rounds"),
    [
        (FoursMethod.MOVEMENT, 24, 7),
        (FoursMethod.MOVEMENT, 19, 6),
        (FoursMethod.PARTNERS, 13, 13),
        (FoursMethod.PARTNERS, 8, 7),
    ],
)
def test_a_fixed_movement_is_played_to_its_end(method: FoursMethod, size: int, rounds: int) -> None:
    players = field(size)
    history: tuple[Seats, ...] = ()
    fields: tuple[tuple[str, ...], ...] = ()
    for number in range(rounds + 1):
        asked = FoursInput("s/movement", LABELS, players, history, method, fields)
        if number == rounds:
            with pytest.raises(CannotDraw, match=FoursRefusal.ALL_PLAYED):
                fours_draw.draw(asked)
            break
        drawn = fours_draw.draw(asked)
        assert drawn.tables[0].reasons[0].named["round"] == number + 1
        history = (*history, *seats_of(drawn))
        fields = (*fields, tuple(player.entry for player in players))
    met = meetings(asked.seatings)
    assert set(met.values()) == ({1} if method is FoursMethod.MOVEMENT else {3})


def test_who_comes_new_takes_the_place_of_who_left() -> None:
    old, new = field(16), (*field(15), FoursPlayer("99", 99))
    fields = (tuple(player.entry for player in old),)
    asked = FoursInput("s", LABELS, new, method=FoursMethod.MOVEMENT, fields=fields)
    stayed = fours_draw.draw(replace(asked, players=old))
    came = fours_draw.draw(asked)
    assert [
        ["99" if entry == "16" else entry for entry in table.entries] for table in stayed.tables
    ] == [list(table.entries) for table in came.tables]


@pytest.mark.parametrize(
    ("method", "size", "fields", "refusal"),
    [
        (FoursMethod.PARTNERS, 6, (), FoursRefusal.NOT_OFFERED),
        (FoursMethod.MOVEMENT, 101, (), FoursRefusal.NOT_OFFERED),
        (FoursMethod.MOVEMENT, 16, (("1",),), FoursRefusal.FIELD_CHANGED),
        (FoursMethod.MOVEMENT, 8, (tuple("12345678"),), FoursRefusal.ALL_PLAYED),
    ],
)
def test_a_movement_says_why_it_cannot_seat(
    method: FoursMethod, size: int, fields: tuple[tuple[str, ...], ...], refusal: FoursRefusal
) -> None:
    with pytest.raises(CannotDraw, match=refusal):
        fours_draw.draw(FoursInput("s", LABELS, field(size), method=method, fields=fields))


@pytest.mark.parametrize(
    "inputs", [FoursInput("s", LABELS, field(3)), FoursInput("s", ("N", "S"), field(8))]
)
def test_there_are_four_seats_and_four_players(inputs: FoursInput) -> None:
    with pytest.raises(ValueError, match="four"):
        fours_draw.draw(inputs)


def test_an_entry_may_not_occur_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        FoursInput("s", LABELS, (*field(4), *field(1)))
