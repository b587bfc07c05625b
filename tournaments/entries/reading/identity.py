"""Identity numbers in a text: recognised in every common spelling, and masked before parsing.

Other short texts are classified in `signs`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

MASK: Final = "*" * 8
_GAP: Final = r"[ \u00a0\u3000\-_.·/－—–−．・•／\u00ad\u200b-\u200f\u2060\ufeff]{0,2}"
"""What people set between the groups of a number; characters that nobody sees as well."""
_BY_GROUPS: Final = _GAP.join(
    [
        *["[1-9]", *["[0-9]"] * 5],
        rf"(?:1{_GAP}[89]|2{_GAP}0)",
        *["[0-9]"] * 2,
        rf"(?:0{_GAP}[1-9]|1{_GAP}[0-2])",
        rf"(?:0{_GAP}[1-9]|[12]{_GAP}[0-9]|3{_GAP}[01])",
        *["[0-9]"] * 3,
        "[0-9Xx]",
    ]
)
"""Eighteen places with a day of birth in them, parted in any way."""
_OLD_BY_GROUPS: Final = (
    rf"[1-9][0-9]{{5}}{_GAP}[0-9]{{2}}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]){_GAP}[0-9]{{3}}"
)
_COMMA: Final = r"(?:[ \u00a0\u3000]?[,，、;；|｜\t][ \u00a0\u3000]?)"
_YEAR, _MONTH, _DAY = "(?:18|19|20)", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
_BY_COMMAS: Final = "|".join(
    (
        f"[1-9][0-9]{{5}}~{_YEAR}[0-9]{{2}}~?{_MONTH}~?{_DAY}~[0-9]{{3}}[0-9Xx]",
        f"[1-9][0-9]{{3}}~[0-9]{{2}}{_YEAR}~[0-9]{{2}}{_MONTH}~{_DAY}[0-9]{{2}}~[0-9][0-9Xx]",
        f"[1-9][0-9]{{2}}~[0-9]{{3}}~{_YEAR}[0-9]~[0-9]{_MONTH}~{_DAY}[0-9]~[0-9]{{2}}[0-9Xx]",
        f"[1-9][0-9]{{5}}~[0-9]{{2}}{_MONTH}{_DAY}~[0-9]{{3}}",
    )
).replace("~", _COMMA)
"""Groups of the usual lengths parted by commas; those of other lengths are numbers in a row."""
_GLUED: Final = r"(?<![0-9])(?:[0-9]{0,4}?1[3-9][0-9]{9})?"
"""The beginning of a run of digits, and a telephone that stands before the number without a gap."""
IDENTITY: Final = re.compile(
    rf"{_GLUED}(?:[0-9]{{0,4}}?{_BY_GROUPS})+[0-9*]*[Xx]?"
    rf"|{_GLUED}(?:[0-9]{{0,2}}?(?:{_BY_COMMAS}))+[0-9]{{0,2}}(?![0-9])"
    rf"|{_GLUED}(?:[0-9]{{0,2}}?{_OLD_BY_GROUPS})+[0-9*]*[Xx]?"
    r"|(?<![0-9])[0-9]{15,}[0-9*]*[Xx]?"
    r"|(?<![0-9*＊])(?:[1-9][0-9]{0,3}[*＊]{6,18}|[1-9][0-9]{4,13}[*＊]{3,18})[0-9]{0,7}[Xx]?(?![0-9*＊])"
    r"|(?<![0-9*＊])(?:[*＊]{6,18}[0-9]{2,7}[Xx]?|\*{8})(?![0-9*＊])"
)
"""An identity number of 18 or 15 places, or one that is hidden in part.

