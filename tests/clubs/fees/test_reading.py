"""What was paid in an event and in a club: what counts, in which order, and who still owes."""

from __future__ import annotations

import pytest

from clubs import fees
from clubs.fees import reading
from clubs.fees.prizes import PaidPrize
from tests.cast import Cast
from tests.clubs.fees.test_paying import CASH, another_event, entry, finish_all
from tournaments.models import (
    Club,
    Entry,
    EntryKind,
    EntryState,
    Event,
    EventState,
    Payment,
    PaymentMethod,
    Tournament,
)

TRANSFER = PaymentMethod.TRANSFER

pytestmark = pytest.mark.usefixtures("due")


def take(cast: Cast, number: int, method: PaymentMethod = CASH) -> Payment:
    return fees.take_fee(entry(cast, number), cast.alice, method)


def back(cast: Cast, payment: Payment) -> Payment:
    return fees.take_back(payment, cast.alice, "收错了")


@pytest.mark.full
def test_a_list_holds_what_was_not_taken_back_in_this_event(cast: Cast) -> None:
    other = another_event(cast)
    for event in (cast.event, other):
        fees.set_fee(event, cast.director, 3000)
    fees.take_fee(other.entries.get(number=1), cast.alice, CASH)
    kept, gone = take(cast, 1), [take(cast, 2, TRANSFER), take(cast, 3)]
    counter = [back(cast, each) for each in gone]
    listed = fees.fee_list(cast.event)
    assert listed.paid == {kept.entry_id: kept}
    assert listed.by_method == {"cash": 3000}
    assert listed.back == tuple(reversed(counter))
    assert (listed.taken, listed.paid_out, listed.prizes) == (3000, 0, ())
    assert listed.fee is not None
    assert listed.fee.event == cast.event


@pytest.mark.full
def test_prizes_are_listed_beside_fees(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    take(cast, 1)
    finish_all(cast)
    prize = fees.pay_prize(entry(cast, 1), cast.alice, PaidPrize("200元", 20000), TRANSFER)
    listed = fees.fee_list(cast.event)
    assert (listed.taken, listed.paid_out, listed.prizes) == (3000, 20000, (prize,))
    assert listed.by_method == {"cash": 3000}


@pytest.mark.full
def test_a_club_proposes_the_currency_of_its_own_last_fee(cast: Cast) -> None:
    assert fees.fee_list(cast.event).currency == "CNY"
    earlier, later = another_event(cast), another_event(cast)
    fees.set_fee(earlier, cast.director, 500, "JPY")
    fees.set_fee(later, cast.director, 5, "EUR")
    assert fees.fee_list(cast.event).currency == "EUR"
    assert fees.fee_list(earlier).currency == "JPY"
    away = Club.objects.exclude(pk=cast.club.pk).get()
    Tournament.objects.filter(pk=cast.tournament.pk).update(club=away)
    cast.event.tournament.club = cast.club
    assert fees.fee_list(cast.event).currency == "CNY"


@pytest.mark.full
def test_who_owes_plays_and_has_not_paid_the_fee(cast: Cast) -> None:
    assert fees.owing(cast.event) == frozenset()
    fees.set_fee(another_event(cast), cast.director, 3000)
    assert fees.owing(cast.event) == frozenset()
    finish_all(cast)
    fees.set_fee(cast.event, cast.director, 3000)
    take(cast, 1)
    back(cast, take(cast, 2))
    fees.pay_prize(entry(cast, 3), cast.alice, PaidPrize("奖杯", 0), CASH)
    Entry.objects.filter(number=4).update(state=EntryState.WITHDRAWN)
    Entry.objects.filter(number=5).update(kind=EntryKind.HOUSE)
    assert fees.owing(cast.event) == {2, 3, 6, 7, 8}


@pytest.mark.full
def test_an_event_with_money_has_a_fee_or_payments_and_goes_on(cast: Cast) -> None:
    def listed() -> list[Event]:
        return list(reading.events_with_money(cast.club))

    assert listed() == []
    other = another_event(cast)
    fees.set_fee(cast.event, cast.director, 3000)
    assert listed() == [cast.event]
    take(cast, 1)
    fees.set_fee(cast.event, cast.director, 0)
    assert listed() == [cast.event]
    fees.set_fee(other, cast.director, 3000)
    assert listed() == [other, cast.event]
    assert list(reading.events_with_money(Club.objects.exclude(pk=cast.club.pk).get())) == []
    Event.objects.filter(pk=other.pk).update(state=EventState.CANCELLED)
    assert listed() == [cast.event]


@pytest.mark.full
def test_the_sums_of_events_are_of_what_was_not_taken_back(cast: Cast) -> None:
    other = another_event(cast)
    fees.set_fee(cast.event, cast.director, 500, "JPY")
    take(cast, 1)
    take(cast, 2)
    back(cast, take(cast, 3))
    finish_all(cast)
    fees.pay_prize(entry(cast, 1), cast.alice, PaidPrize("900円", 900, "JPY"), CASH)
    first, second = reading.sums_of(
        [*Event.objects.filter(tournament=cast.tournament).order_by("pk")]
    )
    assert (first.event, first.paid, first.taken, first.paid_out) == (cast.event, 2, 1000, 900)
    assert first.currency == "JPY"
    assert (second.event, second.paid, second.taken, second.paid_out) == (other, 0, 0, 0)
    assert second.currency == "CNY"
    fees.set_fee(other, cast.director, 3000)
    fees.take_fee(other.entries.get(number=1), cast.alice, CASH)
    assert [each.event for each in reading.sums_of([cast.event])] == [cast.event]


@pytest.mark.parametrize(("amount", "currency"), [(0, "CNY"), (1, "EUR")])
def test_only_a_prize_of_money_says_in_which_currency_was_paid(
    cast: Cast, amount: int, currency: str
) -> None:
    finish_all(cast)
    fees.pay_prize(entry(cast), cast.alice, PaidPrize("奖杯", amount, "EUR"), CASH)
    [sums] = reading.sums_of([Event.objects.get(pk=cast.event.pk)])
    assert (sums.paid_out, sums.currency) == (amount, currency)


def test_an_event_without_a_fee_has_the_currency_of_its_payments(cast: Cast) -> None:
    other = another_event(cast)
    fees.set_fee(other, cast.director, 3000, "JPY")
    finish_all(cast)
    fees.pay_prize(entry(cast), cast.alice, PaidPrize("3000円", 3000, "JPY"), CASH)
    fees.set_fee(other, cast.director, 3000, "CNY")
    assert fees.fee_list(cast.event).currency == "JPY"
