"""The page of the cross tables: the scores of all entries against each other, by group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import east_asian_width

from tournaments.base import separators
from tournaments.entries import surnames
from tournaments.models import Event, Form, Stage
from tournaments.results import event_record, match_results
from tournaments.results.event_record import Competitor, StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.group_results import (
    CrossRow,
    MatchOutcome,
    MatchResult,
    Meeting,
    cross_table,
)
from tournaments.standings.round_scores import Counts
from tournaments.structure import stages
from tournaments.wording import unsigned
from web.publish import rank_columns
from web.publish.pages import parts
from web.publish.pages.parts import PageParts
from web.publish.pages.progress import PublicRound, round_states
from web.publish.tables import Say

MOST: Final = 32
"""The most entries of a readable table."""
UNPLAYED: Final = frozenset({MatchOutcome.WON_UNPLAYED, MatchOutcome.LOST_UNPLAYED})

TEAM_NAME: Final = 4
"""The characters of a team's name above a column."""
ROOM: Final = 25
"""The letters of results that stand beside each other on a phone."""
LEAST_LETTERS: Final = 4
"""The letters of a column at least, for its surnames."""
LONGEST_SURNAME: Final = 8
PLAIN_NAME: Final = 3
"""The characters of a Chinese name with a one-character surname."""


@dataclass(frozen=True, slots=True)
class CrossCell:
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
    cells: tuple[tuple[CrossCell, ...] | None, ...]
    won: str
    score: str


@dataclass(frozen=True, slots=True)
class CrossColumn:
    """A column: the entry, its place as in its own row, and its name cut to the surnames.

    Those of a pair stand apart by a narrow slash, which leaves room for both on a phone.
    """

    competitor: Competitor
    place: str
    short: str


@dataclass(frozen=True, slots=True)
class CrossGroup:
    """The table of a group; without lines where it has too many entries."""

    name: str
    columns: tuple[CrossColumn, ...]
    lines: tuple[CrossLine, ...]
    entries: int

    @property
    def is_wide(self) -> bool:
        """Whether a phone has no room for all columns at one width."""
        scores = (one.score for line in self.lines for cell in line.cells if cell for one in cell)
        longest = max(map(len, scores), default=0)
        return len(self.columns) * max(longest, LEAST_LETTERS) > ROOM

    @property
    def has_short_names(self) -> bool:
        """Whether nobody's name has more characters than most Chinese names."""
        names = (line.row.competitor.name.split(separators.NAMES) for line in self.lines)
        return all(len(name) <= PLAIN_NAME for each in names for name in each)


@dataclass(frozen=True, slots=True)
class CrossPage:
    """What the page shows."""

    event: Event
    rounds: tuple[PublicRound, ...]
    parts: PageParts
    groups: tuple[CrossGroup, ...]


def read(snapshot: EventSnapshot, part: int = 0) -> CrossPage:
    """Return the page. Raises Http404 if it has no such part."""
    groups = tuple(_ranked_groups(snapshot))
    names = [group.name for group in groups]
    divided = parts.divide(
        [len(group.rows) ** 2 if len(group.rows) <= MOST else 1 for group in groups],
        parts.CELLS,
        part,
        lambda first, last: parts.groups_name(names[first - 1 : last]),
    )
    shown = _tables(snapshot, divided.of(groups))
    return CrossPage(snapshot.event, round_states(snapshot), divided, shown)


def every_table(snapshot: EventSnapshot) -> tuple[CrossGroup, ...]:
    """Return the tables of all groups, which a page shows in parts."""
    return _tables(snapshot, tuple(_ranked_groups(snapshot)))


@dataclass(frozen=True, slots=True)
class _RankedGroup:
    """A group with its standings."""

    stage: Stage
    name: str
    rows: tuple[StandingsRow, ...]


def _ranked_groups(snapshot: EventSnapshot) -> Iterator[_RankedGroup]:
    """Yield the groups in which everybody meets everybody."""
    record = event_record.public_record(snapshot)
    for stage in snapshot.stages:
        if stages.has_cross_tables(snapshot.event, [stage]):
            ranked = event_record.stage_standings(snapshot, stage, record)
            for group, rows in ranked.items():
                yield _RankedGroup(stage, group.name, tuple(rows))


def _tables(snapshot: EventSnapshot, groups: Sequence[_RankedGroup]) -> tuple[CrossGroup, ...]:
    played = _played(snapshot, {group.stage for group in groups})
    return tuple(_table(snapshot.event, group, played[group.stage.pk]) for group in groups)


def _played(snapshot: EventSnapshot, of: Iterable[Stage]) -> dict[int, list[MatchResult]]:
    """Return the results in public rounds, by the key of their stage."""
    record = event_record.public_record(snapshot)
    public = frozenset(round_.number for round_ in round_states(snapshot))
    return {
        stage.pk: [
            result
            for result in match_results.results_by_match(snapshot, stage, record).values()
            if result.round in public
        ]
        for stage in of
    }


def _table(event: Event, group: _RankedGroup, played: Sequence[MatchResult]) -> CrossGroup:
    rows, say = group.rows, rank_columns.columns_of_event(event).total.say
    known = {row.rank.entry: row for row in rows}
    table = cross_table(list(known), played) if len(rows) <= MOST else ()
    columns = tuple(_column(row, of_teams=event.form == Form.TEAMS) for row in rows)
    lines = tuple(_line(known, row, say) for row in table)
    return CrossGroup(group.name, columns, lines, len(rows))


def _column(row: StandingsRow, *, of_teams: bool) -> CrossColumn:
    name = row.competitor.name
    short = name[:TEAM_NAME] if of_teams else short_name(name).replace(separators.NAMES, "/")
    return CrossColumn(row.competitor, row.rank.shown_place, short)


def short_name(name: str) -> str:
    """Return the surnames in the name of a person or a pair, shortened if they are long.

    >>> short_name("欧阳明珠／于秀英 #12"), short_name("Maximilian Alexander Montgomery")
    ('欧阳／于', 'Montgom…')
    >>> short_name("南宫燕／南飞"), short_name("歐陽修")
    ('南宫／南', '歐陽')
    """
    return separators.join_names(map(_surname, name.split(separators.NAMES)))


def _surname(name: str) -> str:
    # The number that distinguishes namesakes is in the row.
    name = name.partition(" #")[0]
    if east_asian_width(name[:1] or " ") in "WF":
        first, dot, _ = name.partition("·")
        if dot:
            return first[:PLAIN_NAME]
        return name[: 2 if name[:2] in surnames.LONG or len(name) > PLAIN_NAME else 1]
    last = name.rsplit(maxsplit=1)[-1] if name.split() else name
    return last if len(last) <= LONGEST_SURNAME else f"{last[: LONGEST_SURNAME - 1]}…"


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


def _cell(meeting: Meeting, say: Say, cancelled: Collection[int]) -> CrossCell:
    score = "" if meeting.score is None else say(meeting.score)
    is_won, is_unplayed = meeting.outcome.is_won, meeting.outcome in UNPLAYED
    return CrossCell(meeting.round, score, is_won, is_unplayed, meeting.round in cancelled)
