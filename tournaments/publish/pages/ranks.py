"""The history of an event by rounds: the ranks as lines and as a table, and what rounds counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Event
from tournaments.publish import measures
from tournaments.publish.measures import Measures
from tournaments.publish.pages import charts
from tournaments.publish.pages.charts import Chart
from tournaments.publish.pages.progress import RoundState, round_states
from tournaments.results import queries
from tournaments.results.standings_input import StandingsRow
from tournaments.standings.line_ranks import by_line
from tournaments.standings.ranking import RoundSum


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a round counted for an entry, and what all rounds so far come to; may be empty."""

    said: str = ""
    sum: str = ""


@dataclass(frozen=True, slots=True)
class RankRow:
    """An entry with its place after every round, None where it had none yet, and its scores."""

    row: StandingsRow
    places: tuple[int | None, ...]
    scores: tuple[RoundCell, ...]


@dataclass(frozen=True, slots=True)
class RanksPage:
    """What the page shows; of many entries the first are drawn, and all stand in the table.

    `numbers` are the rounds after which there were places, and `scored` those with scores: the
    rounds of a knockout have scores each, and places only as it stands now.
    """

    event: Event
    rounds: tuple[RoundState, ...]
    numbers: tuple[int, ...]
    scored: tuple[int, ...]
    rows: tuple[RankRow, ...]
    charts: tuple[tuple[str, Chart], ...]
    """A chart for each list in which entries rank apart, with its name; mostly one without."""

    @property
    def is_cut(self) -> bool:
        """Whether more entries are ranked than lines can be told apart."""
        return (
            max(Counter(row.row.rank.line for row in self.rows).values(), default=0) > charts.MOST
        )


def read(event: Event) -> RanksPage:
    """Return what the page shows."""
    known = queries.told(event)
    rows, sums = known.standings(), known.rounds_of()
    found = measures.of(event, rows)
    played = {row.rank.entry: [*sums.get(row.rank.entry, ()), *row.rank.rounds] for row in rows}
    numbers = tuple(sorted({one.round for row in rows for one in row.rank.history}))
    scored = tuple(sorted({*numbers, *(one.round for them in played.values() for one in them)}))
    return RanksPage(
        event=event,
        rounds=round_states(event),
        numbers=numbers,
        scored=scored,
        rows=tuple(
            RankRow(row, _places(row, numbers), _scores(row, played[row.rank.entry], scored, found))
            for row in rows
        ),
        charts=tuple(
            (line, charts.chart(listed[: charts.MOST]))
            for line, listed in by_line(rows, lambda row: row.rank.line)
        ),
    )


def _scores(
    row: StandingsRow, rounds: Iterable[RoundSum], numbers: Sequence[int], measures: Measures
) -> tuple[RoundCell, ...]:
    """Return what every round counted, and the sums after each, without penalties.

    The rounds of an earlier stage are no part of the sum by which an entry is ranked now.
    """
    played = {round_.round: round_ for round_ in rounds}
    first = min((round_.round for round_ in row.rank.rounds), default=0)
    cells, total = [], row.rank.carried
    for number in numbers:
        round_sum = played.get(number)
        value = measures.of_round(round_sum) if round_sum else None
        said = measures.round_said(round_sum) if round_sum else ""
        if number < first:
            cells.append(RoundCell(said))
            continue
        total += value if isinstance(value, Fraction | int) else 0
        cells.append(RoundCell(said, measures.total.say(total)))
    return tuple(cells)


def _places(row: StandingsRow, numbers: tuple[int, ...]) -> tuple[int | None, ...]:
    known = {one.round: one.place for one in row.rank.history}
    return tuple(known.get(number) for number in numbers)
