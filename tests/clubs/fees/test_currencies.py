"""Amounts as people type them, with the decimals of their currency, and what counts as money."""

from __future__ import annotations

from fractions import Fraction

import pytest

from clubs.fees import currencies
from clubs.fees.currencies import MOST


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("0", "CNY", 0),
        ("30", "CNY", 3000),
        ("30.5", "CNY", 3050),
        ("30,05", "CNY", 3005),
        (" ¥30 ", "CNY", 3000),
        ("３０元", "CNY", 3000),
        ("1000000", "CNY", MOST),
        ("100000000", "JPY", MOST),
    ],
)
def test_an_amount_is_read_in_minor_units(text: str, currency: str, minor: int) -> None:
    assert currencies.read_amount(text, currency) == minor


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("", "CNY"),
        ("元", "CNY"),
        ("-1", "CNY"),
        ("30.001", "CNY"),
        ("30.0", "JPY"),
        ("1000000.01", "CNY"),
        ("100000001", "JPY"),
    ],
)
def test_what_is_no_amount_of_the_currency_or_too_much_is_not_read(
    text: str, currency: str
) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        currencies.read_amount(text, currency)


@pytest.mark.parametrize(
    ("amount", "currency", "written"),
    [
        (0, "CNY", "0"),
        (3000, "CNY", "30"),
        (1, "CNY", "0.01"),
        (-1, "CNY", "−0.01"),
        (0, "JPY", "0"),
    ],
)
def test_an_amount_has_its_sign_and_no_decimals_that_are_zero(
    amount: int, currency: str, written: str
) -> None:
    assert currencies.as_text(amount, currency) == written


def test_what_cannot_be_paid_is_rounded_off() -> None:
    assert currencies.in_minor(Fraction(200, 3), "CNY") == 6666
    assert currencies.in_minor(Fraction(200, 3), "JPY") == 66


@pytest.mark.parametrize(
    ("unit", "currency", "is_money"),
    [
        ("", "EUR", True),
        (" ", "EUR", True),
        ("EUR", "EUR", True),
        ("€", "EUR", True),
        ("Euros", "EUR", True),
        ("元", "EUR", False),
        ("CNY", "EUR", False),
        ("分", "CNY", False),
    ],
)
def test_an_amount_is_money_by_its_unit(unit: str, currency: str, is_money: bool) -> None:
    assert currencies.is_money(unit, currency) is is_money
