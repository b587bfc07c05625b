"""Matches typed names to members of a club; the only place that does so.

A name means the one member who has it as a name or an alias; `张三 #12` or `#12` means the member
with that number, `张三 #0` somebody who is not in the register. A name of several members needs a
question, and an unknown one is a guest's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Max
from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import refuse
from tournaments.base.separators import join_facts
from tournaments.entries.names import key_of
from tournaments.models import Alias, Club, Contact, Entry, EntryMember, Person
from tournaments.persons import keys
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import canonical

GUEST: Final = 0
"""The number behind a name that says: nobody of the register."""
OR: Final = " / "
NUMBERED: Final = re.compile(r"\s*[#＃]\s*(\d{1,9})$")


@dataclass(frozen=True, slots=True)
class MemberCandidate:
    """A member whom a name may mean, with data that distinguish members of one name."""

    uid: str
    number: int
    name: str
    home: str = ""
    last_event: str = ""
    last_day: date | None = None
    phone_end: str = ""
    """The last four digits of the telephone, for pages of the register alone."""

    @property
    def words(self) -> str:
        """The number, and what distinguishes this member."""
        return join_facts(f"#{self.number}", self.home, self.last_event)


@dataclass(frozen=True, slots=True)
class TypedName:
    """A typed name, split into the name and the number after it, if any."""

    name: str
    number: int | None = None

    @classmethod
    def read(cls, text: str) -> TypedName:
        """Return the parsed typed text.

        >>> TypedName.read("张三 #12"), TypedName.read("张三")
        (TypedName(name='张三', number=12), TypedName(name='张三', number=None))
        >>> TypedName.read("#7")
        TypedName(name='', number=7)
        """
        found = NUMBERED.search(text)
        return cls(text[: found.start()], int(found[1])) if found else cls(text)


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The person that a name means: a member, a guest (None), or a question or problem."""

    name: str
    person: Person | None = None
    several: tuple[Person, ...] = ()
    problem: PersonReason | None = None
    number: int | None = None

    @property
    def is_clear(self) -> bool:
        """Whether it needs no question and no correction."""
        return self.problem is None

    def refusal(self, line: int) -> Problem:
        """Return the problem for a line of names. Raises ValueError if there is none."""
        if self.problem is None:
            raise ValueError("the name is not ambiguous")
        numbers = apart(self.several)
        return refuse(
            self.problem,
            field="names",
            line=line,
            name=self.name,
            number=self.number or 0,
            numbers=numbers,
        )


def match(club: Club, texts: Iterable[str]) -> dict[str, NameMatch]:
    """Return the person that each typed text means in a club; guests have none."""
    typed = {text: TypedName.read(text) for text in texts if text}
    by_number = _by_number(club, {one.number for one in typed.values() if one.number})
    by_name = _by_name(club, {one.name for one in typed.values() if one.name})
    return {text: _matched(one, by_name, by_number) for text, one in typed.items()}


def chosen(club: Club, uids: Collection[str]) -> dict[str, Person]:
    """Return the persons of a club with these uids, resolved to their canonical rows, by uid."""
    rows = club.persons.filter(uid__in=uids).select_related("same_as")
    found = {row.uid: canonical(row) for row in rows}
    return {uid: person for uid, person in found.items() if person.blanked_at is None}


def candidates(persons: Sequence[Person], *, with_phones: bool = False) -> list[MemberCandidate]:
    """Return the data that distinguish persons, the most recent player first."""
    last = last_events(persons)
    ends = _phone_ends(persons) if with_phones else {}
    found = [
        MemberCandidate(
            person.uid,
            person.number or 0,
            person.name,
            person.home,
            last.get(person.pk, ("", None))[0],
            last.get(person.pk, ("", None))[1],
            ends.get(person.pk, ""),
        )
        for person in persons
    ]
    return sorted(found, key=lambda one: (one.last_day or date.min, -one.number), reverse=True)


def apart(persons: Sequence[Person]) -> str:
    """Return short texts, in no particular language, that distinguish persons."""
    return OR.join(one.words for one in candidates(persons))


