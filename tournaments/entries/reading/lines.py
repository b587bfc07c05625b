"""Splits a line as people write it into number, marks, brackets, telephone and remaining words.

The words are interpreted by the module of each kind of list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tournaments.entries.name_signs import FULL_STOP, HAN, MIDDLE_DOT, ROUND_DOT
from tournaments.entries.names import MEMBER_NUMBER, is_han, tidy
from tournaments.entries.reading.chat_phrases import (
    away_apart,
    labels_apart,
    parted_at_stops,
    without_phrases,
)
from tournaments.entries.reading.identity import ID_LABELLED, ID_WORD, IDENTITY
from tournaments.entries.reading.line_marks import (
    DONE,
    GONE,
    LAST_INITIAL,
    NUMBER,
    PLUS,
    STICKER,
    plain,
)
from tournaments.entries.reading.signs import (
    AWAY,
    EMAIL,
    GLUED,
    HIDDEN_PHONE,
    LATIN_WORD,
    PHONE,
    PHONE_WORD,
    is_remark,
    is_sex,
    is_short_name,
    is_usual_name,
)
from tournaments.entries.surnames import LONG, starts_with_surname

LONGEST_LINE: Final = 400
BULLET: Final = re.compile(
    rf"^\s*(?:[-–—*•●○◆◇■□▪►➤→>]+|·|#{{1,3}}(?=\s+[{HAN}])|[+＋](?=\s*[{HAN}]))\s*(?=\S)"
)
BRACKETS: Final = re.compile(
    r"\s*(?:[（(]([^()（）]*)[)）]|【([^【】]*)】|〔([^〔〕]*)〕|［([^［］]*)］)\s*"
)
INNER_NUMBER: Final = re.compile(
    r"(?:(?<=[\s，,;；、])|^)(?:[0-9]{1,3}\s*[.．、)）](?![0-9])|[(（][0-9]{1,3}[)）])\s*(?=[^\s0-9])|[①-⑳㉑-㉟]\s*"
)
"""The numbers of several entries on one line: 1. 张三 2. 李四."""
COUNTED: Final = re.compile(rf"(?:^\s*|(?<=[{HAN}]))([0-9]{{1,3}})[.．、)）]\s*(?=[{HAN}])")
"""Numbers right behind the name before, which count from one: 1、张三2、李四."""
COUNTED_BARE: Final = re.compile(rf"(?:^\s*|(?<=[{HAN}])[\s，,]*)([0-9]{{1,3}})\s*(?=[{HAN}]{{2}})")
"""Such numbers without a sign behind them, for three entries at least: 1张三2李四3王五."""
CALLED: Final = re.compile(r"(?:^|(?<=[\s，,、;；]))@")
"""The sign before somebody who is called in a chat."""
APART: Final = re.compile(r"[、;；](?![^（(【〔［]*[)）】〕］])")
"""What parts persons, outside of brackets."""
COMMAS: Final = re.compile(r"\s*[，,]\s*(?![^（(【〔［]*[)）】〕］])")
LABEL: Final = re.compile(r"^\s*([^:：]{1,24}?)\s*[:：]\s*(.*)$")
LABEL_BRACKETS: Final = re.compile(r"^([^:：（()）\s]{2,24})[（(][^()（）]*[)）](?=\s*[:：]\s*\S)")
"""Brackets before the colon of a label: 名单（截至周五）：张三."""
BRACKET_ENDS: Final = re.compile(r"(?<=[)）])[\s，,]*(?=[^\s，,（()）])")
QUOTES: Final = re.compile('[“”「」『』《》"]')
AND_OTHERS: Final = re.compile(
    rf"(?<=[{HAN}]{{2}})(?:等\s*[0-9一二三四五六七八九十两]*\s*[人位名]?"
    r"|\s*[，,、；;]\s*(?:一?共计?|合计|总共)\s*[0-9一二三四五六七八九十]+\s*[人位名])\s*$"
)
MARKED: Final = re.compile(r"(?<![*_~])(\*\*|__|`|~~)(?=[^\s*_~])(.+?)(?<=[^\s*_~])\1(?![*_~])")
"""A text that is set bold, in letters of a machine, or struck through, as Markdown writes it."""
ENCLOSED: Final = re.compile(r"^\s*['‘]([^'‘’]+)['’]\s*$")
SEAT: Final = re.compile(
    r"^\s*([东南西北])(?:家|风|位)?(?:\s*[:：]\s*|\s+)(?=([^\s，,、/／（(:：]{2,}))"
)
"""The seat of a player in front of the name: 东 张三."""
ENDS: Final = " \t\r\n，,;；。.~～、|｜…*＊※"


@dataclass(frozen=True, slots=True)
class ListLine:
    """A split line. `body` is the remaining text; `inside` is the text from brackets."""

    number: int
    text: str
    body: str = ""
    is_numbered: bool = False
    inside: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    phone: str = ""
    ordinal: int | None = None
    has_identity: bool = False
    is_away: bool = False
    is_said: bool = False
    """Whether a phrase of who takes part was around what is left."""
    club_above: str = ""
    """The club in a heading above the line: 城北俱乐部："""
    heads_club: bool = False
    """Whether the line is such a heading."""
    member: str = ""
    is_doubtful: bool = False
    """Whether the member's number may only count the lines."""


