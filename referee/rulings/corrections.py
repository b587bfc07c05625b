"""Corrections of results: until when, by whom after that, and results without points."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, QuerySet
from django.utils import timezone

from referee.base import case_numbers
from referee.base.refusals import Code, problem
from referee.base.verbs import BY_RULING, Verb
from referee.claims import claims, states
from referee.models import ClaimState, DecisionKind
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Result, ResultKind, Role, Round, Tournament, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.rights import access, ruling_offices

OFFERED: Final = (
    Result.Kind.NOT_PLAYED,
    Result.Kind.VOID,
    Result.Kind.NO_REPLAY,
    Result.Kind.RETRACTED,
)
"""Kinds of results that an official gives without points; the last only where a result exists."""


def window_end(round_: Round) -> datetime | None:
    """Return until when every referee may change the results of a round; None while it is open."""
    if round_.closed_at is None:
        return None
    return round_.closed_at + timedelta(minutes=round_.event.correction_minutes)


def is_window_over(round_: Round) -> bool:
    """Whether only the chief referee and directors may still change the results of a round."""
    end = window_end(round_)
    return end is not None and timezone.now() > end


def roles_for(round_: Round) -> Collection[Role]:
    """Return the roles that may change the results of a round now."""
    roles = access.CHIEFS if is_window_over(round_) else access.REFEREES
    return ruling_offices.ruling_roles(roles, round_.event)


def kinds_for(deal: Deal) -> tuple[ResultKind, ...]:
    """Return the kinds of results without points that can be given to a deal as it is."""
    return OFFERED if deal.done else tuple(k for k in OFFERED if k != Result.Kind.RETRACTED)


def rule(deal: Deal, official: User, kind: str, reason: str, *, seen: int) -> Result:
    """Give a deal a result without points, or take its result back.

    Raises Refused without a reason, for a kind that is not given so and for one that the deal has
    already, Stale where the result has changed since it was seen.
    """
    problems = []
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if kind not in kinds_for(deal):
        problems.append(problem(Code.KIND_NOT_OFFERED, "kind"))
    elif ledger.says_the_same(deal, ledger.Report(ResultKind(kind), {})):
        problems.append(refuse(Reason.RESULT_UNCHANGED))
    if problems:
        raise Refused(*problems)
    with change(deal.event.tournament, Actor.from_user(official), Verb.RULE_DEAL) as made:
        ledger.reload_round_state(deal.sitting)
        # 作废 may be just what an appeal decided; with no result at all nothing was entered.
        settles = kind != ResultKind.RETRACTED
        result = give(made, deal, ResultKind(kind), reason, seen=seen, settles=settles)
        case_numbers.number_of_deal(made, deal, DecisionKind.RESULT, result, official)
        return result


def give(
    made: Change,
    deal: Deal,
    kind: ResultKind,
    reason: str,
    *,
    seen: int,
    uid: str = "",
    settles: bool = False,
) -> Result:
    """Give a deal a result without points, by the referee's word, as a part of a change.

    It cancels a claim that still waits. `uid` is that of the ruling, where there is one. It
    `settles` what an appeal wants to be entered where it is entered as the result of this deal.
    """
    states.end_open_claims(made, deal, ClaimState.CANCELLED, None, reason)
    return ledger.post(
        made,
        deal,
        ledger.Report(kind, {}),
        seen=seen,
        origin=ledger.Origin(uid or new_uid(), BY_RULING, settles=settles),
        reason=reason,
        releases=claims.HOLD,
    )


def changed_since_close(tournament: Tournament) -> QuerySet[Result]:
    """Return the results that changed what had been published at the close of their round."""
    since = F("deal__sitting__segment__match__round__closed_at")
    changed = Result.objects.filter(deal__event__tournament=tournament, created_at__gt=since)
    related = ("deal__event", "deal__sitting__table", "deal__sitting__segment__match__round")
    return changed.select_related(*related).defer(*Round.draws_by(*related)).order_by("-pk")