def last_events(persons: Iterable[Person]) -> dict[int, tuple[str, date | None]]:
    """Return the name and day of the last event of each person, duplicates included.

    Future events do not count, because nobody has been seen there yet.
    """
    today = timezone.localdate()
    over = EntryMember.objects.filter(entry__event__tournament__starts_on__lte=today)
    wanted = [person.pk for person in persons]
    days: dict[int, tuple[str, date | None]] = {}
    for column in ("person", "person__same_as"):
        for part in keys.slices(wanted):
            rows = over.order_by().filter(**{f"{column}__in": part})
            newest = dict(rows.values_list(column).annotate(Max("entry")))
            stored = _named_events(set(newest.values()))
            for key, entry in newest.items():
                name, day = stored[entry]
                before = days.get(key, ("", None))[1]
                if before is None or day > before:
                    days[key] = (name, day)
    return days


def _phone_ends(persons: Sequence[Person]) -> dict[int, str]:
    """Return the last four digits of telephone numbers, by the key of the person."""
    ends: dict[int, str] = {}
    for part in keys.slices([person.pk for person in persons]):
        rows = Contact.objects.filter(person__in=part).exclude(phone="")
        for key, phone in rows.values_list("person", "phone"):
            digits = "".join(sign for sign in phone if sign.isdecimal())
            ends[key] = digits[-4:] if len(digits) > 4 else ""
    return ends


def _named_events(entries: Collection[int]) -> dict[int, tuple[str, date]]:
    rows = Entry.objects.filter(pk__in=entries).values_list(
        "pk", "event__name", "event__tournament__name", "event__tournament__starts_on"
    )
    return {key: (join_facts(tournament, event), day) for key, event, tournament, day in rows}


def _matched(
    typed: TypedName, by_name: Mapping[str, Sequence[Person]], by_number: Mapping[int, Person]
) -> NameMatch:
    fitting = by_name.get(key_of(typed.name), ()) if typed.name else ()
    if typed.number == GUEST and typed.name:
        return NameMatch(typed.name)
    if typed.number is not None:
        return _numbered(typed, fitting, by_number.get(typed.number))
    if len(fitting) > 1:
        return NameMatch(typed.name, several=tuple(fitting), problem=PersonReason.MEMBER_SEVERAL)
    return NameMatch(fitting[0].name, fitting[0]) if fitting else NameMatch(typed.name)


def _numbered(typed: TypedName, fitting: Sequence[Person], person: Person | None) -> NameMatch:
    if person is None:
        problem = PersonReason.MEMBER_NUMBER_UNKNOWN
    elif typed.name and person not in fitting:
        problem = PersonReason.MEMBER_NUMBER_OF_OTHER
    else:
        return NameMatch(person.name, person)
    return NameMatch(typed.name, problem=problem, number=typed.number)


def _by_number(club: Club, numbers: Collection[int]) -> dict[int, Person]:
    rows = club.persons.filter(number__in=numbers, blanked_at=None).select_related("same_as")
    return {row.number: canonical(row) for row in rows if row.number} if numbers else {}


def _by_name(club: Club, names: Collection[str]) -> Mapping[str, list[Person]]:
    """Return the members by the normalised form of each of their names."""
    wanted = {key_of(name): name for name in names}
    found: dict[str, dict[int, Person]] = defaultdict(dict)
    rows = club.persons.filter(blanked_at=None).select_related("same_as")
    for part in keys.slices(sorted({keys.sort_key(name) for name in names})):
        for row in rows.filter(sort_key__in=part):
            _note(found, row.name, row)
    aliases = Alias.objects.filter(person__club=club, person__blanked_at=None)
    # Names are normalised here only: no database knows all interchangeable characters.
    fitting = [key for key, name in aliases.values_list("pk", "name") if key_of(name) in wanted]
    for part in keys.slices(fitting):
        for alias in Alias.objects.filter(pk__in=part).select_related("person__same_as"):
            _note(found, alias.name, alias.person)
    return {
        name: sorted(persons.values(), key=lambda person: person.pk)
        for name, persons in found.items()
        if name in wanted
    }


def _note(found: dict[str, dict[int, Person]], name: str, row: Person) -> None:
    person = canonical(row)
    if not person.guest and person.blanked_at is None:
        found[key_of(name)][person.pk] = person
