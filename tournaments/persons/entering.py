"""The persons of new entries: typed or chosen members, and new guests for all others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, EntryMember, Event, Person, new_salt
from tournaments.persons import entered_names, keys, matching, namesakes
from tournaments.persons.locking import lock_persons
from tournaments.persons.matching import NameMatch, TypedName
from tournaments.persons.namesakes import Named, Taken
from tournaments.persons.refusals import PersonReason


@dataclass(frozen=True, slots=True)
class EnteredPersons:
    """The players of new entries by line, captains, known persons, persons already entered, and
    problems.
    """

    members: list[tuple[Named, ...]]
    captains: list[Named]
    known: Mapping[Named, Person]
    taken: Taken
    problems: tuple[Problem, ...]


def read(
    event: Event,
    members: Sequence[Sequence[str]],
    captains: Sequence[str],
    chosen: Sequence[Sequence[str]],
) -> EnteredPersons:
    """Return the persons meant by the names of new entries; `chosen` are uids that need no name.

    To be called within a change of the event's tournament: the rows of the members are locked
    against merging. Problems are ambiguous or wrong names, and persons who already take part or
    occur twice.
    """
    club = event.tournament.club
    persons = matching.chosen(club, {uid for line in chosen for uid in line if uid})
    found = matching.match(club, {*_texts(members), *captains})
    lines = [
        [_matched(text, uid, found, persons) for text, uid in _with_uids(texts, uids)]
        for texts, uids in zip(members, [*chosen, *[()] * len(members)], strict=False)
    ]
    leads = [
        _captain(text, texts, line, found)
        for text, texts, line in zip(captains, members, lines, strict=False)
    ]
    meant = [*(one for line in lines for one in line), *leads]
    known = _locked(meant, namesakes.entered_in(event))
    # Again under the lock, because two of them may have been merged since.
    here = namesakes.entered_in(event)
    problems = _problems(lines, leads)
    if any(person.blanked_at for person in known.values()):
        problems.append(refuse(PersonReason.MEMBER_GONE))
    return EnteredPersons(
        members=[tuple(_as_named(one, known) for one in line) for line in lines],
        captains=[_as_named(one, known) for one in leads],
        known={Named.of(person): person for person in known.values()},
        taken=namesakes.taken_in(here, entered_names.set_apart(event)),
        problems=(*problems, *_twice_problems(here, lines, leads, known)),
    )


@dataclass(frozen=True, slots=True)
class EnteredPerson:
    """The person meant by one typed name, or a guest of this name, and any problem with it."""

    named: Named
    person: Person | None
    problems: tuple[Problem, ...]

    @property
    def name(self) -> str:
        """The name under which the person is entered."""
        return self.named.name


def read_one(event: Event, text: str, known: Person | None = None) -> EnteredPerson:
    """Return the person meant by one name within a change; `known` is a guest of the event."""
    if known is not None and known.guest:
        return EnteredPerson(Named.of(known), known, ())
    one = matching.match(event.tournament.club, [text]).get(text, NameMatch(text))
    persons = _locked([one], namesakes.entered_in(event))
    problems = () if one.is_clear else (replace(one.refusal(1), field="name"),)
    return EnteredPerson(_as_named(one, persons), next(iter(persons.values()), None), problems)


def add_guest(club: Club, name: str) -> Person:
    """Store a guest."""
    return Person.objects.bulk_create([new_guest(club, name)])[0]


def new_guest(club: Club, name: str) -> Person:
    """Return a guest with this name, not stored yet."""
    guest = Person(club=club, name=name, name_salt=new_salt(), guest=True)
    keys.set_keys([guest], save=False)
    return guest


def forget_persons(keys: Collection[int]) -> list[Person]:
    """Delete those of these guests who no longer take part in anything, and return them."""
    guests = Person.objects.filter(pk__in=keys, guest=True, same_as=None, doubles=None)
    forgotten = list(guests.filter(entry_members=None, seats=None))
    Person.objects.filter(pk__in=[person.pk for person in forgotten]).delete()
    return forgotten


def _texts(members: Iterable[Sequence[str]]) -> set[str]:
    return {text for line in members for text in line}


def _with_uids(texts: Sequence[str], uids: Sequence[str]) -> Iterable[tuple[str, str]]:
    return zip(texts, [*uids, *[""] * len(texts)], strict=False)


def _matched(
    text: str, uid: str, found: Mapping[str, NameMatch], persons: Mapping[str, Person]
) -> NameMatch:
    """Return the person that a text means; a chosen person takes precedence over the text."""
    if uid in persons:
        return NameMatch(persons[uid].name, persons[uid])
    return found.get(text, NameMatch(text))


def _captain(
    text: str, texts: Sequence[str], line: Sequence[NameMatch], found: Mapping[str, NameMatch]
) -> NameMatch:
    """Return the person that the name of a captain means: first of all a player of the team."""
    for typed, player in zip(texts, line, strict=True):
        if text and text in (typed, TypedName.read(typed).name):
            return player
    return found.get(text, NameMatch(text))


def _locked(matches: Iterable[NameMatch], here: Iterable[EntryMember]) -> dict[int, Person]:
    """Lock the matched persons; return their current rows, by the key of the matched row.

    A person merged or blanked since the query has another name now. Participants with one of these
    names are locked too, to be distinguished. Raises Refused where a person was given the name of
    one who is not among these.
    """
    meant = [one.person for one in matches if one.person]
    wanted, names = {person.pk for person in meant}, {person.name for person in meant}
    by_name: dict[str, set[int]] = defaultdict(set)
    for row in here:
        by_name[row.person.name].add(row.person_id)
    rows = lock_persons(wanted.union(*(by_name[name] for name in names)))
    found = {key: rows[rows[key].same_as_id or key] for key in wanted & rows.keys()}
    # A lock that is taken after a later one may be awaited in a circle: it is not taken.
    if any(by_name[person.name] - rows.keys() for person in found.values()):
        raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
    return found


def _as_named(one: NameMatch, known: Mapping[int, Person]) -> Named:
    return Named.of(known[one.person.pk]) if one.person else Named(one.name)


def _problems(lines: Sequence[Sequence[NameMatch]], leads: Sequence[NameMatch]) -> list[Problem]:
    problems = []
    for number, line in enumerate(lines, 1):
        aside = [lead for lead in leads[number - 1 : number] if lead not in line]
        problems += [one.refusal(number) for one in [*line, *aside] if not one.is_clear]
    return problems


def _twice_problems(
    here: Iterable[EntryMember],
    lines: Sequence[Sequence[NameMatch]],
    leads: Sequence[NameMatch],
    known: Mapping[int, Person],
) -> list[Problem]:
    """Report persons who already take part under another name.

    A repeated name is reported when entries are stored.
    """
    seen = {row.person.same_as_id or row.person_id: row.person.name for row in here}
    problems = []
    for number, line in enumerate(lines, 1):
        aside = [lead for lead in leads[number - 1 : number] if lead not in line]
        for one in [*line, *aside]:
            person = known.get(one.person.pk) if one.person else None
            if person is None:
                continue
            other = seen.setdefault(person.pk, person.name)
            if other != person.name:
                problems.append(
                    refuse(
                        PersonReason.PERSON_TWICE,
                        field="names",
                        line=number,
                        name=person.name,
                        other=other,
                    )
                )
    return problems


def persons_of(
    club: Club, named: Iterable[Named], known: Mapping[Named, Person]
) -> dict[Named, Person]:
    """Return the persons who are named: known ones, and new guests for all others."""
    guests = [new_guest(club, one.name) for one in named if one not in known]
    return {**known, **{Named(guest.name): guest for guest in Person.objects.bulk_create(guests)}}
