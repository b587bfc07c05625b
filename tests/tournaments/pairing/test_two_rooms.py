"""Both rooms of a match play the same boards, and the words of boards name their values."""

from __future__ import annotations

import operator
import re
from dataclasses import replace
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.wording.documented import values_of, words_of
from tests.tournaments.wording.test_codes import Kept
from tournaments.pairing import two_rooms
from tournaments.pairing.movements.board_codes import ChoiceProblem, Flaw, PlanProblem
from tournaments.pairing.two_rooms import MatchRoom, RoomFlaw


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


@pytest.mark.parametrize("codes", [Flaw, PlanProblem, ChoiceProblem, RoomFlaw])
def test_words_of_boards_ask_for_values_that_come_with_the_code(codes: type[Enum]) -> None:
    documented = values_of(codes)
    for code in codes:
        asked = {
            name
            for text in words_of(code)
            for name in re.findall(r"%\((\w+)\)", str(operator.mod(text, Kept())))
        }
        assert asked <= documented[code.name]
