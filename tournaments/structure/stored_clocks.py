"""The clocks of rounds, read from the database into the values of `round_clock`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from scoring.game import find_game
from tournaments.models import ClockMove, Round, RuleSet
from tournaments.structure import round_clock
from tournaments.structure.round_clock import (
    Clock,
    ClockReading,
    ClockState,
    Move,
    MoveKind,
    StoryMoment,
)
from tournaments.system.compiled_queries import Query

_MOVES: Final = Query(
    lambda round_: ClockMove.objects.filter(round_id=round_).select_related("table").order_by("pk"),
    int,
)

STARTED: Final = Round.objects.filter(
    pk__in=ClockMove.objects.values("round"), state=Round.State.PUBLISHED
)
"""The rounds in play whose clock was started."""
USUAL_MINUTES: Final = 60
"""The minutes proposed where the event sets no time."""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The display of a clock: the hall's reading, or a table's with its number.

    Pages count down by themselves from these times, without asking the server.
    """

    reading: ClockReading
    table: int | None = None
    own: tuple[ClockFace, ...] = ()
    """The tables whose time is their own, below the face of the hall."""
    stops: bool = False
    """Whether play stops when time is called, and the deal that has begun is not finished."""

    @property
    def until(self) -> str:
        """When the time is over, in milliseconds since the epoch; empty unless the clock runs."""
        return _milliseconds(self.reading.until)

    @property
    def last(self) -> str:
        """From when no new deal is begun, in milliseconds since the epoch."""
        return _milliseconds(self.reading.no_new_deal)

    @property
    def written(self) -> str:
        """The time left on a clock that does not run; empty if the page counts it down."""
        running = self.reading.state == ClockState.RUNNING
        return "" if running else round_clock.written(self.reading.seconds)


@dataclass(frozen=True, slots=True)
class Panel:
    """The clock on an official's page, and the moves that are possible."""

    round: Round
    face: ClockFace | None
    seen: int
    possible: frozenset[MoveKind]
    minutes: int

    @property
    def can(self) -> dict[str, bool]:
        """Whether each move is possible, by its name."""
        return {kind.value: kind in self.possible for kind in MoveKind}


def rows(round_: Round) -> list[ClockMove]:
    """Return the stored moves of the clock of a round, in their order."""
    return _MOVES.all(round_.pk)


def moves(clock_moves: Iterable[ClockMove]) -> list[Move]:
    """Return stored rows as the moves of `round_clock`."""
    return [
        Move(
            MoveKind(row.kind), row.created_at, row.seconds, row.table.number if row.table else None
        )
        for row in clock_moves
    ]


def clock_of(round_: Round, stored: Sequence[ClockMove] | None = None) -> Clock | None:
    """Return the clock of a round; None if it has none, or no longer has one.

    A round has one from its publication to its close if the event sets a time, otherwise from the
    start of a clock. `stored` are its moves if they were already read.
    """
    if round_.state != Round.State.PUBLISHED:
        return None
    clock_moves, minutes = rows(round_) if stored is None else stored, round_.event.round_minutes
    if not clock_moves and minutes is None:
        return None
    return round_clock.after(moves(clock_moves), timedelta(minutes=minutes or 0))


def face_and_story(
    round_: Round, ruleset: RuleSet, stored: Sequence[ClockMove]
) -> tuple[ClockFace | None, tuple[StoryMoment, ...]]:
    """Return the display of the clock of a round, if it has one, and its history.

    `ruleset` has the rules in force in the round, `stored` are the moves of its clock.
    """
    clock = clock_of(round_, stored)
    face = _hall_face(clock, timezone.now(), round_, ruleset) if clock else None
    until = round_.closed_at or timezone.now()
    return face, round_clock.clock_story(moves(stored), until)


def over_since(round_: Round, tables: Iterable[int]) -> dict[int, datetime]:
    """Return since when the time is over, by table number, for tables without time."""
    stored = rows(round_) if round_.state == Round.State.PUBLISHED else []
    if clock_of(round_, stored) is None:
        return {}
    clock_moves, now = moves(stored), timezone.now()
    hours = {table: round_clock.over_since(clock_moves, now, table) for table in tables}
    return {table: hour for table, hour in hours.items() if hour is not None}


def lines_over(round_key: int) -> tuple[int | None, ...]:
    """Return on which lines of the clock of a round in play the time is over: tables, None for the
    hall.
    """
    clock, now = round_clock.after(moves(_MOVES.all(round_key))), timezone.now()
    lines = (None, *clock.own)
    states = {line: round_clock.shown(clock, now, line).state for line in lines}
    return tuple(line for line, state in states.items() if state == ClockState.CALLED)


def next_over(
    round_: Round, now: datetime, stored: Sequence[ClockMove] | None = None
) -> datetime | None:
    """Return when the time is next over at a table of a round; None if no clock runs."""
    clock = clock_of(round_, stored)
    if clock is None:
        return None
    readings = [round_clock.shown(clock, now, table) for table in (None, *clock.own)]
    return min((reading.until for reading in readings if reading.until), default=None)


def face_of(
    round_: Round, ruleset: RuleSet | None = None, stored: Sequence[ClockMove] | None = None
) -> ClockFace | None:
    """Return the display of the clock of a round, None if there is none.

    `ruleset` has the rules in force in the round and `stored` are the moves of its clock, if they
    are already known.
    """
    clock = clock_of(round_, stored)
    return _hall_face(clock, timezone.now(), round_, ruleset) if clock else None


def face_at(round_: Round, table: int) -> ClockFace | None:
    """Return the display of the clock of a round at a table."""
    clock = clock_of(round_)
    if clock is None:
        return None
    shown = round_clock.shown(clock, timezone.now(), table)
    return ClockFace(shown, table, stops=_stops_play(round_))


def panel_of(round_: Round, stored: Sequence[ClockMove], ruleset: RuleSet) -> Panel | None:
    """Return the clock of a round in play with the moves possible for an official.

    `stored` are its moves, `ruleset` has the rules in force in the round.
    """
    if round_.state != Round.State.PUBLISHED:
        return None
    clock_moves, now = stored, timezone.now()
    usual = round_.event.round_minutes
    clock = round_clock.after(moves(clock_moves), timedelta(minutes=usual or 0))
    face = _hall_face(clock, now, round_, ruleset) if clock_moves or usual else None
    possible = round_clock.possible(clock, now)
    # Time may run out while the page is open; the refusal then says so.
    return Panel(round_, face, len(clock_moves), possible, usual or USUAL_MINUTES)


def _hall_face(
    clock: Clock, now: datetime, round_: Round, ruleset: RuleSet | None = None
) -> ClockFace:
    hall = round_clock.shown(clock, now)
    own = [ClockFace(round_clock.shown(clock, now, table), table) for table in clock.own]
    shown = tuple(face for face in own if face.reading.state != ClockState.CALLED)
    return ClockFace(hall, own=shown, stops=_stops_play(round_, ruleset))


def _stops_play(round_: Round, ruleset: RuleSet | None = None) -> bool:
    """Return whether the rules in force stop the deal in progress when time is called."""
    if ruleset is not None:
        rules = ruleset.rules
    else:
        rows = Round.objects.filter(pk=round_.pk)
        of_stage, of_event = rows.values_list(
            "group__stage__ruleset__rules", "event__ruleset__rules"
        )[0]
        rules = of_stage or of_event
    game = find_game(round_.event.game)
    return game.stops_at_time(game.rules(rules))


def _milliseconds(hour: datetime | None) -> str:
    return str(round(hour.timestamp() * 1000)) if hour else ""
