"""The interface of a game: a registry, and a toy that goes through it as the real game does."""

import pytest

from scoring.following import Following
from scoring.game import GameState, UnknownGame, find_game, names, register, unregister
from scoring.problems import RulesRefused, Unsettled, code_named
from scoring.procedure import Procedure
from scoring.settlement import Line, Settlement
from tests.toy_game import TOY, Toy, ToyCode, ToyRules, toy_registered

SIDES = {"N": "a", "W": "b", "S": "a", "E": "b"}


def test_a_game_is_found_by_its_name_while_it_is_registered() -> None:
    with toy_registered():
        assert find_game("toy") is TOY
        assert names() == ("gongzhu", "shengji", "toy")
    assert names() == ("gongzhu", "shengji")


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UnknownGame):
        find_game("whist")
    with pytest.raises(UnknownGame):
        unregister("whist")


def test_a_game_may_be_registered_again_but_a_name_belongs_to_one_game() -> None:
    with toy_registered():
        register(TOY)
        with pytest.raises(ValueError, match="toy"):
            register(Toy())


def test_the_toy_settles_through_the_interface() -> None:
    with toy_registered():
        game = find_game("toy")
        rules = game.rules({"value": 10})
        settlement = game.settle({"won": {"N": 4, "W": 3, "S": 3, "E": 3}}, rules)
        assert settlement.raw == {"N": 40, "W": 30, "S": 30, "E": 30}
        assert game.side_points(settlement.scores, rules, SIDES) == {"a": 70, "b": 60}
        state = game.advance(GameState({}), settlement, rules, SIDES)
        assert state == GameState({"a": 70, "b": 60}, deals=1)
        assert not game.match_result(state, rules).ended


def test_the_toy_names_its_problems() -> None:
    rules = TOY.rules({})
    assert TOY.problems({"won": {"N": 12}}, rules)[0].code is ToyCode.NOT_THIRTEEN
    assert [p.field for p in TOY.problems({"won": {"N": "x", "Q": 1}}, rules)] == [
        "won.Q",
        "won.N",
    ]
    with pytest.raises(Unsettled):
        TOY.settle(None, rules)
    with pytest.raises(RulesRefused, match="number_out_of_range at value"):
        TOY.rules({"value": 0})


def test_the_toy_says_what_its_rules_are() -> None:
    assert TOY.rules(ToyRules(3).as_dict()) == ToyRules(3)
    assert TOY.preset_of(ToyRules()) == "plain"
    assert TOY.preset_of(ToyRules(3)) is None
    assert TOY.describe(ToyRules(3))[0].values == (("points", 3),)
    assert TOY.seats(ToyRules()) == ("N", "W", "S", "E")
    assert TOY.blank(ToyRules()).cards == ()
    assert TOY.blank(ToyRules()).as_json()["hand_size"] == 0


def test_the_toy_follows_nothing() -> None:
    following = TOY.follow({"won": {"N": 13}}, ToyRules())
    assert following == Following()
    assert following.as_json() == {
        "hands": {},
        "left": {},
        "trick": [],
        "next": None,
        "tricks": [],
        "won": {},
        "legal": [],
        "flags": [],
        "missing": [],
        "done": False,
        "warnings": [],
        "unanswered": [],
    }


def test_the_toy_has_no_procedure() -> None:
    assert TOY.procedure(ToyRules()) == Procedure()
    assert Procedure().as_json()["steps"] == []


def test_a_settlement_survives_json() -> None:
    rules = TOY.rules({})
    settlement = TOY.settle({"won": {"N": 13}}, rules)
    assert Settlement.from_json(settlement.as_json(), TOY.codes) == settlement


def test_a_settlement_with_an_unknown_code_is_not_read() -> None:
    written = Line("N", ToyCode.TRICKS).as_json()
    with pytest.raises(ValueError, match="toy_tricks"):
        Line.from_json(written, find_game("gongzhu").codes)


def test_the_lines_of_a_settlement_are_found_by_seat() -> None:
    settlement = TOY.settle({"won": {"N": 6, "W": 7}}, TOY.rules({}))
    assert [line.points for line in settlement.lines_of("W")] == [7]
    assert [line.points for line in settlement.conversions_of("N")] == [6]


@pytest.mark.parametrize("name", ["gongzhu", "toy"])
def test_a_code_has_one_meaning_in_a_game(name: str) -> None:
    with toy_registered():
        codes = find_game(name).codes
    members = [member for enumeration in codes for member in enumeration]
    assert len({member.value for member in members}) == len(members)
    assert all(code_named(member.value, codes) is member for member in members)


def test_a_game_that_comes_back_is_listed_as_it_is_registered_now() -> None:
    register(TOY, playable=False)
    assert "toy" not in names()
    unregister("toy")
    with toy_registered():
        assert "toy" in names()
