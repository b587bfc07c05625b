"""Matches a line of a list for the register to members: what is certain, and what is doubtful.

A line with a number and its name is certain, and so is the only member of a name if no other data
contradict it. Everything else is a doubt, asked once for all lines of its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from clubs.members.register import MemberData
from tournaments.codes import WordedCode, worded
from tournaments.models import Person
from tournaments.persons.matching import NameMatch


class MemberDoubt(WordedCode):
    """Why it is doubtful whom a line means."""

    RENAMED = worded("register_renamed", "The member of this number has another name.")
    RENUMBERED = worded("register_renumbered", "The member of this name has another number.")
    NAMESAKES = worded(
        "register_namesakes", "Several members have this name, and none this number."
    )
    CONTRADICTED = worded(
        "register_contradicted",
        "The member of this name has another phone number, sex or year of birth.",
    )


class DoubtAnswer(StrEnum):
    """The answer for all lines of a doubt."""

    SAME = "same"
    OTHER = "other"
    LATER = "later"


ANSWERS: Final[Mapping[MemberDoubt, tuple[DoubtAnswer, ...]]] = {
    **dict.fromkeys(MemberDoubt, tuple(DoubtAnswer)),
    MemberDoubt.NAMESAKES: (DoubtAnswer.OTHER, DoubtAnswer.LATER),
}
PROPOSED: Final = {MemberDoubt.RENUMBERED: DoubtAnswer.SAME}
"""The only answer that is proposed: one member has the name, and nothing contradicts it."""
TELLING: Final = ("phone", "sex", "birth_year")
"""The data that two persons of one name seldom share."""

Answers = Mapping[MemberDoubt, DoubtAnswer]


@dataclass(frozen=True, slots=True)
class Meant:
    """The match of a line: a member, or None for a new one, and any doubt about it.

    `beside` are the members with its number or name.
    """

    person: Person | None
    doubt: MemberDoubt | None = None
    beside: tuple[Person, ...] = ()


def meant(number: int | None, match: NameMatch, holder: Person | None) -> Meant:
    """Return the match of a line by its number, whose holder is given, and by its name."""
    named = match.several or tuple(filter(None, [match.person]))
    if holder is not None:
        is_named = not match.name or holder in named
        return Meant(holder, None if is_named else MemberDoubt.RENAMED, (holder,))
    if len(named) > 1:
        return Meant(None, MemberDoubt.NAMESAKES if number else None, named)
    if not named:
        return Meant(None)
    has_other = bool(number) and number != named[0].number
    return Meant(named[0], MemberDoubt.RENUMBERED if has_other else None, named)


def contradicts(line: MemberData, stored: MemberData) -> bool:
    """Whether a line contradicts what the register stores of a member.

    >>> contradicts(MemberData("张三", phone="138-1"), MemberData("张三", phone="1381"))
    False
    >>> contradicts(MemberData("张三", birth_year=1950), MemberData("张三", birth_year=1960))
    True
    """
    pairs = [(_comparable(line, name), _comparable(stored, name)) for name in TELLING]
    return any(new and old and new != old for new, old in pairs)


def differences(line: MemberData, stored: MemberData) -> list[tuple[str, Any, Any]]:
    """Return the columns that a line changes, each with the old and the new value."""
    columns = MemberData.__dataclass_fields__
    pairs = [(name, getattr(stored, name), getattr(line, name)) for name in columns]
    return [(name, old, new) for name, old, new in pairs if old != new]


def _comparable(data: MemberData, name: str) -> Any:
    value = getattr(data, name)
    return "".join(sign for sign in value if sign.isdecimal()) if name == "phone" else value
