"""How single values read: seats, cards, fields and origins by name, numbers, lists, deals.

Points have their sign, decimals a typographic minus. Files hold the exact value; only screens and
papers round a third to two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext, pgettext_lazy

from scoring.cards import is_card
from tournaments.models import DealNumber

Names = Mapping[str, str | Promise]

SEATS: Names = {
    "N": pgettext_lazy("seat", "North"),
    "W": pgettext_lazy("seat", "West"),
    "S": pgettext_lazy("seat", "South"),
    "E": pgettext_lazy("seat", "East"),
}
SHORT_SEATS: Names = {
    "N": pgettext_lazy("seat", "N"),
    "W": pgettext_lazy("seat", "W"),
    "S": pgettext_lazy("seat", "S"),
    "E": pgettext_lazy("seat", "E"),
}
FULL_WIDTH = "。！？；：）"
"""Marks of Chinese text that bring the space after them with them."""

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

JOKERS: Names = {
    "RJ": pgettext_lazy("card", "Big joker"),
    "BJ": pgettext_lazy("card", "Small joker"),
}

MATCHES: Names = {
    "W": pgettext_lazy("match by its code", "W%(round)s.%(match)s"),
    "L": pgettext_lazy("match by its code", "L%(round)s.%(match)s"),
    "F1": pgettext_lazy("match by its code", "F1"),
    "F2": pgettext_lazy("match by its code", "F2"),
    "T": pgettext_lazy("match by its code", "T"),
}
"""The matches of a knockout by their codes, where the bracket is not at hand."""

_fields: dict[str, str | Promise] = {}
_lists: set[str] = set()
_origins: dict[str, str | Promise] = {}
_corrections: dict[str, str | Promise] = {}
_values: dict[str, str | Promise] = {}


def seat_name(label: str) -> str:
    """Return a seat's name in the current language."""
    if label.isdecimal():
        return pgettext("seat", "Seat %(number)s") % {"number": label}
    return str(SEATS.get(label, label))


def seat_short(label: str) -> str:
    """Return the short name of a seat, as on a compass or in a table."""
    return str(SHORT_SEATS.get(label, label))


def seat_list(labels: Iterable[str]) -> str:
    """Return the names of seats as a list."""
    return listed(seat_name(label) for label in labels)


