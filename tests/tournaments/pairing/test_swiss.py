"""The Swiss draw: everybody once, no rematch that can be avoided, the same anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.swiss_events import (
    Event,
    all_groups,
    byes_of,
    met,
    unmet_can_be_paired,
    worth,
)
from tournaments.pairing import rounds
from tournaments.pairing.reasons import Why
from tournaments.pairing.round_values import SWISS, DrawInput
from tournaments.pairing.seating import Seating
from tournaments.pairing.swiss import swiss_draw
from tournaments.pairing.swiss.swiss_costs import Cost
from tournaments.pairing.swiss.swiss_draw import SwissDraw
from tournaments.pairing.swiss.swiss_values import (
    ByeRule,
    Float,
    PairingOrder,
    Sides,
    Style,
    SwissEntrant,
    SwissInput,
    SwissOptions,
)

OPTIONS = st.builds(
    SwissOptions,
    style=st.sampled_from(Style),
    order=st.sampled_from(PairingOrder),
    bye=st.sampled_from(ByeRule),
    clubs_apart=st.booleans(),
)


def everybody_once(inputs: SwissInput, drawn: SwissDraw) -> None:
    seated = [entry for table in drawn.tables for entry in table.sides]
    out = [bye.entry for bye in drawn.byes]
    assert sorted(seated + out) == sorted(entrant.entry for entrant in inputs.entrants)
    odd, three = len(inputs.entrants) % 2, inputs.options.bye is ByeRule.THREE_WAY
    assert len(out) == (odd if not three else 0)
    assert [len(table.sides) for table in drawn.tables].count(3) == (odd if three else 0)
    assert [table.number for table in drawn.tables] == list(range(1, len(drawn.tables) + 1))
    assert all(table.reasons for table in drawn.tables)
    assert all(bye.reasons for bye in drawn.byes)


@pytest.mark.full
@settings(max_examples=20)
@given(st.integers(4, 60), st.integers(1, 6), OPTIONS, st.integers(0, 10**6))
def test_everybody_is_there_once_and_has_a_bye_once(
    entries: int, rounds: int, options: SwissOptions, number: int
) -> None:
    everybody_has_at_most_one_bye(entries, rounds, options, number)


@pytest.mark.nightly
@settings(max_examples=200)
@given(st.integers(4, 60), st.integers(1, 6), OPTIONS, st.integers(0, 10**6))
def test_in_many_events_everybody_is_there_once_and_has_a_bye_once(
    entries: int, rounds: int, options: SwissOptions, number: int
) -> None:
    everybody_has_at_most_one_bye(entries, rounds, options, number)


def everybody_has_at_most_one_bye(
    entries: int, rounds: int, options: SwissOptions, number: int
) -> None:
    event = Event(entries, options, number=number)
    for played in range(min(rounds, entries - 1)):
        inputs, drawn = event.play(f"{number}/{played}")
        everybody_once(inputs, drawn)
        byes = byes_of(event.history)
        assert max(byes.values(), default=0) <= 1


@pytest.mark.full
@settings(max_examples=3)
@given(st.integers(100, 200), OPTIONS)
def test_in_large_fields_nobody_meets_again_in_three_rounds(
    entries: int, options: SwissOptions
) -> None:
    event = Event(entries, replace(options, style=Style.SWISS), number=entries)
    for played in range(3):
        inputs, drawn = event.play(str(played))
        everybody_once(inputs, drawn)
        assert drawn.rematches == 0


@pytest.mark.full
@given(st.integers(2, 8), st.integers(1, 9), st.sampled_from((ByeRule.LOWEST, ByeRule.LAST)))
def test_no_other_draw_has_fewer_repeated_byes_or_rematches(
    entries: int, rounds: int, bye: ByeRule
) -> None:
    event = Event(entries, SwissOptions(bye=bye), number=rounds)
    for played in range(rounds):
        before = list(event.history)
        inputs, drawn = event.play(f"{played}")
        names = [entrant.entry for entrant in inputs.entrants]
        made = [table.sides for table in drawn.tables] + [(bye.entry,) for bye in drawn.byes]
        assert worth(made, before) == min(worth(way, before) for way in all_groups(names))


@pytest.mark.full
@given(st.integers(5, 15), st.integers(1, 8), st.integers(0, 10**6))
def test_a_rematch_is_drawn_only_where_nobody_could_do_without(
    half: int, rounds: int, number: int
) -> None:
    event = Event(2 * half, SwissOptions(), number=number)
    for played in range(rounds):
        before = met(event.history)
        _, drawn = event.play(f"{number}/{played}")
        if drawn.rematches:
            assert not unmet_can_be_paired(list(event.scores), before)
        again = [table for table in drawn.tables if before[frozenset(table.sides)]]
        assert len(again) == drawn.rematches
        assert all(Why.REMATCH in {why.why for why in table.reasons} for table in again)


@pytest.mark.full
@given(st.integers(2, 40), OPTIONS, st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_same_input_is_the_same_draw_whatever_the_order_of_its_rows(
    entries: int, options: SwissOptions, number: int, chance: Random
) -> None:
    if entries == 2 and options.bye is ByeRule.THREE_WAY:
        options = SwissOptions()
    event = Event(entries, options, number=number)
    event.play("1")
    inputs = event.given("2")
    rows = list(inputs.entrants)
    chance.shuffle(rows)
    assert swiss_draw.draw(replace(inputs, entrants=tuple(rows))) == swiss_draw.draw(inputs)


def test_another_seed_draws_another_round() -> None:
    first = Event(20, SwissOptions(), number=1)
    draws = {
        frozenset(frozenset(table.sides) for table in swiss_draw.draw(first.given(seed)).tables)
        for seed in ("a", "b", "c", "d")
    }
    assert len(draws) == 4


def row(entry: int, score: int = 0, club: str = "", floated: Float | None = None) -> SwissEntrant:
    return SwissEntrant(str(entry), entry, Fraction(score), club, floated)


def tables(drawn: SwissDraw) -> set[frozenset[str]]:
    return {frozenset(table.sides) for table in drawn.tables}


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (PairingOrder.FOLD, {"18", "27", "36", "45"}),
        (PairingOrder.SLIDE, {"15", "26", "37", "48"}),
        (PairingOrder.ADJACENT, {"12", "34", "56", "78"}),
    ],
)
def test_the_first_round_follows_the_numbers_as_asked(
    order: PairingOrder, expected: set[str]
) -> None:
    drawn = swiss_draw.draw(
        SwissInput("s", tuple(map(row, range(1, 9))), (), SwissOptions(order=order))
    )
    assert tables(drawn) == {frozenset(two) for two in expected}


def test_the_highest_number_has_the_bye_of_the_first_round_where_the_last_is_left_out() -> None:
    options = SwissOptions(bye=ByeRule.LAST)
    drawn = swiss_draw.draw(SwissInput("s", tuple(map(row, range(1, 10))), (), options))
    (bye,) = drawn.byes
    assert (bye.entry, bye.reasons[0].why) == ("9", Why.BYE_LAST)


@pytest.mark.parametrize("number", range(5))
def test_nine_teams_have_five_byes_of_five_teams_in_five_rounds(number: int) -> None:
    """Scenario 14: the first bye has the highest number, and nobody a second one."""
    event = Event(9, SwissOptions(bye=ByeRule.LAST), number=number)
    byes = [bye.entry for turn in range(5) for bye in event.play(f"{number}/{turn}")[1].byes]
    assert (byes[0], len(byes), len(set(byes))) == ("9", 5, 5)


def test_the_bye_goes_to_the_lowest_who_had_none_and_says_so() -> None:
    rows = (row(1, 6), row(2, 4), row(3, 2), row(4, 2), row(5, 0))
    history = (("5",), ("1", "2"), ("3", "4"))
    (bye,) = swiss_draw.draw(SwissInput("s", rows, history)).byes
    assert bye.entry in {"3", "4"}
    assert bye.reasons[0].why is Why.BYE_HIGHER


def test_a_second_bye_is_given_where_everybody_had_one() -> None:
    rows = (row(1), row(2), row(3))
    history = (("1",), ("2", "3"), ("2",), ("1", "3"), ("3",), ("1", "2"))
    drawn = swiss_draw.draw(SwissInput("s", rows, history))
    assert Why.BYE_AGAIN in {why.why for why in drawn.byes[0].reasons}
    assert drawn.rematches == 1


def test_danish_and_high_high_pair_the_standings_from_the_top() -> None:
    rows = tuple(row(n, 10 - n) for n in range(1, 7))
    history = (("1", "2"), ("3", "4"), ("5", "6"))
    danish = swiss_draw.draw(SwissInput("s", rows, history, SwissOptions(style=Style.DANISH)))
    assert tables(danish) == {frozenset("12"), frozenset("34"), frozenset("56")}
    assert Why.REMATCH_ALLOWED in {why.why for why in danish.tables[0].reasons}
    high = swiss_draw.draw(SwissInput("s", rows, history, SwissOptions(style=Style.HIGH_HIGH)))
    assert tables(high) == {frozenset("13"), frozenset("25"), frozenset("46")}
    assert high.rematches == 0


def test_scores_come_before_clubs_and_clubs_before_the_rest() -> None:
    rows = (row(1, 2, "A"), row(2, 2, "A"), row(3, 2, "B"), row(4, 2, "B"))
    drawn = swiss_draw.draw(SwissInput("s", rows))
    assert drawn.costs[Cost.CLUBS] == 0
    split = (row(1, 2, "A"), row(2, 2, "A"), row(3, 0, "B"), row(4, 0, "B"))
    drawn = swiss_draw.draw(SwissInput("s", split))
    assert tables(drawn) == {frozenset("12"), frozenset("34")}
    assert Why.SAME_CLUB in {why.why for why in drawn.tables[0].reasons}
    drawn = swiss_draw.draw(SwissInput("s", split, (), SwissOptions(clubs_apart=False)))
    assert drawn.costs[Cost.CLUBS] == 0


def test_who_floated_the_last_time_does_not_float_again() -> None:
    rows = (
        row(1, 2, floated=Float.DOWN),
        row(2, 2),
        row(3, 2),
        row(4, 0),
        row(5, 0),
        row(6, 0, floated=Float.UP),
    )
    drawn = swiss_draw.draw(SwissInput("s", rows))
    assert drawn.costs[Cost.FLOATS_AGAIN] == 0
    down = [entry for entry, float_ in drawn.floats.items() if float_ is Float.DOWN]
    up = [entry for entry, float_ in drawn.floats.items() if float_ is Float.UP]
    assert down != ["1"]
    assert up != ["6"]
    assert (len(down), len(up)) == (1, 1)


@pytest.mark.full
@given(st.integers(4, 30), st.integers(2, 8), st.integers(0, 10**6))
def test_who_has_had_the_first_seat_less_often_has_it(half: int, rounds: int, number: int) -> None:
    event = Event(2 * half, SwissOptions(), number=number)
    balance: Counter[str] = Counter()
    for played in range(rounds):
        before = Counter(balance)
        _, drawn = event.play(f"{number}/{played}")
        for table in drawn.tables:
            first, second = table.sides
            assert before[first] <= before[second]
            balance.update({first: 1, second: -1})


@pytest.mark.full
@given(st.integers(4, 30), st.integers(0, 10**6))
def test_seats_are_as_even_as_rounds_allow_where_nothing_else_is_asked(
    half: int, number: int
) -> None:
    rows = tuple(map(row, range(1, 2 * half + 1)))
    history: list[Sides] = []
    balance: Counter[str] = Counter()
    for played in range(min(half, 6)):
        for table in swiss_draw.draw(SwissInput(f"{number}/{played}", rows, tuple(history))).tables:
            history.append(table.sides)
            balance.update({table.sides[0]: 1, table.sides[1]: -1})
        assert max(map(abs, balance.values())) <= 2


def test_three_meet_in_half_matches_and_nobody_twice_while_others_have_not() -> None:
    event = Event(9, SwissOptions(bye=ByeRule.THREE_WAY), number=3)
    threes: Counter[str] = Counter()
    for played in range(3):
        _, drawn = event.play(str(played))
        (three,) = (table for table in drawn.tables if len(table.sides) == 3)
        assert Why.THREE_WAY in {why.why for why in three.reasons}
        threes.update(three.sides)
        assert drawn.rematches == 0
    assert max(threes.values()) == 1


def test_a_field_of_one_or_with_an_entry_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="two entries"):
        swiss_draw.draw(SwissInput("s", (row(1),)))
    with pytest.raises(ValueError, match="twice"):
        SwissInput("s", (row(1), row(1)))


def against(entries: int, style: Style) -> tuple[SwissInput, set[str]]:
    """A field with everything against it, and who has had a bye."""
    chance = Random(7)
    floats = (*Float, None)
    rows = tuple(
        SwissEntrant(
            str(n), n, Fraction(chance.randrange(300)), f"club {n % 3}", chance.choice(floats)
        )
        for n in range(1, entries + 1)
    )
    names = [row.entry for row in rows]
    history: list[Sides] = []
    for _ in range(4):
        history += zip(names[::2], names[1::2], strict=False)
        chance.shuffle(names)
    left_out = {row.entry for row in rows[: entries // 3]}
    history += [(entry,) for entry in left_out]
    return SwissInput(
        "s", rows, tuple(history), SwissOptions(style=style, order=PairingOrder.FOLD)
    ), left_out


@pytest.mark.full
@pytest.mark.parametrize(
    ("entries", "style"),
    [(201, style) for style in Style]
    + [pytest.param(999, style, marks=pytest.mark.nightly) for style in Style],
)
def test_large_fields_with_everything_against_them_fit_into_the_numbers(
    entries: int, style: Style
) -> None:
    inputs, byes_had = against(entries, style)
    drawn = swiss_draw.draw(inputs)
    assert len(drawn.tables) == entries // 2
    assert drawn.byes[0].entry not in byes_had
    assert style is Style.DANISH or drawn.rematches == 0


@pytest.mark.full
def test_another_process_draws_the_same() -> None:
    past, _ = against(101, Style.SWISS)
    ranked = sorted(past.entrants, key=lambda entrant: entrant.rank)
    inputs = DrawInput(
        SWISS,
        "s",
        ("1", "2"),
        tuple(entrant.entry for entrant in ranked),
        history=tuple(
            Seating(number, tuple(zip("12", sides, strict=True)))
            for number, sides in enumerate(past.history, 1)
            if len(sides) == 2
        ),
        sat_out=Counter(sides[0] for sides in past.history if len(sides) == 1),
        scores={entrant.entry: str(entrant.score) for entrant in ranked},
    )
    other = subprocess.run(
        [sys.executable, "-m", "tournaments.pairing", "s"],
        input=json.dumps(inputs.as_json()),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(other.stdout) == rounds.draw(inputs).shown
