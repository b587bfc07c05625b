"""What was not begun when time was called: ruled not played at all tables in one go.

A game (局) that its rules end keeps a deal open for as long as it may go on. Where the time of its
table is over, that deal is not begun any more, and the game stands as it is. What anybody wrote of
a deal, or may still hand over, keeps it open: it is ruled on by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q
from django.utils import timezone

from referee import calls, corrections
from referee.models import DeviceLease, KeptWrite
from referee.refusals import Code, problem
from referee.verbs import Verb
from tournaments import clocks, games, round_clock
from tournaments.audit import Actor, change
from tournaments.models import Deal, Result, Round, User
from tournaments.refusals import Reason, Refused, refuse
from tournaments.round_clock import ClockState


class Sign(StrEnum):
    """What tells that a deal may have been begun all the same."""

    SHEET = "sheet"
    RESULT = "result"
    KEPT = "kept"
    UNSENT = "unsent"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal without a result at a table whose time is over; with a sign it is left out."""

    deal: Deal
    sign: Sign | None

    @property
    def table(self) -> int:
        """The number of its table."""
        return self.deal.sitting.table.number


@dataclass(frozen=True, slots=True)
class RuledOut:
    """What became of the deals that were listed: those not played now, and those left out."""

    ruled: tuple[OpenDeal, ...]
    left: tuple[OpenDeal, ...]


def is_time_over(round_: Round) -> bool:
    """Whether time was called or ran out at any table of a round."""
    numbers = Deal.objects.filter(sitting__segment__match__round=round_)
    return bool(_over(round_, numbers.values_list("sitting__table__number", flat=True)))


def open_deals(round_: Round) -> tuple[OpenDeal, ...]:
    """Return the open deals of games (局) at the tables whose time is over, in their order."""
    rows = Deal.objects.filter(
        sitting__segment__match__round=round_, game__isnull=False, done=False
    ).select_related("event__tournament", "sitting__table", "sitting__segment__match__round__event")
    found = list(rows.order_by("sitting__table__number", "play_order"))
    over = _over(round_, [deal.sitting.table.number for deal in found])
    return _signed(round_, [deal for deal in found if deal.sitting.table.number in over])


def rule_out(round_: Round, official: User, listed: Collection[str], reason: str) -> RuledOut:
    """Rule that those of the listed deals which nobody began are not played.

    Raises Refused without a reason, before the time is over, and where nothing is left to rule on.
    """
    with change(round_.event.tournament, Actor.of(official), Verb.RULE_DEAL) as made:
        current = Round.objects.select_related("event__tournament").get(pk=round_.pk)
        found = [one for one in open_deals(current) if one.deal.uid in listed]
        bare = tuple(one for one in found if one.sign is None)
        _check(current, bare, reason)
        for one in bare:
            # A deal before it may have ended its game, which closed this one.
            if Deal.objects.filter(pk=one.deal.pk, done=False).exists():
                corrections.give(
                    made, one.deal, Result.Kind.NOT_PLAYED, reason, seen=one.deal.version
                )
        # It is about all of them, not about the last.
        made.about.pop("deal", None)
        made.concerns(round=current)
        made.note(number=current.number, not_played=[one.deal.uid for one in bare])
    return RuledOut(bare, tuple(one for one in found if one.sign is not None))


def _check(round_: Round, bare: Sequence[OpenDeal], reason: str) -> None:
    found = []
    if not reason.strip():
        found.append(refuse(Reason.REASON_MISSING, field="reason"))
    if not is_time_over(round_):
        found.append(problem(Code.TIME_NOT_CALLED, number=round_.number))
    elif not bare:
        found.append(problem(Code.NOTHING_NOT_BEGUN))
    if found:
        raise Refused(*found)


def _over(round_: Round, tables: Iterable[int]) -> frozenset[int]:
    """Return those of the tables at which no time is left."""
    clock = clocks.clock_of(round_) if (numbers := frozenset(tables)) else None
    if clock is None:
        return frozenset()
    now = timezone.now()
    return frozenset(
        number
        for number in numbers
        if round_clock.shown(clock, now, number).state == ClockState.CALLED
    )


def _signed(round_: Round, deals: Sequence[Deal]) -> tuple[OpenDeal, ...]:
    """Say of each deal by what it may have been begun, the surest first."""
    if not deals:
        return ()
    rows = Deal.objects.filter(pk__in=[deal.pk for deal in deals])
    written = _keys(rows.filter(sheets__isnull=False))
    played = _keys(rows.filter(Q(results__isnull=False) & ~Q(results__kind__in=games.NO_POINTS)))
    texts, unsent = _kept(round_), _unsent(round_)
    called = {one.call.deal_id for one in calls.open_calls(round_.event.tournament)}

    def sign(deal: Deal) -> Sign | None:
        signs = (
            (Sign.SHEET, deal.pk in written),
            (Sign.RESULT, deal.pk in played),
            (Sign.KEPT, any(deal.uid in text for text in texts)),
            (Sign.UNSENT, deal.sitting.table_id in unsent),
            (Sign.CALL, deal.pk in called),
        )
        return next((name for name, holds in signs if holds), None)

    return tuple(OpenDeal(deal, sign(deal)) for deal in deals)


def _keys(rows: Iterable[Deal]) -> frozenset[int]:
    return frozenset(row.pk for row in rows)


def _kept(round_: Round) -> list[str]:
    """Return what was refused and kept since a round was published, as it came."""
    kept = KeptWrite.objects.filter(tournament=round_.event.tournament, kind=KeptWrite.Kind.SHEET)
    return list(kept.filter(created_at__gte=round_.published_at).values_list("sealed", flat=True))


def _unsent(round_: Round) -> frozenset[int]:
    """Return the tables of which a device last said that it still had something to send."""
    since = Q(released_at=None) | Q(released_at__gte=round_.published_at)
    leases = DeviceLease.objects.filter(since, waiting__gt=0)
    at = leases.filter(table__sittings__segment__match__round=round_)
    return frozenset(at.values_list("table_id", flat=True))
