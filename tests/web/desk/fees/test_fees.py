"""The money of an event at the desk: set, taken, taken back, paid out, on paper and in files."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from clubs import fees
from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Club, ClubFeature, EventFee, Payment, PaymentMethod
from tournaments.record.audit import Verb
from web.desk.rounds import desk_stamps
from web.publish import cache
from web.publish.club_pages import fees as pages
from web.publish.pages import parts

MOST = 15


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    cast.club.features = [ClubFeature.FEES.value]
    cast.club.save()
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def at(name: str, *args: object) -> str:
    return reverse(name, args=args)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def pdf(answer: Any) -> str:
    assert answer["Content-Type"] == "application/pdf"
    pages_of = PdfReader(io.BytesIO(answer.content)).pages
    return "".join(page.extract_text() for page in pages_of)


def set_fee(owner: Client, cast: Cast, amount: str = "30", currency: str = "CNY") -> Any:
    typed = {"amount": amount, "currency": currency}
    return owner.post(at("desk_fees", cast.event.uid), typed, follow=True)


def uid_of(cast: Cast, number: int) -> str:
    row = cast.event.entries.filter(number=number).first()
    return row.uid if row else ""


def take(owner: Client, cast: Cast, number: int, method: str = "cash") -> Any:
    page = owner.get(at("desk_fees", cast.event.uid))
    fee = page.context["page"].money.fee if page.status_code == 200 else None
    seen = f"{fee.amount} {fee.currency}" if fee else ""
    typed = {"take": uid_of(cast, number), "method": method, "fee": seen}
    return owner.post(at("desk_fee_take", cast.event.uid), typed)


@pytest.mark.full
def test_a_club_that_wants_none_sees_none(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    desk = at("desk_event", cast.event.uid)
    assert at("desk_fees", cast.event.uid) in text(owner.get(desk))
    cast.club.features = []
    cast.club.save()
    assert at("desk_fees", cast.event.uid) not in text(owner.get(desk))
    for name in ("desk_fees", "desk_fee_prizes"):
        assert owner.get(at(name, cast.event.uid)).status_code == 404
    money = at("desk_club_fees", cast.club.uid)
    assert owner.get(money).status_code == 404
    assert money not in text(owner.get(at("desk_club", cast.club.uid)))
    assert owner.get(at("desk_fees_file", cast.event.uid, "list", "csv")).status_code == 404
    assert take(owner, cast, 2).status_code == 404
    assert not Payment.objects.exists()


@pytest.mark.full
def test_what_was_paid_is_taken_back_after_fees_are_switched_off(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    payment, event = Payment.objects.get(), cast.event.uid
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    listed = text(owner.get(at("desk_fees", event)))
    back = at("desk_payment_back", payment.uid)
    assert back in listed
    assert 'name="take"' not in listed
    assert 'name="amount"' not in listed
    for address in (
        at("desk_receipt", payment.uid),
        at("desk_fee_prizes", event),
        at("desk_fees_file", event, "list", "csv"),
    ):
        assert owner.get(address).status_code == 200
    # Nothing new is taken, set or paid.
    assert take(owner, cast, 2).status_code == 404
    assert owner.post(at("desk_fees", event), {"amount": "5", "currency": "CNY"}).status_code == 404
    assert owner.post(at("desk_fee_prizes", event), {"pay": "1 x"}).status_code == 404
    assert owner.post(back, {"reason": "不收费了"}).status_code == 302
    assert not fees.live(cast.event).exists()


@pytest.mark.full
def test_nobody_owes_anything_before_there_is_a_fee(cast: Cast, owner: Client) -> None:
    page = text(owner.get(at("desk_fees", cast.event.uid)))
    assert "First set the fee" in page
    assert 'name="amount"' in page
    assert "not paid" not in page
    assert "Totals" not in page
    set_fee(owner, cast)
    assert "not paid: 8" in text(owner.get(at("desk_fees", cast.event.uid)))
    take(owner, cast, 1)
    set_fee(owner, cast, "0")
    # The fee is gone again; what was paid stays, and nobody owes.
    page = text(owner.get(at("desk_fees", cast.event.uid)))
    assert "Totals" in page
    assert "not paid" not in page
    assert "not paid" not in pdf(owner.get(at("desk_fees_file", cast.event.uid, "list", "pdf")))


@pytest.mark.full
def test_the_club_leads_to_what_was_paid_after_fees_are_switched_off(
    cast: Cast, owner: Client
) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    Club.objects.filter(pk=cast.club.pk).update(features=[])
    of_club = at("desk_club_fees", cast.club.uid)
    assert of_club in text(owner.get(at("desk_club", cast.club.uid)))
    listed = text(owner.get(of_club))
    assert "Fees are switched off" in listed
    assert at("desk_fees", cast.event.uid) in listed
    assert "Fees are switched off" in text(owner.get(at("desk_fees", cast.event.uid)))


@pytest.mark.full
@pytest.mark.parametrize(
    ("typed", "minor"), [("30", 3000), ("30.00", 3000), ("30.5", 3050), ("３０元", 3000)]
)
def test_a_fee_is_typed_as_people_write_it(
    cast: Cast, owner: Client, typed: str, minor: int
) -> None:
    brief = f"{minor / 100:.2f}".removesuffix(".00")
    assert f"The fee is ¥{brief}." in text(set_fee(owner, cast, typed))
    assert EventFee.objects.get().amount == minor


@pytest.mark.full
@pytest.mark.parametrize("typed", ["-1", "30.001", "thirty", "1e9", "99999999999"])
def test_a_fee_that_is_none_is_named_and_stays_in_its_box(
    cast: Cast, owner: Client, typed: str
) -> None:
    page = text(set_fee(owner, cast, typed))
    assert "The fee is an amount such as 30" in page
    assert f'value="{typed}"' in page
    assert not EventFee.objects.exists()


@pytest.mark.full
def test_a_yen_has_no_decimals_and_is_proposed_for_the_next_event(
    cast: Cast, owner: Client
) -> None:
    assert "such as 3000;" in text(set_fee(owner, cast, "30.5", "JPY"))
    assert "The fee is JP¥500." in text(set_fee(owner, cast, "500", "JPY"))
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(cast.tournament, cast.director, plan)
    assert fees.fee_list(other).currency == "JPY"


@pytest.mark.full
def test_the_currency_stays_while_payments_are_noted(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    assert "Payments in CNY are noted" in text(set_fee(owner, cast, "5", "EUR"))
    assert EventFee.objects.get().currency == "CNY"


@pytest.mark.full
def test_one_button_takes_the_fee_and_the_way_stays_chosen(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    answer = take(owner, cast, 2, "transfer")
    assert answer["Location"].endswith(f"?method=transfer#entry-{uid_of(cast, 2)}")
    page = text(owner.get(answer["Location"]))
    assert 'value="transfer" checked' in page
    paid = Payment.objects.get()
    assert (paid.amount, paid.method, paid.taken_by) == (3000, "transfer", cast.alice)
    assert f"{paid.year}-0001" in page
    assert "This entry has paid: receipt no. 1." in text(
        owner.get(take(owner, cast, 2)["Location"])
    )
    assert Payment.objects.count() == 1
    assert "The entry is no longer on the list" in text(
        owner.get(take(owner, cast, 99)["Location"])
    )


@pytest.mark.full
def test_a_fee_that_was_changed_meanwhile_is_not_taken(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    shown = text(owner.get(at("desk_fees", cast.event.uid)))
    assert '<input type="hidden" name="fee" value="3000 CNY">' in shown
    set_fee(owner, cast, "50")
    for seen in ("3000 CNY", "5000 EUR", "", "9" * 5000):
        sent = {"take": uid_of(cast, 2), "method": "cash", "fee": seen}
        page = owner.post(at("desk_fee_take", cast.event.uid), sent, follow=True)
        assert "Something has changed since the preview" in text(page)
    assert not Payment.objects.exists()
    take(owner, cast, 2)
    assert Payment.objects.get().amount == 5000


@pytest.mark.full
def test_who_has_not_paid_is_not_somebody_who_paid_nothing(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    page = pages.read(cast.event)
    everybody = cast.event.entries.count()
    assert (len(page.money.paid), page.owing) == (1, everybody - 1)
    assert fees.owing(cast.event) == frozenset(range(2, everybody + 1))
    rows = csv_rows(owner, cast, "list")
    assert rows[1][2:4] == ["30", "CNY"]
    assert rows[2][2:] == [""] * 6


@pytest.mark.full
def test_the_page_of_the_club_leads_to_what_it_has_switched_on(cast: Cast, owner: Client) -> None:
    club, money = at("desk_club", cast.club.uid), at("desk_club_fees", cast.club.uid)
    seasons = at("desk_seasons", cast.club.uid)
    assert seasons not in text(owner.get(club))
    both = {"name": cast.club.name, "features": ["fees", "seasons"]}
    page = text(owner.post(club, both, follow=True))
    assert money in page
    assert seasons in page
    assert "No event takes a fee yet." in text(owner.get(money))
    set_fee(owner, cast)
    take(owner, cast, 1)
    fees.take_back(Payment.objects.get(), cast.alice, "收错了")
    take(owner, cast, 2)
    shown = text(owner.get(money))
    assert at("desk_fees", cast.event.uid) in shown
    assert "paid: 1" in shown
    assert "¥30<" in shown
    neither = {"name": cast.club.name, "features": []}
    left = text(owner.post(club, neither, follow=True))
    assert seasons not in left
    # What was paid is still to be seen.
    assert money in left


@pytest.mark.full
def test_check_in_says_who_has_not_paid(cast: Cast, owner: Client) -> None:
    address = at("desk_check_in", cast.event.uid)
    assert "not paid" not in text(owner.get(address))
    set_fee(owner, cast)
    take(owner, cast, 1)
    assert text(owner.get(address)).count("not paid") == cast.event.entries.count() - 1


def csv_rows(owner: Client, cast: Cast, what: str) -> list[list[str]]:
    answer = owner.get(at("desk_fees_file", cast.event.uid, what, "csv"))
    return [line.split(",") for line in answer.content.decode("utf-8-sig").splitlines()]


@pytest.mark.full
def test_a_payment_is_taken_back_with_its_reason(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    paid = Payment.objects.get()
    address = at("desk_payment_back", paid.uid)
    assert f"{paid.year}-0001" in text(owner.get(address))
    assert "field-wrong" in text(owner.post(address, {"reason": " "}))
    page = text(owner.post(address, {"reason": "收错了"}, follow=True))
    assert "The payment is taken back." in page
    assert "收错了" in page
    assert pages.read(cast.event).money.taken == 0
    assert "TAKEN BACK" in pdf(owner.get(at("desk_receipt", paid.uid)))
    assert "has been taken back already" in text(owner.post(address, {"reason": "again"}))
    assert Payment.objects.count() == 2
    verbs = list(cast.tournament.log.values_list("verb", flat=True))
    assert verbs.count(Verb.TAKE_PAYMENT_BACK) == 1


@pytest.mark.full
def test_papers_and_files_name_sums_and_ways(cast: Cast, owner: Client) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    take(owner, cast, 2, "transfer")
    paper = pdf(owner.get(at("desk_fees_file", cast.event.uid, "list", "pdf")))
    assert all(word in paper for word in ("¥30 a player.", "¥60", "transfer", "not paid"))
    book = owner.get(at("desk_fees_file", cast.event.uid, "list", "xlsx")).content
    cells = list(load_workbook(io.BytesIO(book)).active.values)  # type: ignore[union-attr]
    assert cells[1][:4] == (1, "甲", 30, "CNY")
    assert cells[3][2] is None
    receipt = pdf(owner.get(at("desk_receipt", Payment.objects.first().uid)))  # type: ignore[union-attr]
    assert "¥30 (" in receipt
    assert "alice" in receipt


@pytest.mark.full
def test_an_entry_that_has_paid_is_not_removed_and_its_event_not_deleted(
    cast: Cast, owner: Client
) -> None:
    set_fee(owner, cast)
    take(owner, cast, 1)
    entry, paid = cast.event.entries.get(number=1), Payment.objects.get()
    with pytest.raises(Refused) as removed:
        organise.remove_entry(entry, cast.director)
    assert [each.code for each in removed.value.problems] == [Reason.ENTRY_HAS_PAYMENTS]
    with pytest.raises(Refused) as deleted:
        organise.delete_event(cast.event, cast.director)
    assert [each.code for each in deleted.value.problems] == [Reason.EVENT_HAS_PAYMENTS]
    fees.take_back(paid, cast.alice, "不办了")
    organise.delete_event(cast.event, cast.director)
    assert Payment.objects.count() == 2


@pytest.mark.nightly
def test_lists_come_in_parts_and_no_page_asks_more_than_fifteen_times(
    cast: Cast, owner: Client
) -> None:
    many = [[f"{number}组员"] for number in range(parts.ROWS + 10)]
    organise.add_entries(cast.event, cast.director, many)
    set_fee(owner, cast)
    for number in (1, 2, parts.ROWS + 1):
        take(owner, cast, number, PaymentMethod.OTHER.value)
    paid = Payment.objects.order_by("pk")[0]
    fees.take_back(Payment.objects.order_by("pk")[1], cast.alice, "收错了")
    first = owner.get(at("desk_fees", cast.event.uid))
    assert text(first).count('name="take"') == parts.ROWS - 1
    last = text(owner.get(f"{at('desk_fees', cast.event.uid)}?part=2"))
    assert f'id="entry-{uid_of(cast, parts.ROWS + 1)}"' in last
    addresses = [
        at("desk_club_fees", cast.club.uid),
        at("desk_fees", cast.event.uid),
        at("desk_fee_prizes", cast.event.uid),
        at("desk_payment_back", paid.uid),
        at("desk_receipt", paid.uid),
        at("desk_fees_file", cast.event.uid, "list", "pdf"),
        at("desk_fees_file", cast.event.uid, "prizes", "pdf"),
        at("desk_check_in", cast.event.uid),
    ]
    asked = {path: queries(owner, path) for path in addresses}
    assert {path: count for path, count in asked.items() if count > MOST} == {}


def queries(client: Client, path: str) -> int:
    cache.forget()
    desk_stamps.forget()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)
