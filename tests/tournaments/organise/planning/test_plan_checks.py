"""Every contradiction of a plan, and the plan beside it that has none."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from scoring.game import find_game
from tests.tournaments.organise.planning.test_plans import (
    DUPLICATE,
    FEED,
    GROUPS,
    PAIRS,
    PAIRS_OVER_BOARDS,
)
from tournaments.base.refusals import PlanReason, Reason
from tournaments.formats import compatibility
from tournaments.models import (
    BoardSource,
    Comparison,
    DrawMethod,
    Form,
    LineUpOrder,
    OddField,
    Ranking,
)
from tournaments.organise import EventPlan, plan_checks
from tournaments.organise.plan_checks import carry_problems, group_names, plan_problems
from tournaments.standings.group_results import Carry, CarryRule
from tournaments.standings.qualification_rules import FeedRule, StageProblem, Take, TakeKind
from tournaments.structure.stages import StagePlan

PLAIN = EventPlan("个人赛", "gongzhu", {"preset": "classic"})
THREE = replace(DUPLICATE, odd_field=OddField.THREE_WAY)
ROBIN = replace(PAIRS, draw_method=DrawMethod.ROUND_ROBIN)
BY_SUM: dict[str, Any] = {
    "boards": BoardSource.TABLE,
    "comparison": Comparison.NONE,
    "ranking": Ranking.POINTS,
}
QUOTIENT = ("quotient_among", "lot")
BY_WINS: dict[str, Any] = {"ranking": Ranking.WDL_2_1_0}
LEVELS: dict[str, Any] = {"game": "shengji", "rules": {"preset": "standard-2"}}
UNITS: dict[str, Any] = {
    "game": "shengji",
    "rules": {"preset": "standard-2", "deal_score": "deal_sum"},
}
OF_GAMES = replace(DUPLICATE, **BY_SUM, to_limit=True, deals_per_round=16)


def codes(plan: EventPlan) -> list[str]:
    game = find_game(plan.game)
    return [problem.code for problem in plan_problems(plan, game, game.rules(dict(plan.rules)))]


@pytest.mark.full
@pytest.mark.parametrize(
    ("plan", "changes", "found"),
    [
        (PLAIN, {}, []),
        (PLAIN, {"rules": {"preset": "classic", "players": 5}}, []),
        (
            PLAIN,
            {"rules": {"preset": "classic", "players": 5}, "form": Form.PAIRS},
            [PlanReason.PAIRS_WITHOUT_PARTNERS],
        ),
        (PLAIN, {"depth": "x"}, [PlanReason.DEPTH_NOT_OFFERED]),
        (PLAIN, {"depth": "captures"}, []),
        (PLAIN, {"tie_breaks": ("nothing", "net")}, [PlanReason.TIE_BREAK_UNKNOWN]),
        (PLAIN, {"tie_breaks": ("net",)}, []),
        (PLAIN, {"ranking": Ranking.VP_20}, [PlanReason.RANKING_WITHOUT_MATCHES]),
        (DUPLICATE, {"comparison": Comparison.NONE}, [PlanReason.RANKING_WITHOUT_MATCHES]),
        (
            DUPLICATE,
            {"comparison": Comparison.MATCHPOINTS},
            [PlanReason.RANKING_OF_COMPARISON, PlanReason.COMPARISON_OF_TEAMS],
        ),
        # A quotient of points, which have minuses, means nothing.
        (PLAIN, {"tie_breaks": ("quotient",)}, [PlanReason.QUOTIENT_OF_MINUSES]),
        (ROBIN, {"tie_breaks": QUOTIENT, **BY_WINS}, [PlanReason.QUOTIENT_OF_MINUSES]),
        (ROBIN, {"tie_breaks": QUOTIENT, **BY_WINS, **LEVELS}, []),
        (ROBIN, {"tie_breaks": QUOTIENT, **BY_WINS, **UNITS}, [PlanReason.QUOTIENT_OF_MINUSES]),
        (DUPLICATE, {"tie_breaks": QUOTIENT}, []),
        (PAIRS_OVER_BOARDS, {"tie_breaks": QUOTIENT}, [PlanReason.QUOTIENT_OF_MINUSES]),
        (OF_GAMES, {"tie_breaks": QUOTIENT, **BY_WINS}, []),
        (OF_GAMES, {"tie_breaks": QUOTIENT, "rooms": 1}, [PlanReason.QUOTIENT_OF_MINUSES]),
        (PLAIN, {"prizes": {"x": 1}}, [PlanReason.PRIZES_UNREADABLE]),
        (OF_GAMES, {"rooms": 1}, []),
        (OF_GAMES, {"rooms": 1, "deals_per_round": 15}, [PlanReason.FEWER_DEALS_THAN_RULES]),
        (OF_GAMES, {"rooms": 1, "deals_per_round": 15, "to_limit": False}, []),
        (PLAIN, {"to_limit": True, "deals_per_round": 1}, []),
        (OF_GAMES, {}, [PlanReason.POINTS_OF_GAMES]),
        (OF_GAMES, {"ranking": Ranking.WIN_3}, []),
        (OF_GAMES, {"rooms": 1, "segments": 2}, [PlanReason.POINTS_OF_GAMES]),
        (OF_GAMES, {"to_limit": False}, []),
        (PLAIN, {"to_limit": True, "segments": 2}, [PlanReason.SEGMENTS_WITHOUT_TEAMS]),
        (
            DUPLICATE,
            {"to_limit": True, "deals_per_round": 16},
            [PlanReason.BOARDS_TO_LIMIT],
        ),
        (PLAIN, {"boards": BoardSource.MADE}, []),
        (DUPLICATE, {"boards": BoardSource.TABLE}, [PlanReason.COMPARISON_WITHOUT_BOARDS]),
        (DUPLICATE, {"rooms": 1}, [PlanReason.COMPARISON_WITHOUT_ROOMS]),
        (
            DUPLICATE,
            {"form": Form.PAIRS},
            [PlanReason.COMPARISON_WITHOUT_ROOMS, PlanReason.ROOMS_WITHOUT_TEAMS],
        ),
        (PAIRS_OVER_BOARDS, {}, []),
        (PAIRS_OVER_BOARDS, {"comparison": Comparison.IMP}, [PlanReason.COMPARISON_WITHOUT_ROOMS]),
        (PAIRS_OVER_BOARDS, {"comparison": Comparison.NONE}, []),
        (
            PAIRS_OVER_BOARDS,
            {"boards": BoardSource.TABLE},
            [PlanReason.COMPARISON_WITHOUT_BOARDS, PlanReason.DRAW_METHOD_NOT_OFFERED],
        ),
        (PLAIN, {"rooms": 2}, [PlanReason.ROOMS_WITHOUT_TEAMS]),
        (DUPLICATE, {}, []),
        (PLAIN, {"segments": 2}, [PlanReason.SEGMENTS_WITHOUT_TEAMS]),
        (DUPLICATE, {"segments": 2}, []),
        (DUPLICATE, {"segments": 3}, [PlanReason.SEGMENTS_UNEQUAL]),
        (OF_GAMES, {"segments": 3, "ranking": Ranking.WIN_3}, []),
        (
            DUPLICATE,
            {"segments": 2, "stages": (StagePlan(deals_per_round=7),)},
            [PlanReason.SEGMENTS_UNEQUAL],
        ),
        (DUPLICATE, {"line_up_order": LineUpOrder.ALTERNATING}, [PlanReason.RIGHT_IN_ONE_SEGMENT]),
        (DUPLICATE, {"line_up_order": LineUpOrder.ALTERNATING, "segments": 2}, []),
        (PLAIN, {"line_up_minutes": 5}, [PlanReason.LINE_UPS_WITHOUT_TEAMS]),
        (DUPLICATE, {"line_up_minutes": 5}, []),
        (PLAIN, {"draw_method": DrawMethod.SWISS}, [PlanReason.DRAW_METHOD_NOT_OFFERED]),
        (PLAIN, {"draw_method": DrawMethod.BY_STANDING}, []),
        (DUPLICATE, {"draw_method": DrawMethod.BY_STANDING}, []),
        (THREE, {}, []),
        (THREE, {"form": Form.PAIRS, **BY_SUM, "rooms": 1}, [PlanReason.THREE_WITHOUT_BOARDS]),
        (THREE, {"rooms": 1, **BY_SUM}, [PlanReason.THREE_WITHOUT_BOARDS]),
        (THREE, BY_SUM, [PlanReason.THREE_WITHOUT_BOARDS]),
        (THREE, {"segments": 2}, [PlanReason.THREE_WITHOUT_BOARDS]),
        (THREE, {"deals_per_round": 7}, [PlanReason.THREE_OF_ODD_BOARDS]),
        (THREE, {"draw_method": DrawMethod.ROUND_ROBIN}, [PlanReason.THREE_NOT_DRAWN]),
        (
            THREE,
            {"draw_method": DrawMethod.ROUND_ROBIN, "stages": (StagePlan("", DrawMethod.SWISS),)},
            [],
        ),
        (DUPLICATE, {"odd_field": OddField.LAST}, []),
        (
            DUPLICATE,
            {"odd_field": OddField.LAST, "draw_method": DrawMethod.ROUND_ROBIN},
            [PlanReason.LAST_NOT_DRAWN],
        ),
    ],
)
def test_what_a_plan_contradicts_is_named(
    plan: EventPlan, changes: dict[str, Any], found: list[str]
) -> None:
    assert codes(replace(plan, **changes)) == found


KNOCKOUT = GROUPS[1]
SEVERAL = GROUPS[0]


@pytest.mark.parametrize(
    ("stages", "found"),
    [
        (GROUPS, []),
        ((SEVERAL,), []),
        ((KNOCKOUT,), [PlanReason.STAGE_FED_BY_NONE]),
        ((SEVERAL, replace(KNOCKOUT, feed=None)), [PlanReason.STAGE_WITHOUT_FEED]),
        ((replace(SEVERAL, draw_method=DrawMethod.KNOCKOUT),), [PlanReason.GROUPS_NEED_MATCHES]),
        ((replace(SEVERAL, draw_method=DrawMethod.RANDOM),), [PlanReason.GROUPS_NEED_MATCHES]),
        ((replace(SEVERAL, draw_method=""),), []),
        ((StagePlan("", DrawMethod.RANDOM),), []),
        ((StagePlan("", DrawMethod.KNOCKOUT),), []),
        (
            (SEVERAL, replace(KNOCKOUT, feed=replace(FEED, carry=CarryRule(Carry.ALL)))),
            [PlanReason.CARRY_INTO_KNOCKOUT],
        ),
        ((SEVERAL, StagePlan("", DrawMethod.SWISS, feed=FEED)), []),
    ],
)
def test_stages_that_do_not_follow_from_each_other_are_named(
    stages: tuple[StagePlan, ...], found: list[str]
) -> None:
    assert codes(replace(ROBIN, stages=stages)) == found


def test_boards_are_made_of_a_deck_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("gongzhu")
    rules = game.rules(dict(PLAIN.rules))
    blank = replace(game.blank(rules), deck=())
    without = SimpleNamespace(blank=lambda _rules: blank)
    monkeypatch.setattr(compatibility, "suits_boards", lambda *_: True)
    for source, found in (
        (BoardSource.MADE, [Reason.NOTHING_TO_DEAL]),
        (BoardSource.TABLE, []),
    ):
        plan = replace(PLAIN, boards=source)
        named: list[Any] = list(plan_checks._board_problems(plan, without, rules))
        assert [problem.code for problem in named] == found


def test_what_a_stage_takes_is_there_in_the_groups_before() -> None:
    best = FeedRule((Take(TakeKind.FIRST, 2),), meet=(("A1", "X9"),))
    found = codes(replace(ROBIN, stages=(SEVERAL, replace(KNOCKOUT, feed=best))))
    assert found
    assert set(found) <= set(StageProblem)


@pytest.mark.parametrize("kind", Carry)
@pytest.mark.parametrize("method", [DrawMethod.KNOCKOUT, DrawMethod.SWISS])
def test_scores_are_carried_into_every_stage_but_a_knockout(kind: Carry, method: str) -> None:
    stage = StagePlan("", method, feed=replace(FEED, carry=CarryRule(kind)))
    is_wrong = method == DrawMethod.KNOCKOUT and kind is not Carry.NONE
    assert bool(list(carry_problems(stage, method))) is is_wrong
    assert list(carry_problems(replace(stage, feed=None), method)) == []
    assert group_names(2) == ("A", "B")


@pytest.mark.parametrize(
    ("to_limit", "source", "found"),
    [
        (True, BoardSource.TABLE, [PlanReason.UNITS_TO_LIMIT]),
        (False, BoardSource.TABLE, []),
        (True, BoardSource.PASSED, []),
        (False, BoardSource.PASSED, []),
    ],
)
def test_units_are_added_up_to_no_limit_where_tables_deal_for_themselves(
    monkeypatch: pytest.MonkeyPatch, source: str, found: list[str], *, to_limit: bool
) -> None:
    game = find_game("gongzhu")
    rules = game.rules(dict(PLAIN.rules))
    monkeypatch.setattr(compatibility, "has_no_game", lambda *_: True)
    plan = replace(PLAIN, to_limit=to_limit, boards=source)
    named = list(plan_checks._length_problems(plan, game, rules))
    assert [problem.code for problem in named] == found


@pytest.mark.parametrize(
    ("fits", "source", "found"),
    [
        (True, BoardSource.PASSED, []),
        (True, BoardSource.TABLE, []),
        (False, BoardSource.PASSED, [PlanReason.RULES_BY_TABLE]),
        (False, BoardSource.TABLE, []),
    ],
)
def test_rules_that_go_by_the_table_are_played_over_no_boards(
    monkeypatch: pytest.MonkeyPatch, source: str, found: list[str], *, fits: bool
) -> None:
    game = find_game("gongzhu")
    rules = game.rules(dict(PLAIN.rules))
    monkeypatch.setattr(compatibility, "suits_boards", lambda *_: fits)
    named = list(plan_checks._board_problems(replace(PLAIN, boards=source), game, rules))
    assert [problem.code for problem in named] == found


@pytest.mark.parametrize(
    ("fits", "possible", "comparison", "found"),
    [
        (True, True, Comparison.NONE, []),
        (True, False, Comparison.NONE, [PlanReason.RANKING_WITHOUT_MATCHES]),
        (True, False, Comparison.IMP, [PlanReason.RANKING_OF_COMPARISON]),
        (False, False, Comparison.IMP, []),
    ],
)
def test_a_ranking_is_looked_at_where_the_comparison_fits(
    monkeypatch: pytest.MonkeyPatch,
    comparison: str,
    found: list[str],
    *,
    fits: bool,
    possible: bool,
) -> None:
    game = find_game("gongzhu")
    rules = game.rules(dict(PLAIN.rules))
    monkeypatch.setattr(compatibility, "suits_comparison", lambda *_: fits)
    monkeypatch.setattr(compatibility, "is_possible", lambda *_: possible)
    plan = replace(PLAIN, comparison=comparison)
    named = list(plan_checks._ranking_problems(plan, game, rules))
    assert [problem.code for problem in named] == found


@pytest.mark.parametrize(
    ("methods", "is_refused"),
    [
        (plan_checks.FIXED_MEETINGS, True),
        ({DrawMethod.ROUND_ROBIN}, True),
        ({DrawMethod.ROUND_ROBIN, DrawMethod.SWISS}, False),
    ],
)
def test_three_meet_where_some_stage_is_drawn_round_by_round(
    methods: frozenset[str], *, is_refused: bool
) -> None:
    stages = tuple(StagePlan("", method) for method in sorted(methods))
    named = list(plan_checks._three_way_problems(replace(THREE, stages=stages)))
    assert [problem.code for problem in named] == [PlanReason.THREE_NOT_DRAWN] * is_refused
