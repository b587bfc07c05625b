"""Merging, splitting and blanking persons of the register.

Results are not rewritten: line-ups, sealed sheets and the log hold uids. Only `same_as` links a
duplicate to its person, in a single step. Missing data of the person who stays are filled in from
the other, and taken out again by a split; the duplicate keeps its own columns, aliases and contact.

Blanking a person deletes name and salt, so that the digests of the log reveal nothing; uids,
results and the log stay. Stored documents that name the person are removed; older backups,
downloaded files, and free text in reasons are out of reach, and the page says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from django.db.models import Model, Q
from django.db.models.functions import Left
from django.utils import timezone

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import (
    Alias,
    Club,
    Contact,
    Credential,
    Entry,
    EntryMember,
    EntryRequest,
    EntryRequestState,
    Event,
    Person,
    ToldApart,
    Tournament,
    WithdrawalRequest,
)
from tournaments.models.base import UID_LENGTH
from tournaments.persons import entered_names, keys, matching
from tournaments.persons.locking import lock_persons
from tournaments.persons.matching import NameMatch
from tournaments.persons.refusals import PersonReason
from tournaments.persons.renaming import shares, show_events, tournaments_with
from tournaments.persons.same import all_of, canonical
from tournaments.persons.shared_events import shared_event
from tournaments.record import club_log, log_queries
from tournaments.record.audit import Actor, Change, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

FILLED: Final = ("sex", "birth_year", "home")
FILLED_CONTACT: Final = ("phone", "email", "note")
WAITS: Final = (EntryRequestState.ASKED, EntryRequestState.WAITING)
"""States of requests that hold the names as they were typed and are still to be decided."""


def proposed(persons: Sequence[Person]) -> Person:
    """Return whose name and uid are proposed to stay: a member, with the lowest number."""
    return min(persons, key=lambda person: (person.guest, person.number or 10**10, person.pk))


def merge(club: Club, actor: Actor, kept: Person, other: Person) -> Person:
    """Merge two persons, and return the one that is kept: a member takes precedence over a guest.

    The kept person keeps name, number and uid, and gets missing data from the other. Raises Refused
    if they are already merged, if one was removed, and if both play in one event.
    """
    with club_log.change(club, actor, Verb.MERGE_MEMBERS) as made:
        held_offices.check(made, club, DIRECTORS)
        first, second = _locked(club, kept, other)
        if first.guest and not second.guest:
            first, second = second, first
        if first == second:
            raise Refused(refuse(PersonReason.MERGE_WITH_ITSELF))
        rows = list(Person.objects.filter(_is(second)))
        both = list(Person.objects.filter(_is(first)))
        if event := shared_event(both, rows):
            values = {"name": first.name, "other": second.name, "event": event.name}
            raise Refused(refuse(PersonReason.MERGE_PLAY_TOGETHER, **values))
        Person.objects.filter(pk__in=[row.pk for row in rows]).update(same_as=first)
        # Merging overrides an earlier declaration that they are different.
        ToldApart.objects.filter(first__in=[*both, *rows], second__in=[*both, *rows]).delete()
        filled = _fill(first, second)
        keys.set_keys([first])
        made.concerns(kept=first, double=second)
        made.note(rows=len(rows), filled=filled)
    return first


def split(club: Club, actor: Actor, double: Person) -> None:
    """Split a duplicate from the person it was merged with. Raises Refused if it is none.

    What a merge filled in and only the duplicate has leaves the person: a telephone that stayed
    would prove one for the other.
    """
    with club_log.change(club, actor, Verb.SPLIT_MEMBER) as made:
        held_offices.check(made, club, DIRECTORS)
        rows = lock_persons({double.pk}, doubles=True)
        row = rows.get(double.pk)
        if row is None or row.club_id != club.pk or row.same_as_id is None:
            raise Refused(refuse(PersonReason.NOT_MERGED))
        kept = rows[row.same_as_id]
        Person.objects.filter(pk=row.pk).update(same_as=None)
        filled = _filled(club, rows.values())
        stay = [each for each in rows.values() if each != row]
        emptied = _empty(stay, row, filled)
        for each in stay:
            # It may have been merged itself before.
            if each != kept:
                _empty([row], each, filled)
        keys.set_keys([kept])
        made.concerns(kept=kept, double=row)
        made.note(emptied=emptied)


def _fill(kept: Person, double: Person) -> list[str]:
    """Fill in the empty columns of a person from its duplicate; return their names.

    The consent to be shown is that of the kept person alone: a merge never publishes anybody.
    """
    filled = _fill_columns(kept, double, FILLED)
    kept.save(update_fields=filled)
    contact = Contact.objects.filter(person=kept).first() or Contact(person=kept)
    other = Contact.objects.filter(person=double).first() or Contact(person=double)
    if of_contact := _fill_columns(contact, other, FILLED_CONTACT):
        contact.save()
    return [*filled, *of_contact]


def _fill_columns(row: Model, other: Model, columns: Iterable[str]) -> list[str]:
    empty = [name for name in columns if not getattr(row, name) and getattr(other, name)]
    for name in empty:
        setattr(row, name, getattr(other, name))
    return empty


def _filled(club: Club, persons: Collection[Person]) -> Mapping[str, set[str]]:
    """Return the columns of persons that merges have filled in, by uid, from the club's log."""
    filled: dict[str, set[str]] = {person.uid: set() for person in persons}
    merged = club.log.filter(verb=Verb.MERGE_MEMBERS).values_list("body", flat=True)
    for body in map(log_queries.body_of, merged):
        # The first merges did not note what they filled in.
        columns = body["details"].get("filled", ())
        filled.get(body["about"]["kept"], set()).update(columns)
    return filled


