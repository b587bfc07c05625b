"""The clock of a round, which follows from its moves and from the current time alone.

A clock has one line for the hall, and one for every table with extra time. Nothing counts down: the
time left is computed from the stored moves on demand, so that no device has to be on, and all
devices with the right time agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil
from types import MappingProxyType
from typing import Final

from tournaments.codes import WordedCode, worded

NOTHING: Final = timedelta(0)
LAST_MINUTES: Final = timedelta(minutes=10)
"""With less than this, or a fifth of the round where that is less, no new deal is begun."""


class MoveKind(StrEnum):
    """The moves of a clock; these are the names under which they are stored."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    CALL = "call"


class ClockState(StrEnum):
    """The state of a clock; time called and time run out are the same."""

    WAITING = "waiting"
    RUNNING = "running"
    HELD = "held"
    CALLED = "called"


@dataclass(frozen=True, slots=True)
class Move:
    """A move on a clock; `table` is None for the whole hall."""

    kind: MoveKind
    at: datetime
    seconds: int = 0
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock after its last move, at `at`, with the time left at that moment on every line.

    The line None is that of the hall; a table without a line of its own has that one.
    """

    whole: timedelta
    started: bool = False
    is_held: bool = False
    at: datetime | None = None
    left: Mapping[int | None, timedelta] = field(
        default_factory=lambda: MappingProxyType({None: NOTHING})
    )

    @property
    def own(self) -> tuple[int, ...]:
        """The tables with a line of their own."""
        return tuple(sorted(table for table in self.left if table is not None))


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The reading of a clock at one table: its state, the seconds left, and when they are over.

    `until` is None for a clock that does not run; `no_new_deal` is the time from which no new deal
    is begun.
    """

    state: ClockState
    seconds: int
    until: datetime | None = None
    no_new_deal: datetime | None = None


class ClockMoment(WordedCode):
    """The kinds of moments in the history of a clock."""

    STARTED = worded("clock_started", "The clock was started with %(minutes)s min.")
    HELD = worded("clock_held", "The clock was paused with %(left)s left.")
    RESUMED = worded("clock_resumed", "The clock was resumed with %(left)s left.")
    EXTENDED = worded(
        "clock_extended", "All tables got %(minutes)s min more; %(left)s had been left."
    )
    TABLE_EXTENDED = worded(
        "clock_table_extended", "Table %(table)s got %(minutes)s min more; %(left)s had been left."
    )
    CALLED = worded(
        "clock_called",
        "Time was called with %(left)s left. Deals that had begun were played to their end.",
    )
    RAN_OUT = worded(
        "clock_ran_out", "Time ran out. Deals that had begun were played to their end."
    )


@dataclass(frozen=True, slots=True)
class StoryMoment:
    """A moment in the history of a clock: the time added, and the time left just before it."""

    moment: ClockMoment
    at: datetime
    seconds: int = 0
    table: int | None = None
    left: int = 0


def after(moves: Iterable[Move], whole: timedelta = NOTHING) -> Clock:
    """Return the clock after these moves, in stored order.

    An impossible move changes nothing, because two devices may have sent the same one.

    >>> from datetime import UTC
    >>> ten = datetime(2026, 5, 1, 10, tzinfo=UTC)
    >>> clock = after([Move(MoveKind.START, ten, 3600)])
    >>> shown(clock, ten + timedelta(minutes=15)).seconds
    2700
    """
    clock = Clock(whole, left=MappingProxyType({None: whole}))
    for move in moves:
        clock = moved(clock, move)
    return clock


def moved(clock: Clock, move: Move) -> Clock:
    """Return the clock after one more move."""
    if move.kind not in possible(clock, move.at):
        return clock
    if move.kind == MoveKind.START:
        whole = timedelta(seconds=move.seconds)
        left: dict[int | None, timedelta] = {None: whole}
        return Clock(whole, started=True, at=move.at, left=MappingProxyType(left))
    at = move.at if clock.at is None else max(clock.at, move.at)
    return replace(_apply_move(clock, move), at=at)


def shown(clock: Clock, now: datetime, table: int | None = None) -> ClockReading:
    """Return the reading of the clock now, at a table or in the hall."""
    left = _time_left(clock, now)
    mine = left.get(table, left[None])
    state = _state(clock, mine)
    seconds = ceil(mine / timedelta(seconds=1))
    if state != ClockState.RUNNING:
        return ClockReading(state, seconds)
    until = _not_before(clock, now) + mine
    last = min(LAST_MINUTES, clock.whole / 5)
    return ClockReading(state, seconds, until, until - last)


