"""Phrases that people write around names in a chat: times, "I am in", "X cannot come".

The rest of a line is read in `persons`, `pairs` and `teams`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tournaments.entries.name_signs import FULL_STOP, HAN
from tournaments.entries.reading.signs import WEEKDAY_NAME, is_short_name, is_usual_name

_TIME: Final = re.compile(
    r"^\s*[\[(（]?(?:[0-9]{2,4}[-/.年])?(?:[0-9]{1,2}[-/.月][0-9]{1,2}日?\s*)?(?:上午|下午|晚上)?\s*"
    r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?[\])）]?\s+(?=[^\s:：]{1,24}\s*(?:[:：]|$))"
)
"""When a message was sent: 20:31 张三: 报名."""
_JOINS: Final = r"(?:报名|报个名|报一个|参加|参赛|接龙|报到)"
_WHO_JOINS: Final = re.compile(
    rf"^\s*(?:我们?|本人|咱们?)(?:也|都|要|想|先|再|来)*{_JOINS}[\s:：，,]+(?=\S)"
    rf"|^\s*(?:算|加)(?:我|上)?一个[\s:：，,]+(?=\S)"
)
_JOINS_FIRST: Final = re.compile(rf"^\s*(?:再|也)?{_JOINS}[\s，,]+(?=\S)")
_ON_BEHALF: Final = re.compile(
    rf"^\s*我?(?:帮|替|给|代)\s*(\S.*?)\s*(?:也|都)?{_JOINS}(?:一下)?\s*$"
)
_JOINS_LAST: Final = re.compile(rf"\s*(?:我?也?|都|要)(?<!不){_JOINS}了?\s*[。！!]?\s*$")
_PARTS: Final = re.compile(r"\s*[、，,；;/／]\s*|\s+|(?<=\S)[和与跟](?=\S)")
_AWAY_CLAUSE: Final = re.compile(
    rf"[，,；;。]\s*(?=([{HAN}]{{2,4}}?(?:[、和]\s*[{HAN}]{{2,4}}?)*)\s*"
    r"(?:请假|不来|来不了|去不了|不去|不参加|退出|退赛|不能来)了?[。！!]?\s*$)"
)
"""Where the last clause of a line begins, if it names who stays away."""
_LABELLED_PARTS: Final = re.compile(r"\s*[;；。]\s*(?=[^:：;；。，,、]{1,16}[:：])")
_WITHIN_ONE: Final = re.compile(
    r"^(?:领队|教练|队长|队员|成员|替补|选手|球员|联系|电话|手机|单位|俱乐部|姓名|性别|年龄|备注|身份证|"
    r"编号|会员|等级分|积分|captain|players?|members?|tel|phone)",
    re.IGNORECASE,
)
"""Labels that belong to what stands before them on the line."""
_DAY: Final = re.compile(
    r"^(?:[今明后昨当那白前]天|[上下]午|晚上|临时|星期.?|周[一二三四五六日末天])$"
)
_STOPS: Final = re.compile(r"\s*。\s*")
JOINED: Final = frozenset(
    ["报名", "参加", "接龙", "来", "我来", "报到", "收到", "算我一个", "我", "参赛", "我报名"]
)
"""Words behind a name that say no more than that somebody takes part."""


def without_phrases(text: str) -> tuple[str, bool]:
    """Return a text without such phrases around its names, and whether it had any.

    >>> without_phrases("我也报名 赵六"), without_phrases("帮孙八报名"), without_phrases("报名截止")
    (('赵六', True), ('孙八', True), ('报名截止', False))
    >>> without_phrases("20:31 张三: +1"), without_phrases("张三、李四参加")
    (('张三: +1', True), ('张三、李四', True))
    """
    timed = _TIME.match(text)
    is_timed = timed is not None and is_usual_name(re.split("[:：]", text[timed.end() :])[0])
    if timed and is_timed:
        text = text[timed.end() :]
    for pattern, are_names in (
        (_WHO_JOINS, is_short_name),
        (_JOINS_FIRST, is_usual_name),
        (_JOINS_LAST, is_usual_name),
    ):
        rest = pattern.sub("", text)
        if rest != text and _all_parts(rest, are_names):
            return rest, True
    behalf = _ON_BEHALF.match(text)
    if behalf and _all_parts(behalf[1], is_short_name):
        return behalf[1], True
    return text, is_timed


def _all_parts(text: str, is_one: Callable[[str], bool]) -> bool:
    parts = [part for part in _PARTS.split(text) if part]
    return bool(parts) and all(map(is_one, parts))


def away_apart(text: str) -> list[str]:
    """Return the clauses of a text separately if the last one names who stays away.

    >>> away_apart("张三、李四参加，赵六请假"), away_apart("李四，周六来不了")
    (['张三、李四参加', '赵六请假'], ['李四，周六来不了'])
    """
    found = _AWAY_CLAUSE.search(text)
    if found is None:
        return [text]
    names = re.split(r"[、和]\s*", found[1])
    are_names = all(is_usual_name(name) and not _DAY.match(name) for name in names)
    return [text[: found.start()], text[found.end() :]] if are_names else [text]


def labels_apart(text: str) -> list[str]:
    """Return the labelled parts of a text separately; labels of a team do not split it.

    >>> labels_apart("参加：张三、李四；不来：王五"), labels_apart("城北队：队长：张三；队员：李四")
    (['参加：张三、李四', '不来：王五'], ['城北队：队长：张三；队员：李四'])
    """
    parts = [part for part in _LABELLED_PARTS.split(text) if part.strip()]
    labels = [re.split("[:：]", part)[0].strip() for part in parts]
    are_own = len(parts) > 1 and all(re.search(r"[:：]\s*\S", part) for part in parts)
    return parts if are_own and not any(map(_WITHIN_ONE.match, labels[1:])) else [text]


def parted_at_stops(text: str) -> str:
    """Return a text with 、 in place of the full stops between three or more usual names.

    >>> parted_at_stops("张三。李四。王五。"), parted_at_stops("努尔.白克力")
    ('张三、李四、王五', '努尔.白克力')
    """
    for pattern in (_STOPS, FULL_STOP):
        parts = [part for part in pattern.split(text.strip()) if part]
        if len(parts) > 2 and all(map(is_usual_name, parts)):
            return "、".join(parts)
    return text


def are_two_names(text: str) -> bool:
    """Whether a full stop in a text may separate two persons rather than two parts of one name."""
    parts = FULL_STOP.split(text.strip())
    return len(parts) == 2 and all(map(is_usual_name, parts)) and not WEEKDAY_NAME.match(parts[0])
