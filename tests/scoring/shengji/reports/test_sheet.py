"""The sheet of a result: what it asks, what it begins with, what was expected, how it is read."""

from typing import Any

import pytest

from scoring.game import AskedKind, Context, find_game
from scoring.procedure import History, PastDeal
from scoring.record_comparison import Statement
from scoring.shengji.codes import FactCode, ProcedureCode, Saying
from scoring.shengji.play.kitty import block_named, combination_name, combination_names
from scoring.shengji.rules import RuleSet
from tests.scoring.commands import answered

SHENGJI = find_game("shengji")
RULES = SHENGJI.rules({})
PENALTIES = SHENGJI.rules({"preset": "standard-2"})
RESULT: dict[str, Any] = {
    "dealer": "N",
    "level": "5",
    "trump": "H",
    "attackers_points": 75,
    "kitty_points": 10,
    "last_trick": {"winner": "W", "combination": "pair"},
}


def codes(items: Any) -> list[str]:
    """Return the codes of problems or facts."""
    return [item.code.value for item in items]


def filled(rules: Any, place: int) -> dict[str, Any]:
    """Return the report that answers every question of the blank in one of its ways."""
    report: dict[str, Any] = {}
    for question in SHENGJI.blank(rules).asks:
        part = report
        for name in question.path[:-1]:
            part = part.setdefault(name, {})
        ways: list[Any] = list(question.options)
        if question.kind is AskedKind.SEAT:
            ways = list(SHENGJI.seats(rules))
        elif question.kind is AskedKind.NUMBER:
            ways = list(range(question.least, min(question.most, 50) + 1, question.step))
        part[question.path[-1]] = ways[place % len(ways)]
    return report


@pytest.mark.parametrize("preset", SHENGJI.presets)
def test_the_answers_of_the_blank_are_a_report(preset: str) -> None:
    """SJ-71: whatever is chosen of what is offered can be settled."""
    for place in range(12):
        rules = SHENGJI.rules({"preset": preset})
        report = filled(rules, place)
        assert SHENGJI.problems(report, rules) == ()
        assert SHENGJI.follow(report, rules).done
        assert SHENGJI.follow(report, rules).unanswered == ()


@pytest.mark.parametrize("preset", SHENGJI.presets)
def test_a_question_that_is_not_optional_is_asked_until_it_is_answered(preset: str) -> None:
    """SJ-75."""
    rules = SHENGJI.rules({"preset": preset})
    asks = SHENGJI.blank(rules).asks
    begun = SHENGJI.follow({}, rules)
    assert list(begun.unanswered) == [question.code for question in asks if not question.optional]
    assert begun.as_json()["unanswered"][0] == "fact_dealer"
    assert not begun.done


@pytest.mark.parametrize(
    ("winner", "asked"),
    [("S", []), ("W", ["fact_last_combination", "fact_kitty_points"])],
)
def test_the_kitty_is_asked_where_the_attackers_won_the_last_trick(
    winner: str, asked: list[str]
) -> None:
    """SJ-71, SJ-50."""
    report = {**RESULT, "kitty_points": None, "last_trick": {"winner": winner}}
    following = SHENGJI.follow(report, RULES)
    assert [code.value for code in following.unanswered] == asked
    assert following.done is (asked == [])


@pytest.mark.parametrize("decks", [2, 3])
def test_combinations_have_names(decks: int) -> None:
    """SJ-71, SJ-23: those of the decks alone, no row longer than a hand."""
    all_names = combination_names(RuleSet(decks=decks))
    assert len(set(all_names)) == len(all_names)
    assert [combination_name(block_named(name)) for name in all_names] == list(all_names)
    assert ("triple" in all_names, "titanic-2" in all_names) == (decks == 3, decks == 3)
    assert max(block_named(name).size for name in all_names) <= {2: 25, 3: 39}[decks]


