"""Prizes: which are due by the standings of an event, and that one was paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils import timezone

from clubs.fees import currencies
from clubs.fees.currencies import USUAL
from clubs.fees.paying import live, once_in_event, store_payment
from clubs.fees.reading import FeeList, fee_list
from clubs.fees.refusals import FeeProblem
from tournaments import results
from tournaments.base.refusals import Refused, refuse
from tournaments.formats import prize_rules
from tournaments.models import Entry, Event, EventState, Payment, PaymentKind, PaymentMethod, User
from tournaments.official import is_settled
from tournaments.progress import prize_list
from tournaments.progress.prize_list import PrizeRow
from tournaments.record.audit import Change, Verb
from tournaments.record.once import UNKEYED, Sent
from tournaments.wording.values import amount_text


@dataclass(frozen=True, slots=True)
class PaidPrize:
    """A prize paid out: its description, and its amount in minor units, 0 for things alone."""

    what: str
    amount: int
    currency: str = USUAL


@dataclass(frozen=True, slots=True)
class PrizeDue:
    """A prize of an entry, or a part of it, with its payment.

    A prize in kind that goes `by_lot` to one of several is listed for each of them; once all pieces
    are given out, it is `gone` for the others.
    """

    row: PrizeRow
    prize: PaidPrize
    payment: Payment | None
    by_lot: bool = False
    gone: bool = False

    @property
    def number(self) -> int:
        """The number of the entry."""
        return self.row.row.competitor.number

    @property
    def uid(self) -> str:
        """The uid of the entry, by which it is paid: numbers may move."""
        return self.row.row.competitor.uid

    @property
    def is_open(self) -> bool:
        """Whether it can still be paid."""
        return self.payment is None and not self.gone


def pay_prize(
    entry: Entry,
    official: User,
    prize: PaidPrize,
    method: PaymentMethod,
    sent: Sent = UNKEYED,
) -> Payment:
    """Record that a prize was paid to an entry.

    Raises Refused if it is not due, if the entry has already had it, before the event is finished,
    and before the result of an official competition is official.
    """

    def pay(made: Change) -> Payment:
        if not Event.objects.filter(pk=entry.event_id, state=EventState.FINISHED).exists():
            raise Refused(refuse(FeeProblem.NOT_FINISHED))
        if not is_settled(entry.event):
            raise Refused(refuse(FeeProblem.NOT_OFFICIAL))
        had = live(entry.event).filter(entry=entry, kind=PaymentKind.PRIZE, what=prize.what)
        if had.exists():
            raise Refused(refuse(FeeProblem.PRIZE_PAID))
        # Under the lock: a thing by lot may have gone to another meanwhile.
        if not is_due(entry, prize):
            raise Refused(refuse(FeeProblem.NOT_DUE))
        year = timezone.localdate().year
        row = Payment(kind=PaymentKind.PRIZE, amount=prize.amount, method=method, year=year)
        row.what, row.currency = prize.what, prize.currency
        return store_payment(made, row, entry, official)

    return once_in_event(entry.event, official, Verb.PAY_PRIZE, sent, pay)


def is_due(entry: Entry, prize: PaidPrize) -> bool:
    """Whether a prize is one that an entry is still to receive."""
    found = find(dues(entry.event, fee_list(entry.event)), entry.uid, prize.what)
    return found is not None and not found.gone and found.prize == prize


def find(every: Iterable[PrizeDue], uid: str, what: str) -> PrizeDue | None:
    """Return what an entry is to receive, by its uid and the words of the prize."""
    return next((row for row in every if (row.uid, row.prize.what) == (uid, what)), None)


def dues(event: Event, money: FeeList) -> Iterator[PrizeDue]:
    """Yield the prizes of an event by its standings, with their payments."""
    paid = {(row.entry.number, row.what): row for row in money.prizes}
    for row in prize_list.prize_rows(results.read(event)):
        number = row.row.competitor.number
        for prize, is_thing in _prizes(event, row, money.currency):
            payment = paid.get((number, prize.what))
            by_lot = row.prize.by_lot and is_thing
            gone = by_lot and payment is None and _is_gone(row, prize, money)
            yield PrizeDue(row, prize, payment, by_lot, gone)


def _prizes(event: Event, row: PrizeRow, currency: str) -> Iterator[tuple[PaidPrize, bool]]:
    """Yield an entry's prizes: money and things together, or separately if lots are drawn."""
    unit = prize_rules.unit(event.prizes)
    won = row.prize
    is_money = currencies.is_money(unit, currency)
    minor = currencies.in_minor(won.amount, currency) if is_money else 0
    words = [amount_text(won.amount, unit)] if won.amount else []
    if not won.by_lot:
        yield PaidPrize(" ".join([*words, *won.things]), minor, currency), False
        return
    for text in words:
        yield PaidPrize(text, minor, currency), False
    for thing in dict.fromkeys(won.things):
        yield PaidPrize(thing, 0, currency), True


def _is_gone(row: PrizeRow, prize: PaidPrize, money: FeeList) -> bool:
    """Whether all pieces of a prize in kind were given to other equal entries."""
    given = sum(
        paid.what == prize.what and paid.entry.uid in row.prize.among for paid in money.prizes
    )
    return given >= row.prize.things.count(prize.what)
