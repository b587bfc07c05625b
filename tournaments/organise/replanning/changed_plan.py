"""Changes the whole plan of an event before its first published draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import EntryRequest, EntryRequestState, Event, EventRegulations, Round
from tournaments.organise.club_rules import Keeping, store_rules
from tournaments.organise.events import checked_ruleset, make_stages, plan_columns
from tournaments.organise.plans import NOTED, EventPlan
from tournaments.organise.stored_plans import plan_of
from tournaments.record import club_log
from tournaments.record.audit import Actor, Change, Verb, change, share
from tournaments.record.digest import sha256
from tournaments.standings.tie_breaks import NOT_OF_EVENTS
from tournaments.structure.regulations import regulations_of

OF_FORM: Final = frozenset({"form", "winners"})
"""What the form of a plan may say of a movement; what else was chosen of it stays."""


def is_entered(event: Event) -> bool:
    """Whether the event has entries or requests to enter, which fix game and form."""
    waiting = (EntryRequestState.ASKED, EntryRequestState.WAITING)
    asked = EntryRequest.objects.filter(event=event, state__in=waiting)
    return event.entries.exists() or asked.exists()


def first_published(event: Event) -> int | None:
    """Return the number of the first round that was ever published; None before it."""
    published = event.rounds.filter(published_at__isnull=False).order_by("number")
    return published.values_list("number", flat=True).first()


def change_plan(
    event: Event, actor: Actor, plan: EventPlan, keeping: Keeping | None = None
) -> None:
    """Change the plan of an event; with entries, all but game and form.

    Prizes, the announced start, and the options of the movement stay. With `keeping` its rules are
    saved for the club in the same change. Raises Refused with every problem of the plan, after a
    published draw, while a draft exists, and for a name that the club has given.
    """
    tournament, verb = event.tournament, Verb.CHANGE_EVENT
    if keeping is None:
        with change(tournament, actor, verb) as made:
            _store(made, event, plan)
        return
    with club_log.change(tournament.club, actor, Verb.KEEP_RULES) as of_club:
        store_rules(of_club, keeping, plan.game, plan.rules)
        with share(tournament, actor, verb) as made:
            _store(made, event, plan)


def _store(made: Change, event: Event, plan: EventPlan) -> None:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)
    before = plan_of(event)
    plan = replace(plan, prizes=before.prizes, movement=_movement(before, plan))
    if problems := list(plan_change_problems(event, plan)):
        raise Refused(*problems)
    ruleset = checked_ruleset(plan)
    if (ruleset.digest, ruleset.name) == (event.ruleset.digest, event.ruleset.name):
        ruleset = event.ruleset
    else:
        ruleset.save()
        made.made(ruleset)
    columns = plan_columns(plan, ruleset) | {"tie_breaks": _tie_breaks(event, plan)}
    Event.objects.filter(pk=event.pk).update(**columns)
    if plan.planned != before.planned:
        event.stages.all().delete()
        make_stages(event, plan)
    _set_board_sets(event, plan)
    made.concerns(event=event)
    made.note(name=sha256(plan.name), **{name: str(getattr(plan, name)) for name in NOTED})
    made.shows(event)


def plan_change_problems(event: Event, plan: EventPlan | None = None) -> Iterator[Problem]:
    """Yield why the plan of an event can no longer be changed, or not in this way."""
    if event.state != Event.State.PUBLISHED:
        yield refuse(Reason.EVENT_NOT_RUNNING)
        return
    first = first_published(event)
    if first is not None:
        yield refuse(PlanReason.PLAN_PUBLISHED, number=first)
    for draft in event.rounds.filter(state=Round.State.DRAFT):
        yield refuse(Reason.ROUND_IN_DRAFT, number=draft.number)
    fixes = plan is not None and (plan.game, plan.form) != (event.game, event.form)
    if fixes and is_entered(event):
        yield refuse(PlanReason.PLAN_ENTERED, field="form")


def _tie_breaks(event: Event, plan: EventPlan) -> list[str]:
    """Return the tie-breaks of a plan, with those that only the regulations set in their places."""
    wanted = list(plan.tie_breaks)
    for place, name in enumerate(event.tie_breaks):
        if name in NOT_OF_EVENTS:
            wanted.insert(place, name)
    return wanted


def _movement(before: EventPlan, plan: EventPlan) -> Mapping[str, Any]:
    if plan.draw_method != before.draw_method:
        return plan.movement or {}
    stored = before.movement or {}
    if plan.movement is None:
        return stored
    kept = {name: value for name, value in stored.items() if name not in OF_FORM}
    return {**kept, **plan.movement}


def _set_board_sets(event: Event, plan: EventPlan) -> None:
    wanted = plan.board_set_deals
    if wanted not in {None, regulations_of(event).board_set_deals}:
        EventRegulations.objects.update_or_create(event=event, defaults={"board_set_deals": wanted})
