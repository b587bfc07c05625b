"""Fees: taken with a running receipt, refused twice, taken back by a counter-row, proved."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.db import connection

from clubs import fees
from clubs.fees.paying import SeenFee
from clubs.fees.prizes import PaidPrize
from clubs.fees.refusals import FeeProblem
from tests import cast as casts
from tests import official_cast
from tests.cast import Cast
from tests.clock import At
from tests.clubs.seasons.test_posting import finish
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.checks import verification
from tournaments.models import (
    Club,
    Entry,
    Event,
    EventFee,
    EventState,
    Payment,
    PaymentMethod,
    Role,
    Tournament,
)

CASH = PaymentMethod.CASH

pytestmark = pytest.mark.usefixtures("due")


def entry(cast: Cast, number: int = 1) -> Entry:
    return cast.event.entries.get(number=number)


def another_event(cast: Cast) -> Event:
    """Return a second event of the tournament, with two entries."""
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [["壬"], ["癸"]])
    return event


def finish_all(cast: Cast) -> None:
    """Let the event be finished, whatever was played: prizes are paid from here on."""
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    cast.event.refresh_from_db()


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
@pytest.mark.full
def test_a_prize_is_paid_once_and_everything_is_proved(cast: Cast) -> None:
    prize = PaidPrize("200元", 20000)
    early = lambda: fees.pay_prize(entry(cast), cast.alice, prize, CASH)  # noqa: E731
    assert codes(early) == [FeeProblem.NOT_FINISHED]
    finish(cast)
    fees.pay_prize(entry(cast), cast.alice, prize, CASH)
    again = lambda: fees.pay_prize(entry(cast), cast.alice, prize, CASH)  # noqa: E731
    assert codes(again) == [FeeProblem.PRIZE_PAID]
    assert fees.fee_list(cast.event).paid_out == 20000
    assert verification.verify(cast.tournament) == []
    assert verification.verify_club(cast.club) == []


@pytest.mark.full
def test_a_prize_of_an_official_competition_waits_until_the_result_is_official(cast: Cast) -> None:
    official_cast.make_official(cast)
    cast.closed_round()
    official_cast.finish(cast)
    assert codes(lambda: fees.pay_prize(entry(cast), cast.alice, PaidPrize("奖杯", 0), CASH)) == [
        FeeProblem.NOT_OFFICIAL
    ]
    assert not Payment.objects.exists()


def test_a_fee_belongs_to_its_event(cast: Cast) -> None:
    other = another_event(cast)
    fees.set_fee(other, cast.director, 5000)
    assert codes(lambda: fees.take_fee(entry(cast), cast.alice, CASH)) == [FeeProblem.NOT_SET]
    fees.set_fee(cast.event, cast.director, 3000)
    assert fees.take_fee(entry(cast), cast.alice, CASH).amount == 3000
    assert fees.take_fee(other.entries.get(number=1), cast.alice, CASH).amount == 5000
    fees.set_fee(cast.event, cast.director, 0)
    assert [fee.event for fee in EventFee.objects.all()] == [other]


def test_a_fee_is_changed_while_payments_are_in_the_same_currency(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000, "EUR")
    fees.take_fee(entry(cast), cast.alice, CASH)
    fees.set_fee(cast.event, cast.director, 5000, "EUR")
    assert EventFee.objects.get().amount == 5000
    assert codes(lambda: fees.set_fee(cast.event, cast.director, 5000, "USD")) == [
        FeeProblem.CURRENCY
    ]


def test_a_fee_is_removed_whatever_the_currency_of_the_payments(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000, "EUR")
    paid = fees.take_fee(entry(cast), cast.alice, CASH)
    fees.set_fee(cast.event, cast.director, 0, "USD")
    assert not EventFee.objects.exists()
    fees.take_back(paid, cast.alice, "收错了")
    fees.set_fee(cast.event, cast.director, 1000, "USD")
    assert EventFee.objects.get().currency == "USD"


def test_payments_of_another_event_do_not_keep_the_currency(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000, "EUR")
    fees.take_fee(entry(cast), cast.alice, CASH)
    other = another_event(cast)
    fees.set_fee(other, cast.director, 1000, "USD")
    assert EventFee.objects.get(event=other).currency == "USD"


def test_who_was_paid_a_prize_has_not_paid_the_fee(cast: Cast) -> None:
    finish_all(cast)
    fees.set_fee(cast.event, cast.director, 3000)
    fees.pay_prize(entry(cast), cast.alice, PaidPrize("奖杯", 0), CASH)
    fees.take_fee(entry(cast, 2), cast.alice, CASH)
    assert fees.take_fee(entry(cast), cast.alice, CASH).amount == 3000


@pytest.mark.parametrize(
    ("seen", "is_taken"),
    [
        (None, True),
        (SeenFee(3000, "EUR"), True),
        (SeenFee(3001, "EUR"), False),
        (SeenFee(3000, "CNY"), False),
    ],
)
def test_a_fee_is_taken_as_it_was_seen(cast: Cast, seen: SeenFee | None, is_taken: bool) -> None:
    fees.set_fee(cast.event, cast.director, 3000, "EUR")
    if is_taken:
        assert fees.take_fee(entry(cast), cast.alice, CASH, seen).currency == "EUR"
    else:
        said = codes(lambda: fees.take_fee(entry(cast), cast.alice, CASH, seen))
        assert said == [Reason.CHANGED_SINCE_PREVIEW]
    assert Payment.objects.exists() is is_taken


def test_receipts_begin_anew_with_the_year_and_run_through_the_club(cast: Cast, at: At) -> None:
    clock = at(datetime(2026, 12, 31, 12, tzinfo=UTC))
    other = another_event(cast)
    for event in (cast.event, other):
        fees.set_fee(event, cast.director, 3000)
    first = fees.take_fee(entry(cast), cast.alice, CASH)
    second = fees.take_fee(other.entries.get(number=1), cast.alice, CASH)
    away = Club.objects.exclude(pk=cast.club.pk).get()
    clock.go_on(days=1)
    third = fees.take_fee(entry(cast, 2), cast.alice, CASH)
    assert [(each.year, each.receipt) for each in (first, second, third)] == [
        (2026, 1),
        (2026, 2),
        (2027, 1),
    ]
    Tournament.objects.filter(pk=cast.tournament.pk).update(club=away)
    moved = Entry.objects.get(event=cast.event, number=3)
    assert fees.take_fee(moved, cast.charlie, CASH).receipt == 1


def test_a_prize_of_another_kind_entry_or_event_is_another_prize(cast: Cast) -> None:
    finish_all(cast)
    prizes = [
        fees.pay_prize(each, cast.alice, PaidPrize(what, 0), CASH)
        for each, what in (
            (entry(cast), "奖杯"),
            (entry(cast), "茶叶"),
            (entry(cast, 2), "奖杯"),
        )
    ]
    assert len(prizes) == 3

    def again() -> Payment:
        return fees.pay_prize(entry(cast, 2), cast.alice, PaidPrize("奖杯", 0), CASH)

    assert codes(again) == [FeeProblem.PRIZE_PAID]
    fees.take_back(prizes[2], cast.alice, "给错了")
    again()


def test_a_prize_waits_for_the_end_of_its_own_event(cast: Cast) -> None:
    other = another_event(cast)
    finish_all(cast)
    first = other.entries.get(number=1)
    early = lambda: fees.pay_prize(first, cast.alice, PaidPrize("奖杯", 0), CASH)  # noqa: E731
    assert codes(early) == [FeeProblem.NOT_FINISHED]


def test_a_prize_that_is_not_due_is_not_paid(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever pays asks nothing beforehand: the operation reads the prizes of the event itself."""
    monkeypatch.undo()
    finish_all(cast)
    gone = lambda: fees.pay_prize(entry(cast), cast.alice, PaidPrize("奖杯", 0), CASH)  # noqa: E731
    assert codes(gone) == [FeeProblem.NOT_DUE]
    assert not Payment.objects.exists()


def test_each_payment_is_taken_back_by_itself_and_no_counter_row_is(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    paid = [fees.take_fee(entry(cast, number), cast.alice, CASH) for number in (1, 2)]
    counter = fees.take_back(paid[0], cast.alice, "收错了")
    said = codes(lambda: fees.take_back(counter, cast.alice, "又错了"))
    assert said == [FeeProblem.TAKEN_BACK]
    assert list(fees.live(cast.event)) == [paid[1]]
    fees.take_back(paid[1], cast.alice, "收错了")
    assert not fees.live(cast.event).exists()


@pytest.mark.parametrize(("amount", "refused"), [(0, []), (1, [FeeProblem.CURRENCY])])
def test_only_money_in_another_currency_keeps_the_currency_of_a_fee(
    cast: Cast, amount: int, refused: list[str]
) -> None:
    finish(cast)
    fees.pay_prize(entry(cast), cast.alice, PaidPrize("奖杯", amount, "CNY"), CASH)

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


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_two_officials_at_once_take_a_fee_once_and_no_receipt_twice() -> None:
    cast = casts.assemble()
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.DIRECTOR)
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
