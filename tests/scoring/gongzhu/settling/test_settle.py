"""Settlement rule by rule: what each line of a sum says."""

from typing import Any

import pytest

from scoring.game import find_game
from scoring.gongzhu.codes import LineCode
from scoring.gongzhu.deck import HEARTS, SCORING
from scoring.settlement import Line
from tests.scoring.gongzhu.vectors import rest_of

GONGZHU = find_game("gongzhu")
EVERYTHING = list(SCORING)
ALL_HEARTS = list(HEARTS)

Wanted = dict[str, Any]


def north(
    pile: list[str], wanted: Wanted | None = None, exposed: Any = None, own: str = ""
) -> tuple[Line, ...]:
    """Return the lines of north, who won a pile; `own` are the cards that he was dealt."""
    rules = GONGZHU.rules(wanted or {})
    dealt = None
    if rules.self_won:
        dealt = {card: "N" if card in own.split() else "E" for card in ("SQ", "HA", "DJ", "C10")}
    won = {"N": pile, "W": rest_of(pile, rules.decks)}
    report = {"won": won, "exposed": exposed, "dealt": dealt}
    settled: tuple[Line, ...] = GONGZHU.settle(report, rules).lines_of("N")
    return settled


def steps(lines: tuple[Line, ...]) -> list[tuple[str, int]]:
    """Return code and points of each line."""
    return [(line.code.value, line.points) for line in lines]


def total(lines: tuple[Line, ...]) -> int:
    """Return the points that the lines add up to."""
    return sum(line.points for line in lines)


def test_the_example_of_the_source_is_told_line_by_line() -> None:
    """GZ-10, GZ-14, GZ-21: (-100 - 20×3 - 40) × 2 = -400 (T9 L289)."""
    lines = north(["SQ", "H6", "H8", "H10", "HJ", "C10"], exposed={"HA": "exposed"})
    assert lines == (
        Line("N", LineCode.HEARTS, ("H6", "H8", "H10"), -60, (("face", -10), ("factor", 2))),
        Line("N", LineCode.HEARTS, ("HJ",), -40, (("face", -20), ("factor", 2))),
        Line("N", LineCode.PIG, ("SQ",), -100, (("face", -100), ("factor", 1))),
        Line("N", LineCode.TRANSFORMER, ("C10",), -200, (("sum", -200), ("factor", 2))),
    )


def test_the_slam_of_the_source_is_told_line_by_line() -> None:
    """GZ-16, GZ-17, GZ-18, GZ-24: (200 + 400 + 200) × 2 = 1600 (T9 L290)."""
    shown = {"SQ": "exposed", "HA": "exposed"}
    assert steps(north(EVERYTHING, {"preset": "huapai"}, shown, own="DJ")) == [
        *[("hearts", points) for points in (0, -120, -40, -60, -80, -100)],
        ("pig", -200),
        ("sheep", 100),
        ("self_won", 100),
        ("all_hearts_reversed", 800),
        ("pig_reversed", 400),
        ("slam", 0),
        ("transformer", 800),
    ]


def test_plain_cards_count_nothing() -> None:
    """GZ-3, T9 L258."""
    assert north(["S2", "SA", "C9", "DQ"]) == ()


def test_hearts_of_one_face_share_a_line_and_worthless_ones_are_shown() -> None:
    """GZ-10, T9 L262-263."""
    assert [(line.cards, line.points) for line in north(ALL_HEARTS[:12])] == [
        (("H2", "H3", "H4"), 0),
        (("H5", "H6", "H7", "H8", "H9", "H10"), -60),
        (("HJ",), -20),
        (("HQ",), -30),
        (("HK",), -40),
    ]


def test_pips_count_what_is_on_the_card_but_the_four() -> None:
    """GZ-11."""
    faces = [line.points for line in north(ALL_HEARTS[:12], {"hearts": "pips"})]
    assert faces == [-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40]
    assert total(north(ALL_HEARTS, {"hearts": "pips"})) == 200


@pytest.mark.parametrize(("sheep", "points"), [(100, 100), (50, 50)])
def test_the_sheep_has_the_value_of_the_rules(sheep: int, points: int) -> None:
    """GZ-13: T9 L260, T1 L6."""
    assert steps(north(["DJ"], {"sheep": sheep})) == [("sheep", points)]


def test_the_transformer_makes_a_difference_even_of_nothing() -> None:
    """GZ-14, GZ-15: others that sum to 0 leave 0 (T8 L148)."""
    last = north(["SQ", "DJ", "C10"])[-1]
    assert (last.code, last.points) == (LineCode.TRANSFORMER, 0)
    assert dict(last.values) == {"sum": 0, "factor": 2}


@pytest.mark.parametrize(
    ("how", "pile", "points"),
    [
        ("no_scoring_card", ["C10"], 50),
        ("no_scoring_card", ["C10", "S2"], 50),
        ("no_scoring_card", ["C10", "H2"], 0),
        ("no_nonzero_card", ["C10", "H2", "H4"], 50),
        ("no_nonzero_card", ["C10", "H5"], -20),
        ("no_nonzero_card", ["C10", "SQ", "DJ"], 0),
        ("sum_zero", ["C10", "H3"], 50),
        ("sum_zero", ["C10", "SQ", "DJ"], 50),
        ("sum_zero", ["C10", "SQ", "DJ", "H5"], -20),
    ],
)
def test_when_the_transformer_is_alone(how: str, pile: list[str], points: int) -> None:
    """GZ-15: T8 L147-148, T1 L5."""
    assert total(north(pile, {"transformer_alone": how})) == points


