"""The chart of a table: the sum of every seat after each deal.

Only numbers are computed here; the template draws them as inline SVG.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from tournaments.base.separators import join_names
from web.publish.pages.ranked.charts import APART, GAP, STEP, Tick, fitted
from web.publish.pages.tables import SeatView, TableView

WIDTH: Final = 344
LEFT: Final = 12
END: Final = 176
"""Where the lines end, with the names at their right."""
TOP: Final = 28
HEIGHT: Final = 112
LETTER: Final = 9
"""The width of a digit of a sum, at the right."""
SEAT: Final = 14
"""The width of the sign of a seat, before the name."""


@dataclass(frozen=True, slots=True)
class SumLine:
    """The line of a seat, or of both seats of a pair: it ends at `end`, its words are at `y`."""

    points: str
    end: int
    y: int
    seats: tuple[str, ...]
    name: str
    total: int

    @property
    def leader(self) -> str:
        """The thin line from the end to words that are not beside it; empty if they are."""
        return f"{END},{self.end} {END + GAP - 2},{self.y}" if self.y != self.end else ""


@dataclass(frozen=True, slots=True)
class SumChart:
    """The chart, with a column for each deal and the height of 0."""

    deals: tuple[Tick, ...]
    zero: int
    lines: tuple[SumLine, ...]
    width: int = WIDTH
    left: int = LEFT
    end: int = END
    names: int = END + GAP

    @property
    def height(self) -> int:
        """The height below which nothing is drawn."""
        return max(TOP + HEIGHT, *(line.y for line in self.lines)) + GAP


def sum_chart(table: TableView) -> SumChart | None:
    """Return the chart of a table; None before its second result, and while a deal is sealed."""
    played = [deal for deal in table.deals if deal.points and deal.counts]
    if len(played) < 2 or table.is_sealed:
        return None
    sums: dict[tuple[int, ...], list[SeatView]] = defaultdict(list)
    for place, seat in enumerate(table.seats):
        sums[0, *accumulate(deal.points[place] for deal in played)].append(seat)
    values = [value for line in sums for value in line]
    high, low = max(values), min(values)

    def down(value: int) -> int:
        return round(TOP + HEIGHT * (high - value) / max(high - low, 1))

    along = (END - LEFT) / len(played)
    at = [round(LEFT + along * column) for column in range(len(played) + 1)]
    lines = [
        (down(line[-1]), " ".join(f"{x},{down(sum_)}" for x, sum_ in zip(at, line, strict=True)), s)
        for line, s in sums.items()
    ]
    numbered = zip((deal.number.board for deal in played), at[1:], strict=True)
    return SumChart(
        _ticks([Tick(number, x) for number, x in numbered]), down(0), _named(lines, [*sums])
    )


def _ticks(deals: list[Tick]) -> tuple[Tick, ...]:
    """Return the deals whose numbers are shown, always including the last."""
    ticks: list[Tick] = []
    for tick in reversed(deals):
        if not ticks or ticks[-1].at - tick.at >= APART:
            ticks.append(tick)
    return tuple(reversed(ticks))


def _named(
    lines: Sequence[tuple[int, str, Sequence[SeatView]]], sums: Sequence[tuple[int, ...]]
) -> tuple[SumLine, ...]:
    """Return the lines from the highest end to the lowest, their words below one another."""
    named, taken = [], 0
    ordered = sorted(zip(lines, sums, strict=True), key=lambda line: line[0][0])
    for (end, points, seats), sum_ in ordered:
        taken = max(taken + STEP, end)
        labels = tuple(seat.label for seat in seats)
        others = SEAT * len(labels) + LETTER * (len(str(sum_[-1])) + 1)
        name = fitted(join_names(seat.name for seat in seats), WIDTH - END - GAP - others)
        named.append(SumLine(points, end, taken, labels, name, sum_[-1]))
    return tuple(named)
