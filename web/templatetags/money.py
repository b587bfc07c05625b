"""Filters for payments: their amounts with the currency, and the numbers of receipts."""

from __future__ import annotations

from django import template

from clubs.wording.money import money_text, receipt_text
from tournaments.models import EventFee, Payment

register = template.Library()

# `{{ payment|receipt }}`: 2026-0012. `{{ total.amount|money_in:currency }}`: 30元.
register.filter("receipt", receipt_text)
register.filter("money_in", money_text)


@register.filter
def money(row: EventFee | Payment) -> str:
    """`{{ payment|money }}`: the amount with its currency."""
    return money_text(row.amount, row.currency)
