"""Players withdraw their entry: at once before the first draw, by a request after it.

The desk grants the request or refuses it with a reason.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils import timezone

from clubs.registration import confirming, waiting
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import REASON_LENGTH
from clubs.registration.verbs import Verb
from tournaments.base.refusals import Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import Entry, Event, WithdrawalRequest, WithdrawalState
from tournaments.organise.entries import store_withdrawal
from tournaments.record import audit
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS


def withdraw(
    entry: Entry, actor: Actor, why: str = "", *, by_link: bool = False
) -> WithdrawalRequest | None:
    """Withdraw an entry before the first draw; after it, return the request for the desk.

    A link of public registration makes a request before the draw too, once others have confirmed
    names of the entry. A simultaneous draw comes either before or after it. Repeating it is
    harmless.
    """
    try:
        with change(entry.event.tournament, actor, audit.Verb.WITHDRAW_ENTRY) as made:
            _check_entered(entry)
            is_others = by_link and not confirming.may_withdraw(entry)
            if is_others or waiting.is_drawn(entry.event):
                raise _DrawnMeanwhile
            store_withdrawal(made, entry)
    except Repeated:
        return open_of(entry)
    except _DrawnMeanwhile:
        return _ask(entry, actor, why)
    return None


class _DrawnMeanwhile(Exception):
    """A round was drawn, or the desk has to decide: the change is undone, and a request is made."""


def _ask(entry: Entry, actor: Actor, why: str) -> WithdrawalRequest | None:
    try:
        with change(entry.event.tournament, actor, Verb.ASK_TO_WITHDRAW) as made:
            _check_entered(entry)
            request = WithdrawalRequest.objects.create(entry=entry, why=tidy(why)[:REASON_LENGTH])
            made.concerns(entry=entry, request=request)
    except Repeated:
        return open_of(entry)
    return request


def _check_entered(entry: Entry) -> None:
    """Raise Repeated if there is nothing to do.

    Raises Refused for an entry that was removed, and if the event is not played.
    """
    row = Entry.objects.filter(pk=entry.pk).select_related("event").first()
    if row is None:
        raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
    if row.state == Entry.State.WITHDRAWN or open_of(row) is not None:
        raise Repeated
    if row.event.state != Event.State.PUBLISHED:
        raise Refused(refuse(RegistrationProblem.WITHDRAWING_CLOSED))


def open_of(entry: Entry) -> WithdrawalRequest | None:
    """Return the open request of an entry."""
    rows = WithdrawalRequest.objects.filter(entry=entry, state=WithdrawalState.OPEN)
    return rows.first()


def asked_of(event: Event) -> QuerySet[WithdrawalRequest]:
    """Return the open requests, the oldest first."""
    rows = WithdrawalRequest.objects.filter(entry__event=event, state=WithdrawalState.OPEN)
    return rows.select_related("entry__event__tournament__club").order_by("pk")


def grant(request: WithdrawalRequest, actor: Actor) -> None:
    """Withdraw the entry after the last published round.

    Raises Refused as withdrawing at the desk does: in an official competition that has begun, an
    entry leaves by the decision that its regulations want, which grants the request.
    """
    entry = request.entry
    with change(entry.event.tournament, actor, audit.Verb.WITHDRAW_ENTRY) as made:
        held_offices.check(made, entry.event, DIRECTORS)
        _decide(made, request, WithdrawalState.GRANTED)
        store_withdrawal(made, entry)


def reject(request: WithdrawalRequest, actor: Actor, reason: str) -> None:
    """Refuse the request with a reason that the player reads. Raises Refused without one."""
    event = request.entry.event
    with change(event.tournament, actor, Verb.REFUSE_WITHDRAWAL) as made:
        held_offices.check(made, event, DIRECTORS)
        if not tidy(reason):
            raise Refused(refuse(RegistrationProblem.REASON_MISSING, field="reason"))
        _decide(made, request, WithdrawalState.REFUSED, tidy(reason)[:REASON_LENGTH])


def take_back(entry: Entry, actor: Actor) -> None:
    """Take back the open request of an entry; without one nothing happens."""
    request = open_of(entry)
    if request is None:
        return
    with change(entry.event.tournament, actor, Verb.KEEP_ENTRY) as made:
        _decide(made, request, WithdrawalState.TAKEN_BACK)


def newest(entries: Collection[Entry]) -> dict[int, WithdrawalRequest]:
    """Return the last request of each entry, by its key."""
    rows = WithdrawalRequest.objects.filter(entry__in=entries).order_by("pk")
    return {row.entry_id: row for row in rows}


def _decide(
    made: Change, request: WithdrawalRequest, state: WithdrawalState, reason: str = ""
) -> None:
    rows = WithdrawalRequest.objects.filter(pk=request.pk, state=WithdrawalState.OPEN)
    if not rows.update(state=state, reason=reason, decided_at=timezone.now()):
        raise Refused(refuse(RegistrationProblem.DECIDED))
    made.concerns(request=request, entry=request.entry)
    if reason:
        made.note(reason=reason)