def possible(clock: Clock, now: datetime) -> frozenset[MoveKind]:
    """Return the moves that are possible now."""
    if not clock.started:
        return frozenset({MoveKind.START})
    states = {_state(clock, left) for left in _time_left(clock, now).values()}
    moves = {MoveKind.EXTEND}
    if ClockState.RUNNING in states:
        moves |= {MoveKind.PAUSE, MoveKind.CALL}
    if ClockState.HELD in states:
        moves |= {MoveKind.RESUME, MoveKind.CALL}
    return frozenset(moves)


def over_since(moves: Iterable[Move], now: datetime, table: int | None = None) -> datetime | None:
    """Return since when a table, or the hall, has had no time left; None while there is some.

    >>> from datetime import UTC
    >>> ten = datetime(2026, 5, 1, 10, tzinfo=UTC)
    >>> over_since([Move(MoveKind.START, ten, 60)], ten + timedelta(hours=1)).minute
    1
    """
    all_moves = list(moves)
    clock, since = after([]), None
    for move, until in zip(all_moves, [*(move.at for move in all_moves), now][1:], strict=True):
        clock = moved(clock, move)
        since = _run_out_at(clock, until, table, since)
    return since


def written(seconds: int) -> str:
    """Return seconds as a clock shows them.

    >>> written(754), written(3600), written(9)
    ('12:34', '60:00', '0:09')
    """
    return f"{seconds // 60}:{seconds % 60:02d}"


def clock_story(moves: Iterable[Move], until: datetime) -> tuple[StoryMoment, ...]:
    """Return the history of a clock until a given time: its moves, and when the hall's time ran
    out.
    """
    clock, story = after([]), list[StoryMoment]()
    for move in moves:
        if move.kind in possible(clock, move.at):
            story += _ran_out_moment(clock, move.at)
            left = shown(clock, move.at, move.table).seconds
            story.append(StoryMoment(_moment(move), move.at, move.seconds, move.table, left))
            clock = moved(clock, move)
    return (*story, *_ran_out_moment(clock, until))


def _ran_out_moment(clock: Clock, until: datetime) -> list[StoryMoment]:
    """Return the moment between the last move and a given time at which the hall's time ran out."""
    left = clock.left[None]
    if clock.at is None or clock.is_held or not left or clock.at + left > until:
        return []
    return [StoryMoment(ClockMoment.RAN_OUT, clock.at + left)]


def _moment(move: Move) -> ClockMoment:
    if move.kind == MoveKind.EXTEND and move.table is not None:
        return ClockMoment.TABLE_EXTENDED
    return _MOMENTS[move.kind]


def _apply_move(clock: Clock, move: Move) -> Clock:
    left = _time_left(clock, move.at)
    if move.kind == MoveKind.EXTEND:
        more = timedelta(seconds=move.seconds)
        wanted = {move.table} if move.table is not None else set(left)
        left |= {table: left.get(table, left[None]) + more for table in wanted}
    elif move.kind == MoveKind.CALL:
        left = {None: NOTHING}
    # A call resumes a paused clock, so that an extension after it counts.
    held = {MoveKind.PAUSE: True, MoveKind.EXTEND: clock.is_held}.get(move.kind, False)
    return replace(clock, is_held=held, left=MappingProxyType(left))


def _run_out_at(
    clock: Clock, until: datetime, table: int | None, since: datetime | None
) -> datetime | None:
    """Return since when a line has no time left, at `until`; `since` is the known value before."""
    if clock.at is None:
        return None
    left = clock.left.get(table, clock.left[None])
    if not left:
        return since or clock.at
    return None if clock.is_held or clock.at + left > until else clock.at + left


def _time_left(clock: Clock, now: datetime) -> dict[int | None, timedelta]:
    elapsed = NOTHING
    if clock.started and not clock.is_held and clock.at is not None:
        elapsed = _not_before(clock, now) - clock.at
    return {table: max(NOTHING, left - elapsed) for table, left in clock.left.items()}


def _not_before(clock: Clock, now: datetime) -> datetime:
    """Return the current time, or that of the last move if the machine's clock was set back."""
    return now if clock.at is None else max(now, clock.at)


def _state(clock: Clock, left: timedelta) -> ClockState:
    if not clock.started:
        return ClockState.WAITING
    if not left:
        return ClockState.CALLED
    return ClockState.HELD if clock.is_held else ClockState.RUNNING


_MOMENTS: Final = {
    MoveKind.START: ClockMoment.STARTED,
    MoveKind.PAUSE: ClockMoment.HELD,
    MoveKind.RESUME: ClockMoment.RESUMED,
    MoveKind.EXTEND: ClockMoment.EXTENDED,
    MoveKind.CALL: ClockMoment.CALLED,
}
