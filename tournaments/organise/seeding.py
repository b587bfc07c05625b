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


def seed_entries(event: Event, actor: Actor, seeds: Mapping[str, Seed]) -> list[int]:
    """Set clubs and seeding by the uid of the entry; return the numbers that changed.

    Raises Refused, and changes nothing, for an entry that is gone, a duplicate rank, a club that is
    too long, and once a knockout was drawn by the seeding.
    """
    with change(event.tournament, actor, Verb.SEED_ENTRIES) as made:
        entries = {entry.uid: entry for entry in event.entries.order_by("number")}
        wanted = {uid: Seed(tidy(seed.club), seed.seeding) for uid, seed in seeds.items()}
        stored = {uid: Seed(entry.club, entry.seeding) for uid, entry in entries.items()}
        changed = [uid for uid, seed in wanted.items() if stored.get(uid) != seed]
        problems = list(_seed_problems(entries, wanted))
        drawn = event.rounds.exclude(state=Round.State.CANCELLED)
        if changed and drawn.filter(method=DrawMethod.KNOCKOUT).exists():
            problems.append(refuse(Reason.SEEDING_DRAWN))
        if problems:
            raise Refused(*problems)
        rows = sorted((entries[uid] for uid in changed), key=lambda entry: entry.number)
        for entry in rows:
            entry.club, entry.seeding = wanted[entry.uid].club, wanted[entry.uid].seeding
        Entry.objects.bulk_update(rows, ["club", "seeding"])
        made.concerns(event=event)
        made.note(seeded={str(entry.number): entry.seeding for entry in rows})
        if changed:
            made.shows(event)
    return [entry.number for entry in rows]


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


def _seed_problems(entries: Mapping[str, Entry], wanted: Mapping[str, Seed]) -> Iterator[Problem]:
    if wanted.keys() - entries.keys():
        yield refuse(Reason.ENTRY_GONE)
    for uid, seed in _in_order(entries, wanted):
        if len(seed.club) > LONGEST_CLUB:
            field = club_field(uid)
            yield refuse(Reason.CLUB_TOO_LONG, field=field, most=LONGEST_CLUB)
        if seed.seeding is not None and not 1 <= seed.seeding <= MOST_SEEDED:
            yield refuse(Reason.SEEDING_OUT_OF_RANGE, field=seed_field(uid), most=MOST_SEEDED)
    yield from _shared_place_problems(entries, wanted)


def _shared_place_problems(
    entries: Mapping[str, Entry], wanted: Mapping[str, Seed]
) -> Iterator[Problem]:
    places = {uid: entry.seeding for uid, entry in entries.items()}
    places |= {uid: seed.seeding for uid, seed in wanted.items()}
    counts = Counter(place for place in places.values() if place is not None)
    for uid, seed in _in_order(entries, wanted):
        if seed.seeding is not None and counts[seed.seeding] > 1:
            yield refuse(Reason.SEEDING_TWICE, field=seed_field(uid), place=seed.seeding)


def _in_order(
    entries: Mapping[str, Entry], wanted: Mapping[str, Seed]
) -> Iterator[tuple[str, Seed]]:
    """Yield the typed seeds in the order of the entries' numbers."""
    return ((uid, wanted[uid]) for uid in entries if uid in wanted)


def club_field(uid: str) -> str:
    """Return the form field for the club of an entry, by its uid.

    >>> club_field("b7xk2m9pqw3t")
    'club-b7xk2m9pqw3t'
    """
    return f"club-{uid}"


def seed_field(uid: str) -> str:
    """Return the form field for the seeding of an entry, by its uid.

    >>> seed_field("b7xk2m9pqw3t")
    'seeding-b7xk2m9pqw3t'
    """
    return f"seeding-{uid}"
