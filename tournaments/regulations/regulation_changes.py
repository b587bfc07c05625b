"""Changes of the regulations of an event, until its first draw or its first closed round fixes
them.

The first draw fixes the size of an event and whether fewer warnings break ties (受警告少者); giving
and counting warnings belongs to `referee`. The first closed round fixes the correction period
(更正时限), because it is published with the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def change_regulations(
    event: Event,
    actor: Actor,
    wanted: Regulations | None = None,
    *,
    correction_minutes: int | None = None,
    warnings: bool | None = None,
) -> None:
    """Set the regulations of an event, its correction period, and whether warnings break ties.

    All of it is one change. What is None stays, and setting what holds already is harmless. Raises
    Refused with every problem.
    """
    with suppress(Repeated), change(event.tournament, actor, Verb.CHANGE_REGULATIONS) as made:
        event = Event.objects.select_related("tournament", "regulations").get(pk=event.pk)
        before = regulations_of(event)
        laid_down = _changed(before, wanted or before)
        columns = dict(_event_columns(event, correction_minutes, warnings))
        if not laid_down and not columns:
            raise Repeated
        if problems := [*_problems(event, before, wanted or before), *_fixed(event, columns)]:
            raise Refused(*problems)
        made.concerns(event=event)
        made.note(**laid_down, **columns)
        if wanted and laid_down:
            EventRegulations.objects.update_or_create(event=event, defaults=_columns(wanted))
        if columns:
            Event.objects.filter(pk=event.pk).update(**columns)
        made.shows(event)


def _problems(event: Event, before: Regulations, wanted: Regulations) -> Iterator[Problem]:
    if wanted == before:
        return
    if event.state != EventState.PUBLISHED:
        yield refuse(Reason.EVENT_NOT_RUNNING)
    if wanted.size != before.size and is_drawn(event):
        yield refuse(PlanReason.SIZE_FIXED, field="size")
    if not wanted.is_official and wanted.notice_minutes:
        yield refuse(PlanReason.NOTICE_OF_CLUB, field="notice_minutes")
    if not wanted.board_set_deals:
        yield refuse(PlanReason.BOARD_SET_EMPTY, field="board_set_deals")


def _event_columns(
    event: Event, correction_minutes: int | None, warnings: bool | None
) -> Iterator[tuple[str, object]]:
    """Yield the columns of the event that change, with their new values."""
    if correction_minutes not in {None, event.correction_minutes}:
        yield "correction_minutes", correction_minutes
    if warnings not in {None, warnings_decide(event)}:
        tie_breaks = tie_breaks_with_warnings(event, wanted=bool(warnings))
        yield "tie_breaks", [by.value for by in tie_breaks]


def _fixed(event: Event, columns: Mapping[str, object]) -> Iterator[Problem]:
    """Yield the problems of columns that a closed round or a draw has fixed."""
    if "correction_minutes" in columns and corrections_are_fixed(event):
        yield refuse(PlanReason.CORRECTIONS_FIXED, field="correction_minutes")
    if "tie_breaks" in columns and is_drawn(event):
        yield refuse(PlanReason.TIE_BREAKS_FIXED, field="fewest_warnings")


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


def warnings_decide(event: Event) -> bool:
    """Whether fewer warnings break ties in an event."""
    return TieBreak.FEWEST_WARNINGS in event.tie_breaks


def tie_breaks_with_warnings(event: Event, *, wanted: bool) -> list[TieBreak]:
    """Return the tie-breaks of an event; warnings come before a lot and extra deals."""
    ranking = Order(event.ranking)
    asked: list[TieBreak] = [TieBreak(name) for name in event.tie_breaks] or [*USUAL[ranking]]
    others: list[TieBreak] = [by for by in asked if by is not TieBreak.FEWEST_WARNINGS]
    if not wanted:
        return [] if tuple(others) == USUAL[ranking] else others
    first = [by for by in others if by not in LAST_TIE_BREAKS]
    return [*first, TieBreak.FEWEST_WARNINGS, *(by for by in others if by in LAST_TIE_BREAKS)]
