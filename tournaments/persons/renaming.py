"""Correction of a name, in the register and in all tournaments of the person."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from django.db.models import Q

from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import as_stored
from tournaments.models import (
    Club,
    EntryMember,
    Event,
    EventState,
    LogMention,
    MentionKind,
    Person,
    Tournament,
)
from tournaments.persons import keys, namesakes
from tournaments.persons.locking import lock_persons
from tournaments.persons.namesakes import Named, Taken
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import canonical
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Change, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

NAME_LENGTH = 120


def rename_member(member: EntryMember, actor: Actor, name: str) -> None:
    """Correct a person's name; the log holds the uid and neither name.

    Raises Refused for a name that is missing, too long, or of another person in an event, and
    where the person is gone.
    """
    tournament, name = member.entry.event.tournament, as_stored(name)
    person = Person.objects.get(pk=member.person_id)
    if person.guest and tournaments_with([person]) == [tournament]:
        with audit.change(tournament, actor, Verb.RENAME_PERSON) as made:
            held_offices.check(made, member.entry.event, DIRECTORS)
            (person,) = _locked([person], names=[name])
            _check_places([person], [tournament])
            store_name(person, name)
            state_names(made, [person])
            made.concerns(person=person, entry=member.entry)
        return
    club = Club.objects.get(pk=person.club_id)
    with (
        club_log.change(club, actor, Verb.RENAME_PERSON) as change,
        shares([person], actor, Verb.RENAME_PERSON, names=[name]) as opened,
    ):
        held_offices.check(change, member.entry.event, DIRECTORS)
        (person,) = _locked([person])
        store_name(person, name)
        change.concerns(person=person)
        for share in opened:
            state_names(share, [person])


@contextmanager
def shares(
    persons: Collection[Person],
    actor: Actor,
    verb: str,
    *,
    also: Collection[Person] = (),
    names: Collection[str] = (),
    beside: Collection[Tournament] = (),
) -> Iterator[list[Change]]:
    """Open the shares of a change of the club in each of its tournaments that knows these persons.

    A club is locked before its tournaments, and these before persons, as entering does: all at
    once, with `also`, whom the change writes too, and with those who have one of the `names` that
    it gives, whose marks it may set. `beside` are tournaments in which it writes something else.
    Raises Refused where one of them came into another tournament while these were waited for.
    """
    places = tournaments_with(persons)
    every = sorted({*places, *beside}, key=lambda place: place.pk)
    with ExitStack() as stack:
        opened = [stack.enter_context(audit.share(place, actor, verb)) for place in every]
        _lock([*persons, *also], names)
        _check_places(persons, places)
        yield opened


def _locked(persons: Collection[Person], *, names: Collection[str] = ()) -> list[Person]:
    """Lock persons and return them as they are now. Raises Refused where one is gone."""
    rows = _lock(persons, names)
    found = [rows[person.pk] for person in persons if person.pk in rows]
    if len(found) < len(persons) or any(row.blanked_at for row in found):
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    return found


def _lock(persons: Collection[Person], names: Collection[str]) -> dict[int, Person]:
    clubs = {person.club_id for person in persons}
    wanted = {person.pk for person in persons}
    for part in keys.slices(sorted(names)):
        of_name = Person.objects.filter(club__in=clubs, name__in=part)
        wanted |= set(of_name.values_list("pk", flat=True))
    return lock_persons(wanted)


def _check_places(persons: Collection[Person], places: Sequence[Tournament]) -> None:
    """Raise Refused where other tournaments than those that are locked know these persons."""
    if tournaments_with(persons) != places:
        raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))


def tournaments_with(persons: Collection[Person]) -> list[Tournament]:
    """Return the tournaments in which one of these persons plays or whose logs state the name."""
    stated = LogMention.objects.filter(
        uid__in=[person.uid for person in persons], kind=MentionKind.STATED
    )
    plays = Q(events__entries__members__person__in=persons)
    logged = Q(pk__in=stated.values("entry__tournament"))
    return list(Tournament.objects.filter(plays | logged).order_by("pk").distinct())


def show_events(made: Change, persons: Collection[Person]) -> None:
    """Mark the events of the changed tournament in which these persons play as changed."""
    events = Event.objects.filter(entries__members__person__in=persons, tournament=made.tournament)
    for event in events.distinct():
        made.shows(event)


def name_problems(named: Named, taken: Taken, field: str) -> list[Problem]:
    """Return the problems of a person's name, with its field."""
    name = named.name
    if not name:
        return [refuse(Reason.NAME_MISSING, field=field)]
    if len(name) > NAME_LENGTH:
        return [refuse(Reason.NAME_TOO_LONG, field=field, most=NAME_LENGTH)]
    if named.is_taken(taken):
        return [refuse(Reason.NAME_TAKEN, field=field, name=name)]
    return []


def state_names(made: Change, persons: Sequence[Person]) -> None:
    """State the names of those of these persons that a tournament knows, and mark their events."""
    uids = [person.uid for person in persons]
    stated = LogMention.objects.filter(
        uid__in=uids, kind=MentionKind.STATED, entry__tournament=made.tournament
    )
    plays = Person.objects.filter(
        uid__in=uids, entry_members__entry__event__tournament=made.tournament
    )
    known = {*stated.values_list("uid", flat=True), *plays.values_list("uid", flat=True)}
    here = [person for person in persons if person.uid in known]
    made.states(*here)
    if len(here) == 1:
        made.concerns(person=here[0])
    show_events(made, here)


def store_name(person: Person, name: str) -> None:
    """Store a name with its keys.

    Raises Refused if another participant of an unfinished event has it, and one of the two has no
    number in the register to distinguish them.
    """
    name = as_stored(name)
    going_on = Event.objects.filter(entries__members__person=person).exclude(
        state__in=[EventState.FINISHED, EventState.CANCELLED]
    )
    others = EntryMember.objects.filter(entry__event__in=going_on).exclude(person=person)
    taken = namesakes.taken_in(others.select_related("person__same_as"))
    problems = name_problems(Named(name, canonical(person).number), taken, "name")
    if problems:
        raise Refused(*problems)
    person.name, person.mark = name, ""
    person.save(update_fields=["name", "mark"])
    for event in Event.objects.filter(entries__members__person=person).distinct():
        if person in namesakes.tell_apart(event, renamed=person):
            person.refresh_from_db(fields=["mark"])
    keys.set_keys([person])
    if person.same_as_id:
        keys.set_keys([canonical(person)])
