"""J勾: the attackers win the last trick with a J, and the dealer's side falls (SJ-67 to SJ-69)."""

from typing import Any

import pytest

from scoring.game import AskedKind, GameState, find_game
from scoring.problems import RulesRefused, Unsettled
from scoring.procedure import History, PastDeal
from scoring.shengji.rules import LEVELS
from scoring.shengji.settling.climb import climb

SHENGJI = find_game("shengji")
HOOK = {"must_play": ["J", "A"], "jack_hook": "start"}
HOOKED = SHENGJI.rules(HOOK)
HALF = SHENGJI.rules({**HOOK, "jack_hook_off_suit": "half"})
THREE = SHENGJI.rules({**HOOK, "jack_hook_off_suit": "three"})


def deal(jack: str | None = "trump", points: int = 75, **changes: Any) -> dict[str, Any]:
    """Return a deal at level J that north dealt, and of which west won the last trick."""
    last = {"winner": "W", "combination": "single", **({"jack": jack} if jack else {})}
    report = {"dealer": "N", "level": "J", "trump": "H", "attackers_points": points}
    return {**report, "kitty_points": 0, "last_trick": last, **changes}


def with_last(**last: Any) -> dict[str, Any]:
    return deal(last_trick={"winner": "W", **last})


@pytest.mark.parametrize(
    ("rules", "jack", "dealers", "attackers"),
    [
        (HOOKED, "trump", -9, 0),
        (HOOKED, "off_suit", 1, 0),
        (HOOKED, "none", 1, 0),
        (HALF, "trump", -9, 0),
        (HALF, "off_suit", -5, 0),
        (HALF, "none", 1, 0),
        (THREE, "off_suit", -3, 0),
    ],
)
def test_the_dealers_side_falls_and_gains_nothing(
    rules: Any, jack: str, dealers: int, attackers: int
) -> None:
    """SJ-67, SJ-68: 75 points of the attackers would be one level for the dealer's side."""
    scores = SHENGJI.settle(deal(jack), rules).scores
    assert scores == {"N": dealers, "S": dealers, "W": attackers, "E": attackers}


def test_points_the_attackers_levels_and_the_next_dealer_are_as_ever() -> None:
    """SJ-67."""
    hooked, plain = (deal("trump", points=120), deal("none", points=120))
    first, second = (SHENGJI.settle(report, HOOKED) for report in (hooked, plain))
    assert first.raw == second.raw
    assert (first.scores["W"], second.scores["W"]) == (2, 2)
    history = [PastDeal(report) for report in (hooked, plain)]
    facts = [SHENGJI.procedure(HOOKED, History((past,))).facts for past in history]
    assert facts[0]["dealer"] == facts[1]["dealer"] == "W"


@pytest.mark.parametrize(
    ("rules", "jack", "level"),
    [
        (HOOKED, "trump", "2"),
        (HALF, "off_suit", "6"),
        (THREE, "off_suit", "8"),
        (HALF, "none", "Q"),
    ],
)
def test_the_side_plays_the_level_it_fell_to(rules: Any, jack: str, level: str) -> None:
    """SJ-67, SJ-68: 庄家方退回2, 退到6."""
    sides = {"N": "a", "S": "a", "W": "b", "E": "b"}
    before = GameState({"a": LEVELS.index("J"), "b": LEVELS.index("5")})
    after = SHENGJI.advance(before, SHENGJI.settle(deal(jack), rules), rules, sides)
    assert {side: LEVELS[total] for side, total in after.totals.items()} == {"a": level, "b": "5"}


@pytest.mark.parametrize(("start", "level"), [("2", 0), ("6", 4), ("9", 7), ("J", 9)])
def test_nobody_falls_below_the_first_level(start: str, level: int) -> None:
    """SJ-67, SJ-68."""
    rules = SHENGJI.rules({**HOOK, "start_level": start, "jack_hook_off_suit": "half"})
    assert 9 + min(0, SHENGJI.settle(deal("trump"), rules).scores["N"]) == level or start == "J"
    assert 9 + min(0, SHENGJI.settle(deal("off_suit"), rules).scores["N"]) == max(level, 4)
    assert climb(9, -9, True, rules) == level
    assert climb(12, -9, True, SHENGJI.rules(HOOK)) == 3
    # A side that stood elsewhere than the level it played falls no further than the first.
    assert climb(2, -9, True, SHENGJI.rules(HOOK)) == 0


def test_the_line_says_where_the_side_falls_to() -> None:
    """SJ-67."""
    lines = SHENGJI.settle(deal("trump"), HOOKED).conversions
    hooked = [line for line in lines if line.code.value == "jack_hooked"]
    assert [line.seat for line in hooked] == ["N", "S"]
    assert [dict(line.values) for line in hooked] == [
        {"levels": -9, "points": 75, "kept": 1, "to": "2"}
    ] * 2


def test_it_is_asked_only_at_level_j_where_the_attackers_won_the_last_trick() -> None:
    """SJ-69."""
    with pytest.raises(Unsettled) as refused:
        SHENGJI.settle(deal(None), HOOKED)
    [problem] = refused.value.problems
    assert (problem.code.value, problem.field) == ("missing_field", "last_trick.jack")
    for other in (
        deal(None, level="10"),
        deal(None, last_trick={"winner": "S"}),
        deal(None, dealer="W", last_trick={"winner": "W"}),
    ):
        assert SHENGJI.settle(other, HOOKED).scores
    assert SHENGJI.settle(deal(None), SHENGJI.rules({})).scores["N"] == 1
    assert SHENGJI.settle(deal("trump"), SHENGJI.rules({})).scores["N"] == 1


