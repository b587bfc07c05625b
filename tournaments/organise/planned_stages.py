"""Further stages of an event, planned while it runs, such as a final after a Swiss.

Opening them belongs to `organise.stages`.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.formats import compatibility
from tournaments.models import BoardSource, Event, EventState, GroupMember, Stage
from tournaments.organise import movements
from tournaments.organise.plan_checks import IN_GROUPS, carry_problems, group_names
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.once import UNKEYED, Sent
from tournaments.standings import qualification_rules
from tournaments.structure import games
from tournaments.structure.stages import StagePlan


def make_stage(event: Event, number: int, plan: StagePlan) -> Stage:
    """Make the row of a planned stage; its groups are made when it is opened."""
    return Stage.objects.create(
        event=event,
        number=number,
        name=plan.name,
        draw_method=plan.draw_method,
        rounds_planned=plan.rounds_planned,
        deals_per_round=plan.deals_per_round,
        groups_wanted=plan.groups_wanted,
        feed=plan.feed_json(),
        knockout=plan.knockout_json(),
    )


def add_stage(event: Event, actor: Actor, plan: StagePlan, sent: Sent = UNKEYED) -> Stage:
    """Add a last stage to the plan of an event.

    The planned rounds of an event of one stage become those of that stage. Raises Refused with
    every option that does not fit the event or the stage before.
    """
    return sent.once(
        Stage,
        event.tournament,
        actor,
        Verb.ADD_STAGE,
        lambda made: _add_stage(made, event, plan),
    )


def _add_stage(made: Change, event: Event, plan: StagePlan) -> Stage:
    event = Event.objects.select_related("ruleset").get(pk=event.pk)
    last = event.stages.order_by("-number")[0]
    problems = list(_stage_problems(event, last, plan))
    if problems:
        raise Refused(*problems)
    if last.number == 1 and last.rounds_planned is None:
        Stage.objects.filter(pk=last.pk).update(rounds_planned=event.rounds_planned)
    stage = make_stage(event, last.number + 1, plan)
    made.note(number=stage.number, method=str(plan.draw_method))
    made.concerns(event=event, stage=stage)
    made.shows(event)
    return stage


def remove_stage(event: Event, actor: Actor) -> None:
    """Remove the last stage from the plan. Raises Refused once it has members."""
    with change(event.tournament, actor, Verb.REMOVE_STAGE) as made:
        last = event.stages.order_by("-number")[0]
        if last.number == 1:
            raise Refused(refuse(Reason.STAGE_LAST))
        if GroupMember.objects.filter(group__stage=last).exists():
            raise Refused(refuse(Reason.STAGE_OPEN, number=last.number))
        made.concerns(event=event)
        made.note(number=last.number)
        last.delete()
        made.shows(event)


def methods_of(event: Event) -> tuple[str, ...]:
    """Return the draw methods possible for a stage of an event."""
    game = games.game_of(event)
    rules = game.rules(event.ruleset.rules)
    boards = event.boards != BoardSource.TABLE
    return tuple(compatibility.draw_methods(game, rules, event.form, boards=boards))


def _stage_problems(event: Event, before: Stage, plan: StagePlan) -> Iterator[Problem]:
    if event.state != EventState.PUBLISHED:
        yield refuse(Reason.EVENT_NOT_RUNNING)
    yield from movements.plan_problems(event.movement, before.draw_method or event.draw_method, 2)
    method = plan.draw_method or event.draw_method
    if method not in methods_of(event):
        yield refuse(PlanReason.DRAW_METHOD_NOT_OFFERED, field="draw_method", size=2)
    if plan.groups_wanted > 1 and method not in IN_GROUPS:
        yield refuse(PlanReason.GROUPS_NEED_MATCHES, field="groups_wanted")
    yield from carry_problems(plan, method)
    if plan.feed is None:
        yield refuse(PlanReason.STAGE_WITHOUT_FEED, number=before.number + 1)
    else:
        yield from qualification_rules.check(plan.feed, group_names(before.groups_wanted))
