"""Payments in an event, by entry, with their sums by method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from clubs.fees.currencies import USUAL
from clubs.fees.paying import live
from tournaments.models import Club, Entry, Event, EventFee, EventState, Payment, PaymentKind


@dataclass(frozen=True, slots=True)
class FeeList:
    """The fee of an event, the live payment of each entry by key, and the sums by method.

    `back` are the counter-rows of all payments that were taken back, the newest first.
    """

    fee: EventFee | None
    currency: str
    paid: Mapping[int, Payment]
    prizes: tuple[Payment, ...]
    by_method: Mapping[str, int]
    back: tuple[Payment, ...] = ()

    @property
    def taken(self) -> int:
        """The fees taken, in minor units."""
        return sum(self.by_method.values())

    @property
    def paid_out(self) -> int:
        """The prizes paid out, in minor units."""
        return sum(row.amount for row in self.prizes)


@dataclass(frozen=True, slots=True)
class EventSum:
    """The money of an event: the number of paid entries, and sums in minor units."""

    event: Event
    paid: int = 0
    taken: int = 0
    paid_out: int = 0
    currency: str = USUAL


def fee_list(event: Event) -> FeeList:
    """Return the payments of an event, including those taken back, by at most three queries."""
    rows = Payment.objects.filter(event=event).select_related("entry", "taken_by", "reverses")
    every = list(rows.order_by("pk"))
    back = [row for row in every if row.reverses_id]
    gone = {row.reverses_id for row in back}
    held = [row for row in every if not row.reverses_id and row.pk not in gone]
    fees = [row for row in held if row.kind == PaymentKind.FEE]
    by_method: Counter[str] = Counter()
    for row in fees:
        by_method[row.method] += row.amount
    fee = EventFee.objects.filter(event=event).first()
    return FeeList(
        fee=fee,
        currency=fee.currency if fee else _currency_of_payments(held) or _usual_currency(event),
        paid={row.entry_id: row for row in fees},
        prizes=tuple(row for row in held if row.kind == PaymentKind.PRIZE),
        by_method=dict(by_method),
        back=tuple(reversed(back)),
    )


def events_with_money(club: Club) -> QuerySet[Event]:
    """Return the events of a club that have a fee or payments, the newest first."""
    paid = Payment.objects.filter(event=OuterRef("pk"))
    rows = Event.objects.filter(Q(fee__isnull=False) | Exists(paid), tournament__club=club)
    kept = rows.exclude(state=EventState.CANCELLED).select_related("tournament", "fee")
    return kept.order_by("-tournament__starts_on", "-tournament", "-number")


def sums_of(events: Sequence[Event]) -> list[EventSum]:
    """Return the sums of each of these events, by one query."""
    held = Payment.objects.filter(event__in=events, reverses__isnull=True, reversed_by=None)
    by_kind = held.values("event", "kind", "currency").annotate(
        sum=Sum("amount"), count=Count("pk")
    )
    made = {event.pk: EventSum(event, currency=_currency_of(event)) for event in events}
    for row in by_kind.order_by("event", "kind", "currency"):
        each = made[row["event"]]
        if row["kind"] == PaymentKind.FEE:
            each = replace(each, paid=row["count"], taken=row["sum"], currency=row["currency"])
        elif row["sum"]:
            each = replace(each, paid_out=row["sum"], currency=row["currency"])
        made[row["event"]] = each
    return list(made.values())


def owing(event: Event) -> frozenset[int]:
    """Return the numbers of the entries that have not paid; none if the event has no fee."""
    if not EventFee.objects.filter(event=event).exists():
        return frozenset()
    paid = live(event).filter(kind=PaymentKind.FEE).values("entry")
    playing = event.entries.exclude(state=Entry.State.WITHDRAWN).exclude(kind=Entry.Kind.HOUSE)
    return frozenset(playing.exclude(pk__in=paid).values_list("number", flat=True))


def _currency_of(event: Event) -> str:
    fee: EventFee | None = getattr(event, "fee", None)
    return fee.currency if fee else USUAL


def _currency_of_payments(held: Sequence[Payment]) -> str:
    """Return the currency of the money that was paid in an event: its sums have one alone."""
    return next((row.currency for row in held if row.amount), "")


def _usual_currency(event: Event) -> str:
    """Return the currency in which the club set its last fee."""
    rows = EventFee.objects.filter(event__tournament__club=event.tournament.club_id)
    return rows.order_by("-pk").values_list("currency", flat=True).first() or USUAL
