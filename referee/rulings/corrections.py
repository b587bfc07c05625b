"""Results that an official gives without points, and for deals that are not begun any more.

A game (局) that ends by its rules keeps a deal open for as long as it may go on. Where the time of
its table is over, that deal is not begun any more, and the game ends as it is. A deal of which
anybody has written something, or may still hand it over, stays open and is ruled on by itself.

A table that has begun a deal and written nothing looks like one that has not. Only where a tablet
sent the deal before it after the time was over it is known that no other one was begun; everywhere
else somebody has to go and look.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable

from referee.base import case_numbers
from referee.base.refusals import Code
from referee.base.verbs import BY_RULING, Verb
from referee.calls import calls
from referee.claims import claims, states
from referee.models import ClaimState, DecisionKind, DeviceLease, KeptWrite, Sheet
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Result, ResultKind, Round, Tournament, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.rights import ruling_offices
from tournaments.structure import games, stored_clocks

OFFERED: Final = (
    Result.Kind.NOT_PLAYED,
    Result.Kind.VOID,
    Result.Kind.NO_REPLAY,
    Result.Kind.RETRACTED,
)
"""Kinds of results that an official gives without points; the last only where a result exists."""


def kinds_for(deal: Deal) -> tuple[ResultKind, ...]:
    """Return the kinds of results without points that can be given to a deal as it is."""
    return OFFERED if deal.done else tuple(k for k in OFFERED if k != Result.Kind.RETRACTED)


def rule(deal: Deal, official: User, kind: str, reason: str, *, seen: int) -> Result:
    """Give a deal a result without points, or take its result back.

    Raises Refused without a reason, for a kind that is not given so and for one that the deal has
    already, Stale where the result has changed since it was seen.
    """
    with change(deal.event.tournament, Actor.from_user(official), Verb.RULE_DEAL) as made:
        ruling_offices.check_change(official, deal)
        problems = []
        if not reason.strip():
            problems.append(refuse(Reason.REASON_MISSING, field="reason"))
        if kind not in kinds_for(deal):
            problems.append(refuse(Code.KIND_NOT_OFFERED, "kind"))
        elif ledger.says_the_same(deal, ledger.Report(ResultKind(kind), {})):
            problems.append(refuse(Reason.RESULT_UNCHANGED))
        if problems:
            raise Refused(*problems)
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
    """Give a deal a result without points, by a referee's decision, as a part of a change.

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


class PlayEvidence(StrEnum):
    """Evidence that a deal may have been begun, the surest first."""

    SHEET = "sheet"
    RESULT = "result"
    KEPT = "kept"
    UNSENT = "unsent"
    CALL = "call"