@pytest.mark.parametrize(
    ("cards", "combination", "factor"),
    [
        (["S9"], "single", 2),
        (["S9", "S9"], "pair", 4),
        (["S9", "S9", "S10", "S10"], "tractor-2", 8),
        (["S7", "S7", "S9", "S9", "S10", "S10"], "tractor-2", 8),
        (["S9", "S9", "S10", "S10", "SJ", "SJ"], "tractor-3", 16),
    ],
)
def test_a_combination_counts_as_its_cards_do(
    cards: list[str], combination: str, factor: int
) -> None:
    """SJ-71, SJ-51, SJ-52: of a throw the one that counts."""
    for last in ({"cards": cards}, {"combination": combination}):
        report = {**RESULT, "last_trick": {"winner": "W", **last}}
        [answer] = answered("settle", [{"id": 1, "game": "shengji", **report}])
        assert answer["multiplier"] == factor
        [line] = [line for line in answer["lines"] if line["code"] == "kitty_points"][:1]
        assert line["values"] == {"points": 10, "factor": factor, "combination": combination}


def test_cards_and_combination_have_to_agree() -> None:
    """SJ-71."""
    last = {"winner": "W", "cards": ["S9", "S9"], "combination": "pair"}
    assert SHENGJI.problems({**RESULT, "last_trick": last}, RULES) == ()
    other = {**RESULT, "last_trick": {**last, "combination": "single"}}
    [problem] = SHENGJI.problems(other, RULES)
    assert (problem.code.value, problem.field) == (
        "combination_not_of_cards",
        "last_trick.combination",
    )
    assert dict(problem.values) == {"said": "single", "found": "pair"}


def test_the_winner_s_cards_do_not_deny_what_was_led() -> None:
    """SJ-53: two singles were led and ruffed with a pair; by `led_format` a single counts."""
    rules = SHENGJI.rules({"preset": "lianzhong-2", "kitty_by": "led_format"})
    last = {"winner": "W", "cards": ["H9", "H9"], "combination": "single"}
    report = {**RESULT, "last_trick": last}
    assert codes(SHENGJI.problems(report, rules)) == []
    led = {**RESULT, "last_trick": {**last, "led": ["SA", "SK"]}}
    assert SHENGJI.settle(report, rules).raw == SHENGJI.settle(led, rules).raw
    assert SHENGJI.settle(led, rules).raw["W"] == 95
    wrong = {**led, "last_trick": {**led["last_trick"], "combination": "pair"}}
    assert codes(SHENGJI.problems(wrong, rules)) == ["combination_not_of_cards"]
    assert codes(SHENGJI.problems(report, RULES)) == ["combination_not_of_cards"]


@pytest.mark.parametrize(
    ("change", "field", "cards"),
    [
        ({"last_trick": {"winner": "W", "cards": ["S9"] * 3}}, "last_trick.cards", ("S9",)),
        ({"plays": [["N", ["SA", "SA"]], ["W", ["SK", "SA"]]]}, "plays", ("SA",)),
        ({"kitty": ["BJ", "BJ", "BJ", "S2", "S3", "S4", "S6", "S7"]}, "hands", ("BJ",)),
    ],
)
def test_no_card_is_there_more_often_than_there_are_decks(
    change: dict[str, Any], field: str, cards: tuple[str, ...]
) -> None:
    """SJ-73: in hands, in plays, in the last trick."""
    problems = SHENGJI.problems({**RESULT, **change}, RULES)
    often = [problem for problem in problems if problem.code.value == "cards_too_often"]
    assert [(problem.field, problem.cards) for problem in often] == [(field, cards)]


def test_with_one_deck_every_combination_is_a_single() -> None:
    """SJ-71: nobody is asked for it, and nothing else can be named."""
    rules = SHENGJI.rules({"preset": "lianzhong-1"})
    report = {**RESULT, "last_trick": {"winner": "W"}}
    assert SHENGJI.settle(report, rules).raw["W"] == 95
    pair = {**RESULT, "last_trick": {"winner": "W", "combination": "pair"}}
    assert codes(SHENGJI.problems(pair, rules)) == ["unknown_value"]


def test_a_kitty_holds_no_more_than_its_cards_can() -> None:
    """SJ-75."""
    report = {**RESULT, "attackers_points": 0}
    for preset, most in (("lianzhong-1", 60), ("lianzhong-2", 80), ("lianzhong-3", 60)):
        rules = SHENGJI.rules({"preset": preset})
        last = {"winner": "W", "combination": "single"}
        problems = [
            SHENGJI.problems({**report, "last_trick": last, "kitty_points": points}, rules)
            for points in (most, most + 5)
        ]
        assert [codes(listed) for listed in problems] == [[], ["number_out_of_range"]]


