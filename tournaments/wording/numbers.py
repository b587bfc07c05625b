"""Numbers as people read them: points with their sign, and a true minus everywhere."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

MINUS = "\u2212"
"""The minus sign, as wide as the plus."""

_PLACES = 4

Number = int | Decimal | Fraction


def signed(value: Number) -> str:
    """Return points with their sign; never a float, which could hide a tie.

    >>> signed(100), signed(-40), signed(0), signed(Fraction(-5, 2))
    ('+100', '−40', '0', '−2.5')
    """
    exact = Fraction(value)
    sign = "+" if exact > 0 else MINUS if exact < 0 else ""
    return sign + _digits(abs(exact))


def unsigned(value: Number) -> str:
    """Return a number that is no gain or loss, so without a plus.

    >>> unsigned(3), unsigned(-3)
    ('3', '−3')
    """
    exact = Fraction(value)
    return (MINUS if exact < 0 else "") + _digits(abs(exact))


def to_hundredths(value: Number) -> str:
    """Return a number with two decimals at least, so that one stands below another.

    >>> to_hundredths(10), to_hundredths(Fraction(1731, 100)), to_hundredths(Fraction(1, 8))
    ('10.00', '17.31', '0.125')
    """
    scaled = Fraction(value) * 100
    if scaled.denominator != 1:
        return unsigned(value)
    return (MINUS if scaled < 0 else "") + _pointed(abs(scaled.numerator), 2)


class Count(int):
    """A whole number that counts, so that it can stand in a sentence and choose its plural."""

    def __str__(self) -> str:
        return unsigned(self)


class Points(int):
    """Whole points, which carry their sign wherever they are put in a sentence.

    >>> "%(value)s" % {"value": Points(100)}
    '+100'
    """

    def __str__(self) -> str:
        return signed(self)


def _digits(value: Fraction) -> str:
    """The value itself where decimals can say it, else the exact fraction."""
    for places in range(_PLACES + 1):
        scaled = value * 10**places
        if scaled.denominator == 1:
            return _pointed(scaled.numerator, places)
    whole, rest = divmod(value, 1)
    return f"{whole} {rest}" if whole else str(rest)


def _pointed(digits: int, places: int) -> str:
    if not places:
        return str(digits)
    text = str(digits).rjust(places + 1, "0")
    return f"{text[:-places]}.{text[-places:]}"
