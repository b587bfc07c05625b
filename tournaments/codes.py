"""Codes that carry their words: the message id stands beside the value, and a face translates it.

The codes of `scoring`, which knows no prose, do not belong here: `wording/<game>` words them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


@dataclass(frozen=True, slots=True)
class Message:
    """A text of the catalogues in its source language, with named placeholders.

    Of a text with plural forms `counted` is the name of the value that chooses among them.
    """

    text: str
    plural: str = ""
    counted: str = ""
    context: str = ""


class WordedCode(StrEnum):
    """Codes whose members are made by the functions below; the value alone is stored and sent."""

    _value_: str
    message: Message

    def __new__(cls, value: str, message: Message | None = None) -> Self:
        """Make a member, which equals its value. Raises TypeError for one without words."""
        # The default is for mypy alone, which takes a look-up by value for a call of this.
        if message is None:
            raise TypeError(f"{cls.__name__} has a code without words: {value}")
        code = str.__new__(cls, value)
        code._value_ = value
        code.message = message
        return code


def worded(value: str, text: str) -> tuple[str, Message]:
    """Give a code its words. `manage.py messages` collects what is written in the call."""
    return value, Message(text)


def worded_plural(value: str, text: str, plural: str, counted: str) -> tuple[str, Message]:
    """Give a code its words for one and for many; `counted` names the value that chooses."""
    return value, Message(text, plural, counted)


def worded_in(value: str, context: str, text: str) -> tuple[str, Message]:
    """Give a code words that are translated otherwise in another context."""
    return value, Message(text, context=context)
