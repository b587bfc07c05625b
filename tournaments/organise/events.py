"""Events and the rules they are played by."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from scoring.game import find, names
from scoring.problems import Problem, ProblemCode, RulesRefused
from tournaments.audit import Actor, Verb, change
from tournaments.digest import digest
from tournaments.models import (
    Event,
    Group,
    RuleSet,
    Stage,
    Tournament,
)
from tournaments.refusals import Reason, Refused, refuse


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What a director says of a new event. `rules` is a preset with dimensions that differ."""

    name: str
    game: str
    rules: dict[str, object]
    deals_per_round: int = 8
    form: str = Event.Form.INDIVIDUAL


def create_event(tournament: Tournament, actor: Actor, plan: EventPlan) -> Event:
    """Create an event with the whole dictionary of its rules, and its first stage and group.

    Raises Refused with every problem of the game's name, the form and the rules.
    """
    ruleset = _ruleset(plan)
    with change(tournament, actor, Verb.CREATE_EVENT) as made:
        ruleset.save()
        event = Event.objects.create(
            tournament=tournament,
            number=tournament.events.count() + 1,
            name=plan.name,
            game=plan.game,
            form=plan.form,
            ruleset=ruleset,
            deals_per_round=plan.deals_per_round,
            seed=secrets.token_hex(8),
            state=Event.State.PUBLISHED,
        )
        Group.objects.create(stage=Stage.objects.create(event=event, number=1), number=1)
        made.made(ruleset, event)
        made.shows(event)
    return event


def _ruleset(plan: EventPlan) -> RuleSet:
    problems = []
    if plan.form != Event.Form.INDIVIDUAL:
        problems.append(refuse(Reason.FORM_NOT_OFFERED, field="form"))
    if plan.game not in names():
        unknown = Problem(ProblemCode.UNKNOWN_GAME, "game", values=(("name", plan.game),))
        raise Refused(*problems, unknown)
    game = find(plan.game)
    try:
        rules = game.for_fixed_deals(game.rules(plan.rules)).as_dict()
    except RulesRefused as refused:
        raise Refused(*problems, *refused.problems) from refused
    if problems:
        raise Refused(*problems)
    name = str(plan.rules.get("preset", plan.game))
    return RuleSet(game=plan.game, name=name, rules=rules, schema=game.schema, digest=digest(rules))
