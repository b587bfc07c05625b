"""Codes that carry their message: the message id stands beside the value, and the interface
translates it.

Codes of `scoring`, which contains no prose, are worded in `wording/<game>`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, slots=True)
class CodeMessage:
    """A text of the catalogues in its source language, with named placeholders.

    Of a text with plural forms `counted` is the name of the value that chooses among them.
    """

    text: str
    plural: str = ""
    counted: str = ""
    context: str = ""


class WordedCode(StrEnum):
    """Base of codes made by the functions below; only the value is stored and sent."""

    _value_: str
    message: CodeMessage

    def __new__(cls, value: str, message: CodeMessage | None = None) -> Self:
        """Make a member that equals its value. Raises TypeError without a message."""
        # The default is for mypy alone, which takes a look-up by value for a call of this method.
        if message is None:
            raise TypeError(f"{cls.__name__} has a code without words: {value}")
        code = str.__new__(cls, value)
        code._value_ = value
        code.message = message
        return code


def worded(value: str, text: str) -> tuple[str, CodeMessage]:
    """Return a code value with its message; `manage.py messages` collects these literals."""
    return value, CodeMessage(text)


def worded_plural(value: str, text: str, plural: str, counted: str) -> tuple[str, CodeMessage]:
    """Return a code value with singular and plural; the value named `counted` decides."""
    return value, CodeMessage(text, plural, counted)


def worded_in(value: str, context: str, text: str) -> tuple[str, CodeMessage]:
    """Return a code value whose message is translated within a context."""
    return value, CodeMessage(text, context=context)
