"""The people of the demo: common names, no two the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

FAMILY: Final = "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕"
GIVEN: Final = (
    "一鸣", "雨桐", "国强", "桂兰", "浩然", "淑珍", "志远", "美玲", "天佑", "晓东", "秀英",
)  # fmt: skip
CLUBS: Final = ("城南棋社", "江滨俱乐部", "大学城牌友会", "铁路工会", "纺织厂退管会", "湖畔社区")
TEAMS: Final = ("城南", "江滨", "大学城", "铁路", "纺织厂", "湖畔", "电力", "邮电")


def name(number: int) -> str:
    """Return a name by its number, from 0.

    >>> name(0), name(1), len({name(number) for number in range(440)})
    ('李一鸣', '王雨桐', 440)
    """
    family = FAMILY[number % len(FAMILY)]
    return family + GIVEN[(number + number // len(FAMILY)) % len(GIVEN)]


def singles(count: int, first: int = 0) -> tuple[tuple[str, ...], ...]:
    """Return this many single players, from the number `first` on."""
    return tuple((name(first + number),) for number in range(count))


def twos(count: int, first: int = 0) -> tuple[tuple[str, ...], ...]:
    """Return this many pairs."""
    return tuple(
        (name(first + 2 * number), name(first + 2 * number + 1)) for number in range(count)
    )


def teams(sizes: Sequence[int], first: int = 0) -> tuple[tuple[str, ...], ...]:
    """Return teams of these sizes."""
    ends = list(accumulate(sizes, initial=first))
    return tuple(tuple(map(name, range(*two))) for two in pairwise(ends))