A longer run of digits is neither a name nor a telephone: it is one glued to something, or a bank's.
"""
_MAYBE: Final = re.compile(r"\d(?:[^\d\r\n]{0,3}\d){13}|[*＊]{3}")
"""What a text has that has such a number; most texts are none at the first look."""
_PARTS: Final = re.compile(r"[,，、;；|｜\t]")
_PARTED: Final = re.compile(r"([,，、;；|｜\t])")
_WHOLE: Final = re.compile(
    r"[1-9][0-9]{5}(?:18|19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9X]"
)
_DIGITS: Final = re.compile(r"[0-9]+X?|X")
_GROUPED: Final = frozenset(
    [
        *[(6, 8, 4), (6, 8, 3, 1), (6, 4, 4, 4), (6, 4, 2, 2, 4), (4, 4, 4, 4, 2), (3, 3, 4, 4, 4)],
        *[(2, 2, 2, 4, 2, 2, 4), (2, 2, 2, 8, 4), (6, 12), (10, 8), (14, 4), (17, 1), (1,) * 18],
    ]
)
"""How many digits stand in each of several cells that hold one number; 1: a box for each."""
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_PLAIN: Final = {"＊": "*", "Ｘ": "X", "ｘ": "x"}
_LABEL: Final = (
    r"(?:(?:居民|本人)?身份证件?|证件|护照|通行证|ID\s*card|passport)(?:号码?|编号|\s*no\.?)?"
)
ID_WORD: Final = re.compile(rf"(?:{_LABEL}|证号码?)\s*[:：]?\s*$", re.IGNORECASE)
"""What stands before an identity number."""
_VALUE: Final = r"[A-Za-z\dＡ-Ｚａ-ｚ*＊]"
ID_LABELLED: Final = re.compile(
    rf"({_LABEL}\s*[:：]?\s*)(?:(?={_VALUE}*[\d*＊]){_VALUE}{{6,}}|(?=\s*(?:$|[,，;；、)）])))",
    re.IGNORECASE,
)
"""Such words with whatever number is behind them: that of a passport as well, or none."""


def masked(text: str) -> str:
    """Return a text with every identity number masked.

    >>> masked("张三 110101199001011237 男"), masked("护照：E12345678")
    ('张三 ******** 男', '护照：********')
    >>> masked("张三１１０１０１ 1990-01-01 123x"), masked("张三 2026-11-28 19:30")
    ('张三********', '张三 2026-11-28 19:30')
    """
    return masked_row(text, is_cell=True)


def masked_row(text: str, *, is_cell: bool = False) -> str:
    r"""Return a line with every identity number masked, in as many cells as it occupied.

    >>> masked_row("张三,110101,19900101,1237,城北"), masked_row("张三\t110101199001011237")
    ('张三,********,********,********,城北', '张三\t********')
    """
    if _MAYBE.search(text):
        text = _without_numbers(text, is_cell=is_cell)
    if not is_cell and len(parts := _PARTED.split(text)) > 3:
        parts[::2] = _hidden_over(parts[::2])
        text = "".join(parts)
    return ID_LABELLED.sub(lambda found: f"{found[1]}{MASK if found[1] != found[0] else ''}", text)


def masked_cells(cells: Sequence[str]) -> list[str]:
    """Return the cells of a row with every identity number masked, also one spread over several
    cells.

    >>> masked_cells(["张三", "110101", "19900101", "1237", "13800001234"])
    ['张三', '********', '********', '********', '13800001234']
    >>> masked_cells(["张三", "1850", "1790", "1720"])
    ['张三', '1850', '1790', '1720']
    """
    return _hidden_over([masked(text) if text else "" for text in cells])


def _hidden_over(cells: Sequence[str]) -> list[str]:
    shown = [*cells]
    digits = [_digits(text) if text and len(text) < 18 else "" for text in shown]
    if sum(map(len, digits)) < 15:
        return shown
    filled = [(place, text) for place, text in enumerate(digits) if text or not shown[place]]
    filled = [(place, text) for place, text in filled if text]
    for start in range(len(filled)):
        places = _number_over(filled[start:], shown)
        for place in places:
            shown[place] = MASK
    return shown


def _digits(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).strip().upper()
    return plain if _DIGITS.fullmatch(plain) else ""


def _number_over(cells: Sequence[tuple[int, str]], shown: Sequence[str]) -> list[int]:
    """Return the leading cells that hold one number; none if they do not.

    Only empty cells may lie between. A number of unusual length must pass its check digit.
    """
    whole, places = "", list[int]()
    for place, text in cells:
        is_apart = places and any(shown[between] for between in range(places[-1] + 1, place))
        if is_apart or len(whole) + len(text) > 18:
            break
        whole += text
        places.append(place)
        # A spreadsheet drops the leading zeros of a group.
        padded = whole if len(whole) == 18 else whole[:14] + whole[14:].rjust(4, "0")
        lengths = tuple(len(part) for _place, part in cells[: len(places)])
        is_usual = lengths in _GROUPED or (lengths[:2] == (6, 8) and len(places) == 3)
        if len(places) > 1 and _WHOLE.fullmatch(padded) and (is_usual or _is_proved(whole)):
            return places
    return []


def _is_proved(number: str) -> bool:
    if len(number) != 18:
        return False
    total = sum(int(digit) * weight for digit, weight in zip(number[:17], _WEIGHTS, strict=True))
    return "10X98765432"[total % 11] == number[17]


def masked_lines(text: str) -> str:
    """Return a text of several lines with every identity number masked."""
    return "".join(map(masked_row, text.splitlines(keepends=True)))


def _without_numbers(text: str, *, is_cell: bool) -> str:
    # One character for one, so that offsets in the normalised text equal offsets in the original.
    plain = "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() else _PLAIN.get(sign, sign)
        for sign in text
    )
    shown, end = [], 0
    for found in IDENTITY.finditer(plain):
        parts = [] if is_cell else _PARTS.findall(found[0])
        shown += [text[end : found.start()], MASK, *(sign + MASK for sign in parts)]
        end = found.end()
    return "".join([*shown, text[end:]])
