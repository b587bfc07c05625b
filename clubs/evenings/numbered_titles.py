"""The number in the title of an evening (第2期), increased for the next one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

DIGITS: Final = "零一二三四五六七八九"
TEN: Final = "十"
MOST_IN_WORDS: Final = 99
_NUMBER: Final = rf"\d+|[{DIGITS[1:]}]?{TEN}[{DIGITS[1:]}]?|[〇{DIGITS}]{{1,3}}"
_IN_TITLES: Final = re.compile(
    rf"(第\s*)({_NUMBER})(\s*[期届次回场晚])|((?:No\.?|#)\s*)(\d+)", re.IGNORECASE
)
_IN_EVENTS: Final = re.compile(rf"(第\s*)({_NUMBER})(\s*[期届])")


def next_title(title: str) -> str:
    """Return the title of a tournament with its last number increased; unchanged without one.

    >>> [next_title(title) for title in ("周五牌局 第1期", "第九期双升赛", "Club night No. 12")]
    ['周五牌局 第2期', '第十期双升赛', 'Club night No. 13']

    What is no number in words counts as none: 第十十期.
    """
    return _count_on(title, _IN_TITLES)


def next_event_name(name: str) -> str:
    """Return the name of an event with its last 期 or 届 increased; 第2场 is a part of an evening.

    >>> next_event_name("第3期个人赛"), next_event_name("第2场")
    ('第4期个人赛', '第2场')
    """
    return _count_on(name, _IN_EVENTS)


def is_numbered(title: str) -> bool:
    """Whether a title has a number that can be increased."""
    return bool(_IN_TITLES.search(title))


def _count_on(text: str, pattern: re.Pattern[str]) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    last = found[-1]
    place = next(n for n in (2, 5) if n <= pattern.groups and last.group(n) is not None)
    start, end = last.span(place)
    return text[:start] + _next_number(last.group(place)) + text[end:]


def _next_number(written: str) -> str:
    if written.isdecimal():
        return str(int(written) + 1).zfill(len(written))
    number = _read_words(written) + 1
    return _in_words(number) if number <= MOST_IN_WORDS else str(number)


def _read_words(written: str) -> int:
    """Return a number up to 99 written in words.

    >>> [_read_words(words) for words in ("九", "十", "十二", "三十", "四十五", "二〇")]
    [9, 10, 12, 30, 45, 20]
    """
    value: Callable[[str], int] = DIGITS.index
    written = written.replace("〇", DIGITS[0])
    if TEN not in written:
        return int("".join(str(value(sign)) for sign in written))
    tens, units = written.split(TEN, 1)
    return 10 * (value(tens) if tens else 1) + (value(units) if units else 0)


def _in_words(number: int) -> str:
    tens, units = divmod(number, 10)
    before = "" if tens == 0 else TEN if tens == 1 else DIGITS[tens] + TEN
    return before + (DIGITS[units] if units or not tens else "")