def test_a_j_that_the_dealers_side_won_with_or_at_another_level_hooks_nothing() -> None:
    """SJ-67."""
    own = deal(last_trick={"winner": "S", "jack": "trump"})
    assert SHENGJI.settle(own, HOOKED).scores["N"] == 1
    assert SHENGJI.settle(deal("trump", level="Q"), HOOKED).scores["N"] == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("cards", "trump", "dealers"),
    [
        (["HJ"], "H", -9),
        (["SJ"], "H", -3),
        (["HJ", "HJ", "SJ", "SJ"], "H", -9),
        (["HJ"], None, -3),
        (["BJ"], "H", 1),
        (["HA"], "H", 1),
    ],
)
def test_the_cards_of_the_last_trick_answer_it(
    cards: list[str], trump: str | None, dealers: int
) -> None:
    """SJ-69; in 无主 no J is 主J, and a joker is none."""
    report = {**with_last(cards=cards), "trump": trump}
    assert SHENGJI.settle(report, THREE).scores["N"] == dealers


def test_what_is_said_beside_the_cards_agrees_with_them() -> None:
    """SJ-69."""
    for report, code in (
        (with_last(cards=["HJ"], jack="none"), "jack_not_of_cards"),
        ({**deal("trump"), "trump": None}, "jack_without_trump"),
        (with_last(combination="single", jack="both"), "unknown_value"),
    ):
        with pytest.raises(Unsettled) as refused:
            SHENGJI.settle(report, HOOKED)
        assert [problem.code.value for problem in refused.value.problems] == [code]
    assert SHENGJI.settle(with_last(cards=["HJ"], jack="trump"), HOOKED).scores["N"] == -9


@pytest.mark.parametrize(
    ("wanted", "code", "field"),
    [
        ({"jack_hook": "start"}, "jack_hook_not_played", "jack_hook"),
        ({"jack_hook_off_suit": "half"}, "off_suit_hook_alone", "jack_hook_off_suit"),
        ({**HOOK, "deal_score": "deal_sum"}, "jack_hook_without_levels", "jack_hook"),
        ({**HOOK, "jack_hook": "back"}, "unknown_value", "jack_hook"),
    ],
)
def test_what_goes_with_nothing_is_refused(wanted: Any, code: str, field: str) -> None:
    """SJ-67."""
    with pytest.raises(RulesRefused) as refused:
        SHENGJI.rules(wanted)
    assert (code, field) in [(one.code.value, one.field) for one in refused.value.problems]


def test_over_boards_nothing_is_hooked() -> None:
    """SJ-67: levels do not count there."""
    rules = SHENGJI.for_boards(THREE)
    assert SHENGJI.rules(rules.as_dict()) == rules
    assert (rules.jack_hook.value, rules.jack_hook_off_suit.value) == ("off", "none")
    assert SHENGJI.for_fixed_deals(THREE).jack_hook.value == "start"
    assert SHENGJI.off_boards == {"jack_hook": "jack_hook_without_levels"}


def test_the_sheet_asks_for_it_where_the_rules_have_it() -> None:
    """SJ-69."""
    paths = {rules: [one.path for one in SHENGJI.blank(rules).asks] for rules in (HOOKED,)}
    assert ("last_trick", "jack") in paths[HOOKED]
    [asked] = [one for one in SHENGJI.blank(HOOKED).asks if one.path == ("last_trick", "jack")]
    assert (asked.kind, asked.options) == (AskedKind.CHOICE, ("trump", "off_suit", "none"))
    assert ("last_trick", "jack") not in [one.path for one in SHENGJI.blank(SHENGJI.rules({})).asks]


def test_what_is_open_has_the_fall_in_it() -> None:
    """SJ-76."""
    unanswered = SHENGJI.outlook(deal(None), THREE).scores
    assert (unanswered["N"], unanswered["W"]) == ((-9, 1), (0, 0))
    assert SHENGJI.outlook(deal("none"), THREE).scores["N"] == (1, 1)
    assert SHENGJI.outlook(deal("off_suit"), THREE).scores["N"] == (-3, -3)
    kept = deal(None, last_trick={"winner": "N"})
    assert SHENGJI.outlook(kept, THREE).scores["N"] == (1, 1)
    nobody = {"dealer": "N", "level": "J", "trump": "H", "attackers_points": 75}
    assert SHENGJI.outlook(nobody, THREE).scores["N"][0] == -9
    assert SHENGJI.outlook({**nobody, "level": "10"}, THREE).scores["N"][0] == 0


def test_two_records_differ_in_it() -> None:
    comparison = SHENGJI.compare(deal("trump"), deal("none"), HOOKED)
    [fact] = [one for one in comparison.facts if one.code.value == "fact_last_jack"]
    assert (fact.first.option, fact.second.option, comparison.agrees) == ("trump", "none", False)


def test_stored_rules_without_the_keys_play_as_before() -> None:
    for preset in SHENGJI.presets:
        stored = SHENGJI.rules({"preset": preset}).as_dict()
        assert (stored.pop("jack_hook"), stored.pop("jack_hook_off_suit")) == ("off", "none")
        assert SHENGJI.rules(stored) == SHENGJI.rules({"preset": preset})
        assert (SHENGJI.lookup(SHENGJI.rules(stored)) or {})["hook"] is None
