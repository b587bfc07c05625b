"""The page of the cross tables: the scores of all entries against each other, by group."""

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
from tournaments.standings.cross_table import CrossRow, MatchOutcome, Meeting, cross_table
from tournaments.standings.round_scores import Counts
from tournaments.structure import boards, stages
from tournaments.wording import unsigned

MOST: Final = 32
"""The most entries of a readable table."""
AMONG_ALL: Final = frozenset({Comparison.MATCHPOINTS, Comparison.DATUM_IMP})
"""Comparisons in which a table is no match."""
WITHOUT: Final = frozenset({DrawMethod.KNOCKOUT, DrawMethod.MOVEMENT, *boards.MOVEMENTS})
"""Draw methods without a meaningful cross table."""
UNPLAYED: Final = frozenset({MatchOutcome.WON_UNPLAYED, MatchOutcome.LOST_UNPLAYED})


@dataclass(frozen=True, slots=True)
class Cell:
    """A match in the table: its round, its score, and whether it was won.

    A match that `is_cancelled` no longer counts, because a side withdrew.
    """

    round: int
    score: str
    is_won: bool
    is_unplayed: bool
    is_cancelled: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    """The line of an entry; its own cell is None. A half match counts one half in `won`."""

    row: StandingsRow
    cells: tuple[tuple[Cell, ...] | None, ...]
    won: str
    score: str


@dataclass(frozen=True, slots=True)
class CrossGroup:
    """The table of a group; without lines where it has too many entries."""

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
    rounds, record = round_states(event), queries.public_record(event)
    public = frozenset(round_.number for round_ in rounds)
    groups = tuple(group for stage in _stages(event) for group in _groups(stage, record, public))
    return CrossPage(event, rounds, groups)


def has_matches(event: Event) -> bool:
    """Whether an event has matches to win; there are none where all tables are compared."""
    return event.form in (Form.PAIRS, Form.TEAMS) and event.comparison not in AMONG_ALL


def has_table(event: Event, method: DrawMethod) -> bool:
    """Whether rounds drawn by a method have a cross table; a knockout has its bracket."""
    return has_matches(event) and method not in WITHOUT


def _stages(event: Event) -> Iterator[Stage]:
    """Yield the stages that have cross tables."""
    for stage in event.stages.select_related("event").order_by("number"):
        if has_table(event, stages.method_of(stage)):
            yield stage


def _groups(stage: Stage, record: Record, public: frozenset[int]) -> Iterator[CrossGroup]:
    """Yield the tables of a stage, with the matches of public rounds."""
    match_results = queries.results_by_match(stage, record).values()
    results, say = (
        [result for result in match_results if result.round in public],
        measures.columns_of_event(stage.event).total.say,
    )
    for group, rows in queries.stage_standings(stage, record).items():
        uids = [row.rank.entry for row in rows]
        columns = tuple(row.competitor for row in rows)
        table = cross_table(uids, results) if len(rows) <= MOST else ()
        known = {row.rank.entry: row for row in rows}
        lines = tuple(_line(known, row, say) for row in table)
        yield CrossGroup(group.name, columns, lines, len(rows))


def _line(known: Mapping[str, StandingsRow], cross_row: CrossRow, say: Say) -> CrossLine:
    row = known[cross_row.entry]
    cancelled = {
        round_sum.round for round_sum in row.rank.rounds if round_sum.counts is Counts.CANCELLED
    }
    cells = tuple(
        None if cell is None else tuple(_cell(meeting, say, cancelled) for meeting in cell)
        for cell in cross_row.cells
    )
    return CrossLine(row, cells, unsigned(cross_row.won), say(cross_row.score))


def _cell(meeting: Meeting, say: Say, cancelled: Collection[int]) -> Cell:
    score = "" if meeting.score is None else say(meeting.score)
    is_won, is_unplayed = meeting.outcome.is_won, meeting.outcome in UNPLAYED
    return Cell(meeting.round, score, is_won, is_unplayed, meeting.round in cancelled)
