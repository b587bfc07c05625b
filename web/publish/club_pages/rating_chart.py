"""Coordinates of the chart of a rating: a point after every event, drawn as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clubs.ratings.reading import HistoryStep
from web.publish.pages.ranked.charts import Tick

WIDTH: Final = 360
LEFT: Final = 44
RIGHT: Final = 12
TOP: Final = 12
HEIGHT: Final = 160
FOOT: Final = 24
FINEST: Final = 50
MOST_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class Dot:
    """The rating after an event."""

    x: int
    y: int
    step: HistoryStep


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The chart, from the rating before the first event on.

    `provisional` is the line up to the last provisional rating, `line` the rest.
    """

    width: int
    height: int
    left: int
    right: int
    scale: tuple[Tick, ...]
    dots: tuple[Dot, ...]
    provisional: str
    line: str

    @property
    def foot(self) -> int:
        """The y coordinate of the dates."""
        return self.height - 6


def rating_chart(steps: Sequence[HistoryStep]) -> RatingChart | None:
    """Return the chart of the steps of a person; None where there are none."""
    if not steps:
        return None
    points = [steps[0].before.points, *(step.after.points for step in steps)]
    numbers = _scale(min(points), max(points))
    low, high = numbers[0], numbers[-1]
    along = (WIDTH - LEFT - RIGHT) / len(steps)

    def down(value: int) -> int:
        return round(TOP + (HEIGHT - TOP - FOOT) * (high - value) / (high - low))

    places = [(round(LEFT + along * place), down(value)) for place, value in enumerate(points)]
    dots = tuple(Dot(x, y, step) for (x, y), step in zip(places[1:], steps, strict=True))
    few = sum(step.after.is_provisional for step in steps)
    return RatingChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        scale=tuple(Tick(number, down(number)) for number in numbers),
        dots=dots,
        # The line goes on from the last provisional rating.
        provisional=_points(places[: few + 1]),
        line=_points(places[few:]),
    )


def _scale(low: int, high: int) -> list[int]:
    """Return the numbers of the scale, at least one step apart.

    >>> _scale(1480, 1610), _scale(1500, 1500)
    ([1450, 1500, 1550, 1600, 1650], [1500, 1550])
    """
    step = FINEST
    while (high - low) / step > MOST_LINES - 1:
        step *= 2
    first, last = low // step, -(-high // step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _points(places: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places) if len(places) > 1 else ""
