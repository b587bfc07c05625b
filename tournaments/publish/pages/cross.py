"""The page of the cross tables: who had what against whom, a table for each group."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.models import Comparison, DrawMethod, Event, Form, Stage
from tournaments.publish import measures
from tournaments.publish.measures import Say
from tournaments.publish.pages.progress import RoundState, round_states
from tournaments.results import queries
from tournaments.results.standings_input import Competitor, Record, StandingsRow
from tournaments.standings.cross_table import CrossRow, Meeting, Outcome, cross_table
from tournaments.standings.ranking import Counts
from tournaments.structure import boards, stages
from tournaments.wording import unsigned

MOST: Final = 32
"""A table of more entries could not be read."""
AMONG_ALL: Final = frozenset({Comparison.MATCHPOINTS, Comparison.DATUM_IMP})
"""Comparisons that make no match of a table."""
WITHOUT: Final = frozenset({DrawMethod.KNOCKOUT, DrawMethod.MOVEMENT, *boards.MOVEMENTS})
"""Draws after which a cross table says nothing."""
UNPLAYED: Final = frozenset({Outcome.WON_UNPLAYED, Outcome.LOST_UNPLAYED})


@dataclass(frozen=True, slots=True)
class Cell:
    """A match in the table: in which round, what it was worth, and whether it was won.

    One that `is_cancelled` was worth something and counts no more, because a side withdrew.
    """

    round: int
    score: str
    is_won: bool
    is_unplayed: bool
    is_cancelled: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    """An entry's line: None is the cell against itself. Half matches are half of one in `won`."""

    row: StandingsRow
    cells: tuple[tuple[Cell, ...] | None, ...]
    won: str
    score: str


@dataclass(frozen=True, slots=True)
class CrossGroup:
    """The table of a group; without lines it has too many entries for one."""

    name: str
    columns: tuple[Competitor, ...]
    lines: tuple[CrossLine, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class CrossPage:
    """What the page shows."""

    event: Event
    rounds: tuple[RoundState, ...]
    groups: tuple[CrossGroup, ...]


def read(event: Event) -> CrossPage:
    """Return what the page shows."""
    rounds, told = round_states(event), queries.told(event)
    public = frozenset(round_.number for round_ in rounds)
    groups = tuple(group for stage in _stages(event) for group in _groups(stage, told, public))
    return CrossPage(event, rounds, groups)


def has_matches(event: Event) -> bool:
    """Whether sides win matches: where boards are compared among all tables nobody does."""
    return event.form in (Form.PAIRS, Form.TEAMS) and event.comparison not in AMONG_ALL


def has_table(event: Event, method: DrawMethod) -> bool:
    """Whether a cross table says something of what is drawn in a way; a frame shows a knockout."""
    return has_matches(event) and method not in WITHOUT


def _stages(event: Event) -> Iterator[Stage]:
    """Yield the stages in which everybody of a group may meet everybody."""
    for stage in event.stages.select_related("event").order_by("number"):
        if has_table(event, stages.method_of(stage)):
            yield stage


def _groups(stage: Stage, told: Record, public: frozenset[int]) -> Iterator[CrossGroup]:
    """Yield the tables of a stage, with the matches of rounds that a stranger may see."""
    match_results = queries.results_by_match(stage, told).values()
    results, said = (
        [one for one in match_results if one.round in public],
        measures.of(stage.event).total.say,
    )
    for group, rows in queries.stage_standings(stage, told).items():
        uids = [row.rank.entry for row in rows]
        columns = tuple(row.competitor for row in rows)
        table = cross_table(uids, results) if len(rows) <= MOST else ()
        known = {row.rank.entry: row for row in rows}
        lines = tuple(_line(known, row, said) for row in table)
        yield CrossGroup(group.name, columns, lines, len(rows))


def _line(known: Mapping[str, StandingsRow], one: CrossRow, said: Say) -> CrossLine:
    row = known[one.entry]
    gone = {each.round for each in row.rank.rounds if each.counts is Counts.CANCELLED}
    cells = tuple(
        None if cell is None else tuple(_cell(meeting, said, gone) for meeting in cell)
        for cell in one.cells
    )
    return CrossLine(row, cells, unsigned(one.won), said(one.score))


def _cell(meeting: Meeting, said: Say, cancelled: Collection[int]) -> Cell:
    score = "" if meeting.score is None else said(meeting.score)
    is_won, is_unplayed = meeting.outcome.is_won, meeting.outcome in UNPLAYED
    return Cell(meeting.round, score, is_won, is_unplayed, meeting.round in cancelled)
