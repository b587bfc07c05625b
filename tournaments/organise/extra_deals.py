"""Extra deals (加赛) played to break a tie: recorded, or taken back.

An extra deal belongs to no round: only its points are recorded, and they only decide a place. A row
is never changed; a later one retires it. The ties are computed in `progress.extra_deals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db.models import Max

from scoring.problems import Problem
from tournaments import results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Entry, Event, EventState, ExtraDeal, Round
from tournaments.progress import extra_deals
from tournaments.record.audit import Actor, Change, Verb, change
from tournaments.record.once import UNKEYED, Sent
from tournaments.results import queries

MOST_POINTS: Final = 100_000


def note_extra_deal(
    event: Event, actor: Actor, points: Mapping[str, int], reason: str, sent: Sent = UNKEYED
) -> ExtraDeal:
    """Record an extra deal; `points` are by the uids of entries.

    Raises Refused without a reason (what was played, and where), while a round is open, if the
    event has no such tie-break, and if the players are not exactly one current tie.
    """

    def note(made: Change) -> ExtraDeal:
        problems = [*_note_problems(event, reason), *_tie_problems(event, points)]
        if problems:
            raise Refused(*problems)
        closed = event.rounds.filter(state=Round.State.CLOSED)
        row = ExtraDeal.objects.create(
            event=event,
            after_round=closed.aggregate(last=Max("number"))["last"] or 0,
            points=dict(points),
            reason=reason.strip(),
        )
        made.made(row)
        made.note(points=_points_by_number(points), reason=row.reason)
        made.shows(event)
        return row

    return sent.once(ExtraDeal, event.tournament, actor, Verb.NOTE_EXTRA_DEAL, note)


def take_back_extra_deal(extra: ExtraDeal, actor: Actor, reason: str) -> ExtraDeal:
    """Take back an extra deal. Raises Refused without a reason, and the second time."""
    event = extra.event
    with change(event.tournament, actor, Verb.TAKE_BACK_EXTRA_DEAL) as made:
        problems = _note_problems(event, reason)
        if not extra.points or ExtraDeal.objects.filter(retires=extra).exists():
            problems.append(refuse(Reason.EXTRA_DEAL_GONE))
        if problems:
            raise Refused(*problems)
        row = ExtraDeal.objects.create(
            event=event, after_round=extra.after_round, retires=extra, reason=reason.strip()
        )
        made.made(row)
        made.note(points=_points_by_number(extra.points), reason=row.reason)
        made.shows(event)
    return row


def _note_problems(event: Event, reason: str) -> list[Problem]:
    problems = []
    if Event.objects.get(pk=event.pk).state != EventState.PUBLISHED:
        problems.append(refuse(Reason.EVENT_NOT_RUNNING))
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    return problems


def _tie_problems(event: Event, points: Mapping[str, int]) -> list[Problem]:
    if not extra_deals.is_asked(event):
        return [refuse(Reason.EXTRA_DEAL_NOT_ASKED)]
    problems = [
        refuse(Reason.ROUND_NOT_CLOSED, number=round_.number)
        for round_ in queries.rounds(event)
        if round_.state == Round.State.PUBLISHED
    ]
    equal = [set(tie) for tie in extra_deals.ties(results.read(event))]
    if set(points) not in equal:
        problems.append(refuse(Reason.EXTRA_DEAL_OF_OTHERS))
    if any(abs(value) > MOST_POINTS for value in points.values()):
        problems.append(refuse(Reason.EXTRA_DEAL_POINTS, most=MOST_POINTS))
    return problems


def _points_by_number(points: Mapping[str, int]) -> dict[str, int]:
    numbers = dict(Entry.objects.filter(uid__in=points).values_list("uid", "number"))
    return {str(numbers[uid]): value for uid, value in points.items()}
