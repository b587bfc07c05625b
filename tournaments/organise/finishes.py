"""The outlook of finishing an event, and taking it back; finishing itself is in `rounds`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import PlanReason, Reason, Refused, refuse
from tournaments.models import Event, EventState, Publication, PublicationState, Round
from tournaments.official.final import FinalStage, final_of, open_matters
from tournaments.organise.drawing import held_places
from tournaments.organise.rounds import finish_problems
from tournaments.progress import extra_deals, prize_list
from tournaments.record import ledger
from tournaments.record.audit import Actor, Verb, change
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.structure.regulations import regulations_of

BEST = 3


@dataclass(frozen=True, slots=True)
class FinishOutcome:
    """What a finish makes final, and what is still open at that moment.

    `best` are the first of each line by its name, which is empty for a single list.
    `correctable_until` is when the correction period of the last round ends, None once it has
    ended.
    """

    best: tuple[tuple[str, tuple[StandingsRow, ...]], ...]
    ranked: int
    rounds: int
    deals: int
    ties: int
    holds: int
    correctable_until: datetime | None
    problems: tuple[Problem, ...]
    notice_minutes: int = 0
    """How long the result is on notice before it is official; 0 in a club event."""


def outcome_of(snapshot: EventSnapshot) -> FinishOutcome:
    """Return what the finish of an event would make final."""
    event = snapshot.event
    ranked = [row for row in event_record.public_record(snapshot).standings() if row.rank.is_ranked]
    by_line = group_by_line(ranked, lambda row: row.rank.line)
    last = max((round_.closed_at for round_ in snapshot.rounds if round_.closed_at), default=None)
    until = last + timedelta(minutes=event.correction_minutes) if last else None
    return FinishOutcome(
        best=tuple((line, rows[:BEST]) for line, rows in by_line),
        ranked=len(ranked),
        rounds=sum(round_.state == Round.State.CLOSED for round_ in snapshot.rounds),
        deals=sum(deal.done for sitting in snapshot.sittings for deal in sitting.deals),
        ties=len(extra_deals.ties(snapshot)),
        holds=open_matters(event),
        correctable_until=until if until and until > timezone.now() else None,
        problems=tuple(finish_problems(snapshot)),
        notice_minutes=regulations_of(event).notice_minutes,
    )


def reopen_problems(event: Event) -> list[Problem]:
    """Return why a finish cannot be taken back: prizes depend on its result, or it is official."""
    if event.state != EventState.FINISHED:
        return [refuse(Reason.EVENT_NOT_FINISHED)]
    if event.prizes and prize_list.changed_late(event):
        return [refuse(PlanReason.PRIZES_BY_RESULT)]
    if regulations_of(event).notice_minutes and final_of(event).stage is FinalStage.OFFICIAL:
        return [refuse(Reason.RESULT_IS_OFFICIAL)]
    return []


def reopen_event(event: Event, actor: Actor) -> dict[str, list[int]]:
    """Take back the finish of an event: its standings are provisional, and it goes on.

    It holds its tables again. Returns the numbers of those that are no longer free, by the name of
    the tournament that plays there. Raises Refused for an event that is not finished, if prizes
    were set by its result, and once a result is official after its notice.
    """
    with change(event.tournament, actor, Verb.REOPEN_EVENT) as made:
        event = Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)
        made.concerns(event=event)
        if problems := reopen_problems(event):
            raise Refused(*problems)
        Event.objects.filter(pk=event.pk).update(state=EventState.PUBLISHED)
        event.state = EventState.PUBLISHED
        provisional, kind = PublicationState.PROVISIONAL, Publication.Kind.STANDINGS
        shown = event_record.published_standings(results.read(event))
        ledger.publish(made, event, kind, shown, state=provisional)
        return held_places.claim_again(made, event)
