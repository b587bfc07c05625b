"""The command line answers for victory points, IMPs and round robins, which concern no game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scoring import berger
from scoring.lines import answer_lines


def answer_to(command: str, **question: Any) -> dict[str, Any]:
    [answer] = answer_lines([json.dumps({"id": 7, **question}).encode()], command)
    values: dict[str, Any] = json.loads(answer)
    assert values.pop("id") == 7
    return values


def problems(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(problem["code"], problem["field"]) for problem in answer["problems"]]


def test_victory_points_are_told_to_the_hundredth() -> None:
    assert answer_to("vp", boards=8, imps=17) == {"vp": ["15.75", "4.25"]}
    assert answer_to("vp", boards=8, imps=-43) == {"vp": ["0.00", "20.00"]}
    assert answer_to("vp", boards=8, imps=1) == {"vp": ["10.44", "9.56"]}


def test_imps_have_the_sign_of_the_difference() -> None:
    assert answer_to("imp", difference=165) == {"imps": 4}
    assert answer_to("imp", difference=-165) == {"imps": -4}


def test_the_table_of_six_is_that_of_the_handbook() -> None:
    # FIDE Handbook C.05, Annex 1, 5 or 6 players.
    handbook = "1-6 2-5 3-4|6-4 5-3 1-2|2-6 3-1 4-5|6-5 1-4 2-3|3-6 4-2 5-1"
    rounds = [
        [[int(number) for number in pair.split("-")] for pair in line.split()]
        for line in handbook.split("|")
    ]
    assert answer_to("berger", players=6) == {"rounds": rounds}
    without = [[pair for pair in line if 6 not in pair] for line in rounds]
    assert answer_to("berger", players=5) == {"rounds": without, "byes": [1, 4, 2, 5, 3]}


@pytest.mark.full
def test_everybody_meets_everybody_once_and_sits_first_and_second_in_turn() -> None:
    for players in [*range(2, 41), 101, 200]:
        table, met, first = berger.rounds(players), set(), [0] * (players + 1)
        for number, pairs in enumerate(table):
            seated = {player for pair in pairs for player in pair}
            assert len(seated) == 2 * len(pairs)
            assert seated | set(berger.byes(players)[number : number + 1]) == {
                *range(1, players + 1)
            }
            for pair in pairs:
                met.add(frozenset(pair))
                first[pair[0]] += 1
        assert len(met) == players * (players - 1) // 2
        assert max(first[1:]) - min(first[1:]) <= 1, players


def test_a_table_played_twice_turns_every_pair_and_tires_nobody() -> None:
    for players in range(2, 21):
        twice = berger.double_round_robin(berger.rounds(players))
        pairs = [pair for pairs_of_round in twice for pair in pairs_of_round]
        assert len(pairs) == len(set(pairs)) == players * (players - 1)
        for player in range(1, players + 1):
            turns = "".join(
                "1" if pair[0] == player else "2"
                for pairs_of_round in twice
                for pair in pairs_of_round
                if player in pair
            )
            assert "111" not in turns, players
            assert "222" not in turns, players


def test_what_is_wrong_is_named_all_at_once() -> None:
    assert problems(answer_to("vp", boards=0, imps="many", round=1)) == [
        ("unknown_field", "round"),
        ("number_out_of_range", "boards"),
        ("not_a_whole_number", "imps"),
    ]
    assert problems(answer_to("imp")) == [("missing_field", "difference")]
    assert problems(answer_to("berger", players=1)) == [("number_out_of_range", "players")]
    assert problems(answer_to("berger", players=2.5)) == [("not_a_whole_number", "players")]
