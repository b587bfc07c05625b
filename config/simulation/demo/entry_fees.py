"""The fees of the demo's main event: most entries have paid, some will at the desk."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from clubs import fees
from tournaments.models import Event, EventFee, PaymentKind, PaymentMethod, User
from tournaments.record.audit import Actor

FEE: Final = 2000
UNPAID: Final = frozenset({5, 11, 14})
"""The numbers of those who have not paid yet."""
METHODS: Final = (PaymentMethod.TRANSFER, PaymentMethod.CASH, PaymentMethod.TRANSFER)


def take(event: Event, director: User) -> None:
    """Set the fee and take the missing payments; repeating it is harmless."""
    if not EventFee.objects.filter(event=event).exists():
        fees.set_fee(event, Actor.from_user(director), FEE)
    entries = event.entries.exclude(number__in=UNPAID)
    unpaid = entries.exclude(payments__kind=PaymentKind.FEE)
    for entry, method in zip(unpaid.order_by("number"), cycle(METHODS), strict=False):
        fees.take_fee(entry, director, method)
