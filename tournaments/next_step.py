"""What a director does next in an event: a pure function of where the event stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

NAMED_TABLES = 6
"""So many tables are named one by one; of more, only the number is said."""


class Next(StrEnum):
    """The one thing to do; the comment behind a member names its values."""

    ENTER_NAMES = "next_enter_names"  # entries, missing, size
    FILL_TABLES = "next_fill_tables"  # entries, missing, size
    DRAW_ROUND = "next_draw_round"  # number, entries
    PUBLISH_ROUND = "next_publish_round"  # number
    AWAIT_RESULTS = "next_await_results"  # number, deals, open
    AWAIT_TABLES = "next_await_tables"  # number, deals, tables
    SETTLE_HOLDS = "next_settle_holds"  # number, holds
    CLOSE_ROUND = "next_close_round"  # number


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The last round of an event: `state` as the round's own, and what it still waits for."""

    number: int
    state: str
    open_deals: int = 0
    open_tables: tuple[int, ...] = ()
    holds: int = 0


@dataclass(frozen=True, slots=True)
class EventProgress:
    """Where an event stands: how many entries, how many fill a table, and the last round if any."""

    entries: int
    table_size: int
    last_round: RoundProgress | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A code of `Next` with the values that its sentence needs; `tables` are numbers of tables."""

    code: Next
    values: tuple[tuple[str, int], ...] = ()
    tables: tuple[int, ...] = ()


def next_step(state: EventProgress) -> Step:
    """Return the one thing to do next.

    >>> next_step(EventProgress(entries=8, table_size=4)).code
    <Next.DRAW_ROUND: 'next_draw_round'>
    """
    last = state.last_round
    if last is not None and last.state == "draft":
        return _step(Next.PUBLISH_ROUND, number=last.number)
    if last is not None and last.state == "published":
        return _in_play(last)
    return _before_a_draw(state, 1 if last is None else last.number + 1)


def _before_a_draw(state: EventProgress, number: int) -> Step:
    missing = -state.entries % state.table_size
    if state.entries < state.table_size:
        missing = state.table_size - state.entries
        code = Next.ENTER_NAMES
    elif missing:
        code = Next.FILL_TABLES
    else:
        return _step(Next.DRAW_ROUND, number=number, entries=state.entries)
    return _step(code, entries=state.entries, missing=missing, size=state.table_size)


def _in_play(last: RoundProgress) -> Step:
    if not last.open_deals:
        if last.holds:
            return _step(Next.SETTLE_HOLDS, number=last.number, holds=last.holds)
        return _step(Next.CLOSE_ROUND, number=last.number)
    number, deals, tables = last.number, last.open_deals, last.open_tables
    if len(tables) > NAMED_TABLES:
        return _step(Next.AWAIT_RESULTS, number=number, deals=deals, open=len(tables))
    return replace(_step(Next.AWAIT_TABLES, number=number, deals=deals), tables=tables)


def _step(code: Next, **values: int) -> Step:
    return Step(code, tuple(sorted(values.items())))
