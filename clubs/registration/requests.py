"""Requests to enter an event: made, approved, refused, taken back.

A request sent again with the same key is the same request. A request while all places are taken
joins the waiting list (`waiting`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.registration import terms as terms_
from clubs.registration import waiting
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.verbs import Verb
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import as_stored, key_of, tidy
from tournaments.models import (
    EntryMember,
    EntryRequest,
    EntryRequestState,
    Event,
    Person,
)
from tournaments.organise.entries import MOST_ENTRIES, NAME_LENGTH, sizes_of
from tournaments.persons import entered_names, namesakes
from tournaments.persons.matching import TypedName
from tournaments.persons.refusals import PersonReason
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.record.digest import digest, sha256
from tournaments.record.once import once
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

OPEN: Final = (EntryRequestState.ASKED, EntryRequestState.WAITING)
REASON_LENGTH: Final = 200
PUBLIC: Final = Actor("system", "public")
"""The unknown person who fills in the form of the public page."""


@dataclass(frozen=True, slots=True)
class RequestedEntry:
    """The content of a request: the players as typed, the name of a team, and the key of the form.

    `person` is the member who uses the own link and is the first player.
    """

    names: tuple[str, ...]
    key: str
    team: str = ""
    person: Person | None = None

    @property
    def by_member(self) -> bool:
        """Whether a member made the request by the own link."""
        return self.person is not None

    @property
    def content(self) -> str:
        """Return the hash of the content. It covers the key, which is stored nowhere."""
        names = [tidy(name) for name in self.names if tidy(name)]
        by = self.person.uid if self.person else ""
        return digest({"key": self.key, "names": names, "team": tidy(self.team), "by": by})

    @property
    def actor(self) -> Actor:
        """Return the requester, for the log."""
        return Actor("person", self.person.uid) if self.person else PUBLIC


def ask(event: Event, asked: RequestedEntry) -> EntryRequest:
    """Request an entry: enter at once, or wait for a place or for an official.

    Raises Refused if the event is not open, and with every problem of the names.
    """
    request = once(
        lambda: _stored(event, asked),
        event.tournament,
        asked.actor,
        Verb.ASK_TO_ENTER,
        lambda made: _store(made, event, asked),
    )
    return EntryRequest.objects.select_related("entry").get(pk=request.pk)


def _store(made: Change, event: Event, asked: RequestedEntry) -> EntryRequest:
    names = tuple(as_stored(name) for name in asked.names if tidy(name))
    fresh = Event.objects.select_related("tournament__club").get(pk=event.pk)
    terms = terms_.terms_of(fresh)
    problems = _problems(fresh, terms, asked, names)
    if problems:
        raise Refused(*problems)
    request = EntryRequest.objects.create(
        event=fresh,
        person=asked.person,
        names=list(names),
        team=as_stored(asked.team),
        secret_hash=sha256(asked.key),
        content=asked.content,
        state=EntryRequest.State.ASKED,
    )
    made.concerns(event=fresh, request=request)
    if not terms.is_approved:
        _enter_at_once(made, fresh, request)
    made.shows(fresh)
    return request


def is_used(key: str) -> bool:
    """Whether a form with this key has made a request."""
    return EntryRequest.objects.filter(secret_hash=sha256(key)).exists()


def _stored(event: Event, asked: RequestedEntry) -> EntryRequest | None:
    """Return the earlier request of the form. Raises Refused if its content was different.

    Requests of older versions do not store their content.
    """
    used = EntryRequest.objects.filter(secret_hash=sha256(asked.key)).first()
    if used is None:
        return None
    if used.event_id != event.pk:
        raise Refused(refuse(RegistrationProblem.OTHER_EVENT))
    if used.content not in ("", asked.content):
        raise Refused(refuse(RegistrationProblem.OTHER_NAMES))
    return used


def approve(
    request: EntryRequest,
    actor: Actor,
    names: Sequence[str] = (),
    *,
    allow_banned: bool = False,
) -> EntryRequest:
    """Enter a request, or put it on the waiting list if all places are taken.

    `names` are an official's corrections of the typed ones, which stay if no name is given. Raises
    Refused if the entry cannot be made, also for banned persons unless that is allowed; the request
    then stays open.
    """
    event = request.event
    with change(event.tournament, actor, Verb.APPROVE_REQUEST) as made:
        held_offices.check(made, event, DIRECTORS)
        request = _locked(request)
        if corrected := [as_stored(name) for name in names if tidy(name)]:
            if problems := [*_size_problems(event, corrected), *_length_problems(corrected)]:
                raise Refused(*problems)
            request.names = corrected
            request.save(update_fields=["names"])
        made.concerns(request=request)
        if waiting.has_place(event):
            waiting.store_entry(made, event, request, is_approved=True, allow_banned=allow_banned)
            if allow_banned:
                made.note(banned=True)
        elif request.state == EntryRequest.State.WAITING:
            places = terms_.terms_of(event).places or 0
            raise Refused(refuse(RegistrationProblem.FULL, places=places))
        else:
            _update(request, state=EntryRequest.State.WAITING)
        made.shows(event)
    request.refresh_from_db()
    return request


def approve_all(event: Event, actor: Actor) -> tuple[int, list[Problem]]:
    """Approve all open requests; return their number, and the problems of the others."""
    done = 0
    problems: list[Problem] = []
    for request in asked_of(event):
        try:
            approve(request, actor)
            done += 1
        except Refused as refused:
            problems += refused.problems
    return done, problems


def reject(request: EntryRequest, actor: Actor, reason: str) -> None:
    """Refuse a request with a reason that the player reads. Raises Refused without one."""
    reason = tidy(reason)[:REASON_LENGTH]
    with change(request.event.tournament, actor, Verb.REFUSE_REQUEST) as made:
        held_offices.check(made, request.event, DIRECTORS)
        row = _locked(request)
        if not reason:
            raise Refused(refuse(RegistrationProblem.REASON_MISSING, field="reason"))
        _update(row, state=EntryRequest.State.REFUSED, reason=reason)
        made.concerns(request=row)
        made.note(reason=reason)
        made.shows(request.event)


def take_back(request: EntryRequest, actor: Actor) -> None:
    """Take back a request; repeating it is harmless. Raises Refused for one that was decided."""
    taken_back = EntryRequest.objects.filter(pk=request.pk, state=EntryRequest.State.TAKEN_BACK)
    with (
        suppress(Repeated),
        change(request.event.tournament, actor, Verb.TAKE_REQUEST_BACK) as made,
    ):
        # Under the lock: two taps on a slow connection are two requests at once.
        if taken_back.exists():
            raise Repeated
        row = _locked(request)
        _update(row, state=EntryRequest.State.TAKEN_BACK)
        made.concerns(request=row)
        made.shows(request.event)


def asked_of(event: Event) -> QuerySet[EntryRequest]:
    """Return the requests that await an official, in order of arrival."""
    rows = EntryRequest.objects.filter(event=event, state=EntryRequest.State.ASKED)
    return rows.select_related("event__tournament__club", "person").order_by("created_at", "pk")


def _enter_at_once(made: Change, event: Event, request: EntryRequest) -> None:
    """Enter a request, put it on the waiting list, or leave it to the desk.

    The desk decides if a stranger names a number of the register, because the program's answer
    would reveal the holder. Any other name is entered, even if a member has it.
    """
    by_number = any(TypedName.read(name).number is not None for name in request.names)
    if request.person is None and by_number:
        return
    if not waiting.has_place(event) or waiting.waiting_of(event).exists():
        _update(request, state=EntryRequest.State.WAITING, decided=False)
        return
    try:
        waiting.store_entry(made, event, request, is_approved=False)
    except Refused as refused:
        if not {problem.code for problem in refused.problems} <= LEFT_TO_THE_DESK:
            raise


LEFT_TO_THE_DESK: Final = frozenset(
    {
        PersonReason.MEMBER_SEVERAL,
        PersonReason.MEMBER_NUMBER_UNKNOWN,
        PersonReason.MEMBER_NUMBER_OF_OTHER,
        PersonReason.PERSON_TWICE,
        # Only officials are told of it.
        PersonReason.BANNED_PERSON,
    }
)


def _problems(
    event: Event, terms: terms_.EntryTerms, asked: RequestedEntry, names: Sequence[str]
) -> list[Problem]:
    if not terms_.is_open(event, terms, by_member=asked.by_member):
        return [refuse(RegistrationProblem.CLOSED)]
    if EntryRequest.objects.filter(event=event, state__in=OPEN).count() >= MOST_ENTRIES:
        return [refuse(Reason.ENTRIES_TOO_MANY, most=MOST_ENTRIES)]
    problems = _size_problems(event, names)
    if event.form == Event.Form.TEAMS and not tidy(asked.team):
        problems.append(refuse(Reason.NAME_MISSING, field="team"))
    problems += _length_problems([*names, asked.team])
    return problems + _twice_problems(event, asked, names)


def _size_problems(event: Event, names: Sequence[str]) -> list[Problem]:
    sizes = sizes_of(event.form)
    if len(names) in sizes:
        return []
    size = f"{sizes[0]}–{sizes[-1]}" if len(sizes) > 1 else sizes[0]
    return [refuse(Reason.ENTRY_SIZE, field="names", line=1, size=size, found=len(names))]


def _length_problems(names: Sequence[str]) -> list[Problem]:
    if all(len(name) <= NAME_LENGTH for name in names):
        return []
    return [refuse(Reason.ENTRY_NAME_TOO_LONG, field="names", line=1, most=NAME_LENGTH)]


def _twice_problems(event: Event, asked: RequestedEntry, names: Sequence[str]) -> list[Problem]:
    """Report players who are already entered, or have already requested an entry.

    A member may use a name as often as members have it; an official decides whose it is. A member
    who uses the own link is known, even if others share the name. The answer to a stranger does not
    depend on the register.
    """
    entered = EntryMember.objects.filter(entry__event=event)
    open_rows = EntryRequest.objects.filter(event=event, state__in=OPEN)
    shared: Mapping[str, int] = {}
    others = entered
    if asked.by_member:
        shared = namesakes.shared_names(event.tournament.club)
        others = entered.exclude(pk__in=entered_names.set_apart(event))
    members = {key_of(name): number for name, number in shared.items()}
    taken = Counter(key_of(name) for name in others.values_list("person__name", flat=True))
    waits = Counter(key_of(name) for row in open_rows for name in row.names)
    problems = []
    for place, name in enumerate(names):
        folded = key_of(name)
        code = _typed_problem(taken[folded], waits[folded], members.get(folded, 1))
        if place == 0 and asked.person is not None:
            code = _own_problem(event, asked.person, open_rows) or code
        if code:
            problems.append(refuse(code, field="names", name=name))
        taken[folded] += 1
    return problems


def _own_problem(
    event: Event, person: Person, waits: QuerySet[EntryRequest]
) -> RegistrationProblem | None:
    """Return the problem of the first player, who uses the own link."""
    same = Q(person=person) | Q(person__same_as=person)
    if EntryMember.objects.filter(same, entry__event=event).exists():
        return RegistrationProblem.ENTERED_ALREADY
    if entered_names.open_rows().filter(same, player__entry__event=event).exists():
        return RegistrationProblem.NAME_OPEN
    return RegistrationProblem.ASKED_ALREADY if waits.filter(same).exists() else None


def _typed_problem(taken: int, waits: int, most: int) -> RegistrationProblem | None:
    """Return the problem of a name that `most` members have, by the number already taken."""
    if taken >= most:
        return RegistrationProblem.ENTERED_ALREADY
    return RegistrationProblem.ASKED_ALREADY if taken + waits >= most else None


def _locked(request: EntryRequest) -> EntryRequest:
    """Return a request as it is under the lock. Raises Refused if it was decided meanwhile."""
    row = EntryRequest.objects.select_related("person__same_as").get(pk=request.pk)
    if row.state not in OPEN:
        raise Refused(refuse(RegistrationProblem.DECIDED))
    return row


def _update(
    request: EntryRequest, *, state: EntryRequestState, reason: str = "", decided: bool = True
) -> None:
    request.state, request.reason = state, reason
    request.decided_at = timezone.now() if decided else None
    request.save(update_fields=["state", "reason", "decided_at"])
