"""Events and the rules they are played by."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game import find, names
from scoring.problems import Problem, ProblemCode, RulesRefused
from tournaments import fitting
from tournaments.audit import Actor, Verb, change
from tournaments.digest import digest, sha256
from tournaments.models import (
    Event,
    Group,
    RuleSet,
    Stage,
    Tournament,
)
from tournaments.pairing import rounds as pairing
from tournaments.refusals import Reason, Refused, refuse
from tournaments.standings import TieBreak

OFFERED = frozenset({Event.Form.INDIVIDUAL, Event.Form.PAIRS})
"""The forms that can be run so far."""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What a director says of a new event. `rules` is a preset with dimensions that differ.

    `to_limit` keeps the end that the rules set for a game (局); `deals_per_round` is then the most
    deals of it. Otherwise every round has exactly so many deals. An empty `depth` is the least
    that the game can be recorded at, an empty `sit_out_credit` and no `tie_breaks` are as usual
    for the ranking.
    """

    name: str
    game: str
    rules: Mapping[str, object]
    deals_per_round: int = 8
    form: str = Event.Form.INDIVIDUAL
    template: str = ""
    to_limit: bool = False
    ranking: str = Event.Ranking.POINTS
    draw_method: str = Event.DrawMethod.RANDOM
    rounds_planned: int | None = None
    round_minutes: int | None = None
    depth: str = ""
    records: str = Event.Records.ONE
    confirmation: str = Event.Confirmation.OTHER_SIDE
    proof: str = Event.Proof.TAP
    sit_out_credit: str = ""
    tie_breaks: tuple[str, ...] = ()


def create_event(tournament: Tournament, actor: Actor, plan: EventPlan) -> Event:
    """Create an event with the whole dictionary of its rules, and its first stage and group.

    Raises Refused with every problem of the game's name, the form and the rules.
    """
    ruleset = _ruleset(plan)
    with change(tournament, actor, Verb.CREATE_EVENT) as made:
        ruleset.save()
        event = _event(made.tournament, plan, ruleset)
        Group.objects.create(stage=Stage.objects.create(event=event, number=1), number=1)
        made.made(ruleset, event)
        made.note(template=plan.template, form=str(plan.form))
        made.shows(event)
    return event


def set_notice(event: Event, actor: Actor, notice: str) -> None:
    """Show a sentence in the hall and on the public page of an event; an empty one shows nothing.

    The same once more changes nothing. The log names it by its digest, as it may name persons.
    """
    said = " ".join(notice.split())
    with change(event.tournament, actor, Verb.SET_NOTICE) as made:
        shown = Event.objects.get(pk=event.pk).notice
        made.concerns(event=event)
        made.note(shown=bool(said), notice=sha256(said))
        if said != shown:
            Event.objects.filter(pk=event.pk).update(notice=said)
            made.shows(event)


def _event(tournament: Tournament, plan: EventPlan, ruleset: RuleSet) -> Event:
    return Event.objects.create(
        tournament=tournament,
        number=tournament.events.count() + 1,
        name=plan.name,
        game=plan.game,
        form=plan.form,
        ruleset=ruleset,
        deals_per_round=plan.deals_per_round,
        template=plan.template,
        ranking=plan.ranking,
        draw_method=plan.draw_method,
        rounds_planned=plan.rounds_planned,
        round_minutes=plan.round_minutes,
        depth=plan.depth or _depths(plan, ruleset.rules)[0],
        records=plan.records,
        confirmation=plan.confirmation,
        proof=plan.proof,
        sit_out_credit=plan.sit_out_credit or fitting.credit_of(plan.ranking),
        tie_breaks=list(plan.tie_breaks),
        seed=secrets.token_hex(8),
        state=Event.State.PUBLISHED,
    )


def _ruleset(plan: EventPlan) -> RuleSet:
    problems = []
    if plan.form not in OFFERED:
        problems.append(refuse(Reason.FORM_NOT_OFFERED, field="form"))
    if plan.game not in names():
        unknown = Problem(ProblemCode.UNKNOWN_GAME, "game", values=(("name", plan.game),))
        raise Refused(*problems, unknown)
    try:
        rules = _rules(plan)
    except RulesRefused as refused:
        raise Refused(*problems, *refused.problems) from refused
    if plan.to_limit and rules == find(plan.game).for_fixed_deals(rules):
        problems.append(refuse(Reason.RULES_WITHOUT_END, field="rules"))
    size = len(find(plan.game).seats(rules))
    if plan.form == Event.Form.PAIRS and size % 2:
        problems.append(refuse(Reason.PAIRS_WITHOUT_PARTNERS, field="form", size=size))
    problems += _misfits(plan, rules)
    if problems:
        raise Refused(*problems)
    return _row(plan, rules.as_dict())


def _misfits(plan: EventPlan, rules: Any) -> Iterator[Problem]:
    """Yield what does not fit the game and its rules."""
    game = find(plan.game)
    if not fitting.is_possible(plan.ranking, game, rules, plan.form):
        yield refuse(Reason.RANKING_WITHOUT_MATCHES, field="ranking")
    size = fitting.sides_at_table(game, rules, plan.form)
    if plan.draw_method not in pairing.methods(size):
        yield refuse(Reason.DRAW_METHOD_NOT_OFFERED, field="draw_method", size=size)
    if plan.depth and plan.depth not in fitting.depths(game, rules):
        yield refuse(Reason.DEPTH_NOT_OFFERED, field="depth")
    for name in set(plan.tie_breaks) - set(TieBreak):
        yield refuse(Reason.TIE_BREAK_UNKNOWN, field="tie_breaks", name=name)
    deals, most = fitting.deals_of_rules(game, rules), plan.deals_per_round
    if plan.to_limit and deals is not None and deals > most:
        field = "deals_per_round"
        yield refuse(Reason.FEWER_DEALS_THAN_RULES, field=field, deals=deals, most=most)


def _depths(plan: EventPlan, rules: Mapping[str, Any]) -> tuple[str, ...]:
    game = find(plan.game)
    return fitting.depths(game, game.rules(rules))


def _rules(plan: EventPlan) -> Any:
    game = find(plan.game)
    rules = game.rules(dict(plan.rules))
    return rules if plan.to_limit else game.for_fixed_deals(rules)


def _row(plan: EventPlan, rules: dict[str, Any]) -> RuleSet:
    name = str(plan.rules.get("preset", plan.game))
    schema = find(plan.game).schema
    return RuleSet(game=plan.game, name=name, rules=rules, schema=schema, digest=digest(rules))
