"""The money of an event for desk and documents: who has paid, and which prizes were paid out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from clubs import fees
from clubs.fees import prizes
from clubs.fees.prizes import PrizeDue
from clubs.fees.reading import FeeList
from tournaments.entries.roster import Entrant, roster
from tournaments.models import Event, Payment, PaymentKind, PaymentMethod
from tournaments.official import is_settled
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
        return prizes.find(self.every, uid, what)


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
    every = tuple(prizes.dues(event, money))
    listed = {row.payment.pk for row in every if row.payment}
    divided = parts.divide([1] * len(every), parts.ROWS, part, parts.rows_name)
    others = tuple(row for row in money.prizes if row.pk not in listed)
    return PayoutsPage(event, money, every, divided, others, is_settled(event))
