"""Namesakes in one event: who may take part beside whom, and how they are distinguished.

Two namesakes with numbers in the register may; from then on the number follows either name wherever
it is listed. Typed names are matched in `matching`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Count
from django.db.models.functions import Length

from tournaments.entries.names import key_of
from tournaments.jobs import queue
from tournaments.models import Club, EntryMember, Event, Person
from tournaments.persons.same import canonical

SHOW_MARKS: Final = "show_marks"
"""The kind of job that shows new marks in another tournament, see `marks`."""
Taken = Mapping[str, set[int | None]]
"""The numbers of those who take part, by the key of the name; None is a guest, 0 one who is known
to be nobody else of the name."""


@dataclass(frozen=True, slots=True)
class Named:
    """A prospective participant: the name, and the number in the register, None for a guest."""

    name: str
    number: int | None = None

    @classmethod
    def of(cls, person: Person) -> Named:
        """Return name and number of a person; a duplicate has the number of the canonical row."""
        return cls(person.name, canonical(person).number)

    def is_taken(self, taken: Taken) -> bool:
        """Whether this participant, or an indistinguishable namesake, already takes part.

        >>> Named("韩雪", 37).is_taken({"韩雪": {12}}), Named("韩雪").is_taken({"韩雪": {12}})
        (False, True)
        """
        numbers = taken.get(key_of(self.name), set())
        return bool(numbers) and (self.number is None or bool(numbers & {self.number, None}))


def taken_in(
    members: Iterable[EntryMember], apart: Collection[int] = ()
) -> defaultdict[str, set[int | None]]:
    """Return the participants, from rows that were fetched with their persons.

    `apart` are the keys of those rows whose guests are known to differ from the members of their
    name.
    """
    taken: defaultdict[str, set[int | None]] = defaultdict(set)
    for member in members:
        named = Named.of(member.person)
        taken[key_of(named.name)].add(0 if member.pk in apart else named.number)
    return taken


def entered_in(event: Event) -> list[EntryMember]:
    """Return all participants of an event, with their persons."""
    rows = EntryMember.objects.filter(entry__event=event)
    return list(rows.select_related("person__same_as"))


def tell_apart(event: Event, *, renamed: Person | None = None) -> list[Person]:
    """Append the number to names that several participants of an event share.

    Return the persons who had no mark before. To be called within a change that shows the event,
    after entering or renaming; a job shows the marks elsewhere, but not that of the `renamed`
    person, whose events the change shows itself.
    """
    rows = EntryMember.objects.filter(entry__event=event).order_by()
    counted = rows.values("person__name").annotate(persons=Count("person", distinct=True))
    shared = list(counted.filter(persons__gt=1).values_list("person__name", flat=True))
    if not shared:
        return []
    here = Person.objects.filter(entry_members__entry__event=event, name__in=shared, mark="")
    persons = list(here.exclude(number=None).order_by("pk").distinct())
    for person in persons:
        person.mark = mark_of(person.number)
    Person.objects.bulk_update(persons, ["mark"])
    _order_elsewhere(event, [person for person in persons if person != renamed])
    return persons


def _order_elsewhere(event: Event, marked: Collection[Person]) -> None:
    """Order the jobs that show new marks in the other events of these persons."""
    others = EntryMember.objects.filter(person__in=marked).exclude(entry__event=event).order_by()
    places = others.values_list("entry__event__tournament__uid", "person__uid")
    by_place: defaultdict[str, set[str]] = defaultdict(set)
    for place, person in places:
        by_place[place].add(person)
    for place, persons in sorted(by_place.items()):
        queue.enqueue(SHOW_MARKS, {"persons": sorted(persons)}, about=place)


def mark_of(number: int | None) -> str:
    """Return the suffix that distinguishes a member from others of the same name."""
    return "" if number is None else f" #{number}"


def short_names(club: Club) -> frozenset[str]:
    """Return the one-character names of a club's members."""
    rows = club.persons.filter(same_as=None, blanked_at=None).order_by()
    short = rows.annotate(size=Length("name")).filter(size=1)
    return frozenset(short.values_list("name", flat=True))


def shared_names(club: Club) -> Mapping[str, int]:
    """Return the names that several members of a club share, with their number."""
    rows = club.persons.filter(guest=False, same_as=None, blanked_at=None).order_by()
    counted = rows.values("name").annotate(members=Count("pk")).filter(members__gt=1)
    return dict(counted.values_list("name", "members"))