def _empty(rows: Sequence[Person], source: Person, filled: Mapping[str, set[str]]) -> list[str]:
    """Empty what came from another person in all of these rows; return the columns.

    What one of the rows has of its own is kept.
    """
    contacts = {row.person_id: row for row in Contact.objects.filter(person__in=[*rows, source])}
    of_contact = [(row, contacts[row.pk]) for row in rows if row.pk in contacts]
    return [
        *_empty_columns([(row, row) for row in rows], source, FILLED, filled),
        *_empty_columns(of_contact, contacts.get(source.pk), FILLED_CONTACT, filled),
    ]


def _empty_columns(
    parts: Sequence[tuple[Person, Model]],
    theirs: Model | None,
    columns: Iterable[str],
    filled: Mapping[str, set[str]],
) -> list[str]:
    """Empty what equals the source's where all who have that value got it by a merge."""
    emptied = []
    for name in columns:
        value = getattr(theirs, name, None)
        same = [(row, part) for row, part in parts if value and getattr(part, name) == value]
        if same and all(name in filled[row.uid] for row, _part in same):
            for _row, part in same:
                setattr(part, name, getattr(type(part)(), name))
                part.save(update_fields=[name])
            emptied.append(name)
    return emptied


def _is(person: Person) -> Q:
    return Q(pk=person.pk) | Q(same_as=person.pk)


def _locked(club: Club, *persons: Person) -> list[Person]:
    """Lock the current rows of persons, with all their rows. Raises Refused if one was removed."""
    own = [person.pk for person in persons if person.club_id == club.pk]
    rows = lock_persons(own, doubles=True)
    named = [rows[person.pk] for person in persons if person.pk in rows]
    found = [rows[row.same_as_id or row.pk] for row in named]
    if len(found) < len(persons) or any(person.blanked_at for person in found):
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    return found


def blank(club: Club, actor: Actor, person: Person) -> None:
    """Blank a person with all its duplicates. Raises Refused if it was removed already.

    Unconfirmed, publicly registered guests who are likely the person are blanked too, and so are
    the names in requests to enter; every tournament with one of these logs it.
    """
    person = canonical(club.persons.select_related("same_as").get(pk=person.pk))
    with club_log.change(club, actor, Verb.BLANK_MEMBER) as made:
        held_offices.check(made, club, DIRECTORS)
        made.concerns(person=person)
        seen = _rows_meant(person)
        asked = {request.event.tournament for request in _requests_naming(club, seen)}
        with shares(seen, actor, Verb.BLANK_MEMBER, beside=asked) as opened:
            rows = _locked_rows(person)
            places = [change.tournament for change in opened]
            # Before the names of the rows are blanked: these decide whom a typed name means.
            requests = _requests_naming(club, rows)
            if {*rows} != {*seen} or not asked.issuperset(
                request.event.tournament for request in requests
            ):
                raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
            _blank_requests(requests)
            entered_names.forget(rows)
            _blank_rows(rows)
            remove_documents(places)
            known = {*tournaments_with(rows)}
            for change in opened:
                change.concerns(person=person)
                if change.tournament in known:
                    change.states(*rows)
                    show_events(change, rows)
                _log_requests(change, requests)
        made.note(rows=len(rows), tournaments=len(places), requests=len(requests))


def waiting_requests(person: Person) -> list[EntryRequest]:
    """Return the requests to enter that blanking a person takes back, in order of arrival."""
    return [row for row in _requests_naming(person.club, _rows_meant(person)) if row.state in WAITS]


