"""Currencies and amounts in their minor units: parsed as typed, and formatted for papers.

Pure: payments are in `models.fees`, amounts with their units in `wording`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

USUAL: Final = "CNY"
PLACES: Final[Mapping[str, int]] = {
    "CNY": 2,
    "HKD": 2,
    "MOP": 2,
    "TWD": 2,
    "SGD": 2,
    "MYR": 2,
    "JPY": 0,
    "USD": 2,
    "CAD": 2,
    "AUD": 2,
    "EUR": 2,
    "GBP": 2,
}
"""How many decimals an amount of each currency has."""
MOST: Final = 100_000_000
"""The largest fee, in minor units."""
UNITS: Final[Mapping[str, frozenset[str]]] = {
    "CNY": frozenset({"元", "圆", "块", "¥", "rmb", "人民币", "yuan"}),
    "HKD": frozenset({"元", "港元", "港币", "hk$", "$"}),
    "MOP": frozenset({"元", "澳门元", "mop$"}),
    "TWD": frozenset({"元", "新台币", "nt$"}),
    "SGD": frozenset({"元", "新元", "新加坡元", "s$", "$"}),
    "MYR": frozenset({"林吉特", "令吉", "rm"}),
    "JPY": frozenset({"日元", "円", "¥", "yen"}),
    "USD": frozenset({"美元", "$", "us$", "dollars"}),
    "CAD": frozenset({"加元", "$", "c$", "dollars"}),
    "AUD": frozenset({"澳元", "$", "a$", "dollars"}),
    "EUR": frozenset({"欧元", "€", "euro", "euros"}),
    "GBP": frozenset({"英镑", "£", "pounds"}),
}
"""How organisers name a currency behind the amount of a prize, in small letters."""
_AMOUNT: Final = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?")


def read_amount(text: str, currency: str) -> int:
    """Return a typed amount in minor units. Raises ValueError if it is none.

    >>> read_amount("30", "CNY"), read_amount("30.5", "CNY"), read_amount("３０元", "CNY")
    (3000, 3050, 3000)
    >>> read_amount("300", "JPY")
    300
    """
    plain = unicodedata.normalize("NFKC", text).strip().removeprefix("¥").removesuffix("元")
    matched = _AMOUNT.fullmatch(plain.strip().replace(",", "."))
    places = PLACES[currency]
    decimals = (matched[2] or "") if matched else ""
    if matched is None or len(decimals) > places:
        raise ValueError(text)
    amount = int(matched[1] + decimals.ljust(places, "0"))
    if amount > MOST:
        raise ValueError(text)
    return amount


def as_text(amount: int, currency: str) -> str:
    """Return an amount in minor units as text: whole ones without decimals.

    >>> as_text(3050, "CNY"), as_text(3000, "CNY"), as_text(-5, "CNY"), as_text(300, "JPY")
    ('30.50', '30', '−0.05', '300')
    """
    places = PLACES[currency]
    digits = str(abs(amount)).rjust(places + 1, "0")
    exact = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return ("\N{MINUS SIGN}" if amount < 0 else "") + exact.removesuffix("." + "0" * places)


def as_number(amount: int, currency: str) -> Fraction:
    """Return an amount in minor units as an exact number of the currency."""
    return Fraction(amount, 10 ** PLACES[currency])


def in_minor(amount: Fraction, currency: str) -> int:
    """Return an amount of a currency in minor units; fractions of these are rounded off.

    >>> in_minor(Fraction(100, 3), "CNY")
    3333
    """
    return int(amount * 10 ** PLACES[currency])


def is_money(unit: str, currency: str) -> bool:
    """Whether a unit, or none, means money of the currency.

    >>> is_money("元", "CNY"), is_money("", "CNY"), is_money("分", "CNY")
    (True, True, False)
    """
    name = unicodedata.normalize("NFKC", unit).strip().lower()
    return not name or name == currency.lower() or name in UNITS[currency]
