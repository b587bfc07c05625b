"""The register of a club: adding and changing members, making guests members, events played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from django.db.models import Q
from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import as_stored, tidy
from tournaments.models import (
    Alias,
    Club,
    Contact,
    EntryMember,
    Event,
    EventState,
    Person,
    new_salt,
)
from tournaments.persons import keys
from tournaments.persons.namesakes import Named, mark_of
from tournaments.persons.refusals import PersonReason
from tournaments.persons.renaming import (
    NAME_LENGTH,
    name_problems,
    shares,
    state_names,
    store_name,
)
from tournaments.persons.same import members_of
from tournaments.record import club_log
from tournaments.record.audit import Actor, Repeated, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.once import UNKEYED, Sent
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

HOME_LENGTH: Final = 60
FIRST_YEAR: Final = 1900
MOST_ALIASES: Final = 20
COLUMNS: Final = ("number", "sex", "birth_year", "home", "shown")


@dataclass(frozen=True, slots=True)
class MemberData:
    """The data of a member in the register; without a number the next free one is assigned."""

    name: str
    number: int | None = None
    aliases: tuple[str, ...] = ()
    sex: str = ""
    birth_year: int | None = None
    home: str = ""
    shown: bool = False
    phone: str = ""
    email: str = ""
    note: str = ""

    @property
    def contact(self) -> dict[str, str]:
        """The contact data of the member."""
        return {"phone": self.phone, "email": self.email, "note": self.note}


@dataclass(frozen=True, slots=True)
class Imported:
    """A line of a list for the register: the member that it changes, None for a new one."""

    data: MemberData
    person: Person | None = field(default=None)

    @property
    def is_renamed(self) -> bool:
        """Whether the member gets another name."""
        return self.person is not None and tidy(self.data.name) != self.person.name

    @property
    def is_listed_anew(self) -> bool:
        """Whether lists show another name, or another number behind the name of a namesake."""
        person, number = self.person, self.data.number
        if person is None or not person.mark or number is None:
            return self.is_renamed
        return self.is_renamed or number != person.number


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event in which a person was entered: the name used, the number and the role."""

    event: Event
    number: int
    name: str
    role: str
    day: date


def data_of(person: Person) -> MemberData:
    """Return the register's data of a member."""
    contact = Contact.objects.filter(person=person).first() or Contact(person=person)
    return MemberData(
        name=person.name,
        aliases=aliases_of([person]).get(person.pk, ()),
        phone=contact.phone,
        email=contact.email,
        note=contact.note,
        **{column: getattr(person, column) for column in COLUMNS},
    )


def aliases_of(members: Sequence[Person]) -> dict[int, tuple[str, ...]]:
    """Return the aliases of members, then those of their duplicates, by key."""
    names: dict[int, dict[str, None]] = {}
    for part in keys.slices(members):
        rows = Alias.objects.filter(Q(person__in=part) | Q(person__same_as__in=part))
        found = rows.order_by("pk").values_list("name", "person", "person__same_as")
        for name, key, same in sorted(found, key=lambda row: row[2] is not None):
            names.setdefault(same or key, {})[name] = None
    return {key: tuple(each) for key, each in names.items()}


def add_members(club: Club, actor: Actor, new: Sequence[MemberData]) -> list[Person]:
    """Add new members to the register. Raises Refused with all their problems."""
    return save_members(club, actor, [Imported(data) for data in new])


def add_member(club: Club, actor: Actor, data: MemberData, sent: Sent = UNKEYED) -> Person:
    """Add one new member to the register. Raises Refused with every problem."""
    return sent.once(
        Person,
        club,
        actor,
        Verb.ADD_MEMBERS,
        lambda made: _save(made, club, [Imported(data)])[0],
    )


def save_members(
    club: Club, actor: Actor, lines: Sequence[Imported], sent: Sent = UNKEYED
) -> list[Person]:
    """Add new members to the register and change existing ones, all or none.

    A repeated list returns the first member that it stored. Raises Refused with every problem, and
    if a member was removed meanwhile.
    """
    changed = [line.person for line in lines if line.person]
    verb = Verb.CHANGE_MEMBER if changed else Verb.ADD_MEMBERS
    names = {
        line.person: as_stored(line.data.name) for line in lines if line.person and line.is_renamed
    }
    renamed = [line.person for line in lines if line.person and line.is_listed_anew]
    saved: list[Person] = []

    def save(made: ClubChange) -> Person:
        with shares(
            renamed, actor, Verb.RENAME_PERSON, also=changed, names=set(names.values())
        ) as opened:
            saved.extend(_save(made, club, lines))
            stored = {person.pk: person for person in saved}
            for share in opened:
                state_names(share, [stored[person.pk] for person in renamed])
        return saved[0]

    first = sent.once(Person, club, actor, verb, save)
    return saved or [first]


