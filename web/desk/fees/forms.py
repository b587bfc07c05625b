"""The forms of money: the fee of an event, and why a payment is taken back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.fees import currencies
from clubs.fees.reading import FeeList
from clubs.fees.refusals import FeeProblem
from clubs.wording.money import CURRENCIES, money_text
from tournaments import wording
from tournaments.base.refusals import refuse
from tournaments.models import Event
from tournaments.record.audit import Verb
from web.forms.base import DeskForm
from web.forms.stored_values import Logged, StoredForm


class FeeForm(StoredForm):
    """What an entry pays: an amount as it is typed, in the currency of the club."""

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
    """Why a payment is taken back."""

    reason = forms.CharField(
        label=_("Why it is taken back"),
        max_length=200,
        help_text=_("The reason stands in the list and in the log."),
    )