@dataclass(frozen=True, slots=True)
class _Marks:
    """The marks removed from a text, in the order in which they are found."""

    dropped: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def segments(number: int, text: str) -> list[tuple[int, str]]:
    """Return a line, or its parts if several numbered entries stand on it.

    >>> segments(4, "1. 张三 2. 李四")
    [(4, '1. 张三 '), (4, '2. 李四')]
    """
    starts = [match.start() for match in INNER_NUMBER.finditer(text)]
    for pattern, least in ((COUNTED, 1), (COUNTED_BARE, 2)):
        counted = [*pattern.finditer(text)]
        are_counted = [int(match[1]) for match in counted] == [*range(1, len(counted) + 1)]
        if (
            are_counted
            and len(counted) > max(len(starts), least - 1)
            and _are_persons(text, counted)
        ):
            starts = [match.start(1) for match in counted]
    if len(starts) < 2 or text[: starts[0]].strip():
        return [(number, part) for whole in labels_apart(text) for part in away_apart(whole)]
    ends = [*starts[1:], len(text)]
    return [(number, text[start:end]) for start, end in zip(starts, ends, strict=True)]


def _are_persons(text: str, counted: Sequence[re.Match[str]]) -> bool:
    """Whether two numbers without punctuation count persons: 1张三 2李四, not 1张三 2号桌."""
    if len(counted) != 2 or counted[0].re is not COUNTED_BARE:
        return True
    ends = [counted[1].start(), len(text)]
    names = [text[one.end() : end] for one, end in zip(counted, ends, strict=True)]
    return all(is_usual_name(re.split(r"[\s，,（(]", name)[0]) for name in names)


def by_brackets(number: int, text: str) -> list[tuple[int, str]]:
    """Return a line of persons with brackets after their names as parts, each with the line's
    label.

    >>> by_brackets(1, "名单：张三（北京）、李四（上海）")
    [(1, '名单：张三（北京）'), (1, '名单：李四（上海）')]
    """
    parts = [cell for part in APART.split(text) for cell in _at_commas(part)]
    if len(parts) < 2 or not any(BRACKETS.search(part) for part in parts):
        return [(number, text)]
    found = NUMBER.match(text)
    front = found[0] if found else ""
    label = LABEL.match(text[len(front) :])
    front += f"{label[1]}：" if label else ""
    return [(number, parts[0]), *((number, front + part) for part in parts[1:] if part.strip())]


def _at_commas(text: str) -> list[str]:
    """Split the persons of a text at its commas if some have brackets after the name.

    >>> _at_commas("名单：张三（老张），李四，王五（晚到）"), _at_commas("张三（女），城北")
    (['名单：张三（老张）', '李四', '王五（晚到）'], ['张三（女），城北'])
    """
    parts = COMMAS.split(text)
    first = LABEL.match(NUMBER.sub("", parts[0]))
    persons = [first[2] if first else NUMBER.sub("", parts[0]), *parts[1:]]
    are_persons = all(is_usual_name(re.split("[（(]", person)[0].strip()) for person in persons)
    is_parted = len(parts) > 1 and are_persons and any(map(BRACKETS.search, parts[:-1]))
    return parts if is_parted else _at_brackets(text)


def _at_brackets(text: str) -> list[str]:
    """Split the persons of a text if each has brackets after the name.

    >>> _at_brackets("张三（城北） 李四（城南）"), _at_brackets("张三（女）（城北） 晚到")
    (['张三（城北）', '李四（城南）'], ['张三（女）（城北） 晚到'])
    """
    parts = BRACKET_ENDS.split(text)
    names = [re.split("[（(]", part)[0].strip() for part in parts]
    are_persons = all(map(is_short_name, names[1:])) and all(map(BRACKETS.search, parts))
    return parts if len(parts) > 1 and are_persons else [text]


