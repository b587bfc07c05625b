"""Settings of a tournament and its events that can change until a draw fixes them.

Rules, form and ranking are fixed when the event is created.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from scoring.problems import Problem
from tournaments.base import local_time
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import (
    DrawMethod,
    Event,
    EventState,
    RegistrationTerms,
    Round,
    Stage,
    Tournament,
)
from tournaments.organise import plan_checks
from tournaments.organise.stored_plans import plan_of
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.digest import sha256
from tournaments.structure import games, stages


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The changeable settings of an event; `rounds_planned` is that of the current stage."""

    tournament_name: str
    name: str
    deals_per_round: int
    rounds_planned: int | None
    round_minutes: int | None
    has_highlights: bool = True
    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Fixed:
    """Which settings of an event are fixed, and how many rounds its stage has drawn.

    `has_rounds` is false if the bracket of a knockout determines the number of rounds.
    """

    deals: bool
    everything: bool
    drawn: int
    has_rounds: bool


def settings_of(event: Event) -> EventSettings:
    """Return the present settings of an event."""
    stage = stages.current(event)
    stage.event = event
    return EventSettings(
        tournament_name=event.tournament.name,
        name=event.name,
        deals_per_round=stages.deals_of(stage),
        rounds_planned=stages.rounds_of(stage),
        round_minutes=event.round_minutes,
        has_highlights=event.has_highlights,
        starts_at=event.starts_at,
    )


def fixed_settings(event: Event) -> Fixed:
    """Return the settings that the draws of an event have fixed."""
    stage = stages.current(event)
    standing = Round.objects.filter(group__stage=stage).exclude(state=Round.State.CANCELLED)
    return Fixed(
        deals=published_round(event) is not None,
        everything=event.state != EventState.PUBLISHED,
        drawn=standing.count(),
        has_rounds=stages.method_of(stage) != DrawMethod.KNOCKOUT,
    )


def published_round(event: Event) -> int | None:
    """Return the number of the first round in play or closed; None before it."""
    first = event.rounds.filter(state__in=Round.PUBLIC).order_by("number").first()
    return first.number if first else None


def change_event(event: Event, actor: Actor, wanted: EventSettings) -> None:
    """Change the settings of an event, and the name of its tournament.

    Names and the choice to show highlights can always be changed, minutes for later rounds, the
    planned rounds down to those drawn, and the deals until the first round is published. Raises
    Refused with every problem.
    """
    with change(event.tournament, actor, Verb.CHANGE_EVENT) as made:
        event = Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)
        before = settings_of(event)
        wanted = replace(
            wanted, name=tidy(wanted.name), tournament_name=tidy(wanted.tournament_name)
        )
        if problems := list(_event_problems(event, before, wanted)):
            raise Refused(*problems)
        made.concerns(event=event)
        made.note(**_changed_numbers(before, wanted), name=sha256(wanted.name))
        if wanted.has_highlights != before.has_highlights:
            made.note(has_highlights=wanted.has_highlights)
        _store(event, before, wanted)
        made.shows(event)
        if wanted.tournament_name != before.tournament_name:
            _rename(made, wanted.tournament_name)


def change_tournament(
    tournament: Tournament, actor: Actor, *, name: str, starts_on: date, place: str
) -> bool:
    """Change name, first day and place of a tournament, as shown on the pages of its events.

    With another day the announced starts of its events move, and the hours at which they close
    for entries. Return whether any did.
    """
    with change(tournament, actor, Verb.CHANGE_TOURNAMENT) as made:
        name, place = tidy(name), tidy(place)
        if not name:
            raise Refused(refuse(Reason.NAME_MISSING, field="name"))
        made.note(name=sha256(name), starts_on=starts_on.isoformat(), place=place)
        before = Tournament.objects.get(pk=tournament.pk)
        Tournament.objects.filter(pk=tournament.pk).update(starts_on=starts_on, place=place)
        has_moved = _move_hours(made, before, starts_on - before.starts_on)
        _rename(made, name)
    return has_moved


