"""The next step of a director in an event, as a pure function of its progress.

The progress is read in `event_progress`; the sentence is made in `wording.next_steps`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from tournaments.codes import WordedCode, worded, worded_plural

NAMED_TABLES = 6
"""The most tables that are listed by number; of more only the count is given."""


class Next(WordedCode):
    """The next step; a comment names all values if the sentence needs fewer."""

    ENTER_NAMES = worded_plural(
        "next_enter_names",
        "Enter the players. A table needs %(size)s; %(missing)s more is missing.",
        "Enter the players. A table needs %(size)s; %(missing)s more are missing.",
        "missing",
    )  # entries, missing, size
    ENTER_TEAMS = worded_plural(
        "next_enter_teams",
        "Enter the teams. A match needs %(size)s; %(missing)s more is missing.",
        "Enter the teams. A match needs %(size)s; %(missing)s more are missing.",
        "missing",
    )  # entries, missing, size
    NOTE_PRESENT = worded_plural(
        "next_note_present",
        "Check in players. Checked in: %(entries)s; not yet: %(absent)s.",
        "Check in players. Checked in: %(entries)s; not yet: %(absent)s.",
        "absent",
    )  # entries, absent, size
    DRAW_ROUND = worded(
        "next_draw_round", "Everybody has a seat: %(entries)s. Draw round %(number)s."
    )  # number, entries; robin, minutes
    DRAW_MATCHES = worded("next_draw_matches", "%(entries)s are still in. Draw round %(number)s.")
    DRAW_WITH_SIT_OUTS = worded(
        "next_draw_with_sit_outs",
        "Of %(entries)s, %(out)s will have to sit out. Draw round %(number)s, or enter more.",
    )  # number, entries, out; robin, minutes
    DRAW_WITH_THREE = worded(
        "next_draw_with_three",
        "Draw round %(number)s for %(entries)s teams; three of them meet in half matches.",
    )
    NAME_CHIEF = worded(
        "next_name_chief",
        "Round %(number)s is drawn. In an official competition it is published once somebody is "
        "chief referee.",
    )
    PUBLISH_ROUND = worded(
        "next_publish_round", "Look at the draw of round %(number)s and publish it."
    )
    AWAIT_RESULTS = worded(
        "next_await_results",
        "Round %(number)s is in play. Tables that are not done: %(open)s. "
        "Deals without a result: %(deals)s.",
    )
    AWAIT_TABLES = worded_plural(
        "next_await_tables",
        "Round %(number)s is in play. Not done: table %(tables)s. "
        "Deals without a result: %(deals)s.",
        "Round %(number)s is in play. Not done: tables %(tables)s. "
        "Deals without a result: %(deals)s.",
        "listed",
    )
    AWAIT_AGAIN = worded_plural(
        "next_await_again",
        "Round %(number)s is closed, and results of it were taken back since. Not done: table "
        "%(tables)s. Deals without a result: %(deals)s.",
        "Round %(number)s is closed, and results of it were taken back since. Not done: tables "
        "%(tables)s. Deals without a result: %(deals)s.",
        "listed",
    )
    AWAIT_LINE_UPS = worded_plural(
        "next_await_line_ups",
        "Round %(number)s waits for line-ups: %(line_ups)s segment is not revealed yet.",
        "Round %(number)s waits for line-ups: %(line_ups)s segments are not revealed yet.",
        "line_ups",
    )
    REVEAL_LINE_UPS = worded_plural(
        "next_reveal_line_ups",
        "Both line-ups of %(line_ups)s match of round %(number)s are in. Reveal them.",
        "Both line-ups of %(line_ups)s matches of round %(number)s are in. Reveal them.",
        "line_ups",
    )
    LATE_LINE_UPS = worded_plural(
        "next_late_line_ups",
        "%(late)s line-up of round %(number)s is late.",
        "%(late)s line-ups of round %(number)s are late.",
        "late",
    )
    SETTLE_HOLDS = worded(
        "next_settle_holds",
        "Every deal of round %(number)s has a result. Matters that are still open: %(holds)s.",
    )
    CLOSE_ROUND = worded(
        "next_close_round", "Every deal of round %(number)s has a result. Close the round."
    )
    OPEN_STAGE = worded(
        "next_open_stage", "The stage is over. Check who advances, and open stage %(stage)s."
    )  # number, stage
    DECIDE_MATCHES = worded_plural(
        "next_decide_matches",
        "In a knockout one side advances, and the match at table %(tables)s is level. Decide it.",
        "In a knockout one side advances, and the matches at tables %(tables)s are level."
        " Decide them.",
        "listed",
    )  # number, tables
    FINISH_EVENT = worded(
        "next_finish_event", "All %(number)s rounds are closed. Finish the event."
    )
    ON_NOTICE = worded(
        "next_on_notice", "The event is finished, and its result is on notice."
    )  # number
    FINISHED = worded(
        "next_finished", "The event is finished; its standings are official."
    )  # number


WAITS: Final = frozenset(
    {Next.AWAIT_RESULTS, Next.AWAIT_TABLES, Next.AWAIT_AGAIN, Next.AWAIT_LINE_UPS}
)
"""Steps at which the tables or the teams are to do something, and not the director."""
DRAWS: Final = frozenset(
    {Next.DRAW_ROUND, Next.DRAW_MATCHES, Next.DRAW_WITH_SIT_OUTS, Next.DRAW_WITH_THREE}
)
"""Steps at which a further round can be drawn."""


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The progress of a round; `state` is that of the row.

    `line_ups` counts the segments of team matches that are not revealed, `complete` those of them
    with both line-ups handed in, `late` the line-ups whose deadline has passed; `level` are the
    tables of knockout matches without a winner; `since` is when the round was published.
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
    since: datetime | None = None

    @property
    def is_played(self) -> bool:
        """Whether no deal is open and no line-up is awaited."""
        return not (self.open_deals or self.line_ups)


@dataclass(frozen=True, slots=True)
class EventProgress:
    """The progress of an event.

    `entries` can be seated in the next round, `table_size` of them at a table; `spare` counts the
    house players among them whom no table needs; `last_round` is the last one if any, `earlier` an
    earlier one that is not closed yet; `planned` the planned number of rounds, if any. `next_stage`
    is the number of the stage that is opened after this one, 0 for none; `is_decided` says that no
    match of a knockout is left, `to_seat` how many can be drawn where not all can. With `of_teams`
    the entries are teams, and `table_size` is how many of them a match needs. `reopened` is a
    closed round of which results were taken back since. With `three_way` three teams of an odd
    number meet in half matches. `absent` counts the entries not checked in, once any is.
    `on_notice` says that the result of a finished event is not official yet. `robin` counts the
    rounds of a round robin where one could be played in place of what is planned, else 0, and
    `minutes` is how long a round of it takes, if that is known. With `lacks_chief` no draw is
    published before somebody is chief referee.
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
    absent: int = 0
    on_notice: bool = False
    robin: int = 0
    minutes: int = 0
    lacks_chief: bool = False