def _without_brackets(text: str) -> tuple[str, list[str]]:
    """Take what stands in brackets out of a text; return the rest, and the words inside."""
    found = [tidy("".join(groups)) for groups in BRACKETS.findall(text)]
    parts = [part for words in found for part in re.split(r"\s*[，,、;；/]\s*", words)]
    return BRACKETS.sub(" ", text), [word for part in parts for word in words_of(part)]


def take_apart(number: int, original: str, *, keep_brackets: bool = False) -> ListLine:
    """Split a line; `keep_brackets` leaves brackets in its body."""
    marks = _Marks()
    bare = plain(original[:LONGEST_LINE])
    struck = ["~~" for mark, _words in MARKED.findall(bare) if mark == "~~"]
    text, phones, has_identity = without_private_data(MARKED.sub(r"\2", bare))
    marks.dropped.extend(phones[1:])
    text, ordinal, is_numbered = _without_number(text, marks)
    text = _without_seat(text, marks)
    text, asks = _without_question(text)
    marks.remarks.extend(asks)
    text, is_said = without_phrases(parted_at_stops(CALLED.sub("", text)))
    for pattern in (DONE, STICKER):
        marks.dropped.extend(mark.strip() for mark in pattern.findall(text))
        text = pattern.sub(" ", text)
    crossed = [*struck, *GONE.findall(text)]
    marks.dropped.extend(crossed)
    text = ENCLOSED.sub(r"\1", GONE.sub(" ", text))
    inside: list[str] = []
    if not keep_brackets:
        text, inside = _without_brackets(_without_label_brackets(QUOTES.sub("", text)))
    marks.remarks.extend(match.strip() for match in PLUS.findall(text))
    text = _without_pictures(PLUS.sub(" ", text), marks)
    text = MEMBER_NUMBER.sub(r"#\1", FULL_STOP.sub(MIDDLE_DOT, text))
    return ListLine(
        number,
        original[:LONGEST_LINE],
        AND_OTHERS.sub("", without_ends(ROUND_DOT.sub(MIDDLE_DOT, text))),
        is_numbered,
        tuple(words for words in inside if words),
        tuple(marks.remarks),
        tuple(marks.dropped),
        next(iter(phones), ""),
        ordinal,
        has_identity,
        bool(crossed) or any(AWAY.match(words) for words in inside),
        is_said,
    )


def without_ends(text: str) -> str:
    """Return a text without the punctuation around it; the point of an initial stays.

    >>> without_ends(" 张三。"), without_ends("Smith J.，"), without_ends("Li Na.")
    ('张三', 'Smith J.', 'Li Na')
    """
    bare = text.strip(ENDS + MIDDLE_DOT)
    is_initial = f"{bare}." in text and LAST_INITIAL.search(f"{bare}.")
    return f"{bare}." if is_initial else bare


def _without_question(text: str) -> tuple[str, list[str]]:
    """Return a name without the question mark after it, and the mark: 张三？"""
    name = text.strip().rstrip("?？")
    is_name = name != text.strip() and is_usual_name(name)
    return (name, ["？"]) if is_name else (text, [])


def _without_label_brackets(text: str) -> str:
    """Return a text without brackets before a colon, which concern the whole line."""
    found = LABEL_BRACKETS.match(text)
    is_label = found is not None and not is_usual_name(found[1])
    return LABEL_BRACKETS.sub(r"\1", text) if is_label else text


def without_private_data(text: str) -> tuple[str, list[str], bool]:
    """Return a text without identity numbers, telephones and mail; the telephones; whether it had
    an identity number.
    """
    has_identity = bool(IDENTITY.search(text))
    parts = IDENTITY.split(text)
    text = " ".join([*(ID_WORD.sub("", part) for part in parts[:-1]), parts[-1]])
    has_identity = has_identity or bool(ID_LABELLED.search(text))
    text = HIDDEN_PHONE.sub(" ", ID_LABELLED.sub(" ", text))
    phones = [re.sub(r"[\s-]", "", phone) for phone in PHONE.findall(text)]
    if phones:
        parts = PHONE.split(text)
        text = " ".join([*(PHONE_WORD.sub("", part) for part in parts[:-1]), parts[-1]])
    return EMAIL.sub(" ", text), phones, has_identity


