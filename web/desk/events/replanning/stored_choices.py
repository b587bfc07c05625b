"""What the form of a new event would have sent to make an event as it is stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tournaments.formats.templates import EventTemplate
from tournaments.formats.tie_break_lists import OF_MATCHES, OF_MATCHES_BY_DEAL, OF_POINTS
from tournaments.models import Event, RankedFrom
from tournaments.organise import EventPlan
from tournaments.organise.events import rules_of_plan
from tournaments.organise.stored_plans import plan_of
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.standings.match_scores import Order
from tournaments.standings.qualification_rules import TakeKind
from tournaments.standings.tie_breaks import USUAL_OF_MATCHES
from tournaments.structure import stages
from tournaments.structure.regulations import regulations_of
from web.desk.boards.forms import USUAL
from web.desk.events import event_options
from web.desk.events.forms import RULE
from web.desk.events.option_table import OPTIONS
from web.desk.events.tie_break_fields import OWN, USUALLY, own_field
from web.desk.events.unplayed_fields import AMOUNTS


def stored_choices(
    event: Event, template: EventTemplate, offers: list[event_options.GameOffer]
) -> dict[str, str]:
    """Return the values of the fields as strings, as a browser sends them."""
    plan, stage = plan_of(event), stages.current(event)
    stage.event = event
    named = [option.name for option in OPTIONS if option.of_plan]
    named += [name for pair in AMOUNTS for name in pair]
    chosen = {name: getattr(plan, name) for name in named}
    chosen |= {
        "to_limit": "on" if plan.to_limit else "",
        "deals_per_round": stages.deals_of(stage),
        "rounds_planned": stages.rounds_of(stage),
        "board_set_deals": regulations_of(event).board_set_deals,
        "ranked_from": plan.ranked_from or RankedFrom.ALL,
        "movement_form": plan.movement.get("form", USUAL[0]),
        "winners": plan.movement.get("winners", 1),
        **dict(_tie_breaks(plan)),
        **dict(_of_stages(plan)),
    }
    offer = next((offer for offer in offers if _is_named(offer, plan)), None)
    offer = offer or next(iter(offers), None)
    if offer:
        chosen["rules"] = offer.key
        chosen |= dict(_changed_rules(plan, offer, template))
    return {name: "" if value is None else str(value) for name, value in chosen.items()}


def _is_named(offer: event_options.GameOffer, plan: EventPlan) -> bool:
    return plan.rules_name == (offer.own.name if offer.own else offer.preset)


def _changed_rules(
    plan: EventPlan, offer: event_options.GameOffer, template: EventTemplate
) -> Iterator[tuple[str, str]]:
    usual = rules_of_plan(replace(plan, rules=offer.wanted)).as_dict()
    offered = event_options.chosen_apart(offer, template)
    for dimension, values in (offered | event_options.changed_rarely(offer, template)).items():
        value = plan.rules.get(dimension, usual[dimension])
        if value != usual[dimension] and json.dumps(value) in values:
            yield RULE + dimension, json.dumps(value)


def _tie_breaks(plan: EventPlan) -> Iterator[tuple[str, str]]:
    by_match = Order(plan.ranking).by_match
    lists: Mapping[str, Any] = {**OF_MATCHES, **OF_MATCHES_BY_DEAL} if by_match else OF_POINTS
    order = plan.tie_breaks or (USUAL_OF_MATCHES if by_match else ())
    named = next((name for name, listed in lists.items() if tuple(listed) == tuple(order)), "")
    if not order and not by_match:
        named = USUALLY
    yield "tie_breaks", named or OWN
    if not named:
        for place, tie_break in enumerate(order, 1):
            yield own_field(place), str(tie_break)


def _of_stages(plan: EventPlan) -> Iterator[tuple[str, Any]]:
    """Yield the groups, how many of them go on, and the options of the knockout."""
    knockout = next((stage.knockout for stage in plan.stages if stage.knockout), None)
    yield "knockout_kind", (knockout.kind if knockout else KnockoutKind.SINGLE).value
    yield "third_place", "on" if knockout is None or knockout.third_place else ""
    yield "groups_wanted", plan.planned[0].groups_wanted
    takes = [take for stage in plan.stages if stage.feed for take in stage.feed.takes]
    of_groups = [take.count for take in takes if take.kind is TakeKind.FIRST]
    yield "go_on", next(iter(of_groups), 2)
