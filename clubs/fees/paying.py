"""The operations on money: the fee is set and taken, and a payment is taken back.

The fee is set by a change of the tournament; all else is a change of the club, which numbers the
receipts, and is logged in the tournament too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Max, QuerySet
from django.utils import timezone

from clubs.fees.currencies import USUAL
from clubs.fees.refusals import FeeProblem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Entry,
    Event,
    EventFee,
    Payment,
    PaymentKind,
    PaymentMethod,
    User,
)
from tournaments.record import audit
from tournaments.record.audit import Actor, Change, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.once import UNKEYED, Sent
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS


def set_fee(event: Event, actor: Actor, amount: int, currency: str = USUAL) -> None:
    """Set the fee of an event in minor units; 0 removes it. Payments stay.

    The fee that it has already is not logged again. Raises Refused if the event has payments in
    another currency.
    """
    with suppress(audit.Repeated), audit.change(event.tournament, actor, Verb.SET_FEE) as made:
        held_offices.check(made, event, DIRECTORS)
        made.concerns(event=event)
        made.note(amount=amount, currency=currency)
        before = EventFee.objects.filter(event=event).first()
        if (amount, currency) == ((before.amount, before.currency) if before else (0, currency)):
            raise audit.Repeated
        other = live(event).exclude(currency=currency).exclude(amount=0).first()
        if amount and other is not None:
            values = {"currency": other.currency}
            raise Refused(refuse(FeeProblem.CURRENCY, field="currency", **values))
        if amount:
            kept = {"amount": amount, "currency": currency}
            EventFee.objects.update_or_create(event=event, defaults=kept)
        else:
            EventFee.objects.filter(event=event).delete()


@dataclass(frozen=True, slots=True)
class SeenFee:
    """The fee shown on the page that takes it, in minor units."""

    amount: int
    currency: str


def take_fee(
    entry: Entry,
    official: User,
    method: PaymentMethod,
    seen: SeenFee | None = None,
    sent: Sent = UNKEYED,
) -> Payment:
    """Take the fee of an entry; the payment has the next receipt number of the club and year.

    Raises Refused if the event has no fee, if the entry has paid, and if the fee is not the one
    `seen`; without `seen` the current fee is taken.
    """

    def take(made: Change) -> Payment:
        fee = EventFee.objects.filter(event=entry.event_id).first()
        if fee is None:
            raise Refused(refuse(FeeProblem.NOT_SET))
        paid = live(entry.event).filter(entry=entry, kind=PaymentKind.FEE).first()
        if paid is not None:
            raise Refused(refuse(FeeProblem.PAID, receipt=paid.receipt or 0))
        if seen not in (None, SeenFee(fee.amount, fee.currency)):
            raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
        year = timezone.localdate().year
        row = Payment(kind=PaymentKind.FEE, amount=fee.amount, method=method, year=year)
        row.currency = fee.currency
        row.receipt = _next_receipt(made, year)
        return store_payment(made, row, entry, official)

    return once_in_event(entry.event, official, Verb.TAKE_FEE, sent, take)


def take_back(payment: Payment, official: User, reason: str) -> Payment:
    """Take back a payment by a counter-row. Raises Refused without a reason, and a second time."""
    reason = " ".join(reason.split())

    def take(made: Change) -> Payment:
        if not reason:
            raise Refused(refuse(FeeProblem.REASON_MISSING, field="reason"))
        if payment.reverses_id or Payment.objects.filter(reverses=payment).exists():
            raise Refused(refuse(FeeProblem.TAKEN_BACK))
        row = Payment(kind=payment.kind, amount=-payment.amount, method=payment.method)
        row.year, row.what = timezone.localdate().year, payment.what
        row.currency = payment.currency
        row.reverses, row.reason = payment, reason
        return store_payment(made, row, payment.entry, official)

    return once_in_event(payment.event, official, Verb.TAKE_PAYMENT_BACK, UNKEYED, take)


def live(event: Event) -> QuerySet[Payment]:
    """Return the payments of an event that were not taken back."""
    return Payment.objects.filter(Payment.LIVE, event=event).order_by("pk")


def once_in_event(
    event: Event, official: User, verb: Verb, sent: Sent, do: Callable[[Change], Payment]
) -> Payment:
    """Pay in a change of the club and its share in the tournament, once for each form."""
    actor, tournament = Actor.from_user(official), event.tournament

    def pay(of_club: ClubChange) -> Payment:
        of_club.concerns(event=event)
        with audit.share(tournament, actor, verb) as made:
            held_offices.check(made, event, DIRECTORS)
            made.concerns(event=event)
            return do(made)

    return sent.once(Payment, tournament.club, actor, verb, pay)


def store_payment(made: Change, row: Payment, entry: Entry, official: User) -> Payment:
    """Store a payment in an open change of its tournament; Refused where its entry is gone."""
    if not Entry.objects.filter(pk=entry.pk).exists():
        raise Refused(refuse(Reason.ENTRY_GONE))
    row.club, row.event, row.entry = made.tournament.club, entry.event, entry
    row.taken_by = official
    row.save()
    made.made(row)
    made.concerns(entry=entry)
    return row


def _next_receipt(made: Change, year: int) -> int:
    taken = Payment.objects.filter(club=made.tournament.club_id, year=year)
    return (taken.aggregate(last=Max("receipt"))["last"] or 0) + 1
