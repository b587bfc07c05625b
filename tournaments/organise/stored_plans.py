"""The plan of an event, rebuilt from its rows to check a change of it or to repeat the event.

Plans of new events are in `plans`, checks of plans in `plan_checks`.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from tournaments.models import Event, Stage
from tournaments.organise.plan_checks import counts_gains
from tournaments.organise.plans import COLUMNS, EventPlan
from tournaments.pairing.knockout import knockout_draw
from tournaments.standings import qualification_rules
from tournaments.standings.tie_breaks import NOT_OF_EVENTS, OF_GAINS
from tournaments.structure import games
from tournaments.structure.regulations import regulations_of
from tournaments.structure.stages import StagePlan


def plan_of(event: Event) -> EventPlan:
    """Return the plan that would create an event like this one again, prizes included.

    Tie-breaks that a new event may not have are left out.
    """
    plan = EventPlan(
        **{name: getattr(event, name) for name in COLUMNS},
        rules=dict(event.ruleset.rules),
        rules_name=event.ruleset.name,
        board_set_deals=regulations_of(event).board_set_deals,
        to_limit=_is_to_limit(event),
        starts_at=event.local_start.time() if event.local_start else None,
        tie_breaks=tuple(name for name in event.tie_breaks if name not in NOT_OF_EVENTS),
        stages=tuple(map(_stage_plan, sorted(event.stages.all(), key=attrgetter("number")))),
        prizes=dict(event.prizes),
        movement=dict(event.movement),
    )
    game = games.game_of(event)
    if counts_gains(plan, game, games.rules_of(game, event.ruleset)):
        return plan
    # An event of an earlier version may have a quotient of totals with minuses.
    kept = tuple(name for name in plan.tie_breaks if name not in OF_GAINS)
    return replace(plan, tie_breaks=kept)


def _is_to_limit(event: Event) -> bool:
    """Whether the rules end a game (局); over boards no rules do."""
    game = games.game_of(event)
    rules = game.rules(event.ruleset.rules)
    return bool(rules != game.for_fixed_deals(rules))


def _stage_plan(stage: Stage) -> StagePlan:
    return StagePlan(
        name=stage.name,
        draw_method=stage.draw_method,
        rounds_planned=stage.rounds_planned,
        deals_per_round=stage.deals_per_round,
        groups_wanted=stage.groups_wanted,
        feed=qualification_rules.read_rule(stage.feed)[0] if stage.feed else None,
        knockout=knockout_draw.read_options(stage.knockout) if stage.knockout else None,
    )
