"""The form in which everything of an event is changed before its first published draw.

It is filled with what the form of a new event would have sent to make the event as it is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import prefetch_related_objects

from tournaments.base.refusals import Reason, Refused
from tournaments.formats.templates import EventTemplate, template_stored
from tournaments.formats.tie_break_lists import OF_MATCHES, OF_MATCHES_BY_DEAL, OF_POINTS
from tournaments.models import ClubRules, Event, Form, RankedFrom, SitOutCredit
from tournaments.organise import EventPlan
from tournaments.organise.events import rules_of_plan
from tournaments.organise.replanning.changed_plan import change_plan
from tournaments.organise.stored_plans import plan_of
from tournaments.pairing.knockout.bracket import KnockoutKind
from tournaments.record import audit
from tournaments.record.audit import Actor, AsRead, Verb
from tournaments.standings.match_scores import Order
from tournaments.standings.qualification_rules import TakeKind
from tournaments.standings.tie_breaks import USUAL_OF_MATCHES
from tournaments.structure import stages
from tournaments.structure.regulations import regulations_of
from tournaments.structure.stages import StagePlan
from web.desk.boards.forms import USUAL
from web.desk.events import event_options, event_parts
from web.desk.events.forms import EventForm
from web.desk.events.option_table import OPTIONS
from web.desk.events.proposals import RULE
from web.desk.events.tie_break_fields import OWN, USUALLY, own_field
from web.desk.events.unplayed_fields import AMOUNTS


def stored_choices(
    event: Event, template: EventTemplate, offers: list[event_options.GameOffer]
) -> dict[str, str]:
    """Return the values of the fields as strings, as a browser sends them."""
    plan, stage = plan_of(event), stages.current(event)
    stage.event, movement = event, plan.movement or {}
    named = [option.name for option in OPTIONS if option.of_plan]
    named += [name for pair in AMOUNTS for name in pair]
    chosen = {name: getattr(plan, name) for name in named}
    chosen |= {
        "to_limit": "on" if plan.to_limit else "",
        "deals_per_round": stages.deals_of(stage),
        "rounds_planned": stages.rounds_of(stage),
        "board_set_deals": regulations_of(event).board_set_deals,
        "ranked_from": plan.ranked_from or RankedFrom.ALL,
        "movement_form": movement.get("form", USUAL[0]),
        "winners": movement.get("winners", 1),
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


SEEN: Final = "seen"
"""The hidden field with the number of the log's entry at which the page was opened."""
LONGEST_SEQ: Final = 9
OF_STAGES: Final = ("groups_wanted", "go_on", "knockout_kind", "third_place")
"""The fields of which the form makes the stages."""
OF_PLAN: Final = (
    Verb.CHANGE_EVENT,
    Verb.SET_MOVEMENT,
    Verb.ADD_STAGE,
    Verb.REMOVE_STAGE,
    Verb.CHANGE_REGULATIONS,
)
"""What changes a part of the plan, all of which the form stores."""


def _makes_again(template: EventTemplate, plan: EventPlan) -> bool:
    """Whether the fields of the form make exactly the stages of a stored plan."""
    made = event_parts.stages(template, dict(_of_stages(plan))) or (StagePlan(),)
    return list(map(_as_stored, made)) == list(map(_as_stored, plan.planned))


def _as_stored(stage: StagePlan) -> tuple[StagePlan, Any, Any]:
    return replace(stage, feed=None, knockout=None), stage.feed_json(), stage.knockout_json()


class ReplanForm(EventForm):
    """The form of a new event with what is stored; the announced start has a page of its own.

    With another template than the event's it proposes what that one proposes.
    """

    def __init__(
        self,
        event: Event,
        template: EventTemplate,
        data: Any = None,
        *,
        is_entered: bool,
        game: str = "",
        own: Sequence[ClubRules] = (),
    ) -> None:
        self.event, self.is_entered = event, is_entered
        prefetch_related_objects([event], "stages")
        self.seen = self._seq_of_page(data)
        is_stored = template == template_stored(event.template) and game == event.game
        if data is None and is_stored:
            offers = event_options.for_template(template, game, own)
            data = stored_choices(event, template, offers)
        super().__init__(template, data, game=game, own=own, initial={"name": event.name})
        stored = plan_of(event)
        self.keeps_stages = is_stored and not _makes_again(template, stored)
        del self.fields["starts_at"]
        if self.keeps_stages:
            self.initial = {**self.initial, **dict(_of_stages(stored))}
        for name in OF_STAGES:
            if self.keeps_stages and name in self.fields:
                self.fields[name].disabled = True
        for name in ("sit_out_credit", "late_credit"):
            if name in self.fields and getattr(event, name) == SitOutCredit.AVERAGE:
                self.fields[name].choices += [  # type: ignore[attr-defined]
                    (SitOutCredit.AVERAGE.value, SitOutCredit.AVERAGE.label)
                ]
        if self.is_entered and "form" in self.fields:
            label = Form(event.form).label
            self.fields["form"].choices = [(event.form, label)]  # type: ignore[attr-defined]

    def clean(self) -> None:
        """Leave the start to its own page."""
        super().clean()
        self.cleaned_data["starts_at"] = None

    def plan(self) -> EventPlan:
        """Return the plan with the stages that the page of the stages has made."""
        plan = super().plan()
        return self._in_stored_stages(plan) if self.keeps_stages else plan

    def _in_stored_stages(self, plan: EventPlan) -> EventPlan:
        """Return a plan with the stored stages, and its numbers where they are read.

        The first stage may have numbers of its own; of several stages it has its own rounds.
        """
        stored = plan_of(self.event)
        first, *later = stored.planned
        if first.deals_per_round is not None:
            first = replace(first, deals_per_round=plan.deals_per_round)
            plan = replace(plan, deals_per_round=stored.deals_per_round)
        if "rounds_planned" in self.fields and (later or first.rounds_planned is not None):
            first = replace(first, rounds_planned=plan.rounds_planned)
        return replace(plan, stages=(first, *later))

    def press(self, actor: Actor) -> None:
        """Change the event, unless somebody else has changed it since the page was opened."""
        owner = self.event.tournament
        read = AsRead(owner, OF_PLAN, self.seen, self.event.uid)
        with audit.unchanged_since(read):
            change_plan(self.event, actor, self.plan(), self.keeping)

    def take(self, refused: Refused) -> None:
        """Take the problems of a refusal; who was told of another change may press once more."""
        super().take(refused)
        if any(problem.code == Reason.SAVED_MEANWHILE for problem in refused.problems):
            self.seen = self.event.tournament.log_seq

    def _seq_of_page(self, data: Any) -> int:
        """Return the entry of the log at which the page was opened, of a new page the last one."""
        sent = (data or {}).get(SEEN, "")
        if len(sent) <= LONGEST_SEQ and sent.isascii() and sent.isdecimal():
            return int(sent)
        return self.event.tournament.log_seq
