"""Events over boards are drawn so that everybody can follow it: numbers, tables, both rooms."""

from __future__ import annotations

import json
import operator
import re
from dataclasses import replace
from enum import Enum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.wording.documented import values_of, words_of
from tests.tournaments.wording.test_codes import Kept
from tournaments.pairing import two_rooms
from tournaments.pairing.movements import board_draw, mitchell
from tournaments.pairing.movements.board_codes import ChoiceProblem, Flaw, PlanProblem, WhyBoards
from tournaments.pairing.movements.board_draw import (
    BoardDrawInput,
    NotOffered,
    Numbering,
    draw,
    problems,
)
from tournaments.pairing.movements.board_movements import BoardForm
from tournaments.pairing.movements.board_offers import offers
from tournaments.pairing.two_rooms import MatchRoom, RoomFlaw
from tournaments.standings.duplicate_scores import ResultProblem

LABELS = ("N", "W", "S", "E")


def names(count: int) -> tuple[str, ...]:
    """Return so many entries."""
    return tuple(f"e{number}" for number in range(1, count + 1))


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 80), st.text(max_size=8), st.data())
def test_a_draw_seats_everybody_once_a_round(pairs: int, seed: str, data: st.DataObject) -> None:
    offer = data.draw(st.sampled_from(offers(pairs)))
    stay = data.draw(st.lists(st.sampled_from(names(pairs)), max_size=offer.stationary))
    rounds = data.draw(st.integers(1, offer.rounds))
    numbering = data.draw(st.sampled_from([Numbering.LOT, Numbering.ORDER]))
    inputs = BoardDrawInput(
        form=offer.form,
        seed=seed,
        labels=LABELS,
        entries=names(pairs),
        size=2,
        winners=data.draw(st.sampled_from(offer.winners)),
        sets=offer.sets,
        rounds=rounds,
        numbering=numbering,
        stay=tuple(dict.fromkeys(stay)),
    )
    drawn = draw(inputs)
    assert drawn == draw(board_draw.read(json.loads(json.dumps(inputs.as_json())), seed))
    out = {(sit_out.named["round"], sit_out.named["entry"]) for sit_out in drawn.sit_outs()}
    for number in range(1, rounds + 1):
        tables = drawn.tables(number)
        seated = [entry for table in tables for entry in (table.ns, table.ew)]
        left = [entry for entry in names(pairs) if (number, entry) in out]
        assert sorted([*seated, *left]) == sorted(names(pairs))
        for table in tables:
            assert [entry for _, entry in table.seats] == [table.ns, table.ew] * 2
            assert len(table.boards) == 2
            assert table.boards[0] % 2 == 1
    tables_of = {
        entry: {
            table.table
            for number in range(1, rounds + 1)
            for table in drawn.tables(number)
            if entry in (table.ns, table.ew)
        }
        for entry in inputs.stay
    }
    assert all(len(at) == 1 for at in tables_of.values())


def test_the_lot_is_of_the_seed_and_not_of_the_order_of_entries() -> None:
    inputs = BoardDrawInput(BoardForm.HOWELL, "seed", LABELS, names(12))
    other = replace(inputs, entries=tuple(reversed(names(12))))
    assert draw(inputs).entries == draw(other).entries
    assert draw(inputs).entries != draw(replace(inputs, seed="another")).entries
    assert {reason.code for reason in draw(inputs).numbered} == {WhyBoards.NUMBER_BY_LOT}


@pytest.mark.parametrize("pairs", range(5, 40))
def test_a_snake_makes_both_directions_of_equal_strength(pairs: int) -> None:
    form = BoardForm.MITCHELL if mitchell.tables_of(pairs) % 2 else BoardForm.RELAY
    entries = names(pairs)
    drawn = draw(BoardDrawInput(form, "s", LABELS, entries, winners=2, numbering=Numbering.SNAKE))
    assert sorted(drawn.entries) == sorted(entries)
    lines = mitchell.tables_of(pairs)
    strength = [entries.index(entry) + 1 for entry in drawn.entries]
    north_south, east_west = strength[:lines], strength[lines:]
    assert (
        abs(sum(north_south) / len(north_south) - sum(east_west) / len(east_west)) <= 1 + pairs % 2
    )


def test_whoever_wishes_to_stay_exchanges_with_the_nearest_who_would() -> None:
    entries = names(10)
    inputs = BoardDrawInput(
        BoardForm.MITCHELL, "s", LABELS, entries, winners=2, numbering=Numbering.ORDER, stay=("e7",)
    )
    drawn = draw(inputs)
    assert drawn.entries == ("e1", "e2", "e3", "e4", "e7", "e6", "e5", "e8", "e9", "e10")
    reasons = {str(reason.named["entry"]): reason.code for reason in drawn.numbered}
    assert reasons["e7"] == WhyBoards.NUMBER_STATIONARY
    assert reasons["e5"] == WhyBoards.NUMBER_GIVEN_UP
    assert reasons["e1"] == WhyBoards.NUMBER_IN_ORDER


