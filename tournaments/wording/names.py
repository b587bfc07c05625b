"""What seats, suits, cards and the fields of a report are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext, pgettext_lazy

from scoring.cards import is_card

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
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

JOKERS: Names = {
    "RJ": pgettext_lazy("card", "Big joker"),
    "BJ": pgettext_lazy("card", "Small joker"),
}

_fields: dict[str, str | Promise] = {}
_lists: set[str] = set()
_origins: dict[str, str | Promise] = {}
_values: dict[str, str | Promise] = {}


def seat_name(label: str) -> str:
    """Return a seat's name in the current language."""
    if label.isdecimal():
        return pgettext("seat", "Seat %(number)s") % {"number": label}
    return str(SEATS.get(label, label))


def seat_short(label: str) -> str:
    """Return a seat's name as it stands on a compass or in a table."""
    return str(SHORT_SEATS.get(label, label))


def seat_list(labels: Iterable[str]) -> str:
    """Return seats as a list in words."""
    return listed(seat_name(label) for label in labels)


def listed(words: Iterable[str]) -> str:
    """Return words as a list in the current language."""
    return pgettext("list", ", ").join(words)


def card_text(code: str) -> str:
    """Return a card as people write it: its suit's sign and its rank, a joker by its name, a suit
    alone by its sign; other text as it is.

    >>> card_text("H10"), card_text("S"), card_text("SX")
    ('♥10', '♠', 'SX')
    """
    if is_card(code):
        return SUITS[code[0]] + code[1:]
    return str(JOKERS.get(code, SUITS.get(code, code)))


def card_list(codes: Iterable[str]) -> str:
    """Return cards side by side."""
    return " ".join(card_text(code) for code in codes)


def register_fields(names: Names, lists: Iterable[str] = ()) -> None:
    """Say what parts of reports and rules are called, and which of them are lists.

    Raises ValueError where a field has another name already.
    """
    for field, name in names.items():
        if _fields.setdefault(field, name) is not name:
            raise ValueError(f"the field {field} already has another name")
    _lists.update(lists)


def field_text(path: str) -> str:
    """Return the path of a field, as a problem has it, in words.

    What has no name is shown as it is.
    """
    if not path:
        return gettext("What was sent")
    parts = path.split(".")
    return " › ".join(_field_part(parts, depth) for depth in range(len(parts)))


def _field_part(parts: list[str], depth: int) -> str:
    part = parts[depth]
    if part.isdecimal() and (depth > 1 or parts[0] in _lists):
        return gettext("no. %(number)s") % {"number": int(part) + 1}
    # A part without a name is a seat or was not understood; both are said as they are.
    return str(_fields[part]) if part in _fields else str(SEATS.get(part, part))


def register_origins(names: Names) -> None:
    """Say what a result or an adjustment may come from; a room names the origins that it posts.

    Raises ValueError where an origin has another name already.
    """
    for origin, name in names.items():
        if _origins.setdefault(origin, name) is not name:
            raise ValueError(f"the origin {origin} already has another name")


def origin_text(label: str) -> str:
    """Return what a result came from; what has no name is shown as it is."""
    return str(_origins.get(label, label))


def register_values(names: Names) -> None:
    """Say what texts among the values of codes are called; `%(number)s` stands in the name of one
    that is followed by a number, as "row" for "row-3".

    Raises ValueError where a text has another name already.
    """
    for value, name in names.items():
        if _values.setdefault(value, name) is not name:
            raise ValueError(f"the value {value} already has another name")


def value_text(value: str) -> str:
    """Return what a text among the values of a code is called; what has no name is shown as it is.

    >>> value_text("a value without a name-2")
    'a value without a name-2'
    """
    if value in _values:
        return str(_values[value])
    stem, _, number = value.rpartition("-")
    if stem in _values and number.isdecimal():
        return str(_values[stem]) % {"number": number}
    return value
