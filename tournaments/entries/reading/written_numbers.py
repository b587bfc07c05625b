"""Numbers in pasted lines of a register and of a seeding: membership numbers, ranks, ratings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entries.name_signs import HAN
from tournaments.entries.reading.line_kinds import LIST
from tournaments.entries.reading.line_marks import plain

_LABELLED: Final = re.compile(
    r"(?:会员|卡|证)?(?:编号|会员号|证号|卡号|号码)\s*[:：]?\s*[#＃]?\s*([0-9]{1,9})(?![0-9])"
    r"|会员\s*([0-9]{1,9})(?![0-9年])"
    r"|(?<![A-Za-z])(?:no\.?|№)\s*([0-9]{1,9})(?![0-9])"
    r"|[#＃]\s*([0-9]{1,9})(?!\w)"
    r"|[（(]\s*第?([0-9]{1,9})\s*号\s*[)）]"
    r"|(?<=\s)第?([0-9]{1,9})\s*号(?=\s|$)"
    r"|^\s*第([0-9]{1,9})\s*号",
    re.IGNORECASE,
)
"""A member's number that is called so, wherever it stands: 编号16, No.16, #16, （16号）."""
_FRONT: Final = re.compile(
    rf"^\s*([0-9]{{1,9}})(?:\s*([.．、)）:：\-]?)(?![0-9])\s*)(?=[{HAN}A-Za-z])"
    r"(?!\s*[点月日年人时分个桌队组名位届元])"
    r"|^\s*([0-9]{1,9})(?:\s*[,，\t]\s*|\s*号\s*)(?=\S)"
)
"""A number in front of a name, with the sign behind it that a list counts with."""
_RATED: Final = re.compile(r"\s*[（(\[【]\s*([0-9]{2,5}(?:\.[0-9]+)?)\s*分?\s*[)）\]】]")
_RATED_WITH: Final = re.compile(
    r"[（(]\s*([^()（）]*[^()（）\s0-9，,、.])\s*[，,、\s]\s*([0-9]{2,5}(?:\.[0-9]+)?)\s*分?\s*[)）]"
)
"""A rating behind a club in brackets: （城北，1500）."""
_RATING_WORD: Final = re.compile(
    r"[\s，,（(]*(?:等级分|积分|大师分|技术分|总分|rating|elo)\s*[:：]?\s*([0-9]{1,6}(?:\.[0-9]+)?)\s*分?[)）]?",
    re.IGNORECASE,
)
_HAN_NUMBERS: Final = {"头": "1"} | {
    sign: str(place) for place, sign in enumerate("一二三四五六七八九十", 1)
}
_PLACE: Final = re.compile(
    r"^\s*(?:第\s*([0-9]{1,4}|[一二三四五六七八九十])\s*(?:号种子|种子|号|名|位)"
    r"|([0-9]{1,4}|[头一二三四五六七八九十])\s*号种子"
    r"|(?:种子|排名|名次)\s*(?:第|[:：#])?\s*([0-9]{1,4})\s*[号名位]?)\s*[:：.、，,]?\s*(?=\S)"
)
"""The place of a seeding in front of a name: 第2名, 1号种子, 种子3."""


@dataclass(frozen=True, slots=True)
class NumberedText:
    """A text without its membership number; `is_doubtful` if the number may just count the
    lines.
    """

    text: str
    number: str = ""
    is_doubtful: bool = False


def members_numbered(texts: Sequence[str]) -> list[NumberedText]:
    """Return the texts of a register with their membership numbers.

    A leading number is a membership number, unless the numbers count the lines from one.

    >>> [each.number for each in members_numbered(["12 张三", "编号16 李四", "王五"])]
    ['12', '16', '']
    >>> [(each.number, each.is_doubtful) for each in members_numbered(["1 张三", "2 李四"])]
    [('1', True), ('2', True)]
    >>> [each.text for each in members_numbered(["1. 张三", "2. 李四"])]
    ['1. 张三', '2. 李四']
    """
    plains = [plain(text) for text in texts]
    fronts = [_front(text) for text in plains]
    counting = _Counting.of(fronts)
    return [_numbered(text, front, counting) for text, front in zip(plains, fronts, strict=True)]


def _front(text: str) -> re.Match[str] | None:
    found = None if _LABELLED.search(text) else _FRONT.match(text)
    return None if found is None or LIST.search(text[found.end() :].split(maxsplit=1)[0]) else found


@dataclass(frozen=True, slots=True)
class _Counting:
    """Whether the leading numbers are consecutive, and their start."""

    follows: bool
    first: int

    @classmethod
    def of(cls, fronts: Sequence[re.Match[str] | None]) -> _Counting:
        numbers = [int(found[1] or found[3]) for found in fronts if found]
        first = numbers[0] if numbers else 0
        return cls(numbers == [*range(first, first + len(numbers))], first)


def _numbered(text: str, front: re.Match[str] | None, counting: _Counting) -> NumberedText:
    labelled = _LABELLED.search(text)
    if labelled:
        number = next(filter(None, labelled.groups()))
        return NumberedText(text.replace(labelled[0], " ", 1), str(int(number)))
    if front is None:
        return NumberedText(text)
    is_from_one = counting.follows and counting.first == 1
    is_dotted = bool(front[2])
    if is_dotted and is_from_one:
        return NumberedText(text)
    doubtful = is_from_one or (is_dotted and counting.follows)
    return NumberedText(text[front.end() :], str(int(front[1] or front[3])), doubtful)


def seeding_text(text: str) -> str:
    """Return a line of a seeding with its rank as a leading number and its rating at the end.

    >>> seeding_text("第2名 张三（1500分）"), seeding_text("1号种子：李四 等级分1600")
    ('2. 张三 1500', '1. 李四 1600')
    """
    text = _RATED.sub(r" \1", _RATED_WITH.sub(r"（\1） \2", plain(text)))
    text = _RATING_WORD.sub(r" \1", text)
    found = _PLACE.match(text)
    if found is None:
        return text
    place = next(filter(None, found.groups()))
    return f"{_HAN_NUMBERS.get(place, place)}. {text[found.end() :]}"
