"""Withdraws a published draw (撤回编排) before anything of it is played, with a reason in the log.

The round stays in the record as cancelled; its number is free for the next draw, which counts as
another attempt. Sealed boards are not dealt again: nobody has seen them.
"""

from __future__ import annotations

from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Award, AwardKind, Result, Round
from tournaments.organise.drawing import held_places
from tournaments.progress import table_notes
from tournaments.record.audit import Actor, Verb, change
from tournaments.results import queries


def withdraw_draw(round_: Round, actor: Actor, reason: str) -> None:
    """Withdraw a published draw, publicly.

    Raises Refused without a reason, for a round that is not in play or not the last, for an event
    that is over, and, naming the tables, once anything of the round was played, awarded or handed
    in.
    """
    event = round_.event
    with change(event.tournament, actor, Verb.WITHDRAW_DRAW) as made:
        round_ = Round.objects.select_related("event__tournament").get(pk=round_.pk)
        reasons_against = problems(round_)
        if not reason.strip():
            reasons_against.append(refuse(Reason.REASON_MISSING, field="reason"))
        if reasons_against:
            raise Refused(*reasons_against)
        round_.state, round_.closed_at = Round.State.CANCELLED, timezone.now()
        round_.save(update_fields=["state", "closed_at"])
        made.states(round_)
        held_places.settle(made)
        made.concerns(round=round_)
        made.note(number=round_.number, seed=round_.seed, reason=reason.strip())
        made.shows(event)


def problems(round_: Round) -> list[Problem]:
    """Return every reason against withdrawing a draw now."""
    number = round_.number
    if round_.state != Round.State.PUBLISHED:
        return [refuse(Reason.ROUND_NOT_IN_PLAY, number=number)]
    problems = [
        refuse(Reason.ROUND_HAS_LATER, number=number, later=round_.number)
        for round_ in queries.rounds(round_.event)
        if round_.number > number
    ]
    begun = _tables_begun(round_)
    if begun:
        problems.append(
            refuse(Reason.DRAW_PLAYED, number=number, tables=", ".join(map(str, begun)))
        )
    return problems


def _tables_begun(round_: Round) -> list[int]:
    """Return the tables with a result, an award, a pending sheet or a dispute."""
    round_of_deal = "deal__sitting__segment__match__round"
    tables = set(
        Result.objects.filter(**{round_of_deal: round_}).values_list(
            "deal__sitting__table__number", flat=True
        )
    )
    awarded = Award.objects.filter(match__round=round_, retired_by=None)
    awarded = awarded.exclude(kind=AwardKind.WITHDRAWN)
    tables |= set(awarded.values_list("match__segments__sittings__table__number", flat=True))
    noted = table_notes.read(round_).tables
    tables |= {number for number, note in noted.items() if note.waiting or note.disputed}
    return sorted(tables)
