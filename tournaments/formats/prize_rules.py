"""The prizes of an event as stored: amounts and things by rank, and the rule for ties."""

from __future__ import annotations

import re
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
LONGEST_THING: Final = 40
"""The longest name of a thing, in characters."""
LOOKS_LIKE_AN_AMOUNT: Final = re.compile(r"[-−+]?[\d.,/eE−+-]+")


def as_json(rules: PrizeRules) -> dict[str, Any]:
    """Return prize rules as JSON that `read` reads.

    >>> as_json(PrizeRules((Fraction(100), Fraction(1, 2))))["amounts"]
    ['100', '1/2']
    """
    data: dict[str, Any] = {
        "amounts": [str(amount) for amount in rules.amounts],
        "ties": rules.ties.value,
        "tie_breaks": [tie_break.value for tie_break in rules.tie_breaks],
    }
    return data | ({"things": list(rules.things)} if any(rules.things) else {})


def read(data: Mapping[str, Any]) -> PrizeRules | None:
    """Return the stored rules; None if there are none, or if they cannot be read.

    >>> read({"amounts": ["100", "50"], "ties": "higher"}).ties.value
    'higher'
    >>> read({"amounts": ["-1"]}) is None
    True
    """
    amounts, things = data.get("amounts"), data.get("things", [])
    if len(unit(data)) > LONGEST_UNIT or not isinstance(amounts, list):
        return None
    if not _are_things(things, len(amounts)):
        return None
    if not 0 < len(amounts) <= MOST_PRIZES:
        return None
    try:
        parsed = tuple(read_amount(str(value)) for value in amounts)
        ties = PrizeTies(data.get("ties", PrizeTies.DIVIDED))
        tie_breaks = tuple(TieBreak(code) for code in data.get("tie_breaks", ()))
    except ValueError:
        return None
    return PrizeRules(parsed, ties, tie_breaks, tuple(things))


def _are_things(things: Any, places: int) -> bool:
    return (
        isinstance(things, list)
        and len(things) <= places
        and all(isinstance(thing, str) and len(thing) <= LONGEST_THING for thing in things)
    )


def unit(data: Mapping[str, Any]) -> str:
    """Return the unit of the amounts.

    >>> unit({"unit": "元"})
    '元'
    """
    return str(data.get("unit", ""))


def read_amount(text: str) -> Fraction:
    """Return the amount in a text: a whole number, a decimal or a fraction.

    Raises ValueError if it is none, or negative.

    >>> read_amount("12.50"), read_amount("1/3")
    (Fraction(25, 2), Fraction(1, 3))
    """
    if len(text) > 24 or "e" in text.lower():
        raise ValueError("not an amount")
    try:
        value = Fraction(text.strip())
    except ZeroDivisionError as nothing:
        raise ValueError("not an amount") from nothing
    if not 0 <= value <= MOST:
        raise ValueError("not an amount of a prize")
    return value


def read_prize(text: str, unit: str = "") -> tuple[Fraction, str]:
    """Return the amount and the thing in a line; either may be missing, the amount is then 0.

    The unit may follow the amount. Raises ValueError if the line has neither, or an amount that
    cannot be read.

    >>> read_prize("100 茶叶一盒"), read_prize("茶叶一盒"), read_prize("100元", "元")
    ((Fraction(100, 1), '茶叶一盒'), (Fraction(0, 1), '茶叶一盒'), (Fraction(100, 1), ''))
    """
    head, *rest = text.split(maxsplit=1)
    number = head.removesuffix(unit) if unit else head
    thing = " ".join("".join(rest).split()).removeprefix(unit).strip()
    if LOOKS_LIKE_AN_AMOUNT.fullmatch(number):
        amount = read_amount(number)
        return amount, thing
    if not any(character.isalpha() for character in text):
        raise ValueError("not a prize")
    return Fraction(0), " ".join(text.split())


def as_line(amount: str, thing: str) -> str:
    """Return a line that `read_prize` parses to the same values.

    >>> as_line("100", "茶叶一盒"), as_line("0", "茶叶一盒"), as_line("0", "")
    ('100 茶叶一盒', '茶叶一盒', '0')
    """
    return thing if thing and amount == "0" else f"{amount} {thing}".strip()
