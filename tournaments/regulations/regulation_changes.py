"""Changes of the regulations of an event, until its first draw or its first closed round fixes
them.

The first draw fixes the size of an event and whether fewer warnings break ties (受警告少者); giving
and counting warnings belongs to `referee`. The first closed round fixes the correction period
(更正时限), because it is published with the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import Event, EventRegulations, EventState, Round
from tournaments.record.audit import Actor, Repeated, Verb, change
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import USUAL
from tournaments.structure.regulations import Regulations, regulations_of

LAST_TIE_BREAKS: Final = (TieBreak.EXTRA_DEAL, TieBreak.LOT)
"""What stays behind: a lot leaves nobody equal, and an extra deal is played as late as can be."""


def is_drawn(event: Event) -> bool:
    """Whether the event has a draw that was not withdrawn, which fixes its size."""
    return event.rounds.exclude(state=Round.State.CANCELLED).exists()


def change_regulations(event: Event, actor: Actor, wanted: Regulations) -> None:
    """Set the regulations of an event; its size only until the first draw.

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


def corrections_are_fixed(event: Event) -> bool:
    """Whether a round of an event was closed, with which the correction period was published."""
    return event.rounds.filter(closed_at__isnull=False).exists()


def set_correction_minutes(event: Event, actor: Actor, minutes: int) -> None:
    """Set the correction period after a round, in minutes.

    Setting it again is harmless. Raises Refused once a round was closed.
    """
    with suppress(Repeated), change(event.tournament, actor, Verb.CHANGE_REGULATIONS) as made:
        event.refresh_from_db(fields=["correction_minutes"])
        if minutes == event.correction_minutes:
            raise Repeated
        if corrections_are_fixed(event):
            raise Refused(refuse(PlanReason.CORRECTIONS_FIXED, field="correction_minutes"))
        made.concerns(event=event)
        event.correction_minutes = minutes
        event.save(update_fields=["correction_minutes"])
        made.note(correction_minutes=minutes)
        made.shows(event)


def warnings_decide(event: Event) -> bool:
    """Whether fewer warnings break ties in an event."""
    return TieBreak.FEWEST_WARNINGS in event.tie_breaks


def let_warnings_decide(event: Event, actor: Actor, *, wanted: bool) -> None:
    """Let fewer warnings break ties or not; this comes before a lot and extra deals.

    Saying it again is harmless. Raises Refused once the event was drawn.
    """
    with suppress(Repeated), change(event.tournament, actor, Verb.CHANGE_REGULATIONS) as made:
        event.refresh_from_db(fields=["tie_breaks", "ranking"])
        if wanted == warnings_decide(event):
            raise Repeated
        if is_drawn(event):
            raise Refused(refuse(PlanReason.TIE_BREAKS_FIXED, field="fewest_warnings"))
        made.concerns(event=event)
        event.tie_breaks = [by.value for by in tie_breaks_with_warnings(event, wanted=wanted)]
        event.save(update_fields=["tie_breaks"])
        made.note(tie_breaks=event.tie_breaks)
        made.shows(event)


def tie_breaks_with_warnings(event: Event, *, wanted: bool) -> list[TieBreak]:
    """Return the tie-breaks of an event with or without the warnings."""
    ranking = Order(event.ranking)
    asked: list[TieBreak] = [TieBreak(name) for name in event.tie_breaks] or [*USUAL[ranking]]
    others: list[TieBreak] = [by for by in asked if by is not TieBreak.FEWEST_WARNINGS]
    if not wanted:
        return [] if tuple(others) == USUAL[ranking] else others
    first = [by for by in others if by not in LAST_TIE_BREAKS]
    return [*first, TieBreak.FEWEST_WARNINGS, *(by for by in others if by in LAST_TIE_BREAKS)]