def test_what_failed_throws_cost_may_be_noted_alone() -> None:
    """SJ-43, SJ-54: 75, the kitty 10 times 4, throws of the dealers 20 and of the others 10."""
    report = {**RESULT, "throw_points": {"dealers": 20, "attackers": 10}}
    settled = SHENGJI.settle(report, PENALTIES)
    assert settled.raw["W"] == 125
    assert [(line.code.value, line.points) for line in settled.lines_of("W")][2:] == [
        ("throw_points_dealers", 20),
        ("throw_points_attackers", -10),
    ]
    assert SHENGJI.explain(settled, "W").raw == "75 + 10 × 4 + 20 - 10 = 125"
    assert codes(SHENGJI.problems(report, RULES)) == ["throw_points_not_asked"]


def test_what_throws_cost_has_to_agree_with_the_throws() -> None:
    """SJ-43."""
    throw = {"seat": "W", "cards": ["H9", "H9", "HA"], "played": 2}
    report = {**RESULT, "failed_throws": [throw], "throw_points": {"attackers": 10}}
    assert SHENGJI.problems(report, PENALTIES) == ()
    assert SHENGJI.settle(report, PENALTIES).raw["W"] == 105
    wrong = {**report, "throw_points": {"dealers": 10}}
    assert [(p.code.value, p.field) for p in SHENGJI.problems(wrong, PENALTIES)] == [
        ("throw_points_do_not_add_up", "throw_points.dealers"),
        ("throw_points_do_not_add_up", "throw_points.attackers"),
    ]


@pytest.mark.parametrize(
    ("cards", "played", "expected"),
    [
        (["S9", "S9", "SA"], 2, []),
        (["S9", "SA"], 2, [("number_out_of_range", "failed_throws.0.played")]),
        (["S9"], 1, [("number_out_of_range", "failed_throws.0.played")]),
        (["S9", "CA"], 1, [("lead_of_two_suits", "failed_throws.0.cards")]),
        (["S9", "S9", "SA"], 0, []),
    ],
)
def test_a_failed_throw_is_of_one_suit_and_some_of_it_goes_back(
    cards: list[str], played: int, expected: list[tuple[str, str]]
) -> None:
    """SJ-40, SJ-41: 同花色的甩牌; else a penalty was counted for what is no throw."""
    throw = {"seat": "W", "cards": cards, "played": played}
    report = {**RESULT, "failed_throws": [throw]}
    found = [(problem.code.value, problem.field) for problem in SHENGJI.problems(report, PENALTIES)]
    assert found == expected
    assert SHENGJI.problems(report, PENALTIES, Context(schema=1)) == ()


def test_a_sheet_begins_with_the_dealer_and_the_level() -> None:
    """SJ-3, SJ-19, SJ-66."""
    first = SHENGJI.procedure(RULES)
    assert first.facts == {"level": "2"}
    assert SHENGJI.procedure(RULES, History(leader="E")).facts == {"dealer": "E", "level": "2"}
    zero = {**RESULT, "attackers_points": 0, "last_trick": {"winner": "N"}}
    after = SHENGJI.procedure(RULES, History((PastDeal(zero),)))
    assert after.facts == {"dealer": "S", "level": "5"}
    assert after.as_json()["facts"] == {"dealer": "S", "level": "5"}
    unknown = SHENGJI.procedure(RULES, History((PastDeal(zero), PastDeal())))
    assert unknown.facts == {}
    left_open = SHENGJI.rules({"next_dealer": False})
    open_deal = SHENGJI.procedure(left_open, History((PastDeal(zero),)))
    assert open_deal.facts == {"level": "5"}, "the side is known, and with it the level"
    [step] = [step for step in open_deal.steps if step.code is ProcedureCode.DEALER_IS_ONE_OF]
    assert (step.seat, step.values) == ("S", (("said", "N"),))
    assert open_deal.leads is None


@pytest.mark.parametrize(
    ("expected", "warnings"),
    [
        ({}, []),
        ({"dealer": "N", "level": "5"}, []),
        ({"level": "5"}, []),
        ({"level": "2"}, ["level_not_expected"]),
        ({"dealer": "S", "level": "5"}, ["dealer_not_expected"]),
        ({"dealer": "S", "level": "7"}, ["dealer_not_expected", "level_not_expected"]),
        # The level of the other side is not known.
        ({"dealer": "E", "level": "7"}, ["dealer_not_expected"]),
    ],
)
def test_other_facts_than_expected_are_warnings_alone(
    expected: dict[str, str], warnings: list[str]
) -> None:
    """SJ-74."""
    following = SHENGJI.follow(RESULT, RULES, Context(expected=expected))
    assert codes(following.warnings) == warnings
    assert following.done
    assert SHENGJI.problems(RESULT, RULES, Context(expected=expected)) == ()


