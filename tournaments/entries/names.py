"""Normalises typed and pasted names for storing, comparing and printing."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from tournaments.entries.name_signs import (
    ANY_DOT,
    BETWEEN_HAN,
    DOT_OF_HAN,
    FULL_STOP,
    HAN,
    MIDDLE_DOT,
    ROUND_DOT,
    SELECTORS,
    without_private_use,
)

UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})
"""Unicode categories of control, format and surrogate characters."""
BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols and show nothing."""


_PLAIN_HAN: Final = re.compile("[\u4e00-\u9fff]+")
"""Chinese characters alone, of which every form of a name is the same; most names are such."""
HAN_NAME: Final = re.compile(rf"[{HAN}]+(?:{MIDDLE_DOT}[{HAN}]+)*")
NUMBERED: Final = re.compile(r"^\s*\d{1,4}\s*[.．、)）]\s*(?!\d)")
"""A line number in front of a line of a list, not followed by a further digit."""

MEMBER_NUMBER: Final = re.compile(r"\s*[#＃]\s*(\d{1,9})(?!\w)")
"""The number of a member in the register, alone or behind a name."""


@lru_cache(maxsize=4096)
def tidy(text: str) -> str:
    """Return a name composed (NFC), with single spaces and without invisible characters.

    A text without visible characters gives the empty name.

    >>> tidy(" 王\\u200b  小明\\u202e ")
    '王 小明'
    >>> tidy("\\u3164\\ufe0f")
    ''
    """
    if _PLAIN_HAN.fullmatch(text):
        return text
    composed = unicodedata.normalize("NFC", without_private_use(text))
    spaced = " ".join(composed.split())
    if spaced.isprintable() and spaced.isascii() | spaced.isalnum() and BLANKS.isdisjoint(spaced):
        return spaced
    seen = "".join(
        character
        for character in spaced
        if character not in BLANKS and unicodedata.category(character) not in UNSEEN
    ).strip()
    shown = any(
        unicodedata.category(sign)[0] in "LNPS" or unicodedata.category(sign) == "Co"
        for sign in seen
    )
    return seen if shown else ""


@lru_cache(maxsize=4096)
def as_stored(text: str) -> str:
    """Return a new name as it is stored: tidy, with U+00B7, without blanks between Chinese
    characters.

    >>> as_stored("欧阳  修"), as_stored("阿卜杜拉 • 买买提"), as_stored("Anna  Maria Müller")
    ('欧阳修', '阿卜杜拉·买买提', 'Anna Maria Müller')
    """
    if _PLAIN_HAN.fullmatch(text):
        return text
    name = DOT_OF_HAN.sub(MIDDLE_DOT, FULL_STOP.sub(MIDDLE_DOT, tidy(text)))
    return BETWEEN_HAN.sub("", SELECTORS.sub("", ANY_DOT.sub(MIDDLE_DOT, name)))


@lru_cache(maxsize=4096)
def key_of(name: str) -> str:
    """Return the key that equal names share.

    Names are equal if they differ only in case, width, compatibility forms, blanks between Chinese
    characters or the kind of middle dot. Simplified and traditional characters are different.

    >>> key_of("Ｌi  NA"), key_of("王 小明"), key_of("阿迪力・艾山") == key_of("阿迪力 · 艾山")
    ('li na', '王小明', True)
    """
    if _PLAIN_HAN.fullmatch(name):
        return name
    tidied = ROUND_DOT.sub(MIDDLE_DOT, FULL_STOP.sub(MIDDLE_DOT, tidy(SELECTORS.sub("", name))))
    folded = unicodedata.normalize("NFKC", tidied).casefold().replace("’", "'")
    folded = unicodedata.normalize("NFC", " ".join(folded.split()))
    return BETWEEN_HAN.sub("", ROUND_DOT.sub(MIDDLE_DOT, folded))


def is_han(text: str) -> bool:
    """Whether a text consists of Chinese characters and middle dots alone."""
    return bool(HAN_NAME.fullmatch(text))


def is_name(text: str) -> bool:
    """Whether a text can be a person's name, or the number of a member in its place.

    >>> is_name("张三"), is_name("#12"), is_name("12")
    (True, True, False)
    """
    return any(sign.isalpha() for sign in text) or bool(MEMBER_NUMBER.fullmatch(text))


def unnumbered(line: str) -> str:
    """Return a line of a list without its leading number.

    >>> [unnumbered(line) for line in ("1. 王小明", "12、李娜", "3) Eve", "007", "1.5 x")]
    ['王小明', '李娜', 'Eve', '007', '1.5 x']
    """
    return NUMBERED.sub("", line)
