"""Who sees the money of a club, of an event and of a payment, and which club has any."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from clubs import fees
from clubs.fees import fetching
from tests.cast import Cast
from tests.clubs.fees.test_paying import CASH, another_event, entry
from tournaments.models import Club, ClubFeature, Event, Payment


def use_fees(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(features=[ClubFeature.FEES])


def pay(cast: Cast, event: Event | None = None) -> Payment:
    event = event or cast.event
    fees.set_fee(event, cast.director, 3000)
    return fees.take_fee(event.entries.get(number=1), cast.alice, CASH)


def test_a_club_has_money_when_it_uses_fees_or_has_payments_of_its_own(cast: Cast) -> None:
    other = Club.objects.exclude(pk=cast.club.pk).get()
    assert not fetching.has_money(cast.club)
    use_fees(other)
    other.refresh_from_db()
    assert fetching.has_money(other)
    pay(cast)
    assert fetching.has_money(cast.club)
    Club.objects.update(features=[])
    other.refresh_from_db()
    assert not fetching.has_money(other)


def test_the_money_of_a_club_is_for_those_who_direct_it(cast: Cast) -> None:
    with pytest.raises(Http404):
        fetching.club_with_fees(cast.alice, cast.club.uid)
    use_fees(cast.club)
    assert fetching.club_with_fees(cast.alice, cast.club.uid) == cast.club
    for other in (cast.bob, cast.charlie):
        with pytest.raises((PermissionDenied, Http404)):
            fetching.club_with_fees(other, cast.club.uid)


@pytest.mark.full
def test_an_event_has_payments_of_its_own_after_fees_are_switched_off(cast: Cast) -> None:
    pay(cast, another_event(cast))
    for fetch in (fetching.event_with_payments, fetching.event_with_fees):
        with pytest.raises(Http404):
            fetch(cast.alice, cast.event.uid)
    pay(cast)
    assert fetching.event_with_payments(cast.alice, cast.event.uid) == cast.event
    with pytest.raises(Http404):
        fetching.event_with_fees(cast.alice, cast.event.uid)
    use_fees(cast.club)
    assert fetching.event_with_fees(cast.alice, cast.event.uid) == cast.event


def test_an_event_without_payments_is_fetched_where_the_club_uses_fees(cast: Cast) -> None:
    use_fees(cast.club)
    assert fetching.event_with_payments(cast.alice, cast.event.uid) == cast.event
    assert fetching.event_with_fees(cast.alice, cast.event.uid) == cast.event


@pytest.mark.full
def test_a_referee_of_an_event_has_nothing_to_do_with_its_money(cast: Cast) -> None:
    use_fees(cast.club)
    payment = pay(cast)
    with pytest.raises(PermissionDenied):
        fetching.event_with_payments(cast.bob, cast.event.uid)
    with pytest.raises(PermissionDenied):
        fetching.payment_to_change(cast.bob, payment.uid)
    with pytest.raises(Http404):
        fetching.payment_to_change(cast.charlie, payment.uid)


@pytest.mark.full
def test_a_payment_is_fetched_by_its_own_key(cast: Cast) -> None:
    fees.set_fee(cast.event, cast.director, 3000)
    paid = [fees.take_fee(entry(cast, number), cast.alice, CASH) for number in (1, 2)]
    assert [fetching.payment_to_change(cast.alice, each.uid) for each in paid] == paid
    with pytest.raises(Http404):
        fetching.payment_to_change(cast.alice, "nothing")