class BeginningDoubt(StrEnum):
    """Why it is not known whether a deal was begun."""

    NOTHING_YET = "nothing_yet"
    EARLIER = "earlier"
    AT_THE_DESK = "at_the_desk"


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal without a result at a table whose time is over; left out where it may be begun.

    `evidence` is what speaks for that, `sent_before_at` when a tablet sent the deal before it.
    """

    deal: Deal
    evidence: PlayEvidence | None
    time_over_at: datetime
    sent_before_at: datetime | None = None

    @property
    def doubt(self) -> BeginningDoubt | None:
        """Why the deal may have been begun before the time was over; None where it was not."""
        if self.deal.play_order == 1:
            return BeginningDoubt.NOTHING_YET
        if self.sent_before_at is None:
            return BeginningDoubt.AT_THE_DESK
        return BeginningDoubt.EARLIER if self.sent_before_at < self.time_over_at else None

    @property
    def table(self) -> int:
        """The number of its table."""
        return self.deal.sitting.table.number


@dataclass(frozen=True, slots=True)
class RuledOut:
    """Outcome of the listed deals: those ruled not played, and those left out."""

    ruled: tuple[OpenDeal, ...]
    left: tuple[OpenDeal, ...]


def is_time_over(round_: Round) -> bool:
    """Whether time was called or ran out at any table of a round."""
    numbers = Deal.objects.filter(sitting__segment__match__round=round_)
    tables = set(numbers.values_list("sitting__table__number", flat=True))
    return bool(stored_clocks.over_since(round_, tables))


def open_deals(round_: Round) -> tuple[OpenDeal, ...]:
    """Return the open deals of games (局) at the tables whose time is over, in their order."""
    if round_.published_at is None:
        return ()
    rows = (
        Deal.objects.filter(sitting__segment__match__round=round_, game__isnull=False, done=False)
        .select_related(
            "event__tournament", "sitting__table", "sitting__segment__match__round__event"
        )
        .defer("sitting__segment__match__round__reasons")
    )
    with_evidence = rows.annotate(**_evidence_of_play(round_), sent_before=_sent_before())
    deals: list[Any] = list(with_evidence.order_by("sitting__table__number", "play_order"))
    time_over = stored_clocks.over_since(round_, {deal.sitting.table.number for deal in deals})
    return tuple(
        OpenDeal(
            deal, _surest_evidence(deal), time_over[deal.sitting.table.number], deal.sent_before
        )
        for deal in deals
        if deal.sitting.table.number in time_over
    )


def rule_out(round_: Round, official: User, listed: Collection[str], reason: str) -> RuledOut:
    """Rule that those of the listed deals which nobody began are not played.

    Raises Refused without a reason, before the time is over, and where nothing is left to rule on.
    """
    with change(round_.event.tournament, Actor.from_user(official), Verb.RULE_DEAL) as made:
        current = Round.objects.select_related("event__tournament").get(pk=round_.pk)
        listed_deals = [deal for deal in open_deals(current) if deal.deal.uid in listed]
        not_begun = tuple(open_deal for open_deal in listed_deals if open_deal.evidence is None)
        ruling_offices.check_change(official, *(open_deal.deal for open_deal in not_begun))
        _check_listed(current, not_begun, reason)
        for open_deal in not_begun:
            # The ruling on an earlier deal may have ended the game and so closed this one.
            if Deal.objects.filter(pk=open_deal.deal.pk, done=False).exists():
                give(
                    made,
                    open_deal.deal,
                    Result.Kind.NOT_PLAYED,
                    reason,
                    seen=open_deal.deal.version,
                )
        # The change concerns all of these deals, not the last one.
        made.about.pop("deal", None)
        made.concerns(round=current)
        made.note(number=current.number, not_played=[open_deal.deal.uid for open_deal in not_begun])
    return RuledOut(
        not_begun, tuple(open_deal for open_deal in listed_deals if open_deal.evidence is not None)
    )


def _check_listed(round_: Round, not_begun: Sequence[OpenDeal], reason: str) -> None:
    problems = []
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if not is_time_over(round_):
        problems.append(refuse(Code.TIME_NOT_CALLED, number=round_.number))
    elif not not_begun:
        problems.append(refuse(Code.NOTHING_NOT_BEGUN))
    if problems:
        raise Refused(*problems)


def _sent_before() -> Combinable:
    """Return an expression of a deal: when a tablet in possession first sent the deal before it.

    A correction says nothing of when a deal was played, and what an official keyed in neither.
    """
    sheets = Sheet.objects.filter(
        Q(lease__released_at=None) | Q(created_at__lt=F("lease__released_at")),
        lease__isnull=False,
        deal__sitting=OuterRef("sitting"),
        deal__play_order=OuterRef("play_order") - 1,
    )
    return Subquery(sheets.order_by("pk").values("created_at")[:1])


def _evidence_of_play(round_: Round) -> dict[str, Combinable]:
    """Return an expression for each kind: whether there is such evidence that a deal was begun."""
    kept_writes = KeptWrite.objects.filter(
        tournament=round_.event.tournament_id,
        kind=KeptWrite.Kind.SHEET,
        created_at__gte=round_.published_at,
        sealed__contains=OuterRef("uid"),
    )
    in_use = Q(released_at=None) | Q(released_at__gte=round_.published_at)
    leases = DeviceLease.objects.filter(in_use, waiting__gt=0, table=OuterRef("sitting__table"))
    results = Result.objects.filter(deal=OuterRef("pk")).exclude(kind__in=games.NO_POINTS)
    evidence: dict[PlayEvidence, Combinable] = {
        PlayEvidence.SHEET: Exists(Sheet.objects.filter(deal=OuterRef("pk"))),
        PlayEvidence.RESULT: Exists(results),
        PlayEvidence.KEPT: Exists(kept_writes),
        PlayEvidence.UNSENT: Exists(leases),
        PlayEvidence.CALL: calls.is_called_about(),
    }
    return {f"by_{kind.value}": holds for kind, holds in evidence.items()}


def _surest_evidence(deal: Deal) -> PlayEvidence | None:
    """Return the surest evidence that a deal was begun; None without any."""
    return next((kind for kind in PlayEvidence if getattr(deal, f"by_{kind.value}")), None)