def test_the_sum_for_being_alone_is_taken_after_exposures() -> None:
    """GZ-15."""
    wanted = {"transformer_alone": "sum_zero"}
    assert total(north(["C10", "SQ", "DJ"], wanted, {"SQ": "exposed"})) == -200


def test_the_transformer_alone_has_the_value_of_the_rules() -> None:
    """GZ-15, GZ-21, GZ-22."""
    wanted = {"transformer_alone_value": 70, "first_exposure": True}
    assert total(north(["C10"], wanted)) == 70
    assert total(north(["C10"], wanted, {"C10": "exposed"})) == 140
    assert total(north(["C10"], wanted, {"C10": "first"})) == 280


def test_all_hearts_may_be_a_number_times_the_exposure_of_the_ace() -> None:
    """GZ-16, T1 L7."""
    lines = north(ALL_HEARTS, {"preset": "fifty"}, {"HA": "exposed"})
    assert dict(lines[-1].values) == {"value": 200, "face": 100, "factor": 2}
    assert total(lines) == 200


@pytest.mark.parametrize(
    ("flips", "with_all_hearts", "with_slam"),
    [("slam", 100, 800), ("all_hearts", 300, 800), ("never", 100, 400)],
)
def test_when_the_pig_turns_positive(flips: str, with_all_hearts: int, with_slam: int) -> None:
    """GZ-17: T9 L286; the second in public rules."""
    assert total(north([*ALL_HEARTS, "SQ"], {"pig_flips": flips})) == with_all_hearts
    assert total(north(EVERYTHING, {"pig_flips": flips})) == with_slam


def test_a_fixed_slam_holds_only_while_nothing_is_exposed() -> None:
    """GZ-19, T1 L8."""
    lines = north(EVERYTHING, {"preset": "fifty"})
    assert lines[-1].code is LineCode.SLAM_FIXED
    assert (lines[-1].cards, total(lines)) == (SCORING, 1000)
    lines = north(EVERYTHING, {"preset": "fifty"}, {"DJ": "exposed"})
    assert LineCode.SLAM in {line.code for line in lines}
    assert total(lines) == 600


def test_fifteen_cards_are_no_slam() -> None:
    """GZ-18."""
    assert total(north([card for card in SCORING if card != "C10"])) == 200
    assert total(north([card for card in SCORING if card != "H2"])) == -400


def test_a_slam_in_proportion_shows_both_sums() -> None:
    """GZ-20, T8 L182."""
    exposed = [{"seat": "N", "card": "SQ", "kind": "exposed"}]
    last = north(EVERYTHING * 2, {"preset": "qq-double"}, exposed)[-1]
    assert last.code is LineCode.SLAM_IN_PROPORTION
    assert dict(last.values) == {
        "value": 2000,
        "slam_value": 1600,
        "sum": 4000,
        "unexposed": 3200,
    }


def test_one_deck_in_proportion_to_800_is_by_sum() -> None:
    """GZ-18, GZ-20: T8 L156 says 800, multiplied accordingly."""
    wanted = {"slam": "proportional", "slam_value": 800}
    for shown in ({}, {"SQ": "exposed"}, {"C10": "exposed", "HA": "exposed"}):
        assert total(north(EVERYTHING, wanted, shown)) == total(north(EVERYTHING, None, shown))


def test_a_sum_of_nothing_in_a_slam_in_proportion_is_nothing() -> None:
    """GZ-15, GZ-20: in a slam the transformer is never alone, whatever the sum."""
    wanted = {
        "slam": "proportional",
        "slam_value": 300,
        "transformer_alone": "sum_zero",
        "pig_flips": "never",
        "all_hearts": 150,
        "first_exposure": True,
    }
    shown = {"SQ": "first", "HA": "exposed"}
    assert total(north(EVERYTHING, wanted, shown)) == 0
    by_sum = {**wanted, "slam": "by_sum"}
    assert total(north(EVERYTHING, by_sum, shown)) == 50


def test_the_exposed_ace_doubles_the_hearts_of_every_pile() -> None:
    """GZ-21, T8 L145."""
    assert total(north(["HK"], exposed={"HA": "exposed"})) == -80


def test_the_first_card_exposed_counts_fourfold() -> None:
    """GZ-22, T9 L243."""
    wanted = {"first_exposure": True}
    assert total(north(["DJ"], wanted, {"DJ": "first"})) == 400
    assert total(north(["DJ", "C10"], wanted, {"C10": "first"})) == 800


