"""Coordinates of rank charts: the small line of an entry, and the chart of an event.

Only numbers are computed here; templates draw them as inline SVG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final
from unicodedata import east_asian_width

from tournaments.results.event_record import StandingsRow
from tournaments.standings.ranking import PlaceAfterRound

SPARK_WIDTH: Final = 96
SPARK_HEIGHT: Final = 24
EDGE: Final = 4
LEVEL: Final = 2
"""Heights are multiples of it: those of a page of a thousand entries are sent with it."""

LEFT: Final = 32
TOP: Final = 24
STEP: Final = 22
"""The height of a place in the chart, large enough for a finger."""
WIDTH: Final = 360
NAMES: Final = 140
"""The most width of the names at the right."""
GAP: Final = 12
"""The distance between the last round and the names."""
WIDE, NARROW = 13, 7
"""The approximate widths of a Chinese character and of any other."""
APART: Final = 18
"""The least distance between the numbers of two rounds; closer ones are left out."""
KINDS: Final = 5
"""The ways in which a line is drawn that does not lead."""
MOST: Final = 16
"""The most lines that can be told apart."""


@dataclass(frozen=True, slots=True)
class Spark:
    """The small line of a rank history: its points, and where it ends."""

    points: str
    x: int
    y: int

    @property
    def start(self) -> str:
        """The height where it begins."""
        return self.points.split(" ", 1)[0].split(",")[1]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The line of an entry in the chart; `kind` is 0 for who leads, else one of `KINDS` in turn.

    It ends at `x` and `end`; its name is at `y`, which differs from `end` where entries share a
    place; `leader` then has the points of a thin line between the two. Long names are cut.
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
    lines: tuple[ChartLine, ...]

    @property
    def right(self) -> int:
        """The x coordinate of the names."""
        return self.rounds[-1].at + GAP if self.rounds else LEFT

    @property
    def numbers(self) -> tuple[Tick, ...]:
        """The rounds whose numbers are shown, always including the last."""
        ticks: list[Tick] = []
        for tick in reversed(self.rounds):
            if not ticks or ticks[-1].at - tick.at >= APART:
                ticks.append(tick)
        return tuple(reversed(ticks))


def spark(history: Sequence[PlaceAfterRound], entries: int, best: int = 1) -> Spark:
    """Return the small line of a history of two rounds or more, among `entries` ranked entries.

    >>> spark([PlaceAfterRound(1, 1), PlaceAfterRound(2, 3)], 3)
    Spark(points='4,4 92,20', x=92, y=20)

    Places are drawn by their logarithm, so that the first of many are no level line; on top is the
    `best` one.
    """
    along = (SPARK_WIDTH - 2 * EDGE) / (len(history) - 1)
    down = (SPARK_HEIGHT - 2 * EDGE) / LEVEL / log(max(entries / best, 2))
    points = [
        (round(EDGE + along * number), EDGE + LEVEL * round(down * log(placed.place / best)))
        for number, placed in enumerate(history)
    ]
    return Spark(_svg_points(points), *points[-1])


def own_spark(history: Sequence[PlaceAfterRound]) -> Spark:
    """Return the line of one entry alone, from its best place to its worst."""
    places = [placed.place for placed in history]
    return spark(history, max(places), min(places))


def chart(rows: Sequence[StandingsRow]) -> Chart:
    """Return the chart of these rows of the standings."""
    numbers = sorted({placed.round for row in rows for placed in row.rank.history})
    named = max((room_of(row.competitor.name) for row in rows), default=0) + 2 * GAP
    along = (WIDTH - LEFT - min(named, NAMES)) / max(len(numbers) - 1, 1)
    at = {number: round(LEFT + along * column) for column, number in enumerate(numbers)}
    shown = sorted({placed.place for row in rows for placed in row.rank.history})
    # Places that none of these rows ever had take no space.
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


def room_of(name: str) -> int:
    """Return the room that a name takes beside the chart."""
    return sum(WIDE if east_asian_width(sign) in "WF" else NARROW for sign in name)


def fitted(name: str, room: int = NAMES - GAP) -> str:
    """Return a name that fits beside the chart, shortened if necessary.

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


def _lines(
    rows: Sequence[StandingsRow], at: dict[int, int], down: dict[int, int]
) -> list[ChartLine]:
    """Return the lines sorted by where they end, their names below one another."""
    lines = []
    for number, row in enumerate(rows):
        if points := [(at[placed.round], down[placed.place]) for placed in row.rank.history]:
            x, end = points[-1]
            name = fitted(row.competitor.name)
            lines.append(ChartLine(row, _kind(number), _svg_points(points), x, end, end, name))
    right, taken, named = max(at.values(), default=LEFT), 0, []
    for line in sorted(lines, key=lambda line: line.end):
        taken = max(taken + STEP, line.end)
        is_apart = (line.x, line.end) != (right, taken)
        leader = _svg_points([(line.x, line.end), (right + GAP - 2, taken)]) if is_apart else ""
        named.append(replace(line, y=taken, leader=leader))
    return named


def _kind(number: int) -> int:
    return 1 + (number - 1) % KINDS if number else 0


def _svg_points(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