def test_tables_say_that_boards_are_shared_and_directions_switched() -> None:
    drawn = draw(BoardDrawInput(BoardForm.RELAY, "s", LABELS, names(8)))
    codes = [{reason.code for reason in table.reasons} for table in drawn.tables(4)]
    assert [WhyBoards.SHARED in code for code in codes] == [True, False, False, True]
    assert all(WhyBoards.SWITCHED in code for code in codes)
    assert not any(
        WhyBoards.SWITCHED in {reason.code for reason in table.reasons} for table in drawn.tables(1)
    )


def test_all_that_speaks_against_a_plan_is_said_at_once() -> None:
    inputs = BoardDrawInput(
        BoardForm.HOWELL,
        "s",
        LABELS,
        (*names(8), "e1", "e9"),
        size=0,
        winners=2,
        rounds=20,
        numbering=Numbering.SNAKE,
        stay=("e1", "e2", "nobody"),
    )
    refusals = problems(inputs)
    assert {problem.code for problem in refusals} == set(PlanProblem) - {
        PlanProblem.FORM_NOT_OFFERED,
        PlanProblem.SETS_NOT_OFFERED,
    }
    with pytest.raises(NotOffered) as refused:
        draw(inputs)
    assert refused.value.problems == refusals


def test_a_form_or_a_number_of_sets_that_there_is_not_is_refused() -> None:
    plain = BoardDrawInput(BoardForm.MITCHELL, "s", LABELS, names(8))
    assert [problem.code for problem in problems(plain)] == [PlanProblem.FORM_NOT_OFFERED]
    web = BoardDrawInput(BoardForm.WEB, "s", LABELS, names(20), sets=4)
    assert [(problem.code, problem.named) for problem in problems(web)] == [
        (PlanProblem.SETS_NOT_OFFERED, {"pairs": 20, "sets": 4})
    ]


@given(st.integers(1, 60), st.integers(1, 40), st.integers(1, 2))
def test_both_rooms_of_every_match_play_the_same_boards(
    matches: int, count: int, copies: int
) -> None:
    drawn = [(f"h{number}", f"a{number}") for number in range(matches)]
    round_ = two_rooms.seat_rooms(drawn, range(1, count + 1), copies)
    assert two_rooms.verify(round_) == ()
    assert [(table.ns, table.ew) for table in round_ if table.room == MatchRoom.OPEN] == drawn
    if copies == 1:
        half = count // 2
        opened, closed = round_[0].boards, round_[1].boards
        assert not set(opened[:half]) & set(closed[:half])


def test_the_checker_of_two_rooms_finds_what_is_wrong() -> None:
    table, other = two_rooms.seat_rooms([("A", "B")], [1, 2])
    third, fourth = two_rooms.seat_rooms([("C", "D")], [1, 2])
    wrong = {
        RoomFlaw.ROOM_MISSING: (table,),
        RoomFlaw.DIRECTIONS_ALIKE: (table, replace(other, ns="A", ew="B")),
        RoomFlaw.BOARDS_DIFFER: (table, replace(other, boards=(1, 3))),
        RoomFlaw.BOARD_TWICE: (table, replace(other, boards=(1, 1, 2))),
        RoomFlaw.MEETS_ITSELF: (replace(table, ew="A"), other),
        RoomFlaw.TABLE_TWICE: (table, other, replace(third, match=2), replace(fourth, match=2)),
        RoomFlaw.SIDE_ELSEWHERE: (
            table,
            other,
            replace(third, match=2, table=2, ns="A"),
            replace(fourth, match=2, table=2, ew="A"),
        ),
    }
    for flaw, round_ in wrong.items():
        assert flaw in {fault.flaw for fault in two_rooms.verify(round_)}
    assert set(wrong) == set(RoomFlaw)
    with pytest.raises(ValueError, match="one copy or two"):
        two_rooms.seat_rooms([("A", "B")], [], 1)


@pytest.mark.parametrize(
    "codes", [Flaw, PlanProblem, ChoiceProblem, WhyBoards, RoomFlaw, ResultProblem]
)
def test_words_of_boards_ask_for_values_that_come_with_the_code(codes: type[Enum]) -> None:
    documented = values_of(codes)
    for code in codes:
        asked = {
            name
            for text in words_of(code)
            for name in re.findall(r"%\((\w+)\)", str(operator.mod(text, Kept())))
        }
        assert asked <= documented[code.name]
