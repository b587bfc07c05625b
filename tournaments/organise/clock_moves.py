"""The clock of a round: started, paused, extended and called, each with an entry in the log.

A request names the number of moves that its page showed. A repeated request counts once; one from a
page that misses another official's move is refused. A move ends an announcement in the hall, which
was about the time before: nobody is sent to a seat while the clock runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils import timezone

from scoring.problems import Problem
from tournaments.base.announcements import is_announcement
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.models import ClockMove, Event, Round, Table, User
from tournaments.record.audit import Actor, Change, Repeated, Verb, change
from tournaments.record.digest import sha256
from tournaments.structure import round_clock, stored_clocks
from tournaments.structure.round_clock import MoveKind

MOST_MINUTES: Final = 600

_VERBS: Final = {
    MoveKind.START: Verb.START_CLOCK,
    MoveKind.PAUSE: Verb.HOLD_CLOCK,
    MoveKind.RESUME: Verb.RESUME_CLOCK,
    MoveKind.EXTEND: Verb.EXTEND_CLOCK,
    MoveKind.CALL: Verb.CALL_TIME,
}
NOTICE_VERBS: Final = (Verb.SET_NOTICE, *_VERBS.values())
"""What changes the notice of an event."""


def start_clock(round_: Round, official: User, minutes: int, *, seen: int = 0) -> None:
    """Start the clock of a round in play."""
    _store_move(round_, official, ClockMove(kind=MoveKind.START, seconds=60 * minutes), seen)


def hold_clock(round_: Round, official: User, *, seen: int) -> None:
    """Pause the clock of a round, for all tables."""
    _store_move(round_, official, ClockMove(kind=MoveKind.PAUSE), seen)


def resume_clock(round_: Round, official: User, *, seen: int) -> None:
    """Resume a paused clock."""
    _store_move(round_, official, ClockMove(kind=MoveKind.RESUME), seen)


def extend_clock(
    round_: Round, official: User, minutes: int, *, seen: int, table: int | None = None
) -> None:
    """Extend the time of a round for all tables or for one, even after the call."""
    extended_table = None if table is None else _table_of_round(round_, table)
    more = ClockMove(kind=MoveKind.EXTEND, seconds=60 * minutes, table=extended_table)
    _store_move(round_, official, more, seen)


def call_time(round_: Round, official: User, *, seen: int) -> None:
    """Call time early, for all tables."""
    _store_move(round_, official, ClockMove(kind=MoveKind.CALL), seen)


def _table_of_round(round_: Round, number: int) -> Table:
    tables = Table.objects.filter(sittings__segment__match__round=round_, number=number)
    table = tables.first()
    if table is None:
        raise Refused(refuse(Reason.CLOCK_TABLE, field="table", table=number))
    return table


def _store_move(round_: Round, official: User, wanted: ClockMove, seen: int) -> None:
    """Store a move. Raises Refused with every problem, and Stale if the page missed a move."""
    tournament, verb = round_.event.tournament, _VERBS[MoveKind(wanted.kind)]
    try:
        with change(tournament, Actor.from_user(official), verb) as made:
            current = Round.objects.select_related("event").get(pk=round_.pk)
            before, wanted.created_at = stored_clocks.rows(current), timezone.now()
            if _is_repeated(before[seen:], wanted, official):
                raise Repeated
            if len(before) != seen:
                raise Stale(refuse(Reason.CLOCK_MOVED, number=current.number))
            if problems := _move_problems(current, before, wanted):
                raise Refused(*problems)
            wanted.round, wanted.official = current, official
            wanted.save(force_insert=True)
            made.made(wanted)
            made.concerns(round=current, **({"table": wanted.table} if wanted.table else {}))
            made.note(number=current.number, seconds=wanted.seconds)
            _end_announcement(made, current.event)
            made.shows(current.event)
    except Repeated:
        return


def _end_announcement(made: Change, event: Event) -> None:
    if is_announcement(event.notice):
        Event.objects.filter(pk=event.pk).update(notice="")
        made.concerns(event=event)
        made.note(shown=False, notice=sha256(""))


def _is_repeated(later: Sequence[ClockMove], wanted: ClockMove, official: User) -> bool:
    """Whether the first move after the seen ones is the same, by the same official."""
    pressed = (wanted.kind, wanted.seconds, wanted.table_id, official.pk)
    return any(
        (clock_move.kind, clock_move.seconds, clock_move.table_id, clock_move.official_id)
        == pressed
        for clock_move in later[:1]
    )


def _move_problems(round_: Round, before: list[ClockMove], wanted: ClockMove) -> list[Problem]:
    if round_.state != Round.State.PUBLISHED:
        return [refuse(Reason.ROUND_NOT_IN_PLAY, number=round_.number)]
    timed = wanted.kind in (MoveKind.START, MoveKind.EXTEND)
    if timed and not 60 <= wanted.seconds <= 60 * MOST_MINUTES:
        return [refuse(Reason.CLOCK_MINUTES, field="minutes", most=MOST_MINUTES)]
    clock = round_clock.after(stored_clocks.moves(before))
    if MoveKind(wanted.kind) not in round_clock.possible(clock, wanted.created_at):
        return [refuse(Reason.CLOCK_STANDS_OTHERWISE, number=round_.number)]
    return []
