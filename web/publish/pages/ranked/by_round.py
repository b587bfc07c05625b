"""The points of the last rounds beside the standings, as columns of a wide screen.

The whole history of an event, with the sums after each round, belongs in `ranks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext

from tournaments.results.event_record import StandingsRow
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import RoundSum
from tournaments.wording import unsigned
from web.publish.rank_columns import Measures
from web.publish.tables import Column, Face, Value, as_text

MOST_ROUNDS: Final = 8
"""The last rounds that fit between the names and the totals of the widest screen."""


@dataclass(frozen=True, slots=True)
class RoundColumn(Column[Rank]):
    """The points of a round, on pages alone; `best` are the most that anybody had in it."""

    best: Fraction | int | None = None

    def is_best(self, row: Rank) -> bool:
        """Whether nobody had more points in the round."""
        return self.best is not None and self.value(row) == self.best


def round_columns(rows: Sequence[StandingsRow], measures: Measures) -> tuple[RoundColumn, ...]:
    """Return a column for each of the last rounds that count, the latest first; none where only
    one does, which would repeat the total.
    """
    numbers = sorted({played.round for row in rows for played in row.rank.rounds})
    if len(numbers) < 2:
        return ()
    return tuple(_column(number, rows, measures) for number in numbers[: -MOST_ROUNDS - 1 : -1])


def _column(number: int, rows: Sequence[StandingsRow], measures: Measures) -> RoundColumn:
    def points(rank: Rank) -> Value:
        played = next((played for played in rank.rounds if played.round == number), None)
        return _points(played, measures) if played else None

    def text(rank: Rank) -> str:
        say = unsigned if measures.by_table_points else measures.deciding.say
        return as_text(points(rank), say)

    values = [points(row.rank) for row in rows]
    best = max((value for value in values if isinstance(value, Fraction | int)), default=None)
    heading = gettext("R%(number)s") % {"number": number}
    return RoundColumn(heading, points, text, faces=Face.PAGE, best=best)


def _points(played: RoundSum, measures: Measures) -> Value:
    """Return what a round adds to the number that ranks first."""
    return played.table_points if measures.by_table_points else measures.of_round(played)
