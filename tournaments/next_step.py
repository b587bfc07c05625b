"""What a director does next in an event: a pure function of where the event stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

NAMED_TABLES = 6
"""So many tables are named one by one; of more, only the number is said."""


class Next(StrEnum):
    """The one thing to do; the comment behind a member names its values."""

    ENTER_NAMES = "next_enter_names"  # entries, missing, size
    DRAW_ROUND = "next_draw_round"  # number, entries
    DRAW_WITH_SIT_OUTS = "next_draw_with_sit_outs"  # number, entries, out
    PUBLISH_ROUND = "next_publish_round"  # number
    AWAIT_RESULTS = "next_await_results"  # number, deals, open
    AWAIT_TABLES = "next_await_tables"  # number, deals, tables
    SETTLE_HOLDS = "next_settle_holds"  # number, holds
    CLOSE_ROUND = "next_close_round"  # number
    FINISH_EVENT = "next_finish_event"  # number
    FINISHED = "next_finished"  # number


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round of an event: `state` as the round's own, and what it still waits for."""

    number: int
    state: str
    open_deals: int = 0
    open_tables: tuple[int, ...] = ()
    holds: int = 0


@dataclass(frozen=True, slots=True)
class EventProgress:
    """Where an event stands.

    `entries` can be seated in the next round, `table_size` of them at a table; `spare` of them are
    house players whom no table needs; `last_round` is the last one if any, `earlier` one before it
    that is not closed yet; `planned` the number of rounds where one was said.
    """

    entries: int
    table_size: int
    last_round: RoundProgress | None = None
    earlier: RoundProgress | None = None
    planned: int | None = None
    finished: bool = False
    spare: int = 0


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
    if earlier is not None and not earlier.open_deals and not earlier.holds:
        return _step(Next.CLOSE_ROUND, number=earlier.number)
    playing = last if last is not None and last.state == "published" else earlier
    if playing is not None:
        return _in_play(playing)
    return _between(state)


def may_draw(state: EventProgress) -> int:
    """Return the number of the round that may be drawn now, 0 for none: no deal may be open."""
    last, earlier = state.last_round, state.earlier
    waits = any(one and (one.open_deals or one.state == "draft") for one in (last, earlier))
    if state.finished or waits or state.entries < state.table_size:
        return 0
    return _next_number(state)


def _next_number(state: EventProgress) -> int:
    return 1 if state.last_round is None else state.last_round.number + 1


def _between(state: EventProgress) -> Step:
    """All rounds are closed, or there is none."""
    last = state.last_round
    if last is not None and state.planned is not None and last.number >= state.planned:
        return _step(Next.FINISH_EVENT, number=last.number)
    entries, size, number = state.entries - state.spare, state.table_size, _next_number(state)
    if entries < size:
        return _step(Next.ENTER_NAMES, entries=entries, missing=size - entries, size=size)
    if entries % size:
        out = entries % size
        return _step(Next.DRAW_WITH_SIT_OUTS, number=number, entries=entries, out=out)
    return _step(Next.DRAW_ROUND, number=number, entries=entries)


def _in_play(one: RoundProgress) -> Step:
    if not one.open_deals:
        if one.holds:
            return _step(Next.SETTLE_HOLDS, number=one.number, holds=one.holds)
        return _step(Next.CLOSE_ROUND, number=one.number)
    number, deals, tables = one.number, one.open_deals, one.open_tables
    if len(tables) > NAMED_TABLES:
        return _step(Next.AWAIT_RESULTS, number=number, deals=deals, open=len(tables))
    return replace(_step(Next.AWAIT_TABLES, number=number, deals=deals), tables=tables)


def _step(code: Next, **values: int) -> Step:
    return Step(code, tuple(sorted(values.items())))
