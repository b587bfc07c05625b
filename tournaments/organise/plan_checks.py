"""Checks of the plan of an event: every contradiction as a problem with its field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from scoring.game import Game
from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, refuse
from tournaments.formats import compatibility, prize_rules
from tournaments.models import BoardSource, Comparison, DrawMethod, Form, LineUpOrder, OddField
from tournaments.models.event_choices import OF_FIELD
from tournaments.organise import movements
from tournaments.organise.plans import EventPlan
from tournaments.pairing import rounds as pairing
from tournaments.standings import qualification_rules
from tournaments.standings.group_results import Carry
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import NOT_OF_EVENTS, OF_GAINS
from tournaments.structure.stages import StagePlan

IN_GROUPS = frozenset({DrawMethod.ROUND_ROBIN, DrawMethod.SWISS})
"""The draw methods for a stage with several groups."""
ROOMS: Final = 2
FIXED_MEETINGS: Final = pairing.FIXED | {DrawMethod.KNOCKOUT.value}
"""The draw methods with fixed meetings: there one entry of an odd field sits out."""


def plan_problems(plan: EventPlan, game: Game[Any], rules: Any) -> Iterator[Problem]:
    """Yield every problem of a plan under its parsed rules."""
    size = len(game.seats(rules))
    if plan.form in compatibility.OF_SIDES and size % 2:
        yield refuse(PlanReason.PAIRS_WITHOUT_PARTNERS, field="form", size=size)
    yield from _ranking_problems(plan, game, rules)
    if plan.depth and plan.depth not in compatibility.depths(game, rules):
        yield refuse(PlanReason.DEPTH_NOT_OFFERED, field="depth")
    yield from _length_problems(plan, game, rules)
    yield from _board_problems(plan, game, rules)
    yield from _part_problems(plan)
    yield from _method_problems(plan, game, rules)
    yield from _stage_problems(plan)
    yield from odd_field_problems(plan)
    yield from movements.plan_problems(plan.movement or {}, plan.draw_method, len(plan.planned))
    if plan.prizes and prize_rules.read(plan.prizes) is None:
        yield refuse(PlanReason.PRIZES_UNREADABLE, field="prizes")


def _ranking_problems(plan: EventPlan, game: Game[Any], rules: Any) -> Iterator[Problem]:
    fits = compatibility.suits_comparison(game, rules, plan.comparison)
    if fits and not compatibility.is_possible(
        plan.ranking, game, rules, plan.form, plan.comparison
    ):
        compared = plan.comparison != Comparison.NONE
        reason = (
            PlanReason.RANKING_OF_COMPARISON if compared else PlanReason.RANKING_WITHOUT_MATCHES
        )
        yield refuse(reason, field="ranking")
    for name in sorted(set(plan.tie_breaks) - (set(TieBreak) - NOT_OF_EVENTS)):
        yield refuse(PlanReason.TIE_BREAK_UNKNOWN, field="tie_breaks", name=name)
    if OF_GAINS & set(plan.tie_breaks) and not counts_gains(plan, game, rules):
        yield refuse(PlanReason.QUOTIENT_OF_MINUSES, field="tie_breaks")


def counts_gains(plan: EventPlan, game: Game[Any], rules: Any) -> bool:
    """Whether the matches of a plan have totals without minuses."""
    in_games = plan.to_limit and not plan.over_boards and _has_several_games(plan)
    return compatibility.counts_gains(game, rules, plan.comparison, in_games=in_games)


def _has_several_games(plan: EventPlan) -> bool:
    """Whether a match has more than one table, each with a game (局) of its own."""
    return plan.form == Form.TEAMS and max(plan.rooms, plan.segments) > 1


def _length_problems(plan: EventPlan, game: Game[Any], rules: Any) -> Iterator[Problem]:
    deals, most = compatibility.deals_until_rules_end(game, rules), plan.deals_per_round
    if plan.to_limit and deals is not None and deals > most:
        field = "deals_per_round"
        yield refuse(PlanReason.FEWER_DEALS_THAN_RULES, field=field, deals=deals, most=most)
    if plan.to_limit and not plan.over_boards and compatibility.has_no_game(game, rules):
        yield refuse(PlanReason.UNITS_TO_LIMIT, field="rules")
    if plan.to_limit and _has_several_games(plan) and not Order(plan.ranking).by_match:
        yield refuse(PlanReason.POINTS_OF_GAMES, field="ranking")


def _board_problems(plan: EventPlan, game: Game[Any], rules: Any) -> Iterator[Problem]:
    if plan.over_boards and not compatibility.suits_boards(game, rules):
        yield refuse(PlanReason.RULES_BY_TABLE, field="rules")
    if plan.over_boards and plan.to_limit:
        yield refuse(PlanReason.BOARDS_TO_LIMIT, field="boards")
    if plan.boards == BoardSource.MADE and not game.blank(rules).deck:
        yield refuse(Reason.NOTHING_TO_DEAL, field="boards")
    if plan.comparison != Comparison.NONE:
        yield from _comparison_problems(plan, game, rules)


def _comparison_problems(plan: EventPlan, game: Game[Any], rules: Any) -> Iterator[Problem]:
    if not plan.over_boards:
        yield refuse(PlanReason.COMPARISON_WITHOUT_BOARDS, field="boards")
    if not compatibility.suits_comparison(game, rules, plan.comparison):
        yield refuse(PlanReason.COMPARISON_OF_UNITS, field="comparison")
    if plan.comparison in compatibility.OF_ROOMS and (plan.form != Form.TEAMS or plan.rooms < 2):
        yield refuse(PlanReason.COMPARISON_WITHOUT_ROOMS, field="comparison")
    if plan.comparison in OF_FIELD and plan.form == Form.TEAMS:
        yield refuse(PlanReason.COMPARISON_OF_TEAMS, field="comparison")


def _part_problems(plan: EventPlan) -> Iterator[Problem]:
    teams = plan.form == Form.TEAMS
    if plan.rooms > 1 and not teams:
        yield refuse(PlanReason.ROOMS_WITHOUT_TEAMS, field="rooms")
    if plan.segments > 1 and not teams:
        yield refuse(PlanReason.SEGMENTS_WITHOUT_TEAMS, field="segments")
    if plan.line_up_order == LineUpOrder.ALTERNATING and plan.segments < 2:
        yield refuse(PlanReason.RIGHT_IN_ONE_SEGMENT, field="line_up_order")
    if plan.line_up_minutes is not None and not teams:
        yield refuse(PlanReason.LINE_UPS_WITHOUT_TEAMS, field="line_up_minutes")
    lengths = {plan.deals_per_round, *(stage.deals_per_round for stage in plan.stages)} - {None}
    # Games (局) that end by their rules are played by segment, in any number of deals.
    parted = (
        ()
        if plan.to_limit
        else sorted(length for length in lengths if length and length % plan.segments)
    )
    for deals in parted:
        values = {"deals": deals, "segments": plan.segments}
        yield refuse(PlanReason.SEGMENTS_UNEQUAL, field="segments", **values)


def _method_problems(plan: EventPlan, game: Game[Any], rules: Any) -> Iterator[Problem]:
    size = compatibility.sides_at_table(game, rules, plan.form)
    possible = set(compatibility.draw_methods(game, rules, plan.form, boards=plan.over_boards))
    if size == compatibility.SIDES and plan.form != Form.PARTNERS:
        # Offered for two sides by earlier versions, and still supported.
        possible.add(DrawMethod.BY_STANDING)
    wanted = {plan.draw_method, *(stage.draw_method for stage in plan.stages if stage.draw_method)}
    if wanted - possible:
        yield refuse(PlanReason.DRAW_METHOD_NOT_OFFERED, field="draw_method", size=size)


def _stage_problems(plan: EventPlan) -> Iterator[Problem]:
    before = None
    for number, stage in enumerate(plan.stages, 1):
        if before is None and stage.feed:
            yield refuse(PlanReason.STAGE_FED_BY_NONE, field="stages")
        elif before and stage.feed is None:
            yield refuse(PlanReason.STAGE_WITHOUT_FEED, field="stages", number=number)
        elif before and stage.feed:
            for problem in qualification_rules.check(stage.feed, group_names(before.groups_wanted)):
                yield Problem(problem.code, "groups_wanted", values=problem.values)
        method = stage.draw_method or plan.draw_method
        yield from carry_problems(stage, method)
        if stage.groups_wanted > 1 and method not in IN_GROUPS:
            yield refuse(PlanReason.GROUPS_NEED_MATCHES, field="groups_wanted")
        before = stage


def odd_field_problems(plan: EventPlan) -> Iterator[Problem]:
    """Yield why the option for odd fields does not fit a plan."""
    if plan.odd_field == OddField.THREE_WAY:
        yield from _three_way_problems(plan)
    methods = {stage.draw_method or plan.draw_method for stage in plan.planned}
    if plan.odd_field == OddField.LAST and DrawMethod.SWISS not in methods:
        yield refuse(PlanReason.LAST_NOT_DRAWN, field="odd_field")


def _three_way_problems(plan: EventPlan) -> Iterator[Problem]:
    """Yield why three teams cannot play half matches.

    A half match has half the boards of a whole one, and its two rooms are played one after the
    other.
    """
    of_rooms = plan.form == Form.TEAMS and plan.rooms == ROOMS and plan.over_boards
    if not of_rooms or plan.segments > 1:
        yield refuse(PlanReason.THREE_WITHOUT_BOARDS, field="odd_field")
    lengths = {plan.deals_per_round, *(stage.deals_per_round for stage in plan.stages)} - {None}
    for deals in sorted(length for length in lengths if length is not None and length % ROOMS):
        yield refuse(PlanReason.THREE_OF_ODD_BOARDS, field="odd_field", deals=deals)
    if {stage.draw_method or plan.draw_method for stage in plan.planned} <= FIXED_MEETINGS:
        yield refuse(PlanReason.THREE_NOT_DRAWN, field="odd_field")


def carry_problems(stage: StagePlan, method: str) -> Iterator[Problem]:
    """Yield a problem for scores carried into a knockout, which does not count them."""
    carried = stage.feed is not None and stage.feed.carry.kind is not Carry.NONE
    if carried and method == DrawMethod.KNOCKOUT:
        yield refuse(PlanReason.CARRY_INTO_KNOCKOUT, field="carry")


def group_names(count: int) -> tuple[str, ...]:
    """Return the names of groups: A, B, C …

    >>> group_names(3)
    ('A', 'B', 'C')
    """
    return tuple(chr(ord("A") + place) for place in range(count))
