"""Counts the entries affected by a change of the fee or of the confirmation."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from tournaments.models import (
    Entry,
    EntryRequest,
    EntryRequestState,
    EntryState,
    Event,
    Payment,
    PaymentKind,
)


@dataclass(frozen=True, slots=True)
class Touched:
    """Numbers of an event's entries: in all, paid, and requests for a place."""

    entered: int
    paid: int
    asking: int

    @property
    def unpaid(self) -> int:
        """The number of entries that have not paid."""
        return self.entered - self.paid


def touched_by_change(event: Event) -> Touched:
    """Count the entries that a change would affect; withdrawn ones are left out."""
    entries = event.entries.filter(kind=Entry.Kind.COMPETITOR).exclude(state=EntryState.WITHDRAWN)
    paid = event.payments.filter(Payment.LIVE, kind=PaymentKind.FEE, entry=OuterRef("pk"))
    counted = entries.aggregate(entered=Count("pk"), paid=Count("pk", filter=Exists(paid)))
    asking = EntryRequest.objects.filter(event=event, state=EntryRequestState.ASKED)
    return Touched(**counted, asking=asking.count())