def _save(made: ClubChange, club: Club, lines: Sequence[Imported]) -> list[Person]:
    held_offices.check(made, club, DIRECTORS)
    stored = _reloaded(club, [line.person for line in lines if line.person])
    problems = _number_problems(club, lines, stored)
    for line in lines:
        problems += _data_problems(line.data)
    if problems:
        raise Refused(*problems)
    following, taken = keys.next_number(club), set(_numbers(lines, stored))
    _free_numbers(lines, stored)
    for line in lines:
        if line.person:
            _change(stored[line.person.pk], line.person, line.data)
    new_data = [line.data for line in lines if line.person is None]
    persons = _new_persons(club, new_data, following, taken)
    new = iter(persons)
    saved = [stored[line.person.pk] if line.person else next(new) for line in lines]
    _store_rest(list(zip(saved, [line.data for line in lines], strict=True)))
    keys.set_keys(saved)
    made.note(new=len(persons), changed=len(stored))
    if len(saved) == 1:
        made.concerns(person=saved[0])
    return saved


def change_member(person: Person, actor: Actor, data: MemberData) -> Person:
    """Change the register's data of a member; a new name applies wherever the member plays."""
    club = Club.objects.get(pk=person.club_id)
    return save_members(club, actor, [Imported(data, person)])[0]


def make_members(club: Club, actor: Actor, guests: Collection[Person]) -> list[Person]:
    """Make guests members; persons who already are members, or were removed, are left out.

    Without any guest nothing is logged.
    """
    new: list[Person] = []
    with suppress(Repeated), club_log.change(club, actor, Verb.ADD_MEMBERS) as made:
        held_offices.check(made, club, DIRECTORS)
        rows = club.persons.select_for_update(no_key=True).filter(
            pk__in=[guest.pk for guest in guests], guest=True, same_as=None, blanked_at=None
        )
        new = list(rows.order_by("pk"))
        if not new:
            raise Repeated
        for number, person in enumerate(new, keys.next_number(club)):
            person.guest, person.number = False, number
        Person.objects.bulk_update(new, ["guest", "number"])
        keys.set_keys(new)
        made.note(new=len(new))
    return new


def _reloaded(club: Club, persons: Iterable[Person]) -> dict[int, Person]:
    """Lock the rows of members and return them by key. Raises Refused if one was removed."""
    wanted = [person.pk for person in persons]
    rows: dict[int, Person] = {}
    for part in keys.slices(sorted(wanted)):
        locked = members_of(club).select_for_update(no_key=True).filter(pk__in=part)
        rows |= {row.pk: row for row in locked.order_by("pk")}
    if len(rows) < len(set(wanted)):
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    return rows


def _number_problems(
    club: Club, lines: Sequence[Imported], stored: Mapping[int, Person]
) -> list[Problem]:
    """Return a problem for each number that is taken, in the register or in the list."""
    wanted = _numbers(lines, stored)
    numbers = {number for number in wanted if number}
    holders = dict(
        club.persons.filter(number__in=numbers).exclude(pk__in=stored).values_list("number", "name")
        if len(numbers) <= keys.AT_ONCE
        else club.persons.exclude(number=None).exclude(pk__in=stored).values_list("number", "name")
    )
    problems = []
    for line, number in zip(lines, wanted, strict=True):
        if number in holders:
            taken = refuse(
                PersonReason.MEMBER_NUMBER_TAKEN,
                field="number",
                number=number or 0,
                name=holders[number],
            )
            problems.append(taken)
        elif number:
            holders[number] = line.data.name
    return problems


def _numbers(lines: Sequence[Imported], stored: Mapping[int, Person]) -> list[int | None]:
    """Return the number of each line in the end; None for a new member without one.

    A member whose line has no number keeps its own.
    """
    return [
        line.data.number or (stored[line.person.pk].number if line.person else None)
        for line in lines
    ]


