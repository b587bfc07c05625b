"""Events with their rules: created, and their notice and prizes set.

The consistency of a plan is checked in `plan_checks`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from scoring.game import Game, find_game, names
from scoring.problems import Problem, ProblemCode, RulesRefused
from tournaments.base import local_time
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.formats import compatibility, prize_rules
from tournaments.models import (
    Event,
    EventRegulations,
    Group,
    RuleSet,
    Tournament,
)
from tournaments.organise import plan_checks, planned_stages
from tournaments.organise.club_rules import Keeping, store_rules
from tournaments.organise.plans import COLUMNS, EventPlan
from tournaments.record.audit import Actor, Change, Verb, change, share
from tournaments.record.club_log import ClubChange
from tournaments.record.digest import digest, sha256
from tournaments.record.once import UNKEYED, Sent
from tournaments.structure.regulations import CLUB

OFFERED = frozenset(Event.Form)
"""The forms of events that can be created."""


def create_event(
    tournament: Tournament,
    actor: Actor,
    plan: EventPlan,
    sent: Sent = UNKEYED,
    keeping: Keeping | None = None,
) -> Event:
    """Create an event with its complete rules, its stages and the groups of the first.

    With `keeping` its rules are saved for the club in the same change. Raises Refused with every
    problem of the game's name, the form and the rules, and for a name that the club has given.
    """
    ruleset = checked_ruleset(plan)
    if keeping is not None:
        return _create_and_keep(tournament, actor, plan, ruleset, sent, keeping)
    return sent.once(
        Event,
        tournament,
        actor,
        Verb.CREATE_EVENT,
        lambda made: store_event(made, plan, ruleset),
    )


def _create_and_keep(
    tournament: Tournament,
    actor: Actor,
    plan: EventPlan,
    ruleset: RuleSet,
    sent: Sent,
    keeping: Keeping,
) -> Event:
    def do(made: ClubChange) -> Event:
        store_rules(made, keeping, plan.game, plan.rules)
        with share(tournament, actor, Verb.CREATE_EVENT) as of_event:
            return store_event(of_event, plan, ruleset)

    return sent.once(Event, tournament.club, actor, Verb.KEEP_RULES, do)


def store_event(made: Change, plan: EventPlan, ruleset: RuleSet) -> Event:
    """Store a planned event in an open change; `checked_ruleset` made its rules."""
    ruleset.save()
    event = _store_event(made.tournament, plan, ruleset)
    if plan.board_set_deals not in {None, CLUB.board_set_deals}:
        deals = plan.board_set_deals
        EventRegulations.objects.create(event=event, board_set_deals=deals)
        made.note(board_set_deals=deals)
    make_stages(event, plan)
    made.made(ruleset, event)
    made.note(template=plan.template, form=str(plan.form))
    made.shows(event)
    return event


def set_notice(event: Event, actor: Actor, notice: str) -> None:
    """Set the notice in the hall and on the public page of an event; an empty one removes it.

    The same notice again changes nothing. The log holds only its digest, as it may name persons.
    """
    text = " ".join(notice.split())
    with change(event.tournament, actor, Verb.SET_NOTICE) as made:
        text_before = Event.objects.get(pk=event.pk).notice
        made.concerns(event=event)
        made.note(shown=bool(text), notice=sha256(text))
        if text != text_before:
            Event.objects.filter(pk=event.pk).update(notice=text)
            made.shows(event)


def set_prizes(event: Event, actor: Actor, prizes: Mapping[str, Any]) -> None:
    """Set the prizes of an event, in the form of `prize_rules`; an empty mapping removes them.

    The same prizes again change nothing. After the finish of the event the log and the public page
    mention it. Raises Refused for prizes that cannot be read.
    """
    if prizes and prize_rules.read(prizes) is None:
        raise Refused(refuse(PlanReason.PRIZES_UNREADABLE, field="prizes"))
    with change(event.tournament, actor, Verb.SET_PRIZES) as made:
        made.concerns(event=event)
        made.note(prizes=dict(prizes))
        before = Event.objects.get(pk=event.pk)
        if before.prizes != prizes:
            if before.state == Event.State.FINISHED:
                made.note(after_finish=True)
            Event.objects.filter(pk=event.pk).update(prizes=dict(prizes))
            made.shows(event)


def _store_event(tournament: Tournament, plan: EventPlan, ruleset: RuleSet) -> Event:
    return Event.objects.create(
        tournament=tournament,
        number=tournament.events.count() + 1,
        starts_at=_start(tournament, plan),
        prizes=dict(plan.prizes),
        seed=secrets.token_hex(8),
        state=Event.State.PUBLISHED,
        **plan_columns(plan, ruleset),
    )


def plan_columns(plan: EventPlan, ruleset: RuleSet) -> dict[str, Any]:
    """Return the columns of an event that its plan determines, without start and prizes."""
    game = find_game(plan.game)
    return {
        **{name: getattr(plan, name) for name in COLUMNS},
        "ruleset": ruleset,
        "depth": plan.depth or compatibility.depths(game, game.rules(ruleset.rules))[0],
        "sit_out_credit": plan.sit_out_credit or compatibility.usual_credit(plan.ranking),
        "tie_breaks": list(plan.tie_breaks),
        "movement": dict(plan.movement or {}),
    }


def _start(tournament: Tournament, plan: EventPlan) -> datetime | None:
    """Return the moment at which a planned event begins, on the first day of its tournament.

    Raises Refused if the clocks skip that time on that day.
    """
    if plan.starts_at is None:
        return None
    hour = datetime.combine(tournament.starts_on, plan.starts_at)
    moments = local_time.moments(hour, ZoneInfo(tournament.time_zone))
    if not moments:
        raise Refused(refuse(Reason.HOUR_LEFT_OUT, field="starts_at"))
    return moments[0]


def make_stages(event: Event, plan: EventPlan) -> None:
    """Make the stages of an event that has none, and the groups of the first."""
    first, *_later = [
        planned_stages.make_stage(event, number, planned)
        for number, planned in enumerate(plan.planned, 1)
    ]
    names = plan_checks.group_names(first.groups_wanted) if first.groups_wanted > 1 else ("",)
    for number, name in enumerate(names, 1):
        Group.objects.create(stage=first, number=number, name=name)


def checked_ruleset(plan: EventPlan) -> RuleSet:
    """Return the rules of a plan, not stored yet. Raises Refused with every problem of the plan."""
    problems = []
    if plan.form not in OFFERED:
        problems.append(refuse(PlanReason.FORM_NOT_OFFERED, field="form"))
    if plan.game not in names():
        unknown = Problem(ProblemCode.UNKNOWN_GAME, "game", values=(("name", plan.game),))
        raise Refused(*problems, unknown)
    game = find_game(plan.game)
    problems += _off_boards(plan, game)
    try:
        rules = rules_of_plan(plan)
    except RulesRefused as refused:
        raise Refused(*problems, *refused.problems) from refused
    if plan.to_limit and not plan.over_boards and rules == game.for_fixed_deals(rules):
        problems.append(refuse(PlanReason.RULES_WITHOUT_END, field="rules"))
    problems += plan_checks.plan_problems(plan, game, rules)
    if problems:
        raise Refused(*problems)
    return RuleSet(
        game=plan.game,
        name=plan.rules_name or str(plan.rules.get("preset", plan.game)),
        rules=rules.as_dict(),
        schema=game.schema,
        digest=digest(rules.as_dict()),
    )


def _off_boards(plan: EventPlan, game: Game[Any]) -> Iterator[Problem]:
    """Yield what a plan over boards asks of its rules although boards cannot have it."""
    usual = game.for_boards(game.rules({})).as_dict()
    for dimension, code in game.off_boards.items() if plan.over_boards else ():
        if plan.rules.get(dimension, usual[dimension]) != usual[dimension]:
            yield Problem(code, dimension)


def rules_of_plan(plan: EventPlan) -> Any:
    """Return the rules of a plan as its game parses them. Raises RulesRefused."""
    game = find_game(plan.game)
    rules = game.rules(dict(plan.rules))
    if plan.over_boards:
        return game.for_boards(rules)
    return rules if plan.to_limit else game.for_fixed_deals(rules)
