"""One person in a part of a pasted line: the name, and the following words by what they can be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tournaments.entries.name_signs import HAN
from tournaments.entries.names import as_stored, is_han
from tournaments.entries.reading.chat_phrases import JOINED
from tournaments.entries.reading.lines import unglued, words_of
from tournaments.entries.reading.signs import (
    AWAY,
    WAITS,
    is_club,
    is_nobody,
    is_remark,
    is_sex,
    is_usual_name,
)
from tournaments.entries.reading.values import ListKind
from tournaments.entries.surnames import starts_with_surname

COMMA: Final = re.compile(r"\s*[，,|｜]\s*")
DASH: Final = re.compile(rf"(?<=[{HAN}])\s*(?:[-—–－‐‒―:：]+)\s*(?=\S)")
NUMERIC: Final = re.compile(r"[0-9]{1,5}(?:\.[0-9]+)?分?")
LATE: Final = re.compile(r"^(?:晚[到来点些]|迟到|早[走退])")


@dataclass(frozen=True, slots=True)
class PersonWords:
    """A person of a line before the whole list is considered; `others` are the words after the
    name.
    """

    name: str
    others: tuple[str, ...] = ()
    club: str = ""
    remarks: tuple[str, ...] = ()
    rating: float | None = None
    by_tab: bool = False


def person_of(part: str, kind: ListKind) -> PersonWords | None:
    """Return the person of a part: the name, and the following words by what they can be."""
    words = _words(part)
    if not words:
        return None
    remarks, others, rating, clubs = [], [], None, []
    for word in words[1:]:
        if kind is ListKind.SEEDING and NUMERIC.fullmatch(word):
            rating = float(word.rstrip("分"))
        elif is_remark(word) or is_nobody(word):
            remarks.append(word)
        elif is_club(word):
            clubs.append(word)
        else:
            others.append(word)
    name = words[0]
    if is_club(name) and len(others) == 1 and not clubs:
        name, clubs, others = others[0], [name], []
    elif len(others) == 1 and is_usual_name(others[0]) and _is_place(name):
        name, others = others[0], [name]
    club, remarks = "".join(clubs[:1]), [*remarks, *clubs[1:]]
    name = as_stored(name.rstrip(":："))
    return PersonWords(name, tuple(others), club, tuple(remarks), rating, "\t" in part.strip())


def _words(part: str) -> list[str]:
    """Return the words of a part, the name first, without the sex and filler words."""
    part = _without_slashed_sex(part.strip())
    chunks = [cell for chunk in re.split(r"\t+", part) for cell in COMMA.split(chunk)]
    words = [word for cell in chunks for word in words_of(cell)]
    words = [cell for word in words for piece in unglued(word) for cell in _dashed(piece)]
    words = [word for word in words if not is_sex(word) and any(map(str.isalnum, word))]
    words = [*words[:1], *(word for word in words[1:] if word not in JOINED)]
    if len(words) > 1 and _describes_person(words[0]) and is_usual_name(words[1]):
        words[:2] = words[1::-1]
    return words


def _without_slashed_sex(part: str) -> str:
    """Return a part without a sex that a slash parts from the name: 赵敏/女."""
    cells = re.split("[/／]", part)
    return " ".join(cell for cell in cells if not is_sex(cell)) if any(map(is_sex, cells)) else part


def _describes_person(word: str) -> bool:
    """Whether a word before a name describes the person: 候补 王五."""
    return bool(AWAY.match(word) or WAITS.match(word) or LATE.match(word))


def _is_place(word: str) -> bool:
    """Whether a word before a usual name looks like a place rather than a person."""
    is_numbered = word[0].isdecimal()
    return is_numbered or (is_han(word) and "·" not in word and not starts_with_surname(word))


def _dashed(word: str) -> list[str]:
    """Split a name from what follows a dash or a colon."""
    return [cell for cell in DASH.split(word, maxsplit=1) if cell]