def _rows_meant(person: Person) -> list[Person]:
    return [*all_of(person), *entered_names.guests_named(person)]


def remove_documents(places: Collection[Tournament]) -> None:
    """Remove the stored documents of tournaments, and the jobs that hold the input of one.

    All documents are removed, because the persons named in one are not stored, and each can be made
    again. Jobs come first: a job that ends meanwhile has either stored its document by then, or
    stores none.
    """
    events = Event.objects.filter(tournament__in=places).values_list("uid", flat=True)
    # `about` begins with the uid of the event; what follows says which of its documents it is.
    event_of = Left("about", UID_LENGTH)
    for part in keys.slices(sorted(events)):
        # A job without input names nobody, such as the one that makes a result official.
        waiting = {"state": JobState.QUEUED, "payload": {}}
        jobs = Job.objects.alias(event_of=event_of).filter(event_of__in=part)
        jobs.exclude(**waiting).delete()
        Document.objects.alias(event_of=event_of).filter(event_of__in=part).delete()


def _locked_rows(person: Person) -> list[Person]:
    rows = list(all_of(person).select_for_update(no_key=True).order_by("pk"))
    kept = next((row for row in rows if row.pk == person.pk), None)
    if kept is None or kept.same_as_id or kept.blanked_at:
        raise Refused(refuse(PersonReason.MEMBER_GONE))
    guests = [row.pk for row in entered_names.guests_named(person)]
    locked = Person.objects.select_for_update(no_key=True).filter(pk__in=guests)
    return [*rows, *locked.order_by("pk")]


def _blank_rows(rows: Collection[Person]) -> None:
    for row in rows:
        row.name = Person.BLANKED
        row.name_salt = row.sort_key = row.search_key = row.sex = row.home = row.mark = ""
        row.number = row.birth_year = None
        row.shown = False
        row.blanked_at = timezone.now()
        row.save()
    keys_of = [row.pk for row in rows]
    Alias.objects.filter(person__in=keys_of).delete()
    Contact.objects.filter(person__in=keys_of).delete()
    Credential.objects.filter(person__in=keys_of).delete()
    ToldApart.objects.filter(Q(first__in=keys_of) | Q(second__in=keys_of)).delete()
    played = EntryMember.objects.filter(person__in=keys_of).values("entry")
    Entry.objects.filter(pk__in=played).exclude(remark="").update(remark="")
    WithdrawalRequest.objects.filter(entry__in=played).exclude(why="").update(why="")


def _requests_naming(club: Club, rows: Collection[Person]) -> list[EntryRequest]:
    """Return the requests of a club that name a person, in all its rows, in order of arrival.

    Their `names` are blanked, and not stored yet. A name that several members share is meant in
    decided requests only; in a pending one the desk has to decide whose it is.
    """
    keys_of = {row.pk for row in rows}
    asked = list(
        EntryRequest.objects.filter(event__tournament__club=club)
        .exclude(names=[])
        .select_related("person", "event__tournament")
        .order_by("created_at", "pk")
    )
    found = matching.match(club, {name for request in asked for name in request.names})
    naming = []
    for request in asked:
        names = [
            Person.BLANKED
            if _is_meant(request, place, found[name], keys_of, waits=request.state in WAITS)
            else name
            for place, name in enumerate(request.names)
        ]
        if names != request.names:
            request.names = names
            naming.append(request)
    return naming


def _blank_requests(requests: Iterable[EntryRequest]) -> None:
    """Store blanked requests; a pending one cannot be entered without the name: taken back."""
    for request in requests:
        if request.state in WAITS:
            request.state, request.decided_at = EntryRequestState.TAKEN_BACK, timezone.now()
        request.save(update_fields=["names", "state", "decided_at"])


def _log_requests(made: Change, requests: Iterable[EntryRequest]) -> None:
    """Log the blanked requests of a tournament; the public pages of their events count them."""
    rows = [row for row in requests if row.event.tournament_id == made.tournament.pk]
    if rows:
        made.note(requests=[row.uid for row in rows])
    for row in rows:
        made.shows(row.event)


def _is_meant(
    request: EntryRequest, place: int, match: NameMatch, keys_of: Collection[int], *, waits: bool
) -> bool:
    """Whether a name in a request is that of the person with these keys_of."""
    if place == 0 and request.person_id is not None:
        return request.person_id in keys_of
    meant = [match.person] if match.person else [] if waits else list(match.several)
    return any(person.pk in keys_of for person in meant)
