"""The right to be forgotten: a person's name and contact are blanked for ever.

Uids, results and the log stay: with the name its salt goes, so that the digests of the log say
nothing more. Stored documents that name the person are removed; older copies of the data, files
that somebody keeps, and free text in reasons are out of reach, and the page says so.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q
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
    Event,
    Person,
    ToldApart,
    Tournament,
)
from tournaments.persons import asked_names, entered_names
from tournaments.persons.refusals import PersonReason
from tournaments.persons.renaming import shares, show_events, tournaments_with
from tournaments.persons.same import all_of, canonical
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb


def blank(club: Club, actor: Actor, person: Person) -> None:
    """Blank a person with all its doubles. Raises Refused where it is gone already.

    Guests of the public door who are likely the person, and were not confirmed, are blanked too.
    """
    person = canonical(club.persons.select_related("same_as").get(pk=person.pk))
    rows = [*all_of(person), *entered_names.guests_named(person)]
    places = tournaments_with(rows)
    with club_log.change(club, actor, Verb.BLANK_MEMBER) as made:
        made.concerns(person=person)
        with shares(places, actor, Verb.BLANK_MEMBER) as opened:
            rows = _locked(person)
            if tournaments_with(rows) != places:
                raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
            requests = asked_names.forget(club, rows)
            entered_names.forget(rows)
            _blank_rows(rows)
            remove_documents(places)
            for change in opened:
                change.states(*rows)
                change.concerns(person=person)
                show_events(change, rows)
        made.note(rows=len(rows), tournaments=len(places), requests=requests)


def remove_documents(places: Collection[Tournament]) -> None:
    """Remove the stored documents of tournaments, and the jobs that hold the input of one.

    All of them: whom a document names is not kept beside it, and each is made anew when asked for.
    Jobs first: one that ends meanwhile has stored its document by then, or stores none.
    """
    events = Event.objects.filter(tournament__in=places).values_list("uid", flat=True)
    for uid in events:
        # One without input names nobody: by such a job a result becomes official.
        waiting = {"state": JobState.QUEUED, "payload": {}}
        Job.objects.filter(about__startswith=uid).exclude(**waiting).delete()
        Document.objects.filter(about__startswith=uid).delete()


def _locked(person: Person) -> list[Person]:
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
