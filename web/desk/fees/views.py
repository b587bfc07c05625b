"""The money of an event at the desk: the fee, payments, prizes paid out, documents."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs import fees
from clubs.fees import currencies, fetching, reading
from clubs.fees.paying import SeenFee
from clubs.fees.reading import FeeList
from clubs.fees.refusals import FeeProblem
from clubs.wording.money import CURRENCIES, money_text, receipt_text
from tournaments import wording
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Club,
    ClubFeature,
    Entry,
    Event,
    Payment,
    PaymentKind,
    PaymentMethod,
    Role,
)
from tournaments.organise.replanning.touched import touched_by_change
from tournaments.record.audit import Verb
from tournaments.results import event_record
from tournaments.results.reading import with_members
from tournaments.rights.access import DIRECTORS
from web.desk.events.replanning import change_words
from web.desk.frame import fetch
from web.desk.frame.made_at_once import made_at_once
from web.desk.frame.views import (
    UNSAID,
    Shown,
    act,
    actor,
    is_unchanged,
    page,
    report_outcome,
    tell_problems,
)
from web.forms import sent
from web.forms.base import DeskForm
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged, StoredForm
from web.publish.club_pages import fees as pages
from web.publish.printed import fees as printed

EVENTS_A_PAGE: Final = 40


class FeeForm(StoredForm):
    """The fee of an entry: an amount as typed, in the currency of the club."""

    amount = forms.CharField(
        label=_("Fee of an entry"),
        max_length=20,
        help_text=_("Such as 30 or 30.50; 0: no fee. A pair or a team pays once."),
        widget=forms.TextInput({"inputmode": "decimal"}),
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=list(CURRENCIES.items()))

    def __init__(self, event: Event, money: FeeList, data: Any = None) -> None:
        amount = currencies.as_text(money.fee.amount, money.fee.currency) if money.fee else ""
        super().__init__(data, initial={"amount": amount, "currency": money.currency})
        self.logged = Logged(event.tournament, (Verb.SET_FEE,), about=event.uid)

    def value_words(self, name: str, value: Any) -> str:
        """Word an amount with the currency of the club."""
        currency = str(self.initial["currency"])
        if name != "amount" or not value:
            return super().value_words(name, value)
        try:
            minor = currencies.read_amount(str(value).strip(), currency)
        except ValueError:
            return super().value_words(name, value)
        return money_text(minor, currency)

    def clean(self) -> dict[str, Any]:
        """Read the amount in the currency that was chosen."""
        cleaned = super().clean() or {}
        currency, typed = cleaned.get("currency"), cleaned.get("amount", "").strip()
        if currency and typed:
            try:
                cleaned["minor"] = currencies.read_amount(typed, currency)
            except ValueError:
                example = currencies.as_text(3000, currency)
                wrong = refuse(FeeProblem.AMOUNT, example=example)
                self.add_error("amount", wording.problem_text(wrong))
        return cleaned


class TakeBackPaymentForm(DeskForm):
    """The reason why a payment is taken back."""

    reason = forms.CharField(
        label=_("Reason for taking it back"),
        max_length=200,
        help_text=_("The reason is shown in the list and recorded in the log."),
    )


_club = fetch.by_directors(fetching.club_with_fees)
_payment = fetch.by_directors(fetching.payment_to_change)
_event_with_fees = fetch.by_directors(fetching.event_with_fees)
_event_with_payments = fetch.by_directors(fetching.event_with_payments)


def _paid_fee(request: DeskRequest, roles: Collection[Role], uid: str) -> Payment:
    """Return a payment that has a receipt. Raises Http404 for a prize."""
    payment = _payment(request, roles, uid=uid)
    if payment.receipt is None:
        raise Http404
    return payment


def _event(request: DeskRequest, roles: Collection[Role], uid: str) -> Event:
    """Return an event for its list of payments; a form needs a club that uses fees."""
    kind = _event_with_fees if request.method == "POST" else _event_with_payments
    return kind(request, roles, uid=uid)


@page(_club, DIRECTORS, "desk/fees/of_club.html")
def of_club(request: DeskRequest, club: Club) -> Shown:
    """Show the events of a club with a fee, with the sums taken and paid out."""
    pages_of = Paginator(reading.events_with_money(club), EVENTS_A_PAGE)
    shown = pages_of.get_page(request.GET.get("page"))
    return {"club": club, "shown": shown, "sums": reading.sums_of(list(shown.object_list))}


@page(_event, DIRECTORS, "desk/fees/fees.html", change=DIRECTORS, back="desk_fees")
def of_event(request: DeskRequest, event: Event) -> Shown:
    """Show the fee of an event and who has paid; on POST set the fee."""
    shown = pages.read(event, _part(request))
    form = FeeForm(event, shown.money, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            minor, currency = form.cleaned_data["minor"], form.cleaned_data["currency"]
            before = shown.money.fee
            fees.set_fee(event, actor(request), minor, currency)
            messages.success(request, _fee_words(minor, currency))
            if before is None or (before.amount, before.currency) != (minor, currency):
                was = money_text(before.amount, before.currency) if before else ""
                for words in change_words.fee_words(touched_by_change(event), was=was):
                    messages.info(request, words)
            return UNSAID
    return {**_context(request, shown), "form": form}


@act(_event_with_fees, DIRECTORS)
def take(request: DeskRequest, event: Event) -> HttpResponse:
    """Take the fee of the entry that the button names, in the way that was chosen."""
    method, uid = _method(request), sent.uid(request.POST, "take")
    try:
        entry = _entry(event, uid)
        fees.take_fee(
            entry, request.user, method, _seen(request), sent.form(request).of(f"fee {uid}")
        )
    except Refused as refused:
        tell_problems(request, refused)
        return _back_to("desk_fees", event, request, method, f"entry-{uid}")
    # The number of an older page may be another entry's: say by name who has paid.
    paid = {"number": entry.number, "name": event_record.entry_name(entry)}
    messages.success(request, gettext("No. %(number)s %(name)s has paid.") % paid)
    return _back_to("desk_fees", event, request, method, f"entry-{uid}")


@page(_event, DIRECTORS, "desk/fees/paid_prizes.html", change=DIRECTORS)
def prizes(request: DeskRequest, event: Event) -> Shown:
    """Show the prizes of an event and which are paid; on POST record that one was."""
    shown = pages.read_payouts(event, _part(request))
    if request.method == "POST":
        named, _space, what = request.POST.get("pay", "").partition(" ")
        method, uid = _method(request), named if sent.UID.fullmatch(named) else ""
        with report_outcome(request, gettext("The prize is marked as paid.")):
            _pay(request, shown, uid, what)
        return _back_to("desk_fee_prizes", event, request, method, f"prize-{uid}")
    return _context(request, shown)


@page(_payment, DIRECTORS, "desk/fees/take_back.html", change=DIRECTORS)
def take_back(request: DeskRequest, payment: Payment) -> Shown:
    """Ask why a payment is taken back; on POST take it back."""
    is_fee = payment.kind == PaymentKind.FEE
    form = TakeBackPaymentForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            fees.take_back(payment, request.user, form.cleaned_data["reason"])
            messages.success(request, gettext("The payment is taken back."))
            return redirect("desk_fees" if is_fee else "desk_fee_prizes", payment.event.uid)
    return {
        "event": payment.event,
        "payment": payment,
        "name": printed.payer(payment),
        "receipt": receipt_text(payment),
        "is_fee": is_fee,
        "form": form,
    }


receipt = made_at_once(printed.receipt, _paid_fee)
file = made_at_once(printed.FILES, _event_with_payments, by=["what", "kind"])


def _pay(request: DeskRequest, page: pages.PayoutsPage, uid: str, what: str) -> None:
    key = sent.form(request).of(f"prize {uid} {what}")
    if key.find(Payment):
        return
    due = page.due(uid, what)
    if due is None or due.gone:
        raise Refused(refuse(FeeProblem.NOT_DUE))
    fees.pay_prize(_entry(page.event, uid), request.user, due.prize, _method(request), key)


def _seen(request: HttpRequest) -> SeenFee:
    """Return the fee that the page showed, as the form sends it: an amount and a currency."""
    amount, _space, currency = request.POST.get("fee", "").partition(" ")
    return SeenFee(sent.number(amount), currency)


def _entry(event: Event, uid: str) -> Entry:
    entry: Entry | None = with_members(Entry.objects.filter(event=event, uid=uid)).first()
    if entry is None:
        raise Refused(refuse(Reason.ENTRY_GONE))
    entry.event = event
    return entry


def _context(request: DeskRequest, page: pages.FeesPage | pages.PayoutsPage) -> dict[str, Any]:
    chosen = request.GET.get("method", "")
    return {
        "event": page.event,
        "page": page,
        "is_used": page.event.tournament.club.uses(ClubFeature.FEES),
        "methods": PaymentMethod,
        "chosen": chosen if chosen in PaymentMethod.values else PaymentMethod.CASH.value,
    }


def _fee_words(minor: int, currency: str) -> str:
    if not minor:
        return gettext("The event has no fee.")
    return gettext("The fee is %(amount)s.") % {"amount": money_text(minor, currency)}


def _method(request: HttpRequest) -> PaymentMethod:
    named = request.POST.get("method", "")
    return PaymentMethod(named) if named in PaymentMethod.values else PaymentMethod.CASH


def _part(request: HttpRequest) -> int:
    return sent.number(request.POST.get("part") or request.GET.get("part", ""))


def _back_to(
    name: str, event: Event, request: HttpRequest, method: PaymentMethod, at: str
) -> HttpResponse:
    """Redirect to the row that was pressed, with the way of payment still chosen."""
    query = {"method": method.value} | ({"part": part} if (part := _part(request)) else {})
    return redirect(f"{reverse(name, args=[event.uid])}?{urlencode(query)}#{at}")