def _without_number(text: str, marks: _Marks) -> tuple[str, int | None, bool]:
    """Return a text without its leading number; the number; whether there was one."""
    ordinal, is_numbered = None, False
    for _time in range(2):
        text = BULLET.sub("", text)
        number = NUMBER.match(text)
        if number is None:
            break
        is_numbered = True
        marks.dropped.append(number[0].strip())
        digits = re.search(r"[0-9]+", unicodedata.normalize("NFKC", number[0]))
        ordinal = ordinal or (int(digits[0]) if digits else None)
        text = text[number.end() :]
    return text, ordinal, is_numbered


def _without_seat(text: str, marks: _Marks) -> str:
    """Return a text without the seat before a usual name; 南 宫羽 may be one name."""
    found = SEAT.match(text)
    if found is None or not is_usual_name(found[2]) or found[1] + found[2][0] in LONG:
        return text
    marks.dropped.append(found[1])
    return text[found.end() :]


def _without_pictures(text: str, marks: _Marks) -> str:
    pictures = [
        sign for sign in text if not sign.isalnum() and unicodedata.category(sign) in ("So", "Sk")
    ]
    marks.dropped.extend(pictures)
    # A picture separates the words on both sides: 王五⭕待定.
    return "".join(" " if sign in pictures else sign for sign in text if sign != "\ufe0f")


def without_label(line: ListLine) -> tuple[str, ListLine]:
    """Return the label before a colon and the rest of the line; an empty label if there is none.

    >>> label, rest = without_label(take_apart(1, "名单：张三，李四"))
    >>> (label, rest.body)
    ('名单', '张三，李四')
    """
    found = LABEL.match(line.body)
    if found is None or (re.search(r"[0-9]$", found[1]) and re.match(r"[0-9]", found[2])):
        return "", line
    return found[1].strip(), replace(line, body=without_ends(found[2]))


def words_of(part: str) -> list[str]:
    """Return the words of a text separated by blanks; one name is one word.

    >>> words_of("张  三"), words_of("欧阳 修"), words_of("Anna Maria Müller")
    (['张三'], ['欧阳修'], ['Anna Maria Müller'])
    >>> words_of("Li Na 城北"), words_of("Wang Wei  Li Na"), words_of("张 三 李 四")
    (['Li Na', '城北'], ['Wang Wei', 'Li Na'], ['张三', '李四'])
    """
    if len(part.split()) < 2:
        return part.split()
    joined: list[str] = []
    for chunk in _chunks(part):
        words = chunk.split()
        while words:
            taken = _one_name(words)
            names = words[:taken]
            joined.append(("" if is_han(names[0]) and is_han(names[-1]) else " ").join(names))
            del words[:taken]
    return joined


def _chunks(part: str) -> list[str]:
    """Split a text at wide gaps, but not between the characters of one aligned name."""
    if re.search(r"[A-Za-z]", part):
        chunks = [chunk for chunk in re.split(r"\s{2,}|\t", part) if chunk.strip()]
        is_one = len(chunks) == 2 and "\t" not in part and all(map(LATIN_WORD.fullmatch, chunks))
        return [part] if is_one else chunks
    return [part] if part.strip() else []


def _one_name(words: list[str]) -> int:
    """Return how many of the leading words form one name."""
    first, rest = words[0], words[1:]
    if rest and first in LONG and is_han(rest[0]) and len(rest[0]) < 3:
        return 2
    if rest and len(first) == 1 and is_han(first) and starts_with_surname(first):
        if _singles(words) == 3:
            return 3
        return 2 if is_han(rest[0]) and len(rest[0]) < 3 and not is_sex(rest[0]) else 1
    if (not is_han(first) and not re.search(rf"[{HAN}]", first)) or is_usual_name(first):
        latin = 0
        for word in rest:
            if not LATIN_WORD.fullmatch(word) or is_sex(word):
                break
            latin += 1
        capital = all(word[0].isupper() for word in rest[:latin])
        return 1 + latin if LATIN_WORD.fullmatch(first) or capital else 1
    return 1


def _singles(words: list[str]) -> int:
    """Return how many leading words are single Chinese characters."""
    count = 0
    for word in words:
        if len(word) != 1 or not is_han(word) or is_sex(word):
            break
        count += 1
    return count


def unglued(word: str) -> list[str]:
    """Split a name from a time written directly after it.

    >>> unglued("张三9点到"), unglued("张三")
    (['张三', '9点到'], ['张三'])
    """
    found = GLUED.match(word)
    return [found[1], found[2]] if found and not is_remark(found[1]) else [word]