def _move_hours(made: Change, tournament: Tournament, days: timedelta) -> bool:
    """Move the announced hours of all events by some days; return whether there were any."""
    zone = ZoneInfo(tournament.time_zone)
    events = list(tournament.events.exclude(starts_at=None).order_by("number"))
    terms = list(
        RegistrationTerms.objects.filter(event__tournament=tournament).exclude(closes_at=None)
    )
    if not days or not (events or terms):
        return False
    for event in events:
        event.starts_at = event.starts_at and local_time.moved(event.starts_at, days, zone)
    for row in terms:
        row.closes_at = row.closes_at and local_time.moved(row.closes_at, days, zone)
    Event.objects.bulk_update(events, ["starts_at"])
    RegistrationTerms.objects.bulk_update(terms, ["closes_at"])
    made.note(days_moved=days.days)
    return True


def _event_problems(
    event: Event, before: EventSettings, wanted: EventSettings
) -> Iterator[Problem]:
    for field in ("name", "tournament_name"):
        if not getattr(wanted, field):
            yield refuse(Reason.NAME_MISSING, field=field)
    if _changed_numbers(before, wanted) and event.state != EventState.PUBLISHED:
        yield refuse(Reason.EVENT_NOT_RUNNING)
    if wanted.rounds_planned != before.rounds_planned:
        drawn = fixed_settings(event).drawn
        if wanted.rounds_planned is not None and wanted.rounds_planned < drawn:
            yield refuse(PlanReason.ROUNDS_DRAWN_ALREADY, field="rounds_planned", drawn=drawn)
    if wanted.deals_per_round != before.deals_per_round:
        yield from _deal_problems(event, before, wanted)


def _deal_problems(event: Event, before: EventSettings, wanted: EventSettings) -> Iterator[Problem]:
    """Yield why the deals of a round cannot be changed in this way; a draft already has its
    deals.
    """
    field, first = "deals_per_round", published_round(event)
    if first is not None:
        yield refuse(
            PlanReason.DEALS_PUBLISHED, field=field, number=first, deals=before.deals_per_round
        )
        return
    for draft in event.rounds.filter(state=Round.State.DRAFT):
        yield refuse(Reason.ROUND_IN_DRAFT, field=field, number=draft.number)
    game = games.game_of(event)
    plan = replace(plan_of(event), deals_per_round=wanted.deals_per_round)
    for problem in plan_checks.plan_problems(plan, game, game.rules(event.ruleset.rules)):
        yield Problem(problem.code, field, values=problem.values)


def _changed_numbers(before: EventSettings, wanted: EventSettings) -> dict[str, Any]:
    numbers = ("deals_per_round", "rounds_planned", "round_minutes", "starts_at")
    changed = {
        name: getattr(wanted, name)
        for name in numbers
        if getattr(wanted, name) != getattr(before, name)
    }
    if start := changed.get("starts_at"):
        changed["starts_at"] = start.astimezone(UTC).isoformat()
    return changed


def _store(event: Event, before: EventSettings, wanted: EventSettings) -> None:
    """Store the numbers where they are read: in the stage, if it has its own."""
    stage = stages.current(event)
    Event.objects.filter(pk=event.pk).update(
        name=wanted.name,
        round_minutes=wanted.round_minutes,
        has_highlights=wanted.has_highlights,
        starts_at=wanted.starts_at,
    )
    rows = Stage.objects.filter(pk=stage.pk)
    if wanted.deals_per_round != before.deals_per_round:
        if stage.deals_per_round is not None:
            rows.update(deals_per_round=wanted.deals_per_round)
        else:
            Event.objects.filter(pk=event.pk).update(deals_per_round=wanted.deals_per_round)
    if wanted.rounds_planned != before.rounds_planned:
        of_stage = stage.rounds_planned is not None or stage.number > 1 or stages.following(stage)
        if of_stage:
            rows.update(rounds_planned=wanted.rounds_planned)
        # A stage without a number of its own has that of the event.
        if not of_stage or wanted.rounds_planned is None:
            Event.objects.filter(pk=event.pk).update(rounds_planned=wanted.rounds_planned)


def _rename(made: Change, name: str) -> None:
    """Rename a tournament in an open change; all its pages show the name."""
    Tournament.objects.filter(pk=made.tournament.pk).update(name=name)
    for event in made.tournament.events.all():
        made.shows(event)
