"""The prizes of an event are paid at the desk, each once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs import fees
from tests.cast import Cast
from tests.clubs.seasons.test_posting import finish
from tests.web.desk.fees import test_fees
from tests.web.desk.fees.test_fees import at, pdf, text
from tournaments import organise
from tournaments.models import Entry, Event, Payment, PaymentMethod, Role
from web.desk.fees import views as fees_views
from web.publish.club_pages import fees as pages

owner = test_fees.owner


def set_prizes(cast: Cast, **data: Any) -> None:
    organise.set_prizes(cast.event, cast.director, {"ties": "divided", "tie_breaks": [], **data})
    cast.event.refresh_from_db()


def pay(owner: Client, cast: Cast, number: int, what: str) -> str:
    typed = {"pay": f"{test_fees.uid_of(cast, number)} {what}", "method": "cash"}
    return text(owner.post(at("desk_fee_prizes", cast.event.uid), typed, follow=True))


@pytest.mark.full
def test_prizes_are_paid_by_one_button_once_the_event_is_finished(
    cast: Cast, owner: Client
) -> None:
    set_prizes(cast, amounts=["200", "100"], things=["奖杯", ""], unit="元")
    cast.closed_round()
    cast.event.refresh_from_db()
    first = pages.read_payouts(cast.event).every[0]
    assert "Prizes are paid once the event is finished." in pay(
        owner, cast, first.number, first.prize.what
    )
    finish_now(cast)
    assert "marked as paid" in pay(owner, cast, first.number, first.prize.what)
    paid = Payment.objects.get()
    assert (paid.kind, paid.what, paid.receipt) == ("prize", first.prize.what, None)
    assert "has been paid already" in pay(owner, cast, first.number, first.prize.what)
    assert "no longer in the list" in pay(owner, cast, first.number, "900元")
    assert Payment.objects.count() == 1
    paper = pdf(owner.get(at("desk_fees_file", cast.event.uid, "prizes", "pdf")))
    assert "Signature" in paper
    assert first.row.row.competitor.name in paper
    # What was paid and is not due any more stays in sight.
    set_prizes(cast, amounts=["150"], unit="元")
    page = text(owner.get(at("desk_fee_prizes", cast.event.uid)))
    assert "Paid, but no longer in the list" in page
    assert first.prize.what in page


def finish_now(cast: Cast) -> None:
    cast.event.rounds_planned = 1
    cast.event.save(update_fields=["rounds_planned"])
    organise.finish_event(cast.event, cast.director)
    cast.event.refresh_from_db()


@pytest.mark.full
def test_prizes_counted_in_points_are_no_money(cast: Cast, owner: Client) -> None:
    set_prizes(cast, amounts=["50"], unit="分")
    finish(cast)
    due = pages.read_payouts(cast.event).every[0]
    assert due.prize.amount == 0
    pay(owner, cast, due.number, due.prize.what)
    assert (Payment.objects.get().amount, pages.read_payouts(cast.event).money.paid_out) == (0, 0)


@pytest.mark.full
def test_a_thing_by_lot_goes_to_one_of_those_who_are_equal(cast: Cast, owner: Client) -> None:
    set_prizes(cast, amounts=["90", "0"], things=["茶叶", ""], unit="元")
    finish(cast)
    shared = [due for due in pages.read_payouts(cast.event).every if due.by_lot]
    if not shared:
        pytest.fail("nobody shares the first place")
    pay(owner, cast, shared[0].number, "茶叶")
    after = [due for due in pages.read_payouts(cast.event).every if due.by_lot]
    assert [due.gone for due in after] == [False] + [True] * (len(after) - 1)
    assert "no longer in the list" in pay(owner, cast, shared[1].number, "茶叶")


@pytest.mark.full
def test_a_thing_by_lot_is_given_once_by_two_at_once(
    cast: Cast, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_prizes(cast, amounts=["90", "0"], things=["茶叶", ""], unit="元")
    finish(cast)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.DIRECTOR)
    first, second = [due for due in pages.read_payouts(cast.event).every if due.by_lot][:2]
    find = fees_views._entry

    def meanwhile(event: Event, uid: str) -> Entry:
        """Give the thing to another after the page was read and before the lock."""
        entry = find(event, first.uid)
        fees.pay_prize(entry, cast.bob, first.prize, PaymentMethod.CASH)
        return find(event, uid)

    monkeypatch.setattr(fees_views, "_entry", meanwhile)
    assert "no longer in the list" in pay(owner, cast, second.number, "茶叶")
    assert Payment.objects.get().entry.number == first.number
