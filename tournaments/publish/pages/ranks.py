"""The page of the ranks: a line for each entry by rounds, and the same as a table."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import queries
from tournaments.models import Event
from tournaments.publish.pages import charts
from tournaments.publish.pages.charts import Chart
from tournaments.publish.pages.progress import RoundState, round_states
from tournaments.scores import StandingsRow


@dataclass(frozen=True, slots=True)
class RankRow:
    """An entry with its place after every round, None where it had none yet."""

    row: StandingsRow
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class RanksPage:
    """What the page shows; of many entries the first are drawn, and all stand in the table."""

    event: Event
    rounds: tuple[RoundState, ...]
    numbers: tuple[int, ...]
    rows: tuple[RankRow, ...]
    chart: Chart

    @property
    def is_cut(self) -> bool:
        """Whether more entries are ranked than lines can be told apart."""
        return len(self.rows) > charts.MOST


def read(event: Event) -> RanksPage:
    """Return what the page shows."""
    rows = queries.standings(event)
    numbers = tuple(sorted({one.round for row in rows for one in row.rank.history}))
    return RanksPage(
        event=event,
        rounds=round_states(event),
        numbers=numbers,
        rows=tuple(RankRow(row, _places(row, numbers)) for row in rows),
        chart=charts.chart(rows[: charts.MOST]),
    )


def _places(row: StandingsRow, numbers: tuple[int, ...]) -> tuple[int | None, ...]:
    known = {one.round: one.place for one in row.rank.history}
    return tuple(known.get(number) for number in numbers)
