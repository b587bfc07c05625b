"""The prizes of an event as they are stored: amounts by place, and the rule for ties."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from tournaments.standings.prizes import PrizeRules, PrizeTies
from tournaments.standings.round_scores import TieBreak

MOST_PRIZES: Final = 64
"""The most places that can have a prize."""
LONGEST_UNIT: Final = 12
"""The longest unit of amounts, in characters."""
MOST: Final = 10**9
"""The highest prize."""


def as_json(rules: PrizeRules) -> dict[str, Any]:
    """Return prize rules as JSON that `read` reads.

    >>> as_json(PrizeRules((Fraction(100), Fraction(1, 2))))["amounts"]
    ['100', '1/2']
    """
    return {
        "amounts": [str(amount) for amount in rules.amounts],
        "ties": rules.ties.value,
        "tie_breaks": [tie_break.value for tie_break in rules.tie_breaks],
    }


def read(data: Mapping[str, Any]) -> PrizeRules | None:
    """Return the stored rules; None where there are none, or where they cannot be read.

    >>> read({"amounts": ["100", "50"], "ties": "higher"}).ties.value
    'higher'
    >>> read({"amounts": ["-1"]}) is None
    True
    """
    amounts = data.get("amounts")
    if len(unit(data)) > LONGEST_UNIT or not isinstance(amounts, list):
        return None
    if not 0 < len(amounts) <= MOST_PRIZES:
        return None
    try:
        parsed = tuple(read_amount(str(value)) for value in amounts)
        ties = PrizeTies(data.get("ties", PrizeTies.DIVIDED))
        tie_breaks = tuple(TieBreak(code) for code in data.get("tie_breaks", ()))
    except ValueError:
        return None
    return PrizeRules(parsed, ties, tie_breaks)


def unit(data: Mapping[str, Any]) -> str:
    """Return the unit of the amounts.

    >>> unit({"unit": "元"})
    '元'
    """
    return str(data.get("unit", ""))


def read_amount(text: str) -> Fraction:
    """Return the amount in a text: a whole number, a decimal or a fraction.

    Raises ValueError where it is none, or negative.

    >>> read_amount("12.50"), read_amount("1/3")
    (Fraction(25, 2), Fraction(1, 3))
    """
    if len(text) > 24 or "e" in text.lower():
        raise ValueError("that is no amount")
    try:
        value = Fraction(text.strip())
    except ZeroDivisionError as nothing:
        raise ValueError("that is no amount") from nothing
    if not 0 <= value <= MOST:
        raise ValueError("that is no amount of a prize")
    return value
