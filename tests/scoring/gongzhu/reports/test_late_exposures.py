"""An exposure that came too late: void unless the referee allows it, and told to him."""

from typing import Any

import pytest

from scoring.game import Context, find_game
from tests.scoring.gongzhu.vectors import rest_of

GONGZHU = find_game("gongzhu")
CLASSIC = GONGZHU.rules({"preset": "classic"})


EXPOSED = {"seat": "E", "card": "SQ", "kind": "exposed"}
REPORT = {"won": {"N": ["SQ"], "W": rest_of(["SQ"])}}


def told(**marks: object) -> dict[str, Any]:
    """East says 明猪, with these marks."""
    return {**REPORT, "exposed": [{**EXPOSED, **marks}]}


def test_a_late_exposure_is_void_and_told() -> None:
    """Scenario 2, GZ-27: "东 明 猪" at 21.0 s is absent from the deal, and the pig counts once."""
    assert GONGZHU.settle(told(), CLASSIC).raw["N"] == -200
    assert GONGZHU.settle(told(late=True), CLASSIC) == GONGZHU.settle(REPORT, CLASSIC)
    assert GONGZHU.settle(told(late=True), CLASSIC).raw["N"] == -100
    assert GONGZHU.irregularities(told(), CLASSIC) == ()
    [irregularity] = GONGZHU.irregularities(told(late=True), CLASSIC)
    assert (irregularity.seat, irregularity.cards, irregularity.play) == ("E", ("SQ",), 0)


def test_the_referee_may_allow_it() -> None:
    allowed = told(late=True, allowed=True)
    assert GONGZHU.settle(allowed, CLASSIC) == GONGZHU.settle(told(), CLASSIC)
    assert len(GONGZHU.irregularities(allowed, CLASSIC)) == 1
    # Without a mark of lateness there is nothing to allow.
    assert GONGZHU.settle(told(allowed=True), CLASSIC) == GONGZHU.settle(told(), CLASSIC)
    [problem] = GONGZHU.problems(told(late=True, allowed="yes"), CLASSIC)
    assert problem.field == "exposed.0.allowed"


@pytest.mark.parametrize("preset", GONGZHU.presets)
def test_rules_of_before_keep_what_they_had(preset: str) -> None:
    rules = GONGZHU.rules({"preset": preset})
    assert rules.late_exposure == "void"
    stored = rules.as_dict()
    del stored["late_exposure"]
    assert GONGZHU.rules(stored).late_exposure == "counts"
    assert GONGZHU.rules({"preset": "classic", "late_exposure": "counts"}) == GONGZHU.rules(
        {"late_exposure": "counts"}
    )


def test_under_the_rules_of_before_it_counts_as_written() -> None:
    stored = CLASSIC.as_dict()
    del stored["late_exposure"]
    before = GONGZHU.rules(stored)
    for schema in (5, 6, None):
        context = Context(schema=schema)
        assert GONGZHU.settle(told(late=True), before, context).raw["N"] == -200


def test_it_still_tells_whose_card_it_is() -> None:
    """GZ-25: where self-winning counts, East is known to have been dealt the pig."""
    rules = GONGZHU.rules({"preset": "huapai"})
    owners = {"HA": "N", "DJ": "N", "C10": "N"}
    report = {**told(late=True), "won": {"E": ["SQ"], "W": rest_of(["SQ"])}, "dealt": owners}
    assert GONGZHU.problems(report, rules) == ()
    assert GONGZHU.settle(report, rules).raw["E"] == -200


def flags_of(exposed: dict[str, Any]) -> list[str]:
    """What is flagged where East leads the exposed pig."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    suits = {"E": "S", "N": "H", "W": "C", "S": "D"}
    hands = {seat: [suit + rank for rank in ranks] for seat, suit in suits.items()}
    asked = {"hands": hands, "plays": [["E", "SQ"]], "leader": "E", "exposed": [exposed]}
    return [flag.code.value for flag in GONGZHU.follow(asked, CLASSIC).flags]


def test_void_it_protects_nothing() -> None:
    """GZ-65: only a card that is exposed is held back."""
    assert "protected_card_led" in flags_of(EXPOSED)
    assert "protected_card_led" in flags_of({**EXPOSED, "late": True, "allowed": True})
    assert "protected_card_led" not in flags_of({**EXPOSED, "late": True})
