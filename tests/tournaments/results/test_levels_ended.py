"""升级: what ends a match of levels, at which level it begins, and what is refused of its plan."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.results.test_level_matches import (
    ATTACKERS_TWO,
    DEALERS_ONE,
    DEALERS_THREE,
    NOBODY,
    Matches,
    create,
    plan,
)
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.models import Event, Game, RuleSet, Stage
from tournaments.results import game_results


@pytest.fixture
def matches(db: None) -> Matches:
    return create()


@pytest.mark.full
def test_a_match_to_a_target_level_goes_on_until_it_is_passed(db: None) -> None:
    to_six = {"preset": "standard-2", "target_level": "6", "must_play": []}
    matches = create(rules=to_six, to_limit=True, deals_per_round=20)
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, ATTACKERS_TWO)
    assert [deal.done for deal in matches.deals(round_)] == [True, True, False]
    assert matches.sums(round_) == ("0", "0", "1")
    matches.play(round_, DEALERS_ONE)
    assert matches.sums(round_) == ("0", "0", "2")
    matches.play(round_, DEALERS_ONE)
    (stand,) = game_results.game_standings(results.read(matches.event)).values()
    assert (stand.ended, str(stand.code)) == (True, "target_passed")
    assert matches.sums(round_) == ("18", "12", "3")
    assert Game.objects.get().ended_at is not None
    matches.post(matches.deals(round_)[3], NOBODY)
    assert matches.sums(round_) == ("0", "0", "2")
    assert [deal.done for deal in matches.deals(round_)] == [True, True, True, True, False]


@pytest.mark.full
@pytest.mark.parametrize(
    ("end", "code", "deals"),
    [({"early_end_lead": 5}, "lead_reached", 2), ({"deals": 3}, "deals_played", 3)],
)
def test_a_lead_or_a_number_of_deals_ends_a_match(
    db: None, end: dict[str, Any], code: str, deals: int
) -> None:
    rules = {"preset": "standard-2", "target_level": None, **end}
    matches = create(rules=rules, to_limit=True, deals_per_round=8)
    round_ = matches.begin()
    matches.play(round_, *([DEALERS_THREE] * deals))
    (stand,) = game_results.game_standings(results.read(matches.event)).values()
    assert (stand.ended, str(stand.code)) == (True, code)
    assert len(matches.deals(round_)) == deals


@pytest.mark.full
def test_it_begins_at_the_level_where_the_rules_begin(db: None) -> None:
    rules = {"preset": "standard-2", "start_level": "5", "target_level": "6", "must_play": []}
    matches = create(rules=rules, to_limit=True, deals_per_round=9)
    round_ = matches.begin()
    (stand,) = game_results.game_standings(results.read(matches.event)).values()
    assert set(stand.totals.values()) == {3}
    matches.play(round_, DEALERS_THREE)
    (stand,) = game_results.game_standings(results.read(matches.event)).values()
    assert (stand.ended, sorted(stand.totals.values())) == (True, [3, 5])


@pytest.mark.full
@pytest.mark.parametrize("to_limit", [True, False])
def test_a_stage_begins_where_its_own_rules_begin(db: None, *, to_limit: bool) -> None:
    matches = create(rules={"preset": "standard-2"}, to_limit=to_limit, deals_per_round=9)
    rules = {**matches.event.ruleset.rules, "start_level": "5"}
    own = RuleSet.objects.create(game="shengji", name="final", rules=rules, schema=1, digest="")
    Stage.objects.update(ruleset=own)
    round_ = matches.begin()
    for played, reached in ((), [3, 3]), ((DEALERS_THREE,), [3, 6]):
        matches.play(round_, *played)
        (totals,) = game_results.match_totals(results.read(matches.event)).values()
        assert sorted(totals.totals.values()) == reached


def test_the_least_that_the_game_can_be_recorded_at_is_usual(matches: Matches) -> None:
    assert matches.event.depth == Event.Depth.RESULT


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "gongzhu", "rules": {"preset": "huapai-pairs"}}, "ranking_without_matches"),
        ({"form": "individual"}, "ranking_without_matches"),
        ({"depth": "captures"}, "depth_not_offered"),
        ({"tie_breaks": ("net", "toss")}, "tie_break_unknown"),
        (
            {"rules": {"preset": "standard-2", "deals": 9}, "to_limit": True},
            "fewer_deals_than_rules",
        ),
    ],
)
def test_what_does_not_fit_is_refused(matches: Matches, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        organise.create_event(matches.tournament, matches.director, plan(**changes))
    assert [problem.code.value for problem in refused.value.problems] == [code]