@pytest.mark.parametrize("kind", ["exposed", "first"])
def test_the_fourth_card_is_exposed_by_itself(kind: str) -> None:
    """GZ-23: T8 L137, T9 L344."""
    wanted = {"auto_expose_fourth": True, "first_exposure": True}
    shown = {"SQ": kind, "HA": "exposed", "DJ": "exposed"}
    lines = north(["C10"], wanted, shown)
    assert steps(lines) == [("exposed_by_itself", 0), ("transformer_alone", 100)]
    assert steps(north(["C10"], {}, {**shown, "SQ": "exposed"})) == [("transformer_alone", 50)]


def test_two_exposed_cards_do_not_bring_out_others() -> None:
    """GZ-23."""
    shown = {"SQ": "exposed", "HA": "exposed"}
    assert total(north(["C10"], {"auto_expose_fourth": True}, shown)) == 50
    four = dict.fromkeys(("SQ", "HA", "DJ", "C10"), "exposed")
    assert steps(north(["C10"], {"auto_expose_fourth": True}, four)) == [("transformer_alone", 100)]


@pytest.mark.parametrize(
    ("pile", "own", "points"),
    [
        (["SQ"], "SQ", -200),
        (["DJ"], "DJ", 200),
        (["DJ"], "SQ", 100),
        (["HA", "HK"], "HA", -140),
        (["C10"], "C10", 100),
        (["C10", "DJ"], "C10", 200),
        (["C10", "DJ"], "C10 DJ", 400),
    ],
)
def test_a_self_won_card_counts_double(pile: list[str], own: str, points: int) -> None:
    """GZ-24, T9 L250."""
    assert total(north(pile, {"self_won": True}, own=own)) == points


def test_self_winning_can_double_the_suit_and_the_multiplier() -> None:
    """GZ-24."""
    wanted = {
        "self_won": True,
        "self_won_heart_ace": "suit",
        "self_won_transformer": "both",
    }
    assert total(north(["HA", "HK"], wanted, own="HA")) == -180
    assert total(north(ALL_HEARTS, wanted, own="HA")) == 400
    assert steps(north(["C10", "DJ"], wanted, {"C10": "exposed"}, own="C10")) == [
        ("sheep", 100),
        ("transformer", 300),
        ("transformer_self_won", 400),
    ]


def test_self_winning_and_a_number_for_all_hearts() -> None:
    """GZ-24: a number has no ace in it to double, but a suit."""
    wanted: Wanted = {"self_won": True, "all_hearts": 100}
    assert total(north(ALL_HEARTS, wanted, own="HA")) == 100
    wanted["self_won_heart_ace"] = "suit"
    assert total(north(ALL_HEARTS, wanted, own="HA")) == 200


def test_self_winning_is_left_aside_where_it_does_not_count() -> None:
    """GZ-24."""
    rules = GONGZHU.rules({})
    report = {"won": {"N": ["SQ"], "W": rest_of(["SQ"])}, "dealt": {"SQ": "N"}}
    assert GONGZHU.settle(report, rules).raw["N"] == -100


def test_who_has_one_of_two_transformers_has_the_exposed_one() -> None:
    """GZ-26, T8 L173-174."""
    shown = [{"seat": "E", "card": "C10", "kind": "exposed"}]
    lines = north(["C10", "C10"], {"preset": "qq-double"}, shown)
    assert steps(lines) == [("transformer_alone", 100), ("transformer_alone", 50)]
    assert total(north(["SQ", "C10"], {"preset": "qq-double"}, shown)) == -400


@pytest.mark.parametrize("seats", ["123", "12345"])
def test_other_tables_are_settled_too(seats: str) -> None:
    """GZ-1."""
    rules = GONGZHU.rules({"preset": "fifty", "players": len(seats)})
    report = {"won": {seats[-1]: ["DJ"], "1": rest_of(["DJ"])}}
    settlement = GONGZHU.settle(report, rules)
    assert settlement.raw[seats[-1]] == 50
    assert tuple(settlement.scores) == tuple(seats)


def test_a_slam_may_do_without_the_hearts_that_are_worth_nothing() -> None:
    """GZ-28: T1 L7-8 by its words. 全红 needs them all the same (T1 L7, T8 L154)."""
    counting = [card for card in EVERYTHING if card not in ("H2", "H3", "H4")]
    assert total(north(counting, {"preset": "fifty"})) == 1000
    assert total(north(counting, {"preset": "fifty", "slam_hearts": "all"})) == (
        (-200 - 100 + 50) * 2
    )
    exposed = {"SQ": "exposed"}
    every, without = (
        total(north(cards, {"preset": "fifty"}, exposed)) for cards in (EVERYTHING, counting)
    )
    assert every == without == (100 + 200 + 50) * 2
    assert total(north(counting, {"slam_hearts": "nonzero"})) == 800
    hearts = [card for card in counting if card.startswith("H")]
    assert total(north(hearts, {"slam_hearts": "nonzero"})) == -200


def test_every_heart_counts_in_a_slam_by_pips() -> None:
    """GZ-28: with `pips` no heart is worth nothing."""
    wanted = {"hearts": "pips", "slam_hearts": "nonzero"}
    lacking = [card for card in EVERYTHING if card != "H2"]
    assert total(north(lacking, wanted)) < 0 < total(north(EVERYTHING, wanted))
