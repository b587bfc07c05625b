"""What a chat writes around an entry: the numbers, marks and signs that are no part of it."""

from __future__ import annotations

import re
import unicodedata
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
PLUS: Final = re.compile(r"\s*\+\s*(?:\d+|[一二两三])\s*[人位]?(?=\s|$|[，,；;。])")


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
