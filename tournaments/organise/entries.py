"""Who takes part: entries and their members."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Max

from scoring.problems import Problem
from tournaments import queries
from tournaments.audit import Actor, Verb, change
from tournaments.models import (
    Entry,
    EntryMember,
    Event,
    Person,
    Round,
)
from tournaments.names import tidy
from tournaments.refusals import Reason, Refused, refuse

MOST_ENTRIES = 1000
NAME_LENGTH = 120


def add_entries(event: Event, actor: Actor, members: Sequence[Sequence[str]]) -> list[Entry]:
    """Enter competitors, each a list of its members' names, in this order.

    Raises Refused with every name that is missing or stands twice, and once a round was drawn.
    """
    with change(event.tournament, actor, Verb.ADD_ENTRY) as made:
        problems = _entry_problems(event, members)
        if problems:
            raise Refused(*problems)
        first = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
        entries = [_enter(event, n, names) for n, names in enumerate(members, first)]
        made.made(*entries)
        made.shows(event)
    return entries


def remove_entry(entry: Entry, actor: Actor) -> None:
    """Take an entry out again before any round was drawn with it; the others keep their numbers.

    Raises Refused once a round stands or ever had the entry in it.
    """
    event = entry.event
    with change(event.tournament, actor, Verb.REMOVE_ENTRY) as made:
        made.concerns(entry=entry)
        made.note(number=entry.number)
        if _has_standing_round(event) or entry.sides.exists():
            raise Refused(refuse(Reason.ENTRIES_CLOSED))
        persons = list(entry.members.values_list("person", flat=True))
        Entry.objects.filter(pk=entry.pk).delete()
        # Nobody's name is kept who takes part in nothing.
        Person.objects.filter(pk__in=persons, entry_members=None, seats=None).delete()
        made.shows(event)


def _entry_problems(event: Event, members: Sequence[Sequence[str]]) -> list[Problem]:
    problems = []
    if _has_standing_round(event):
        problems.append(refuse(Reason.ENTRIES_CLOSED))
    if event.entries.count() + len(members) > MOST_ENTRIES:
        problems.append(refuse(Reason.ENTRIES_TOO_MANY, field="names", most=MOST_ENTRIES))
    taken = set(queries.member_names(event))
    for line, names_ in enumerate(members, 1):
        for name in map(tidy, names_):
            problems += _name_problems(name, line, taken)
            taken.add(name)
    return problems


def _has_standing_round(event: Event) -> bool:
    return event.rounds.exclude(state=Round.State.CANCELLED).exists()


def _name_problems(name: str, line: int, taken: Collection[str]) -> list[Problem]:
    if not name:
        return [refuse(Reason.ENTRY_NAME_MISSING, field="names", line=line)]
    if len(name) > NAME_LENGTH:
        return [refuse(Reason.ENTRY_NAME_TOO_LONG, field="names", line=line, most=NAME_LENGTH)]
    if name in taken:
        return [refuse(Reason.ENTRY_NAME_TWICE, field="names", line=line, name=name)]
    return []


def _enter(event: Event, number: int, members: Sequence[str]) -> Entry:
    entry = Entry.objects.create(event=event, number=number)
    for order, name in enumerate(members, 1):
        person = Person.objects.create(club=event.tournament.club, name=tidy(name))
        EntryMember.objects.create(entry=entry, person=person, number=order)
    return entry
