"""The page of the history of an event: ranks and scores by round, as a chart and as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Event
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import group_by_line
from tournaments.standings.round_scores import RoundSum
from web.publish import rank_columns
from web.publish.pages import parts
from web.publish.pages.parts import PageParts
from web.publish.pages.progress import PublicRound, round_states
from web.publish.pages.ranked import charts, stage_rows
from web.publish.pages.ranked.charts import Chart
from web.publish.rank_columns import Measures
from web.publish.scroll.svg import FEW


@dataclass(frozen=True, slots=True)
class RoundCell:
    """The score of an entry in a round, and its sum so far; either may be empty."""

    said: str = ""
    sum: str = ""


@dataclass(frozen=True, slots=True)
class RankRow:
    """An entry with its place after every round, None before its first, and its scores."""

    row: StandingsRow
    places: tuple[int | None, ...]
    scores: tuple[RoundCell, ...]


@dataclass(frozen=True, slots=True)
class RanksPage:
    """The page of the ranks; the chart of the first entries is on its first part.

    `numbers` are the rounds after which there were places, `scored` those with scores: rounds of a
    knockout have scores, but places only as of now.
    """

    event: Event
    rounds: tuple[PublicRound, ...]
    numbers: tuple[int, ...]
    scored: tuple[int, ...]
    parts: PageParts
    rows: tuple[RankRow, ...]
    """The rows of the part that is shown."""
    charts: tuple[tuple[str, Chart], ...]
    """A chart for each direction that ranks separately, with its code; usually one without."""
    is_cut: bool
    """Whether the chart leaves entries out."""

    @property
    def are_few(self) -> bool:
        """Whether there is room for the tables below the chart."""
        return len(self.rows) <= FEW


def read(snapshot: EventSnapshot, part: int = 0) -> RanksPage:
    """Return the page. Raises Http404 if it has no such part."""
    event = snapshot.event
    rows = event_record.public_standings(snapshot)
    sums = event_record.public_rounds_of(snapshot)
    columns = rank_columns.columns_of_event(event, rows)
    played = {row.rank.entry: [*sums.get(row.rank.entry, ()), *row.rank.rounds] for row in rows}
    numbers = tuple(sorted({placed.round for row in rows for placed in row.rank.history}))
    scored = tuple(
        sorted(
            {
                *numbers,
                *(round_sum.round for round_sums in played.values() for round_sum in round_sums),
            }
        )
    )
    divided = parts.divide_standings(rows, part)
    lists = tuple(group_by_line(rows, lambda row: row.rank.line))
    medals = stage_rows.medals(snapshot, rows)
    return RanksPage(
        event=event,
        rounds=round_states(snapshot),
        numbers=numbers,
        scored=scored,
        parts=divided,
        rows=tuple(
            RankRow(
                row, _places(row, numbers), _scores(row, played[row.rank.entry], scored, columns)
            )
            for row in divided.of(rows)
        ),
        charts=tuple((line, charts.chart(listed[: charts.MOST], medals)) for line, listed in lists)
        if divided.is_first
        else (),
        is_cut=any(len(listed) > charts.MOST for _, listed in lists),
    )


def _scores(
    row: StandingsRow, rounds: Iterable[RoundSum], numbers: Sequence[int], measures: Measures
) -> tuple[RoundCell, ...]:
    """Return the score of every round and the sum after it, without penalties.

    Rounds of an earlier stage are not part of the current total.
    """
    played = {round_.round: round_ for round_ in rounds}
    first = min((round_.round for round_ in row.rank.rounds), default=0)
    cells, total = [], row.rank.carried
    for number in numbers:
        round_sum = played.get(number)
        value = measures.of_round(round_sum) if round_sum else None
        text = measures.round_said(round_sum) if round_sum else ""
        if number < first:
            cells.append(RoundCell(text))
            continue
        total += value if isinstance(value, Fraction | int) else 0
        cells.append(RoundCell(text, measures.total.say(total)))
    return tuple(cells)


def _places(row: StandingsRow, numbers: tuple[int, ...]) -> tuple[int | None, ...]:
    known = {placed.round: placed.place for placed in row.rank.history}
    return tuple(known.get(number) for number in numbers)
