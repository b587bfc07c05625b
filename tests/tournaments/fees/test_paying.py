"""Fees: taken with a running receipt, refused twice, taken back by a counter-row, proved."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from tests import cast as casts
from tests import official_cast
from tests.cast import Cast
from tests.tournaments.seasons.test_posting import finish
from tournaments import fees
from tournaments.checks import verification
from tournaments.fees.paying import Prize
from tournaments.fees.refusals import FeeProblem
from tournaments.models import Entry, EventFee, Payment, PaymentMethod
from tournaments.refusals import Refused

CASH = PaymentMethod.CASH


def entry(cast: Cast, number: int = 1) -> Entry:
    return cast.event.entries.get(number=number)


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [problem.code for problem in refused.value.problems]


@pytest.mark.databases
def test_receipts_run_and_sums_are_by_method(cast: Cast) -> None:
    assert codes(lambda: fees.take_fee(entry(cast), cast.alice, CASH)) == [FeeProblem.NOT_SET]
    fees.set_fee(cast.event, cast.director, 3000)
    first = fees.take_fee(entry(cast, 1), cast.alice, CASH)
    second = fees.take_fee(entry(cast, 2), cast.alice, PaymentMethod.TRANSFER)
    assert (first.receipt, second.receipt) == (1, 2)
    listed = fees.fee_list(cast.event)
    assert (listed.taken, listed.by_method) == (6000, {"cash": 3000, "transfer": 3000})
    assert set(listed.paid) == {first.entry_id, second.entry_id}


def test_an_entry_pays_once(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    fees.take_fee(entry(cast), cast.alice, CASH)
    assert codes(lambda: fees.take_fee(entry(cast), cast.alice, CASH)) == [FeeProblem.PAID]
    assert Payment.objects.count() == 1


@pytest.mark.databases
def test_a_payment_is_taken_back_by_a_counter_row(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    paid = fees.take_fee(entry(cast), cast.alice, CASH)

    def back(reason: str) -> Payment:
        return fees.take_back(paid, cast.alice, reason)

    assert codes(lambda: back(" ")) == [FeeProblem.REASON_MISSING]
    assert back("退赛").amount == -3000
    assert codes(lambda: back("退赛")) == [FeeProblem.TAKEN_BACK]
    assert fees.fee_list(cast.event).taken == 0
    # A receipt number is never given twice.
    assert fees.take_fee(entry(cast), cast.alice, CASH).receipt == 2


@pytest.mark.databases
def test_a_prize_is_paid_once_and_everything_is_proved(cast: Cast) -> None:
    prize = Prize("200元", 20000)
    early = lambda: fees.pay_prize(entry(cast), cast.alice, prize, CASH)  # noqa: E731
    assert codes(early) == [FeeProblem.NOT_FINISHED]
    finish(cast)
    fees.pay_prize(entry(cast), cast.alice, prize, CASH)
    again = lambda: fees.pay_prize(entry(cast), cast.alice, prize, CASH)  # noqa: E731
    assert codes(again) == [FeeProblem.PRIZE_PAID]
    assert fees.fee_list(cast.event).paid_out == 20000
    assert verification.verify(cast.tournament) == []
    assert verification.verify_club(cast.club) == []


def test_a_prize_of_an_official_competition_waits_until_the_result_is_official(cast: Cast) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    official_cast.finish(cast)
    assert codes(lambda: fees.pay_prize(entry(cast), cast.alice, Prize("奖杯", 0), CASH)) == [
        FeeProblem.NOT_OFFICIAL
    ]
    assert not Payment.objects.exists()


@pytest.mark.parametrize(("amount", "refused"), [(0, []), (1, [FeeProblem.CURRENCY])])
def test_only_money_in_another_currency_keeps_the_currency_of_a_fee(
    cast: Cast, amount: int, refused: list[str]
) -> None:
    finish(cast)
    fees.pay_prize(entry(cast), cast.alice, Prize("奖杯", amount, "CNY"), CASH)

    def in_dollars() -> None:
        fees.set_fee(cast.event, cast.director, 1000, "USD")

    if refused:
        assert codes(in_dollars) == refused
    else:
        in_dollars()
    assert EventFee.objects.filter(event=cast.event).exists() == (not refused)


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Do all of this at the same time; return the refusals, empty where it was done."""
    start, said = threading.Barrier(len(calls)), [""] * len(calls)

    def run(place: int) -> None:
        start.wait()
        try:
            calls[place]()
        except Refused as refused:
            said[place] = refused.problems[0].code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_officials_at_once_take_a_fee_once_and_no_receipt_twice() -> None:
    cast = casts.assemble()
    fees.set_fee(cast.event, cast.director, 3000)
    said = at_once(
        lambda: fees.take_fee(entry(cast, 1), cast.alice, CASH),
        lambda: fees.take_fee(entry(cast, 1), cast.bob, CASH),
        lambda: fees.take_fee(entry(cast, 2), cast.alice, CASH),
    )
    assert sorted(said) == ["", "", FeeProblem.PAID]
    assert set(Payment.objects.values_list("receipt", flat=True)) == {1, 2}
    assert Payment.objects.count() == 2
    paid = Payment.objects.get(entry__number=1)
    back = at_once(
        lambda: fees.take_back(paid, cast.alice, "收错了"),
        lambda: fees.take_back(paid, cast.bob, "退赛"),
    )
    assert sorted(back) == ["", FeeProblem.TAKEN_BACK]
    assert fees.fee_list(cast.event).taken == 3000
    assert verification.verify(cast.tournament) == []
