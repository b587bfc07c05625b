"""Lines of ranks as plain figures: where a small picture or a chart has its points.

Only numbers are made here; a template draws them as an inline SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import east_asian_width

from tournaments.results.queries import StandingsRow
from tournaments.standings.ranking import Placed

SPARK_WIDTH: Final = 96
SPARK_HEIGHT: Final = 24
EDGE: Final = 4

LEFT: Final = 32
TOP: Final = 24
STEP: Final = 22
"""Between two places of the chart, so that a finger meets one of them."""
WIDTH: Final = 360
NAMES: Final = 140
"""So much of the width belongs to the names at the right."""
GAP: Final = 12
"""So far from the last round the names begin."""
WIDE, NARROW = 13, 7
"""About how wide a Chinese character of a name is, and any other."""
APART: Final = 18
"""The numbers of two rounds stand so far apart, or one of them is left out."""
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

    It ends at `x` and `end`; its name stands at `y`, which differs where equals share a place, and
    `leader` are then the points of a thin line from the one to the other. The name is cut to the
    room that it has.
    """

    row: StandingsRow
    kind: int
    points: str
    x: int
    end: int
    y: int
    name: str = ""
    leader: str = ""


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
        return self.rounds[-1].at + GAP if self.rounds else LEFT

    @property
    def numbers(self) -> tuple[Tick, ...]:
        """The rounds whose numbers have room, the last one always."""
        found: list[Tick] = []
        for tick in reversed(self.rounds):
            if not found or found[-1].at - tick.at >= APART:
                found.append(tick)
        return tuple(reversed(found))


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
    lines = tuple(_lines(rows, at, down))
    lowest = max([*down.values(), *(line.y for line in lines)], default=TOP)
    return Chart(
        width=WIDTH,
        height=lowest + STEP,
        rounds=tuple(Tick(number, x) for number, x in at.items()),
        places=tuple(Tick(place, y) for place, y in down.items()),
        lines=lines,
    )


def fitted(name: str, room: int = NAMES - GAP) -> str:
    """Return a name as it fits beside the chart, its end cut if it must be.

    >>> fitted("王小明"), fitted("买买提·阿不都热合曼·艾则孜"), fitted("Maximilian Alexander Reed")
    ('王小明', '买买提·阿不都热合…', 'Maximilian Alexan…')
    """
    kept, taken = "", 0
    for sign in name:
        taken += WIDE if east_asian_width(sign) in "WF" else NARROW
        if taken > room:
            return f"{kept[:-1].rstrip()}…"
        kept += sign
    return kept


def _lines(rows: Sequence[StandingsRow], at: dict[int, int], down: dict[int, int]) -> list[Line]:
    """Return the lines with their names below one another, in the order in which they end."""
    lines = []
    for number, row in enumerate(rows):
        if found := [(at[one.round], down[one.place]) for one in row.rank.history]:
            x, end = found[-1]
            name = fitted(row.competitor.name)
            lines.append(Line(row, number % COLOURS, _written(found), x, end, end, name))
    right, taken, named = max(at.values(), default=LEFT), 0, []
    for line in sorted(lines, key=lambda line: line.end):
        taken = max(taken + STEP, line.end)
        is_apart = (line.x, line.end) != (right, taken)
        leader = _written([(line.x, line.end), (right + GAP - 2, taken)]) if is_apart else ""
        named.append(replace(line, y=taken, leader=leader))
    return named


def _written(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
