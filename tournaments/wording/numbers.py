"""Formats numbers for people: points with their sign, decimals, and a typographic minus.

Files hold the exact value; only screens and papers round a third to two decimals.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

MINUS = "\u2212"
"""The minus sign (U+2212), as wide as the plus."""

_PLACES = 4

Number = int | Decimal | Fraction


def signed(value: Number) -> str:
    """Format points with their sign; never from a float, which could make a tie.

    >>> signed(100), signed(-40), signed(0), signed(Fraction(-5, 2)), signed(Fraction(22, 3))
    ('+100', '−40', '0', '−2.5', '+7.33')
    """
    exact = Fraction(value)
    sign = "+" if exact > 0 else MINUS if exact < 0 else ""
    return sign + _digits(abs(exact))


def unsigned(value: Number) -> str:
    """Format a number without a plus, because it is no gain or loss.

    >>> unsigned(3), unsigned(-3)
    ('3', '−3')
    """
    exact = Fraction(value)
    return (MINUS if exact < 0 else "") + _digits(abs(exact))


def amount_text(amount: Fraction, unit: str) -> str:
    """Format an amount with its unit; no space precedes a Chinese word.

    >>> amount_text(Fraction(75), "元"), amount_text(Fraction(75), "points")
    ('75元', '75 points')
    """
    space = " " if unit and unit[0].isascii() else ""
    return f"{unsigned(amount)}{space}{unit}"


def to_hundredths(value: Number) -> str:
    """Format a number with at least two decimals, so that a column aligns.

    >>> to_hundredths(10), to_hundredths(Fraction(1731, 100)), to_hundredths(Fraction(1, 8))
    ('10.00', '17.31', '0.125')
    """
    scaled = Fraction(value) * 100
    if scaled.denominator != 1:
        return unsigned(value)
    return (MINUS if scaled < 0 else "") + _pointed(abs(scaled.numerator), 2)


class Count(int):
    """A whole number in a sentence: formatted without a sign, and able to select the plural."""

    def __str__(self) -> str:
        return unsigned(self)


class Points(int):
    """Whole points in a sentence, formatted with their sign.

    >>> "%(value)s" % {"value": Points(100)}
    '+100'
    """

    def __str__(self) -> str:
        return signed(self)


def _digits(value: Fraction) -> str:
    """Format as decimals: exactly if four places suffice, otherwise rounded to two."""
    for places in range(_PLACES + 1):
        scaled = value * 10**places
        if scaled.denominator == 1:
            return _pointed(scaled.numerator, places)
    return _pointed(int(value * 100 + Fraction(1, 2)), 2)


def _pointed(digits: int, places: int) -> str:
    if not places:
        return str(digits)
    text = str(digits).rjust(places + 1, "0")
    return f"{text[:-places]}.{text[-places:]}"