@dataclass(frozen=True, slots=True)
class DueStep:
    """A code of `Next` with the values for its sentence; `tables` are table numbers."""

    code: Next
    values: tuple[tuple[str, int], ...] = ()
    tables: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of the round of the step, 0 for none."""
        return dict(self.values).get("number", 0)


def next_step(state: EventProgress) -> DueStep:
    """Return the single next step.

    >>> next_step(EventProgress(entries=8, table_size=4)).code
    <Next.DRAW_ROUND: 'next_draw_round'>
    """
    last, earlier = state.last_round, state.earlier
    if state.finished:
        code = Next.ON_NOTICE if state.on_notice else Next.FINISHED
        return _step(code, number=last.number if last else 0)
    if last is not None and last.state == "draft":
        code = Next.NAME_CHIEF if state.lacks_chief else Next.PUBLISH_ROUND
        return _step(code, number=last.number)
    if earlier is not None and earlier.is_played and not earlier.holds:
        return _step(Next.CLOSE_ROUND, number=earlier.number)
    playing = last if last is not None and last.state == "published" else earlier
    if playing is not None:
        return _step_in_play(playing)
    return _step_between_rounds(state)


def may_draw(state: EventProgress) -> int:
    """Return the number of the round that can be drawn now, 0 if none; no deal may be open."""
    return 0 if lacks_results(state) else may_override(state)


def may_override(state: EventProgress) -> int:
    """Return the number of the round that can be drawn with results missing, 0 if none."""
    last, earlier = state.last_round, state.earlier
    is_draft = any(progress and progress.state == "draft" for progress in (last, earlier))
    if state.finished or state.is_decided or is_draft or _to_seat(state) < state.table_size:
        return 0
    if state.next_stage and last and last.number >= (state.planned or last.number + 1):
        return 0
    return _next_number(state)


def is_further(state: EventProgress) -> bool:
    """Whether all planned rounds were drawn, so that another one would exceed the plan."""
    last = state.last_round
    return last is not None and state.planned is not None and last.number >= state.planned


def lacks_results(state: EventProgress) -> bool:
    """Whether a published round still has deals to play or line-ups to come."""
    begun = (state.last_round, state.earlier, state.reopened)
    return any(progress and not progress.is_played for progress in begun)


def _to_seat(state: EventProgress) -> int:
    return state.entries - state.spare if state.to_seat is None else state.to_seat


def _next_number(state: EventProgress) -> int:
    return 1 if state.last_round is None else state.last_round.number + 1


def _step_between_rounds(state: EventProgress) -> DueStep:
    """Return the next step if all rounds are closed, or there are none."""
    last, again = state.last_round, state.reopened
    if again is not None and again.line_ups:
        return _step_in_play(again)
    if again is not None:
        step = _step(Next.AWAIT_AGAIN, number=again.number, deals=again.open_deals)
        return replace(step, tables=again.open_tables)
    if last is not None and state.planned is not None and last.number >= state.planned:
        if state.next_stage:
            return _step(Next.OPEN_STAGE, number=last.number, stage=state.next_stage)
        return _step(Next.FINISH_EVENT, number=last.number)
    return _step_to_draw(state)


def _step_to_draw(state: EventProgress) -> DueStep:
    """Return the step that draws the next round, or requests more entries."""
    entries, size, number = _to_seat(state), state.table_size, _next_number(state)
    if entries < size <= entries + state.absent:
        return _step(Next.NOTE_PRESENT, entries=entries, absent=state.absent, size=size)
    if entries < size:
        code = Next.ENTER_TEAMS if state.of_teams else Next.ENTER_NAMES
        return _step(code, entries=entries, missing=size - entries, size=size)
    if state.to_seat is not None:
        return _step(Next.DRAW_MATCHES, number=number, entries=entries)
    if entries % size and state.three_way and entries > size:
        return _step(Next.DRAW_WITH_THREE, number=number, entries=entries)
    robin = {"robin": state.robin, "minutes": state.minutes} if state.robin else {}
    if entries % size:
        out = entries % size
        return _step(Next.DRAW_WITH_SIT_OUTS, number=number, entries=entries, out=out, **robin)
    return _step(Next.DRAW_ROUND, number=number, entries=entries, **robin)


def _step_in_play(progress: RoundProgress) -> DueStep:
    if progress.complete:
        return _step(Next.REVEAL_LINE_UPS, number=progress.number, line_ups=progress.complete)
    if progress.late:
        return _step(Next.LATE_LINE_UPS, number=progress.number, late=progress.late)
    if not progress.open_deals:
        return _step_without_open_deals(progress)
    number, deals, tables = progress.number, progress.open_deals, progress.open_tables
    if len(tables) > NAMED_TABLES:
        return _step(Next.AWAIT_RESULTS, number=number, deals=deals, open=len(tables))
    return replace(_step(Next.AWAIT_TABLES, number=number, deals=deals), tables=tables)


def _step_without_open_deals(progress: RoundProgress) -> DueStep:
    if progress.line_ups:
        return _step(Next.AWAIT_LINE_UPS, number=progress.number, line_ups=progress.line_ups)
    if progress.holds:
        return _step(Next.SETTLE_HOLDS, number=progress.number, holds=progress.holds)
    if progress.level:
        return replace(_step(Next.DECIDE_MATCHES, number=progress.number), tables=progress.level)
    return _step(Next.CLOSE_ROUND, number=progress.number)


def _step(code: Next, **values: int) -> DueStep:
    return DueStep(code, tuple(sorted(values.items())))
