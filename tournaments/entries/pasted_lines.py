"""Splits a line of a list copied from a chat into number, marks, remarks and remaining text.

The remaining text is interpreted in `pasted_lists`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tournaments.entries.name_signs import without_private_use

FULL_WIDTH: Final = {ord("\u3000"): " "} | {
    code: chr(code - 0xFEE0)
    for code in (
        *range(ord("０"), ord("９") + 1),
        *range(ord("Ａ"), ord("Ｚ") + 1),
        *range(ord("ａ"), ord("ｚ") + 1),
        *map(ord, "＃＋．＠｜"),
    )
}
"""Digits, letters and a few signs as a Chinese keyboard writes them; brackets stay as they are."""

HEAD: Final = re.compile(r"^\s*#?\s*(?:群?接龙|报名接龙)")
EXAMPLE: Final = re.compile(r"^\s*(?:例如?|示例|格式|example)(?:\s|[:：])", re.IGNORECASE)
NUMBER: Final = re.compile(
    r"""^\s*(?:
        [(（\[【]\s*(?:\d{1,4}|[一二三四五六七八九十]{1,3})\s*[)）\]】]\s*[.．、:：]?
      | 第\s*(?:\d{1,4}|[一二三四五六七八九十]{1,3})\s*[位名号对]\s*[.．、:：]?\s*(?=\S)
      | \d{1,4}\s*[-–—]\s*(?=[\u4e00-\u9fff])
      | \d{1,4}\s*[.．、)）:：,，\]】](?!\d)
      | \d{1,4}\s*号(?!桌|台|楼|馆)\s*[:：、.]?
      | \d{1,4}\s+(?=\D)
      | \d{1,4}\ufe0f?\u20e3
      | \d{1,4}(?=[\u4e00-\u9fff])(?!\s*[点月日年人时分个桌队组号名位届元楼栋室层班级段排])
      | [①-⑳㉑-㉟㊱-㊿❶-❿⑴-⒇⒈-⒛㈠-㈩㊀-㊉]\s*[.．、]?
      | [Ⅰ-Ⅻⅰ-ⅻ]{1,4}\s*[.．、)）:：]?\s*(?=[\u4e00-\u9fff]{2})(?![队组桌区级])
      | (?:[IVX]{2,4}[.．、)）]\s*|[A-Z](?:[.．]\s+|[、)）]\s*))(?=[\u4e00-\u9fff]{2})
      | [一二三四五六七八九十]{1,3}\s*[、.．)）]
    )\s*""",
    re.VERBOSE,
)
"""The number in front of a line: 1. 1、 (1) 1） ① 一、 Ⅰ IV. A. 1号 and the number alone."""
DONE: Final = re.compile(r"[✓✔☑√✅]\ufe0f?|(?:(?<=\s)|(?<=[)）]))(?:已?打?勾)(?=\s|$)")
LAST_INITIAL: Final = re.compile(r"(?:(?<=[^\W\d_]{2}\s)[A-Z](?:\.[A-Z])*|(?<=\s)[JS]r)\.$")
"""The point that belongs to a name at the end of a line: Smith J."""
GONE: Final = re.compile(r"[✗✘❌☒❎✖✕╳]\ufe0f?|(?<=\s)×(?=\s|$)|×$")
STICKER: Final = re.compile(r"\[[\u4e00-\u9fffA-Za-z]{1,6}\]")
BRACKETS: Final = re.compile(r"\s*[（(]([^()（）]*)[)）]\s*")
PLUS: Final = re.compile(r"\s*\+\s*(?:\d+|[一二两三])\s*[人位]?(?=\s|$|[，,；;。])")
STAYS_AWAY: Final = re.compile(r"^(?:请假|不来|来不了|去不了|不去|不参加|取消|退出|有事)")
REMARK: Final = re.compile(
    r"晚|迟|早走|分钟|点|到场|才到|路上|堵车|带|朋友|家属|孩子|待定|可能|不一定|候补|替补|求|找|缺|"
    r"已交|已付|交费|付费|转账|吃饭|开车|搭车|座位|轮椅|新手|第一次|late|maybe|guest|wait|\+|\d",
    re.IGNORECASE,
)
"""What a second column says when it is no club."""
CLUB: Final = re.compile(
    r"(?:队|社|俱乐部|协会|学校|大学|学院|中学|公司|集团|小区|街道|棋院|牌友会|club)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LineParts:
    """A split line: the remaining text, the remarks, and what was dropped as no name."""

    text: str
    remarks: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    club: str = ""
    is_numbered: bool = False
    stays_away: bool = False


@lru_cache(maxsize=1024)
def plain(line: str) -> str:
    """Return a line in NFC, with half-width digits and letters and without invisible characters.

    >>> plain("１．Ｌｉ　Ｎａ\\u200b")
    '1.Li Na'
    """
    spaced = line.translate(FULL_WIDTH).replace("&nbsp;", " ")
    composed = unicodedata.normalize("NFC", without_private_use(spaced))
    if composed.isprintable():
        return composed
    return "".join(sign for sign in composed if unicodedata.category(sign) not in ("Cf", "Cs"))


def take_apart(line: str, *, keep_brackets: bool = False) -> LineParts:
    """Split a line; `keep_brackets` leaves brackets that hold no remark in the text.

    >>> take_apart("3. 王小明（晚到10分钟）✓")
    LineParts(text='王小明', remarks=('晚到10分钟',), dropped=('3.', '✓'), club='', \
is_numbered=True, stays_away=False)
    """
    text, dropped = plain(line), []
    number = NUMBER.match(text)
    if number:
        dropped.append(number[0].strip())
        text = text[number.end() :]
    text = text.removeprefix("@")
    for pattern in (DONE, STICKER):
        dropped += [mark.strip() for mark in pattern.findall(text)]
        text = pattern.sub(" ", text)
    crossed = GONE.findall(text)
    text = GONE.sub(" ", text)
    inside = [match.strip() for match in BRACKETS.findall(text)]
    kept = {words for words in inside if keep_brackets and not REMARK.search(words)}
    text = BRACKETS.sub(lambda match: match[0] if match[1].strip() in kept else " ", text)
    remarks = [words for words in inside if words and words not in kept]
    clubs = [words for words in remarks if CLUB.search(words) and not REMARK.search(words)]
    remarks = [words for words in remarks if words not in clubs[:1]]
    remarks += [match.strip() for match in PLUS.findall(text)]
    text = _without_pictures(PLUS.sub(" ", text), dropped)
    bare = text.strip(" \r\n，,;；。.~～")
    is_initial = f"{bare}." in text and LAST_INITIAL.search(f"{bare}.")
    return LineParts(
        text=f"{bare}." if is_initial else bare,
        remarks=tuple(remarks),
        dropped=(*dropped, *crossed),
        club=clubs[0] if clubs else "",
        is_numbered=number is not None,
        stays_away=bool(crossed) or any(STAYS_AWAY.match(words) for words in remarks),
    )


def _without_pictures(text: str, dropped: list[str]) -> str:
    """Return a text without emoji, which are appended to `dropped`."""
    pictures = [sign for sign in text if unicodedata.category(sign) in ("So", "Sk")]
    dropped += pictures
    return "".join(sign for sign in text if sign not in pictures and sign != "\ufe0f")