def _free_numbers(lines: Sequence[Imported], stored: Mapping[int, Person]) -> None:
    """Clear the numbers of members that get another one, so that others can get theirs."""
    moving = [
        line.person.pk
        for line, number in zip(lines, _numbers(lines, stored), strict=True)
        if line.person and number != stored[line.person.pk].number
    ]
    for part in keys.slices(moving):
        Person.objects.filter(pk__in=part).update(number=None)


def _data_problems(data: MemberData) -> list[Problem]:
    problems = name_problems(Named(tidy(data.name)), {}, "name")
    if len(data.aliases) > MOST_ALIASES:
        problems.append(refuse(PersonReason.MANY_ALIASES, field="aliases", most=MOST_ALIASES))
    if any(len(name) > NAME_LENGTH for name in data.aliases):
        problems.append(refuse(Reason.NAME_TOO_LONG, field="aliases", most=NAME_LENGTH))
    if len(data.home) > HOME_LENGTH:
        problems.append(refuse(Reason.CLUB_TOO_LONG, field="home", most=HOME_LENGTH))
    this_year = timezone.localdate().year
    if data.birth_year is not None and not FIRST_YEAR <= data.birth_year <= this_year:
        values = {"low": FIRST_YEAR, "high": this_year}
        problems.append(refuse(PersonReason.YEAR_OUT_OF_RANGE, field="birth_year", **values))
    return problems


def _new_persons(
    club: Club, new: Sequence[MemberData], following: int, taken: Collection[int | None]
) -> list[Person]:
    """Store new members; those without a number get the `following` ones that are not taken."""
    persons = []
    for data in new:
        number = data.number
        while number is None:
            number = None if following in taken else following
            following += 1
        person = Person(club=club, name=as_stored(data.name), name_salt=new_salt())
        _set_columns(person, data)
        person.number = number
        persons.append(person)
    return Person.objects.bulk_create(persons, batch_size=keys.AT_ONCE)


def _change(person: Person, seen: Person, data: MemberData) -> None:
    """Change a member; a name left as it was seen keeps its current value."""
    if tidy(data.name) != seen.name:
        store_name(person, data.name)
    number = person.number
    _set_columns(person, data)
    person.number = data.number or number
    if person.mark:
        person.mark = mark_of(person.number)
    person.save(update_fields=[*COLUMNS, "mark"])


def _set_columns(person: Person, data: MemberData) -> None:
    for column in COLUMNS:
        setattr(person, column, getattr(data, column))
    person.home = tidy(data.home)


def _store_rest(rows: Sequence[tuple[Person, MemberData]]) -> None:
    """Store aliases and contact of members. An alias of a duplicate stays with the duplicate."""
    persons = [person for person, _data in rows]
    wanted = {person.pk: {*map(tidy, data.aliases)} for person, data in rows}
    of_doubles: set[tuple[int | None, str]] = set()
    gone: list[int] = []
    for part in keys.slices(persons):
        Alias.objects.filter(person__in=part).delete()
        Contact.objects.filter(person__in=part).delete()
        doubles = Alias.objects.filter(person__same_as__in=part)
        for key, kept, name in doubles.values_list("pk", "person__same_as", "name"):
            of_doubles.add((kept, name))
            gone += [key] if name not in wanted[kept or 0] else []
    Alias.objects.filter(pk__in=gone).delete()
    Alias.objects.bulk_create(
        Alias(person=person, name=name)
        for person, data in rows
        for name in dict.fromkeys(map(tidy, data.aliases))
        if name and name != person.name and (person.pk, name) not in of_doubles
    )
    Contact.objects.bulk_create(
        Contact(person=person, **data.contact)
        for person, data in rows
        if any(data.contact.values())
    )


def events_of(person: Person) -> list[PlayedEvent]:
    """Return the events of a person and its duplicates, the newest first."""
    rows = EntryMember.objects.filter(Q(person=person) | Q(person__same_as=person))
    kept = rows.exclude(entry__event__state=EventState.CANCELLED)
    ordered = kept.select_related("person", "entry__event__tournament").order_by(
        "-entry__event__tournament__starts_on", "-entry__event", "pk"
    )
    return [
        PlayedEvent(
            row.entry.event,
            row.entry.number,
            row.person.name,
            row.get_role_display() if row.role != EntryMember.Role.PLAYER else "",
            row.entry.event.tournament.starts_on,
        )
        for row in ordered
    ]