def runs(numbers: Iterable[int]) -> str:
    """Return numbers as a list in the current language, consecutive ones as from–to.

    >>> runs([3, 1, 2])
    '1–3'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return listed(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in found)


def listed(words: Iterable[str]) -> str:
    """Return words as a list in the current language."""
    return pgettext("list", ", ").join(words)


def joined_clauses(texts: Iterable[str]) -> str:
    """Return texts as the clauses of one line in the current language."""
    return pgettext("list", "; ").join(texts)


def joined_sentences(texts: Iterable[str]) -> str:
    """Join texts that are not empty; no space follows a full-width mark.

    >>> joined_sentences(["One.", "", "Two."]), joined_sentences(["其一。", "其二。"])
    ('One. Two.', '其一。其二。')
    """
    return re.sub(f"(?<=[{FULL_WIDTH}]) ", "", " ".join(filter(None, texts)))


def match_code_text(code: str) -> str:
    """Return the code of a knockout match, in Chinese with the name of the match.

    Other text is returned as it is.

    >>> match_code_text("W2.1"), match_code_text("T"), match_code_text("50%. of all")
    ('第2轮第1场（W2.1）', '三四名决赛（T）', '50%. of all')
    """
    round_, _, match = code[1:].partition(".")
    text = MATCHES.get(code[:1] if match else code)
    if text is None:
        return code
    return str(text) % {"round": round_, "match": match} if match else str(text)


def card_text(code: str) -> str:
    """Format a card as sign and rank, a joker by its name, a suit alone by its sign.

    Other text is returned as it is.

    >>> card_text("H10"), card_text("S"), card_text("SX")
    ('♥10', '♠', 'SX')
    """
    if is_card(code):
        return SUITS[code[0]] + code[1:]
    return str(JOKERS.get(code, SUITS.get(code, code)))


def card_list(codes: Iterable[str]) -> str:
    """Format cards side by side."""
    return " ".join(card_text(code) for code in codes)


def register(
    *, fields: Names, lists: Iterable[str], origins: Names, corrections: Names, values: Names
) -> None:
    """Register names; `Lexicon` explains the parameters.

    Raises ValueError if a field, an origin, a correction or a value already has another name.
    """
    _add("field", _fields, fields)
    _lists.update(lists)
    _add("origin", _origins, origins)
    _add("correction", _corrections, corrections)
    _add("value", _values, values)


def _add(kind: str, known: dict[str, str | Promise], names: Names) -> None:
    for key, name in names.items():
        if known.setdefault(key, name) is not name:
            raise ValueError(f"the {kind} {key} already has another name")


def field_text(path: str) -> str:
    """Return the path of a field of a problem in words.

    Parts without a name are shown unchanged.
    """
    if not path:
        return gettext("What was sent")
    parts = path.split(".")
    return " › ".join(_field_part(parts, depth) for depth in range(len(parts)))


def _field_part(parts: list[str], depth: int) -> str:
    part = parts[depth]
    if part.isdecimal() and (depth > 1 or parts[0] in _lists):
        return gettext("no. %(number)s") % {"number": int(part) + 1}
    # A part without a name is a seat or was not understood; both are shown unchanged.
    return str(_fields[part]) if part in _fields else str(SEATS.get(part, part))


def origin_text(label: str, *, version: int = 1) -> str:
    """Return the name of the origin of a version; an unknown one is shown unchanged."""
    name = _corrections.get(label) if version > 1 else None
    return str(name or _origins.get(label, label))


def value_text(value: str) -> str:
    """Return the name of a text among the values of a code; an unknown one is shown unchanged.

    >>> value_text("a value without a name-2")
    'a value without a name-2'
    """
    if value in _values:
        return str(_values[value])
    stem, _, number = value.rpartition("-")
    if stem in _values and number.isdecimal():
        return str(_values[stem]) % {"number": number}
    return value


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


NUMBERED: Final[dict[tuple[bool, bool], str | Promise]] = {
    (False, False): gettext_lazy("deal %(order)s"),
    (True, False): gettext_lazy("board %(board)s (no. %(order)s of the round)"),
    (True, True): gettext_lazy("board %(board)s (no. %(order)s of the segment)"),
}
"""The words for a deal, by whether it is of a board, and of a segment.

If tables share boards a deal has the number of its board and its position in the order of play, and
both are shown; otherwise it has one number.
"""


def deal_text(number: DealNumber) -> str:
    """Return the number of a deal, within a sentence."""
    values = {"board": number.board, "order": number.order}
    return str(NUMBERED[number.of_board, number.of_segment]) % values


def deal_title(number: DealNumber) -> str:
    """Return the number of a deal, at the beginning of a line or as a heading."""
    return capitalised(deal_text(number))


def board_title(number: int) -> str:
    """Return the number of a board, whoever plays it and when."""
    return capitalised(gettext("board %(board)s") % {"board": number})


def short_text(number: DealNumber) -> str:
    """Return the deal by one number, where the context gives the rest."""
    if number.of_board:
        return gettext("board %(board)s") % {"board": number.board}
    return deal_text(number)


def short_title(number: DealNumber) -> str:
    """Return the same at the beginning of a line or a column."""
    return capitalised(short_text(number))


def deals_text(numbers: Sequence[DealNumber]) -> str:
    """Return several deals of one table by their numbers."""
    named = {"numbers": listed(str(number.board) for number in numbers)}
    if any(number.of_board for number in numbers):
        return ngettext("board %(numbers)s", "boards %(numbers)s", len(numbers)) % named
    return ngettext("deal %(numbers)s", "deals %(numbers)s", len(numbers)) % named


def capitalised(text: str) -> str:
    """Return a text with a capital first letter, if its script has one.

    >>> capitalised("deal 1")
    'Deal 1'
    """
    return text[:1].upper() + text[1:]
