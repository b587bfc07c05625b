"""What a director does next in an event: a pure function of where the event stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

NAMED_TABLES = 6
"""So many tables are named one by one; of more, only the number is said."""


class Next(StrEnum):
    """The one thing to do; the comment behind a member names its values."""

    ENTER_NAMES = "next_enter_names"  # entries, missing, size
    ENTER_TEAMS = "next_enter_teams"  # entries, missing, size
    DRAW_ROUND = "next_draw_round"  # number, entries
    DRAW_MATCHES = "next_draw_matches"  # number, entries
    DRAW_WITH_SIT_OUTS = "next_draw_with_sit_outs"  # number, entries, out
    DRAW_WITH_THREE = "next_draw_with_three"  # number, entries
    PUBLISH_ROUND = "next_publish_round"  # number
    AWAIT_RESULTS = "next_await_results"  # number, deals, open
    AWAIT_TABLES = "next_await_tables"  # number, deals, tables
    AWAIT_AGAIN = "next_await_again"  # number, deals, tables
    AWAIT_LINE_UPS = "next_await_line_ups"  # number, line_ups
    REVEAL_LINE_UPS = "next_reveal_line_ups"  # number, line_ups
    LATE_LINE_UPS = "next_late_line_ups"  # number, late
    SETTLE_HOLDS = "next_settle_holds"  # number, holds
    CLOSE_ROUND = "next_close_round"  # number
    OPEN_STAGE = "next_open_stage"  # number, stage
    DECIDE_MATCHES = "next_decide_matches"  # number, tables
    FINISH_EVENT = "next_finish_event"  # number
    FINISHED = "next_finished"  # number


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round of an event: `state` as the round's own, and what it still waits for.

    `line_ups` are the segments of team matches that are not revealed, `complete` those of them
    that could be now, `late` the line-ups whose hour has passed; `level` are the tables of matches
    of a knockout that have no winner.
    """

    number: int
    state: str
    open_deals: int = 0
    open_tables: tuple[int, ...] = ()
    holds: int = 0
    line_ups: int = 0
    complete: int = 0
    late: int = 0
    level: tuple[int, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether nothing is left to be played."""
        return not (self.open_deals or self.line_ups)


@dataclass(frozen=True, slots=True)
class EventProgress:
    """Where an event stands.

    `entries` can be seated in the next round, `table_size` of them at a table; `spare` of them are
    house players whom no table needs; `last_round` is the last one if any, `earlier` one before it
    that is not closed yet; `planned` the number of rounds where one was said.
    `next_stage` is the number of the stage that is opened after this one, 0 for none; `is_decided`
    says that no match of a knockout is left, `to_seat` how many can be drawn where not all can.
    `of_teams` says that the entries are teams, and `table_size` how many of them a match needs.
    `reopened` is a round that is closed and of which results were taken back since. With
    `three_way` three of an odd number meet in half matches.
    """

    entries: int
    table_size: int
    last_round: RoundProgress | None = None
    earlier: RoundProgress | None = None
    planned: int | None = None
    finished: bool = False
    spare: int = 0
    next_stage: int = 0
    is_decided: bool = False
    to_seat: int | None = None
    of_teams: bool = False
    reopened: RoundProgress | None = None
    three_way: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A code of `Next` with the values that its sentence needs; `tables` are numbers of tables."""

    code: Next
    values: tuple[tuple[str, int], ...] = ()
    tables: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of the round that the step is about, 0 for none."""
        return dict(self.values).get("number", 0)


def next_step(state: EventProgress) -> Step:
    """Return the one thing to do next.

    >>> next_step(EventProgress(entries=8, table_size=4)).code
    <Next.DRAW_ROUND: 'next_draw_round'>
    """
    last, earlier = state.last_round, state.earlier
    if state.finished:
        return _step(Next.FINISHED, number=last.number if last else 0)
    if last is not None and last.state == "draft":
        return _step(Next.PUBLISH_ROUND, number=last.number)
    if earlier is not None and earlier.is_played and not earlier.holds:
        return _step(Next.CLOSE_ROUND, number=earlier.number)
    playing = last if last is not None and last.state == "published" else earlier
    if playing is not None:
        return _in_play(playing)
    return _between(state)


def may_draw(state: EventProgress) -> int:
    """Return the number of the round that may be drawn now, 0 for none: no deal may be open."""
    return 0 if lacks_results(state) else may_override(state)


def may_override(state: EventProgress) -> int:
    """Return the number of the round that may be drawn though results are missing; 0 for none."""
    last, earlier = state.last_round, state.earlier
    is_draft = any(progress and progress.state == "draft" for progress in (last, earlier))
    if state.finished or state.is_decided or is_draft or _to_seat(state) < state.table_size:
        return 0
    if state.next_stage and last and last.number >= (state.planned or last.number + 1):
        return 0
    return _next_number(state)


def lacks_results(state: EventProgress) -> bool:
    """Whether something is still to be played in a round that was published."""
    begun = (state.last_round, state.earlier, state.reopened)
    return any(progress and not progress.is_played for progress in begun)


def _to_seat(state: EventProgress) -> int:
    return state.entries - state.spare if state.to_seat is None else state.to_seat


def _next_number(state: EventProgress) -> int:
    return 1 if state.last_round is None else state.last_round.number + 1


def _between(state: EventProgress) -> Step:
    """All rounds are closed, or there is none."""
    last, again = state.last_round, state.reopened
    if again is not None and again.line_ups:
        return _in_play(again)
    if again is not None:
        step = _step(Next.AWAIT_AGAIN, number=again.number, deals=again.open_deals)
        return replace(step, tables=again.open_tables)
    if last is not None and state.planned is not None and last.number >= state.planned:
        if state.next_stage:
            return _step(Next.OPEN_STAGE, number=last.number, stage=state.next_stage)
        return _step(Next.FINISH_EVENT, number=last.number)
    return _drawing(state)


def _drawing(state: EventProgress) -> Step:
    """The next round is to be drawn, as soon as there are enough for it."""
    entries, size, number = _to_seat(state), state.table_size, _next_number(state)
    if entries < size:
        code = Next.ENTER_TEAMS if state.of_teams else Next.ENTER_NAMES
        return _step(code, entries=entries, missing=size - entries, size=size)
    if state.to_seat is not None:
        return _step(Next.DRAW_MATCHES, number=number, entries=entries)
    if entries % size and state.three_way and entries > size:
        return _step(Next.DRAW_WITH_THREE, number=number, entries=entries)
    if entries % size:
        out = entries % size
        return _step(Next.DRAW_WITH_SIT_OUTS, number=number, entries=entries, out=out)
    return _step(Next.DRAW_ROUND, number=number, entries=entries)


def _in_play(progress: RoundProgress) -> Step:
    if progress.complete:
        return _step(Next.REVEAL_LINE_UPS, number=progress.number, line_ups=progress.complete)
    if progress.late:
        return _step(Next.LATE_LINE_UPS, number=progress.number, late=progress.late)
    if not progress.open_deals:
        return _without_open_deals(progress)
    number, deals, tables = progress.number, progress.open_deals, progress.open_tables
    if len(tables) > NAMED_TABLES:
        return _step(Next.AWAIT_RESULTS, number=number, deals=deals, open=len(tables))
    return replace(_step(Next.AWAIT_TABLES, number=number, deals=deals), tables=tables)


def _without_open_deals(progress: RoundProgress) -> Step:
    if progress.line_ups:
        return _step(Next.AWAIT_LINE_UPS, number=progress.number, line_ups=progress.line_ups)
    if progress.holds:
        return _step(Next.SETTLE_HOLDS, number=progress.number, holds=progress.holds)
    if progress.level:
        return replace(_step(Next.DECIDE_MATCHES, number=progress.number), tables=progress.level)
    return _step(Next.CLOSE_ROUND, number=progress.number)


def _step(code: Next, **values: int) -> Step:
    return Step(code, tuple(sorted(values.items())))
