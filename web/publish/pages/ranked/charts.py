"""Coordinates of rank charts: the small line of an entry, and the chart of an event.

Only numbers are computed here; templates draw them as inline SVG.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import Final
from unicodedata import east_asian_width

from tournaments.results.event_record import StandingsRow
from tournaments.standings.ranking import PlaceAfterRound
from web.publish.scroll.svg import COLUMN, FEW, ROW, curve, shown_numbers

SPARK_WIDTH: Final = 96
SPARK_HEIGHT: Final = 24
EDGE: Final = 4
LEVEL: Final = 2
"""Heights are multiples of it: those of a page of a thousand entries are sent with it."""

STEP: Final = 22
"""The height of a row of words beside a drawing."""
NAMES: Final = 140
"""The most width of the names at the right of a drawing."""
GAP: Final = 12
"""The distance between the end of a line and its name."""
WIDE, NARROW = 13, 7
"""The approximate widths of a Chinese character and of any other."""
APART: Final = 18
"""The least distance between the numbers of two rounds; closer ones are left out."""
MOST: Final = 16
"""The most lines that can be told apart."""
DEEP: Final = 6
"""The most rows for the places below those that are named."""
PAIR, LONG = 64, 136
"""Wider names have more room at the right, and the most."""
NO_MEDALS: Final[Mapping[str, int]] = {}


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
    """The line of an entry in the chart, which ends at `end` in the row of its name.

    Who no longer plays has a thin line from there to the name, the `leader`.
    """

    row: StandingsRow
    medal: int
    """Its place if that has a medal, else 0."""
    path: str
    end: str
    leader: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an edge of the chart."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of ranks by round: the first place on top, a column for each round.

    `rounds` are their numbers, empty where there is no room for one; `below` are places under
    those of the lines, a row for each.
    """

    rounds: tuple[str, ...]
    below: tuple[int, ...]
    lines: tuple[ChartLine, ...]

    @property
    def width(self) -> int:
        """The width of the drawing, in its own units."""
        return COLUMN * (len(self.rounds) - 1) or COLUMN

    @property
    def height(self) -> int:
        """The height of the drawing, in its own units."""
        return ROW * (len(self.lines) + len(self.below))

    @property
    def grid(self) -> str:
        """The vertical lines of the rounds."""
        return "".join(f"M{COLUMN * at} 0v{self.height}" for at in range(len(self.rounds)))

    @property
    def is_low(self) -> bool:
        """Whether there are so few entries that each has a higher row."""
        return len(self.lines) <= FEW

    @property
    def names(self) -> str:
        """How much room the names need: `short`, `pair` or `long`."""
        most = max((room_of(line.row.competitor.name) for line in self.lines), default=0)
        return "long" if most > LONG else "pair" if most > PAIR else "short"


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


def chart(rows: Sequence[StandingsRow], medals: Mapping[str, int] = NO_MEDALS) -> Chart:
    """Return the chart of these rows of the standings; `medals` are places, by the uid."""
    placed = [row for row in rows if row.rank.history]
    numbers = sorted({step.round for row in placed for step in row.rank.history})
    columns = {number: COLUMN * at for at, number in enumerate(numbers)}
    lowest = max((step.place for row in placed for step in row.rank.history), default=0)
    below = _below(len(placed), lowest)
    heights = _heights(len(placed), below)
    return Chart(
        rounds=shown_numbers(numbers),
        below=below,
        lines=tuple(
            _line(row, medals.get(row.rank.entry, 0), columns, heights, heights[number])
            for number, row in enumerate(placed, 1)
        ),
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


def _below(shown: int, lowest: int) -> tuple[int, ...]:
    """Return the places below those `shown` that have a row; the lowest one has the last.

    >>> _below(16, 98), _below(4, 6), _below(4, 4)
    ((22, 29, 40, 54, 72, 98), (5, 6), ())
    """
    if lowest - shown <= DEEP:
        return tuple(range(shown + 1, lowest + 1))
    ratio = (lowest / shown) ** (1 / DEEP)
    return tuple(max(round(shown * ratio**row), shown + row) for row in range(1, DEEP + 1))


def _heights(shown: int, below: Sequence[int]) -> dict[int, int]:
    """Return where each place is: in the middle of its row, or between two rows."""
    heights = {place: ROW * place - ROW // 2 for place in range(1, shown + 1)}
    marks = [*enumerate((shown, *below), shown)]
    for (row, above), (_, under) in pairwise(marks):
        for place in range(above + 1, under + 1):
            down = (place - above) / (under - above)
            heights[place] = round(ROW * (row + down) - ROW / 2)
    return heights


def _line(
    row: StandingsRow,
    medal: int,
    columns: Mapping[int, int],
    heights: Mapping[int, int],
    own: int,
) -> ChartLine:
    """Return the line of an entry, which ends in its `own` row.

    After the last round equal entries are below each other, like their names.
    """
    right = max(columns.values())
    points = [(columns[step.round], heights[step.place]) for step in row.rank.history]
    if points[-1][0] == right:
        points[-1] = (right, own)
    x, y = points[-1]
    leader = "" if x == right else f"M{x} {y}L{right} {own}"
    return ChartLine(row, medal, curve(points), f"M{x} {y}h0", leader)


def _svg_points(points: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
