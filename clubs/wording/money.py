"""The words of fees and payments."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.fees import currencies
from tournaments.models import Payment

CURRENCIES: Final = {
    "CNY": _("yuan"),
    "HKD": _("Hong Kong dollars"),
    "MOP": _("Macau patacas"),
    "TWD": _("new Taiwan dollars"),
    "SGD": _("Singapore dollars"),
    "MYR": _("Malaysian ringgit"),
    "JPY": _("Japanese yen"),
    "USD": _("US dollars"),
    "CAD": _("Canadian dollars"),
    "AUD": _("Australian dollars"),
    "EUR": _("euros"),
    "GBP": _("pounds sterling"),
}
_WITH_UNIT: Final = {
    "CNY": pgettext_lazy("money", "¥%(amount)s"),
    "HKD": pgettext_lazy("money", "HK$%(amount)s"),
    "MOP": pgettext_lazy("money", "MOP$%(amount)s"),
    "TWD": pgettext_lazy("money", "NT$%(amount)s"),
    "SGD": pgettext_lazy("money", "S$%(amount)s"),
    "MYR": pgettext_lazy("money", "RM%(amount)s"),
    "JPY": pgettext_lazy("money", "JP¥%(amount)s"),
    "USD": pgettext_lazy("money", "US$%(amount)s"),
    "CAD": pgettext_lazy("money", "C$%(amount)s"),
    "AUD": pgettext_lazy("money", "A$%(amount)s"),
    "EUR": pgettext_lazy("money", "€%(amount)s"),
    "GBP": pgettext_lazy("money", "£%(amount)s"),
}


def money_text(amount: int, currency: str) -> str:
    """Return an amount in minor units with its currency.

    >>> money_text(3000, "CNY"), money_text(3050, "CNY")
    ('30元', '30.50元')
    """
    return str(_WITH_UNIT[currency]) % {"amount": currencies.as_text(amount, currency)}


def receipt_text(payment: Payment) -> str:
    """Return the number of a receipt, which runs through a year; empty without one.

    >>> receipt_text(Payment(year=2026, receipt=12))
    '2026-0012'
    """
    return f"{payment.year}-{payment.receipt:04}" if payment.receipt else ""
