"""Whom a change of the fee or of the confirmation touches, counted."""

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
    """Of the entries of an event: how many there are, have paid, and ask for a place."""

    entered: int
    paid: int
    asking: int

    @property
    def unpaid(self) -> int:
        """How many entries have not paid."""
        return self.entered - self.paid


def touched_by_change(event: Event) -> Touched:
    """Count whom a change of an event touches now; who has withdrawn is left out."""
    entries = event.entries.filter(kind=Entry.Kind.COMPETITOR).exclude(state=EntryState.WITHDRAWN)
    paid = event.payments.filter(Payment.LIVE, kind=PaymentKind.FEE, entry=OuterRef("pk"))
    counted = entries.aggregate(entered=Count("pk"), paid=Count("pk", filter=Exists(paid)))
    asking = EntryRequest.objects.filter(event=event, state=EntryRequestState.ASKED)
    return Touched(**counted, asking=asking.count())
