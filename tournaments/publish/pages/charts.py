"""Lines of ranks as plain figures: where a small picture or a chart has its points.

Only numbers are made here; a template draws them as an inline SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.queries import StandingsRow
from tournaments.standings import Placed

SPARK_WIDTH: Final = 96
SPARK_HEIGHT: Final = 24
EDGE: Final = 4

LEFT: Final = 32
TOP: Final = 24
STEP: Final = 22
"""Between two places of the chart, so that a finger meets one of them."""
WIDTH: Final = 330
NAMES: Final = 110
"""So much of the width belongs to the names at the right."""
COLOURS: Final = 6
MOST: Final = 16
"""So many lines can still be told apart."""


@dataclass(frozen=True, slots=True)
class Spark:
    """The small line of one history: its points, and where it ends."""

    points: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """The line of an entry in the chart; `kind` is one of a few looks, taken in turn.

    It ends at `x` and `end`; its name stands at `y`, which differs where equals share a place.
    """

    row: StandingsRow
    kind: int
    points: str
    x: int
    end: int
    y: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an edge of the chart."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of ranks by round: the first place on top, a column for each round."""

    width: int
    height: int
    rounds: tuple[Tick, ...]
    places: tuple[Tick, ...]
    lines: tuple[Line, ...]

    @property
    def right(self) -> int:
        """Where the names begin."""
        return self.rounds[-1].at + 12 if self.rounds else LEFT


def spark(history: Sequence[Placed], entries: int) -> Spark | None:
    """Return the small line of a history among so many entries; one round makes no line.

    >>> spark([Placed(1, 1), Placed(2, 3)], 3)
    Spark(points='4,4 92,20', x=92, y=20)
    """
    if len(history) < 2:
        return None
    along = (SPARK_WIDTH - 2 * EDGE) / (len(history) - 1)
    down = (SPARK_HEIGHT - 2 * EDGE) / max(entries - 1, 1)
    found = [
        (round(EDGE + along * number), round(EDGE + down * (one.place - 1)))
        for number, one in enumerate(history)
    ]
    return Spark(_written(found), *found[-1])


def chart(rows: Sequence[StandingsRow]) -> Chart:
    """Return the chart of these rows, which are the first of the standings and perhaps one more."""
    numbers = sorted({one.round for row in rows for one in row.rank.history})
    along = (WIDTH - LEFT - NAMES) / max(len(numbers) - 1, 1)
    at = {number: round(LEFT + along * column) for column, number in enumerate(numbers)}
    shown = sorted({one.place for row in rows for one in row.rank.history})
    # Places that nobody here ever had take no room.
    down = {place: TOP + STEP * line for line, place in enumerate(shown)}
    return Chart(
        width=WIDTH,
        height=TOP + STEP * max(len(shown), len(rows)) + EDGE,
        rounds=tuple(Tick(number, x) for number, x in at.items()),
        places=tuple(Tick(place, y) for place, y in down.items()),
        lines=tuple(_lines(rows, at, down)),
    )


def _lines(rows: Sequence[StandingsRow], at: dict[int, int], down: dict[int, int]) -> list[Line]:
    lines, taken = [], 0
    for number, row in enumerate(rows):
        found = [(at[one.round], down[one.place]) for one in row.rank.history]
        if found:
            # Equals share a point; their names stand below one another.
            taken = max(taken + STEP, found[-1][1]) if taken else found[-1][1]
            lines.append(Line(row, number % COLOURS, _written(found), *found[-1], taken))
    return lines


def _written(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
