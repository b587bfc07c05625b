"""The register as a table: interpretation of a list, line by line, and the export.

An import reads what an export writes. A line changes the member with its number, otherwise the only
member with its name; without either it is a new member. Doubts become questions (`comparing`), and
a doubtful or wrong line does not block others. Empty cells keep the stored value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from clubs.members import comparing
from clubs.members.comparing import PROPOSED, Answers, DoubtAnswer, MemberDoubt
from clubs.members.grids import Grid, columns_of
from clubs.members.register import (
    FIRST_YEAR,
    MOST_ALIASES,
    Imported,
    MemberData,
    aliases_of,
    data_of,
)
from tournaments.codes import WordedCode, worded
from tournaments.entries.names import tidy
from tournaments.entries.reading.values import NEW
from tournaments.models import Club, Contact, Person
from tournaments.persons import keys, matching
from tournaments.persons.matching import NameMatch
from tournaments.persons.same import canonical, members_of

BETWEEN: Final = re.compile(r"\s*[、/／;；,，|]\s*")
QUOTED: Final = re.compile(r"^'(?=[=+\-@＝＋－＠])")
"""The quote that an export sets before what a spreadsheet would take for a formula."""
SEXES: Final = {
    **dict.fromkeys(["女", "f", "female", "w", "女性"], Person.Sex.FEMALE),
    **dict.fromkeys(["男", "m", "male", "男性"], Person.Sex.MALE),
}
ANSWERS: Final = {
    **dict.fromkeys(["是", "同意", "公开", "yes", "y", "1", "true", "✓", "√"], True),
    **dict.fromkeys(["否", "不", "不同意", "no", "n", "0", "false"], False),
}
LONGEST_EMAIL: Final = Contact._meta.get_field("email").max_length or 0
LENGTHS: Final = {"name": 120, "home": 60, "phone": 40, "note": 200}


class LineProblem(WordedCode):
    """A problem of a line of a list for the register."""

    NAME_MISSING = worded("register_name_missing", "The name is missing.")
    TOO_LONG = worded("register_too_long", "“%(text)s” is too long.")
    MANY_ALIASES = worded("register_many_aliases", "More than %(text)s other names in one line.")
    NUMBER = worded("register_number", "“%(text)s” is not a member number.")
    NUMBER_TWICE = worded("register_number_twice", "The number %(text)s is in the list twice.")
    SEVERAL = worded(
        "register_several", "Several members are called %(text)s. Write the number too."
    )
    TWICE = worded("register_twice", "%(text)s is in the list twice.")
    SEX = worded("register_sex", "“%(text)s”: write female or male.")
    YEAR = worded("register_year", "“%(text)s” is not a year of birth.")
    SHOWN = worded("register_shown", "“%(text)s”: write yes or no.")
    EMAIL = worded("register_email", "“%(text)s” is not an e-mail address.")


@dataclass(frozen=True, slots=True)
class RegisterLine:
    """An interpreted line: the member that it changes, None for a new one, and its problems.

    `compared` are the candidates, and `before` is the stored data of the member that it changes.
    """

    row: int
    data: MemberData
    person: Person | None = None
    problems: tuple[tuple[LineProblem, str], ...] = ()
    changes: bool = True
    compared: tuple[Person, ...] = ()
    before: MemberData | None = None
    doubt: MemberDoubt | None = None
    answer: DoubtAnswer | None = None

    @property
    def is_open(self) -> bool:
        """Whether the member of the line is still in question."""
        return self.doubt is not None and self.answer in (None, DoubtAnswer.LATER)

    @property
    def is_ready(self) -> bool:
        """Whether it can be stored."""
        return not self.problems and not self.is_open


def understood(club: Club, grid: Grid, answers: Answers = PROPOSED) -> list[RegisterLine]:
    """Return the interpreted lines of a list. Without column names the first column is the name.

    `answers` decide the lines of each doubt.
    """
    columns, rows = columns_of(grid)
    typed = [
        (row, {name: _cell(cells, place) for name, place in columns.items()}) for row, cells in rows
    ]
    found = matching.match(club, {cells.get("name", "") for _row, cells in typed})
    by_number = _by_number(club, [cells.get("number", "") for _row, cells in typed])
    by_name = [one.person for one in found.values() if one.person]
    stored = _stored(
        list({person.pk: person for person in [*by_number.values(), *by_name]}.values())
    )
    lines: list[RegisterLine] = []
    seen: set[int] = set()
    numbers: set[int] = set()
    for row, cells in typed:
        line = _line(row, cells, by_number, found, stored, answers)
        problems = list(line.problems)
        if line.person and line.person.pk in seen:
            problems.append((LineProblem.TWICE, line.person.name))
        if line.data.number in numbers:
            problems.append((LineProblem.NUMBER_TWICE, str(line.data.number)))
        lines.append(line := replace(line, problems=tuple(problems)))
        # A wrong or doubtful line does not block others.
        if line.is_ready:
            seen |= {line.person.pk} if line.person else set()
            numbers |= {line.data.number} if line.data.number else set()
    return lines


def imported(lines: Sequence[RegisterLine]) -> list[Imported]:
    """Return the data to store from the lines that are ready."""
    ready = (line for line in lines if line.is_ready and line.changes)
    return [Imported(line.data, line.person) for line in ready]


def table(club: Club, title: str, headings: Sequence[str], yes: str, no: str) -> dict[str, Any]:
    """Return the register as a table of plain values, in its sort order."""
    members = list(members_of(club).order_by("sort_key", "number", "pk"))
    stored = _stored(members)
    rows = [_exported(stored[person.pk], yes, no) for person in members]
    return {"title": title, "headings": list(headings), "rows": rows}


def _exported(data: MemberData, yes: str, no: str) -> list[Any]:
    return [
        data.number,
        data.name,
        "、".join(data.aliases),
        str(Person.Sex(data.sex).label) if data.sex else "",
        data.birth_year,
        data.home,
        yes if data.shown else no,
        data.phone,
        data.email,
        data.note,
    ]


def _by_number(club: Club, texts: Sequence[str]) -> dict[int | None, Person]:
    numbers = sorted({number for text in texts if (number := _number(text, []))})
    # The number of a duplicate stands for its member.
    rows = club.persons.filter(guest=False, blanked_at=None).select_related("same_as")
    return {
        row.number: canonical(row)
        for part in keys.slices(numbers)
        for row in rows.filter(number__in=part)
    }


def _stored(members: Sequence[Person]) -> dict[int, MemberData]:
    """Return the stored data of members, by key, in a few queries."""
    if len(members) == 1:
        return {members[0].pk: data_of(members[0])}
    names = aliases_of(members)
    contacts: dict[int, Contact] = {}
    for part in keys.slices(members):
        contacts |= {row.person_id: row for row in Contact.objects.filter(person__in=part)}
    empty = Contact()
    return {
        person.pk: MemberData(
            person.name,
            person.number,
            names.get(person.pk, ()),
            person.sex,
            person.birth_year,
            person.home,
            person.shown,
            *(
                getattr(contacts.get(person.pk, empty), column)
                for column in ("phone", "email", "note")
            ),
        )
        for person in members
    }


def _cell(cells: Sequence[str], place: int) -> str:
    return tidy(QUOTED.sub("", cells[place])) if place < len(cells) else ""


def _line(
    row: int,
    cells: Mapping[str, str],
    by_number: Mapping[int | None, Person],
    found: Mapping[str, matching.NameMatch],
    stored: Mapping[int, MemberData],
    answers: Answers,
) -> RegisterLine:
    problems: list[tuple[LineProblem, str]] = []
    number = _number(cells.get("number", ""), problems)
    name = cells.get("name", "")
    is_new = cells.get("number", "").lstrip("#＃") == NEW
    match = NameMatch(name) if is_new else found.get(name, NameMatch(name))
    holder = by_number.get(number) if number else None
    told = comparing.meant(number, match, holder)
    if match.several and number is None:
        problems.append((LineProblem.SEVERAL, name))
    # The list may still have the number of a duplicate.
    kept = holder.number if holder else number
    person, before = told.person, stored.get(told.person.pk) if told.person else None
    data = _data(cells, kept, before or MemberData(match.name), problems)
    doubt = _contradiction(cells, None if holder else before) or told.doubt
    answer = answers.get(doubt) if doubt else None
    if answer is DoubtAnswer.OTHER:
        person, before = None, None
        free = None if doubt is MemberDoubt.RENAMED else kept
        data = _data(cells, free, MemberData(name), [])
    if person is None and not data.name:
        problems.append((LineProblem.NAME_MISSING, ""))
    if person is None and number is None and len(data.name) > LENGTHS["name"]:
        problems.append((LineProblem.TOO_LONG, data.name[:20]))
    changes = data != before
    faults = tuple(problems)
    return RegisterLine(row, data, person, faults, changes, told.beside, before, doubt, answer)


def _contradiction(cells: Mapping[str, str], before: MemberData | None) -> MemberDoubt | None:
    """Return the doubt of a line matched by name alone, if its data contradict the member's."""
    if before is None:
        return None
    says = _data(cells, None, MemberData(before.name), [])
    return MemberDoubt.CONTRADICTED if comparing.contradicts(says, before) else None


