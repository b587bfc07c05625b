"""The size of an event, fixed by its first draw, and what it lays down besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import Event, EventRegulations, EventState, Round
from tournaments.record.audit import Actor, Verb, change
from tournaments.structure.regulations import Regulations, regulations_of


def is_drawn(event: Event) -> bool:
    """Whether a draw of the event was made that was not withdrawn: its size is fixed by then."""
    return event.rounds.exclude(state=Round.State.CANCELLED).exists()


def change_regulations(event: Event, actor: Actor, wanted: Regulations) -> None:
    """Lay down how the referee's process of an event goes; the size only until its first draw.

    Raises Refused with every problem.
    """
    with change(event.tournament, actor, Verb.CHANGE_REGULATIONS) as made:
        event = Event.objects.select_related("tournament", "regulations").get(pk=event.pk)
        before = regulations_of(event)
        if problems := list(_problems(event, before, wanted)):
            raise Refused(*problems)
        made.concerns(event=event)
        made.note(**_changed(before, wanted))
        EventRegulations.objects.update_or_create(event=event, defaults=_columns(wanted))
        made.shows(event)


def _problems(event: Event, before: Regulations, wanted: Regulations) -> Iterator[Problem]:
    if event.state != EventState.PUBLISHED:
        yield refuse(Reason.EVENT_NOT_RUNNING)
    if wanted.size != before.size and is_drawn(event):
        yield refuse(PlanReason.SIZE_FIXED, field="size")
    if not wanted.is_official and wanted.notice_minutes:
        yield refuse(PlanReason.NOTICE_OF_CLUB, field="notice_minutes")
    if not wanted.board_set_deals:
        yield refuse(PlanReason.BOARD_SET_EMPTY, field="board_set_deals")


def _changed(before: Regulations, wanted: Regulations) -> dict[str, object]:
    old, new = _columns(before), _columns(wanted)
    return {name: value for name, value in new.items() if value != old[name]}


def _columns(regulations: Regulations) -> dict[str, object]:
    as_stored = {
        "policies": dict(regulations.policies),
        "appealable": list(regulations.appealable),
    }
    return {**asdict(regulations), **as_stored}
