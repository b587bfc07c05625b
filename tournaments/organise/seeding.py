"""Names and remarks of entries, and their clubs and seeding, which draws use besides results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import as_stored, key_of, tidy
from tournaments.models import DrawMethod, Entry, Event, Round
from tournaments.organise.entries import NAME_LENGTH, REMARK_LENGTH, read_again
from tournaments.record.audit import Actor, Verb, change

LONGEST_CLUB: Final = 60
MOST_SEEDED: Final = 1000


@dataclass(frozen=True, slots=True)
class Seed:
    """The club of an entry, empty without one, and its rank in the seeding, if any."""

    club: str = ""
    seeding: int | None = None


def seed_entries(event: Event, actor: Actor, seeds: Mapping[int, Seed]) -> list[int]:
    """Set clubs and seeding by entry number; return the numbers that changed.

    Raises Refused, and changes nothing, for a number that is not entered, a duplicate rank, a club
    that is too long, and once a knockout was drawn by the seeding.
    """
    with change(event.tournament, actor, Verb.SEED_ENTRIES) as made:
        entries = {entry.number: entry for entry in event.entries.all()}
        wanted = {number: Seed(tidy(seed.club), seed.seeding) for number, seed in seeds.items()}
        stored = {number: Seed(entry.club, entry.seeding) for number, entry in entries.items()}
        changed = [number for number, seed in wanted.items() if stored.get(number) != seed]
        problems = list(_seed_problems(entries, wanted))
        drawn = event.rounds.exclude(state=Round.State.CANCELLED)
        if changed and drawn.filter(method=DrawMethod.KNOCKOUT).exists():
            problems.append(refuse(Reason.SEEDING_DRAWN))
        if problems:
            raise Refused(*problems)
        for number in changed:
            entries[number].club = wanted[number].club
            entries[number].seeding = wanted[number].seeding
        Entry.objects.bulk_update([entries[number] for number in changed], ["club", "seeding"])
        made.concerns(event=event)
        made.note(seeded={str(number): wanted[number].seeding for number in sorted(changed)})
        if changed:
            made.shows(event)
    return sorted(changed)


def rename_entry(entry: Entry, actor: Actor, name: str) -> None:
    """Set the own name of an entry; an empty one removes it, except for teams.

    Raises Refused for a name that is missing, too long, or that of another team.
    """
    name = as_stored(name)
    with change(entry.event.tournament, actor, Verb.RENAME_ENTRY) as made:
        read_again(entry)
        if problem := _name_problem(entry, name):
            raise Refused(problem)
        Entry.objects.filter(pk=entry.pk).update(name=name)
        entry.name = name
        made.states(entry)
        made.concerns(entry=entry)
        made.note(number=entry.number)
        made.shows(entry.event)


def set_remark(entry: Entry, actor: Actor, remark: str) -> None:
    """Set the desk's remark on an entry; an empty one removes it. The log does not hold the
    text.
    """
    remark = tidy(remark)
    with change(entry.event.tournament, actor, Verb.SET_REMARK) as made:
        read_again(entry)
        if len(remark) > REMARK_LENGTH:
            raise Refused(refuse(Reason.NAME_TOO_LONG, field="remark", most=REMARK_LENGTH))
        Entry.objects.filter(pk=entry.pk).update(remark=remark)
        entry.remark = remark
        made.concerns(entry=entry)
        made.note(number=entry.number, remark=bool(remark))


def _name_problem(entry: Entry, name: str) -> Problem | None:
    if len(name) > NAME_LENGTH:
        return refuse(Reason.NAME_TOO_LONG, field="name", most=NAME_LENGTH)
    if entry.event.form != Event.Form.TEAMS:
        return None
    if not name:
        return refuse(Reason.NAME_MISSING, field="name")
    others = entry.event.entries.exclude(pk=entry.pk).values_list("name", flat=True)
    if key_of(name) in map(key_of, others):
        return refuse(Reason.TEAM_NAME_TAKEN, field="name", name=name)
    return None


def _seed_problems(entries: Mapping[int, Entry], wanted: Mapping[int, Seed]) -> Iterator[Problem]:
    for number in sorted(wanted.keys() - entries.keys()):
        yield refuse(Reason.ENTRY_NOT_THERE, number=number)
    for number, seed in sorted(wanted.items()):
        if len(seed.club) > LONGEST_CLUB:
            field = club_field(number)
            yield refuse(Reason.CLUB_TOO_LONG, field=field, most=LONGEST_CLUB)
        if seed.seeding is not None and not 1 <= seed.seeding <= MOST_SEEDED:
            yield refuse(Reason.SEEDING_OUT_OF_RANGE, field=seed_field(number), most=MOST_SEEDED)
    yield from _shared_place_problems(entries, wanted)


def _shared_place_problems(
    entries: Mapping[int, Entry], wanted: Mapping[int, Seed]
) -> Iterator[Problem]:
    places = {number: entry.seeding for number, entry in entries.items()}
    places |= {number: seed.seeding for number, seed in wanted.items()}
    counts = Counter(place for place in places.values() if place is not None)
    for number, place in sorted(places.items()):
        if place is not None and counts[place] > 1 and number in wanted:
            yield refuse(Reason.SEEDING_TWICE, field=seed_field(number), place=place)


def club_field(number: int) -> str:
    """Return the form field for the club of an entry.

    >>> club_field(7)
    'club-7'
    """
    return f"club-{number}"


def seed_field(number: int) -> str:
    """Return the form field for the seeding of an entry.

    >>> seed_field(7)
    'seeding-7'
    """
    return f"seeding-{number}"