def test_the_first_deal_is_dealt_by_whoever_made_trump() -> None:
    """SJ-19, SJ-74: a later one is not, and nobody asks where the bids are not written down."""
    bids = [{"seat": "N", "cards": ["S5"]}, {"seat": "W", "cards": ["H5", "H5"]}]
    first, later = Context(first_deal=True), Context(first_deal=False)
    report = {**RESULT, "bids": bids}
    assert codes(SHENGJI.follow(report, RULES, first).warnings) == ["dealer_not_as_bid"]
    assert codes(SHENGJI.follow({**report, "dealer": "W"}, RULES, first).warnings) == []
    assert codes(SHENGJI.follow(report, RULES, later).warnings) == []
    assert codes(SHENGJI.follow(RESULT, RULES, first).warnings) == []
    named = Context(leader="N", first_deal=True)
    assert codes(SHENGJI.follow(report, RULES, named).warnings) == []


def test_a_bid_that_may_not_be_made_is_for_the_referee() -> None:
    """SJ-15, SJ-70: it stands in the record, and makes no trump."""
    bids = [{"seat": "N", "cards": ["H5"]}, {"seat": "W", "cards": ["S5"]}]
    report = {**RESULT, "bids": bids}
    [irregularity] = SHENGJI.irregularities(report, RULES)
    assert (irregularity.code.value, irregularity.seat, irregularity.cards) == (
        "bid_not_higher",
        "W",
        ("S5",),
    )
    assert SHENGJI.problems(report, RULES) == ()
    assert SHENGJI.follow(report, RULES).warnings == ()
    after = SHENGJI.rules({"bid_timing": "after_deal"})
    assert SHENGJI.irregularities(report, after) == ()


@pytest.mark.parametrize(
    ("change", "code", "saying"),
    [
        ({"dealer": "S"}, FactCode.DEALER, Statement(("S",))),
        ({"level": "6"}, FactCode.LEVEL, Statement(option="6")),
        ({"trump": None}, FactCode.TRUMP, Statement(code=Saying.NO_TRUMP)),
        ({"trump": "S"}, FactCode.TRUMP, Statement(cards=("S",))),
        ({"attackers_points": 80}, FactCode.ATTACKERS_POINTS, Statement(number=80)),
        ({"kitty_points": 0}, FactCode.KITTY_POINTS, Statement(number=0)),
        (
            {"last_trick": {"winner": "E", "combination": "pair"}},
            FactCode.LAST_WINNER,
            Statement(("E",)),
        ),
        (
            {"last_trick": {"winner": "W", "cards": ["S9"]}},
            FactCode.LAST_COMBINATION,
            Statement(option="single"),
        ),
        ({"bids": [{"seat": "E", "cards": ["H5"]}]}, FactCode.BID, Statement(("E",), ("H5",))),
        ({"throw_points": {"dealers": 10}}, FactCode.THROW_POINTS_DEALERS, Statement(number=10)),
    ],
)
def test_every_answer_of_two_records_is_compared(
    change: dict[str, Any], code: FactCode, saying: Statement
) -> None:
    """SJ-71."""
    first = {**RESULT, "bids": [{"seat": "N", "cards": ["H5"]}]}
    other = {**first, **change}
    [fact] = SHENGJI.compare(first, other, PENALTIES).facts
    assert (fact.code, fact.second) == (code, saying)
    assert SHENGJI.compare(other, dict(other), PENALTIES).agrees


def test_cards_say_the_same_as_the_combination_they_are() -> None:
    cards = {**RESULT, "last_trick": {"winner": "W", "cards": ["S9", "S9"]}}
    assert SHENGJI.compare(RESULT, cards, RULES).agrees
    throw = {"seat": "W", "cards": ["H9", "HA"], "played": 1}
    thrown, noted = {"failed_throws": [throw]}, {"throw_points": {"attackers": 10}}
    assert SHENGJI.compare({**RESULT, **thrown}, {**RESULT, **noted}, PENALTIES).agrees
