"""呼叫裁判: a table calls the referee, officials answer in steps, and the table reads the state.

Calls and steps are append-only, and the newest step is the state. No public page changes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from referee.base.handed_in import Writer
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.models import Call, CallReason, CallState, CallStep, DeviceLease
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, Table, Tournament, User
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.record.once import once
from tournaments.rights import access

OFFERED: Final = (
    CallState.ON_THE_WAY,
    CallState.AT_THE_TABLE,
    CallState.DONE,
    CallState.DEFERRED,
)
"""States that an official may set, in their usual order."""


@dataclass(frozen=True, slots=True)
class CallDetails:
    """Content of a call: its reason, free text, and the uid of the deal it is about."""

    reason: CallReason
    words: str = ""
    deal: str = ""


@dataclass(frozen=True, slots=True)
class CallWithSteps:
    """Call with its steps in order; there is always at least one step."""

    call: Call
    steps: tuple[CallStep, ...]

    @property
    def newest(self) -> CallStep:
        """The newest step, which holds the state."""
        return self.steps[-1]

    @property
    def state(self) -> CallState:
        """State of the call."""
        return CallState(self.newest.state)

    @property
    def is_open(self) -> bool:
        """Whether the call is not over yet."""
        return self.state != CallState.DONE

    @property
    def offered(self) -> tuple[CallState, ...]:
        """States that an official may set next, first those that follow the present one."""
        if self.state not in OFFERED:
            return OFFERED
        place = OFFERED.index(self.state)
        return OFFERED[place + 1 :] + OFFERED[:place]

    def waited_minutes(self, now: datetime) -> int:
        """Return for how many whole minutes the table has waited, or did until it was over."""
        until = now if self.is_open else self.newest.created_at
        return max(0, int((until - self.call.created_at).total_seconds()) // 60)


def call_referee(lease: DeviceLease, key: str, details: CallDetails) -> Call:
    """Call the referee from a table; the same key again returns the same call.

    Raises CodedRefusal where the device has lost its table, where the key was used for another
    call, and where a call of the table is open, its own or that of one of its players.
    """
    writer, table = Writer.device(lease), lease.table

    def stored() -> Call | None:
        call = Call.objects.filter(key=key).first()
        return _checked_repeat(call, table, details) if call else None

    return once(
        stored,
        writer.tournament,
        writer.actor,
        Verb.CALL_REFEREE,
        lambda made: _store_call(made, writer, table, key, details),
    )


def withdraw(lease: DeviceLease, key: str) -> None:
    """Withdraw a call of a table.

    A repeated request, one after the referee was there, and one of a device that has lost its table
    change nothing. Raises CodedRefusal for a call that the table has not made.
    """
    writer = Writer.device(lease)
    call = lease.table.calls.filter(key=key, lease__isnull=False).first()
    if call is None:
        raise CodedRefusal(Code.CALL_UNKNOWN, refuse(Code.CALL_UNKNOWN))
    if not writer.holds_table() or not _still_open(Call.objects.filter(pk=call.pk)).exists():
        return
    with change(writer.tournament, writer.actor, Verb.ANSWER_CALL) as made:
        made.concerns(call=call, table=call.table)
        newest = _newest_step(call)
        if writer.holds_table() and newest.state != CallState.DONE:
            _add_step(made, call, CallState.DONE, newest.number + 1, None)


def answer(call: Call, official: User, state: CallState, *, seen: int, note: str = "") -> CallStep:
    """Add an official's step to a call; the button pressed twice makes one step.

    `seen` is the number of the step that was shown. Raises Refused where another official, or the
    table itself, was faster, and for a call that is over.
    """
    newest = _newest_step(call)
    if _is_repeated_step(newest, official, state, seen, note):
        return newest
    try:
        with change(call.table.tournament, Actor.from_user(official), Verb.ANSWER_CALL) as made:
            newest = _newest_step(call)
            if _is_repeated_step(newest, official, state, seen, note):
                raise Repeated
            if newest.state == CallState.DONE:
                raise Refused(refuse(Code.CALL_OVER))
            if newest.number != seen:
                raise Refused(refuse(Code.CALL_MOVED))
            return _add_step(made, call, state, seen + 1, official, note)
    except Repeated:
        return call.steps.get(number=seen + 1)


def end_calls_about(made: Change, deal: Deal, reason: CallReason, official: User) -> None:
    """End the open calls with a reason about a deal, as a part of the change that settles it."""
    for call in _still_open(Call.objects.filter(deal=deal, reason=reason)).order_by("pk"):
        end_within(made, call, official)


def require_right(call: Call, official: User) -> None:
    """Raise Refused where an official may answer no calls of this table, asked under the lock."""
    if not access.covers(official, call.table.tournament, access.REFEREES, call.table):
        raise Refused(refuse(Reason.ROLE_ENDED))


def end_within(made: Change, call: Call, official: User) -> None:
    """End a call as a part of the change that answers it; nothing where it is over."""
    newest = _newest_step(call)
    if newest.state != CallState.DONE:
        _store_step(made, call, CallState.DONE, newest.number + 1, official)
        made.concerns(call=call)


def open_calls(tournament: Tournament) -> list[CallWithSteps]:
    """Return the open calls of a tournament, the longest waiting first, deferred ones last."""
    calls = _with_steps(_still_open(_calls_of(tournament)))
    return sorted(calls, key=lambda call: call.state == CallState.DEFERRED)


def open_calls_of(event: Event) -> list[Call]:
    """Return the open calls about deals of an event, and those about none at its tables."""
    at_table = Q(deal=None, table__sittings__segment__match__round__event=event)
    open_rows = _still_open(Call.objects.filter(Q(deal__event=event) | at_table))
    return list(open_rows.select_related("table").order_by("pk").distinct())


def open_of_tournament() -> Combinable:
    """Return an expression of a tournament: how many of its calls are open."""
    rows = _still_open(Call.objects.filter(table__tournament=OuterRef("pk"))).order_by()
    counted = rows.values("table__tournament").annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0)


def is_called_about() -> Combinable:
    """Return an expression of a deal: whether an open call is about it."""
    return Exists(_still_open(Call.objects.filter(deal=OuterRef("pk"))))


def done_calls(tournament: Tournament, most: int, *, among: Q | None = None) -> list[CallWithSteps]:
    """Return the calls that are over, the newest first: the last ones `among` those of a reader."""
    finished = _calls_of(tournament).filter(among or Q(), steps__state=CallState.DONE)
    return _with_steps(finished.order_by("-pk")[:most])[::-1]


def open_calls_at(table: Table) -> list[CallWithSteps]:
    """Return the open calls of a table, those of its device first, then those of its players."""
    calls = _with_steps(_still_open(table.calls.all()))
    return sorted(calls, key=lambda call: call.call.lease_id is None)


def _calls_of(tournament: Tournament) -> QuerySet[Call]:
    return Call.objects.filter(table__tournament=tournament)


def _still_open(calls: QuerySet[Call]) -> QuerySet[Call]:
    return calls.exclude(steps__state=CallState.DONE)


def _with_steps(calls: QuerySet[Call]) -> list[CallWithSteps]:
    """Return calls with their steps, the oldest first, by one query."""
    steps = CallStep.objects.filter(call__in=calls.values("pk")).order_by("call", "number")
    by_call: dict[Call, list[CallStep]] = defaultdict(list)
    for step in steps.select_related("official", "call__table", "call__deal__event"):
        by_call[step.call].append(step)
    return [CallWithSteps(call, tuple(of_call)) for call, of_call in by_call.items()]


def _newest_step(call: Call) -> CallStep:
    return call.steps.order_by("-number")[0]


def _is_repeated_step(
    newest: CallStep, official: User, state: CallState, seen: int, note: str
) -> bool:
    """Whether the newest step is this answer of the official, sent twice."""
    is_same = (newest.official_id, newest.state, newest.note) == (official.pk, state, note)
    return is_same and newest.number == seen + 1


def _store_call(made: Change, writer: Writer, table: Table, key: str, details: CallDetails) -> Call:
    if not writer.holds_table():
        raise CodedRefusal(Code.LEASE_LOST, refuse(Code.LEASE_LOST))
    if _still_open(table.calls.all()).exists():
        raise CodedRefusal(Code.CALL_OPEN, refuse(Code.CALL_OPEN))
    call = Call.objects.create(
        key=key,
        table=table,
        deal=_deal_at(table, details),
        reason=details.reason,
        words=details.words.strip(),
        lease=writer.lease,
    )
    made.made(call)
    _add_step(made, call, CallState.CALLED, 1, None)
    return call


def _deal_at(table: Table, details: CallDetails) -> Deal | None:
    """Return the deal of a call; one about another table's is taken all the same, as about none."""
    of_table = Deal.objects.filter(uid=details.deal, sitting__table=table)
    return of_table.first() if details.deal else None


def _checked_repeat(stored: Call, table: Table, details: CallDetails) -> Call:
    content = (stored.table_id, stored.reason, stored.words, stored.deal)
    sent = (table.pk, details.reason, details.words.strip(), _deal_at(table, details))
    if content != sent:
        raise CodedRefusal(Code.KEY_REUSED, refuse(Code.KEY_REUSED, "key"))
    return stored


def _add_step(
    made: Change, call: Call, state: CallState, number: int, official: User | None, note: str = ""
) -> CallStep:
    step = _store_step(made, call, state, number, official, note)
    made.concerns(call=call, table=call.table)
    made.moves_only(call.table)
    made.note(state=state.value)
    return step


def _store_step(
    made: Change, call: Call, state: CallState, number: int, official: User | None, note: str = ""
) -> CallStep:
    step = CallStep.objects.create(
        call=call, number=number, state=state, official=official, note=note
    )
    made.made(step)
    return step
