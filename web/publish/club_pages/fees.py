"""The money of an event for desk and documents: who has paid, and which prizes were paid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from clubs import fees
from clubs.fees import currencies
from clubs.fees.paying import PaidPrize
from clubs.fees.reading import FeeList
from tournaments import results
from tournaments.entries.roster import Entrant, roster
from tournaments.formats import prize_rules
from tournaments.models import Event, Payment, PaymentKind, PaymentMethod
from tournaments.official import is_settled
from tournaments.progress import prize_list
from tournaments.progress.prize_list import PrizeRow
from tournaments.wording.values import amount_text
from web.publish.pages import parts
from web.publish.pages.parts import PageParts


@dataclass(frozen=True, slots=True)
class FeeRow:
    """An entry with its payment, None if it has not paid; it `owes` one if it still has to pay."""

    entrant: Entrant
    payment: Payment | None
    owes: bool


@dataclass(frozen=True, slots=True)
class MethodTotal:
    """The payments of one method: their number, and their sum in minor units."""

    method: PaymentMethod
    count: int
    amount: int


@dataclass(frozen=True, slots=True)
class FeesPage:
    """What the page of the fees shows; `every` are the rows of all parts."""

    event: Event
    money: FeeList
    every: tuple[FeeRow, ...]
    parts: PageParts
    totals: tuple[MethodTotal, ...]

    @property
    def rows(self) -> tuple[FeeRow, ...]:
        """The rows of the part that is shown."""
        return tuple(self.parts.of(self.every))

    @property
    def has_list(self) -> bool:
        """Whether there are fees to take, or any were taken."""
        return self.money.fee is not None or bool(self.money.paid or self.fees_back)

    @property
    def fees_back(self) -> tuple[Payment, ...]:
        """The fees that were taken back."""
        return tuple(row for row in self.money.back if row.kind == PaymentKind.FEE)

    @property
    def owing(self) -> int:
        """The number of entries that have not paid."""
        return sum(row.owes for row in self.every)


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


@dataclass(frozen=True, slots=True)
class PayoutsPage:
    """What the page of the prizes that are paid shows.

    `others` were paid and are no longer in the list, such as after a correction.
    """

    event: Event
    money: FeeList
    every: tuple[PrizeDue, ...]
    parts: PageParts
    others: tuple[Payment, ...]
    is_final: bool = False
    """Whether prizes may be paid: the event is finished, and its result official."""

    @property
    def rows(self) -> tuple[PrizeDue, ...]:
        """The rows of the part that is shown."""
        return tuple(self.parts.of(self.every))

    @property
    def prizes_back(self) -> tuple[Payment, ...]:
        """The prizes that were taken back."""
        return tuple(row for row in self.money.back if row.kind == PaymentKind.PRIZE)

    @property
    def is_finished(self) -> bool:
        """Whether the event is finished, so that only the notice of its result has to end."""
        return bool(self.event.state == Event.State.FINISHED)

    def due(self, uid: str, what: str) -> PrizeDue | None:
        """Return what an entry is still to receive; None if it is not in the list."""
        return next((row for row in self.every if (row.uid, row.prize.what) == (uid, what)), None)


def read(event: Event, part: int = 0) -> FeesPage:
    """Return the fees of an event. Raises Http404 where there is no such part."""
    money = fees.fee_list(event)
    paid = {row.entry.number: row for row in money.paid.values()}
    every = tuple(
        _fee_row(entrant, paid.get(entrant.number), money)
        for entrant in roster(event)
        if entrant.number in paid or not entrant.is_house
    )
    counts = Counter(row.method for row in money.paid.values())
    totals = tuple(
        MethodTotal(method, counts[method], money.by_method[method])
        for method in PaymentMethod
        if counts[method]
    )
    divided = parts.divide([1] * len(every), parts.ROWS, part, parts.rows_name)
    return FeesPage(event, money, every, divided, totals)


def _fee_row(entrant: Entrant, payment: Payment | None, money: FeeList) -> FeeRow:
    owes = money.fee is not None and payment is None and not entrant.is_withdrawn
    return FeeRow(entrant, payment, owes)


def read_payouts(event: Event, part: int = 0) -> PayoutsPage:
    """Return the prizes of an event by its standings, with their payments."""
    money = fees.fee_list(event)
    every = tuple(_dues(event, money))
    listed = {row.payment.pk for row in every if row.payment}
    divided = parts.divide([1] * len(every), parts.ROWS, part, parts.rows_name)
    others = tuple(row for row in money.prizes if row.pk not in listed)
    return PayoutsPage(event, money, every, divided, others, is_settled(event))


def _dues(event: Event, money: FeeList) -> Iterator[PrizeDue]:
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