def _data(
    cells: Mapping[str, str],
    number: int | None,
    before: MemberData,
    problems: list[tuple[LineProblem, str]],
) -> MemberData:
    texts: dict[str, Any] = {
        name: cells[name] for name in ("home", "phone", "note") if cells.get(name)
    }
    # A member found by number can be renamed; one found by name keeps it.
    is_numbered = number is not None and number == (before.number or number)
    if is_numbered and cells.get("name") and cells["name"] not in before.aliases:
        texts["name"] = cells["name"]
    too_long = [text[:20] for name, text in texts.items() if len(text) > LENGTHS[name]]
    problems += [(LineProblem.TOO_LONG, text) for text in too_long]
    readers: Mapping[str, Callable[[str], Any]] = {
        "aliases": lambda text: _aliases(text, problems),
        "sex": lambda text: _known(SEXES, text, LineProblem.SEX, problems) or "",
        "birth_year": lambda text: _year(text, problems),
        "shown": lambda text: bool(_known(ANSWERS, text, LineProblem.SHOWN, problems)),
        "email": lambda text: _email(text, problems),
    }
    values = {name: read(cells[name]) for name, read in readers.items() if cells.get(name)}
    return replace(before, number=number or before.number, **texts, **values)


def _aliases(text: str, problems: list[tuple[LineProblem, str]]) -> tuple[str, ...]:
    names = tuple(filter(None, BETWEEN.split(text)))
    long = [name for name in names if len(name) > LENGTHS["name"]]
    problems += [(LineProblem.TOO_LONG, name[:20]) for name in long]
    if len(names) > MOST_ALIASES:
        problems.append((LineProblem.MANY_ALIASES, str(MOST_ALIASES)))
    return names


def _known(
    known: Mapping[str, Any], text: str, code: LineProblem, problems: list[tuple[LineProblem, str]]
) -> Any:
    value = known.get(text.lower())
    if value is None:
        problems.append((code, text[:20]))
    return value


def _number(text: str, problems: list[tuple[LineProblem, str]]) -> int | None:
    digits = text.lstrip("#＃")
    if (
        digits
        and digits != NEW
        and not (digits.isdecimal() and len(digits) < 20 and 0 < int(digits) < 10**9)
    ):
        problems.append((LineProblem.NUMBER, text[:20]))
        return None
    return int(digits) or None if digits else None


def _year(text: str, problems: list[tuple[LineProblem, str]]) -> int | None:
    is_year = text.isdecimal() and len(text) == 4
    if not (is_year and FIRST_YEAR <= int(text) <= timezone.localdate().year):
        problems.append((LineProblem.YEAR, text[:20]))
        return None
    return int(text)


def _email(text: str, problems: list[tuple[LineProblem, str]]) -> str:
    try:
        validate_email(text)
        if len(text) > LONGEST_EMAIL:
            raise ValidationError(text)
    except ValidationError:
        problems.append((LineProblem.EMAIL, text[:40]))
    return text
