"""The table of ratings of a club, and the rating of a person, as desk and public show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from clubs.ratings import reading
from clubs.ratings.reading import HistoryStep, RatingRow
from clubs.ratings.values import Value
from tournaments.models import Club
from tournaments.wording import signed
from web.publish import tables
from web.publish.pages import parts
from web.publish.pages.parts import PageParts
from web.publish.pages.ranked.charts import EDGE as SPARK_EDGE
from web.publish.pages.ranked.charts import SPARK_HEIGHT, SPARK_WIDTH, Tick
from web.publish.tables import Column, ColumnKind, PageList

WIDTH: Final = 360
LEFT: Final = 44
RIGHT: Final = 12
TOP: Final = 12
HEIGHT: Final = 160
FOOT: Final = 24
FINEST: Final = 50
MOST_LINES: Final = 6
DATE_WIDTH: Final = {"m-d": 64, "Y-m-d": 112}
"""The least distance of two dates, by their format: the last one ends below its dot."""
LEAST_RANGE: Final = 200
MOST_MOVES: Final = 12
"""The points of the small line of a member, the first of which may be the one before any event."""


@dataclass(frozen=True, slots=True)
class Dot:
    """The rating after an event."""

    x: int
    y: int
    step: HistoryStep


@dataclass(frozen=True, slots=True)
class RatingChart:
    """The chart, beginning with the rating before the first event.

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

    @property
    def day_format(self) -> str:
        """The format of the dates: with the year only where there are several."""
        years = {dot.step.played_on.year for dot in self.dots}
        return "m-d" if len(years) == 1 else "Y-m-d"

    @property
    def dated(self) -> tuple[Dot, ...]:
        """The dots whose dates find room: the last one, and every so many before it."""
        along = (self.right - self.left) / len(self.dots)
        apart = -(-DATE_WIDTH[self.day_format] // along)
        return self.dots[:: -int(apart)][::-1]


def rating_chart(steps: Sequence[HistoryStep]) -> RatingChart | None:
    """Return the chart of the steps of a person; None without steps."""
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


@dataclass(frozen=True, slots=True)
class RatingMove:
    """The latest ratings of a member, in order and at least one, and their small line.

    The line is as high as their range, at least `LEAST_RANGE`, so that a calm rating looks calm.
    """

    points: tuple[int, ...]

    @property
    def line(self) -> str:
        """The points of the line."""
        return _points(self._places)

    @property
    def end(self) -> tuple[int, int]:
        """Where the line ends."""
        return self._places[-1]

    @property
    def words(self) -> str:
        """The first rating of the line and the last, for who does not see it."""
        first, last = self.points[0], self.points[-1]
        return gettext("Rating from %(first)d to %(last)d") % {"first": first, "last": last}

    @property
    def _places(self) -> list[tuple[int, int]]:
        low, high = min(self.points), max(self.points)
        middle, range_ = (high + low) / 2, max(high - low, LEAST_RANGE)
        along = (SPARK_WIDTH - 2 * SPARK_EDGE) / max(len(self.points) - 1, 1)
        tall = SPARK_HEIGHT - 2 * SPARK_EDGE
        return [
            (
                round(SPARK_EDGE + along * number),
                round(SPARK_HEIGHT / 2 - tall * (value - middle) / range_),
            )
            for number, value in enumerate(self.points)
        ]


@dataclass(frozen=True, slots=True)
class RankedMember:
    """A row of those with a rank: the address it leads to, and how the rating moved, if known."""

    row: RatingRow
    link: str
    move: RatingMove | None


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """What a part of a club's table in a game shows."""

    club: Club
    game: str
    games: tuple[str, ...]
    parts: PageParts
    rows: tuple[RatingRow, ...]
    rated: int
    is_public: bool
    ranked: tuple[RankedMember, ...]
    """Those of them with a rank."""
    has_gaps: bool = False
    """Whether a place above the last one is that of a member who is not shown in public."""

    @property
    def has_games(self) -> bool:
        """Whether the numbers of games differ, so that they are worth a column."""
        return len({each.row.value.games for each in self.ranked}) > 1

    @property
    def provisional(self) -> PageList:
        """The list of those with a provisional rating."""
        return self._list(row for row in self.rows if row.rank is None)

    def _list(self, rows: Iterable[RatingRow]) -> PageList:
        name = pgettext("person", "Name")

        def link(row: RatingRow) -> str:
            return _link(self.club, row, public=self.is_public)

        columns: tuple[Column[RatingRow], ...] = (
            Column(gettext("Rank"), lambda row: row.rank or "–", kind=ColumnKind.RANK),
            Column(name, lambda row: row.person.name, kind=ColumnKind.NAME, link=link),
            Column(gettext("Rating"), lambda row: row.value.points, strong=True),
            Column(pgettext("rating", "Change"), lambda row: signed(row.change)),
            Column(pgettext("rating", "Games"), lambda row: row.value.games),
        )
        return tables.page_list(columns, rows, lambda row: f"p-{row.person.uid}")


@dataclass(frozen=True, slots=True)
class GameRating:
    """The rating of a person in a game, with all its steps and their chart."""

    game: str
    value: Value
    steps: tuple[HistoryStep, ...]
    chart: RatingChart | None

    @property
    def latest(self) -> tuple[HistoryStep, ...]:
        """The steps, the last one first."""
        return self.steps[::-1]


def read(club: Club, game: str, part: int = 0, *, public: bool) -> RatingsPage:
    """Return the table of a game. Raises Http404 for a game or a part that does not exist."""
    games = tuple(reading.rated_games(club))
    if game not in games:
        raise Http404
    standing = reading.standing_events(club, game)
    rows = reading.table(standing, public=public)
    divided = parts.divide([1] * len(rows), parts.ROWS, part, parts.rows_name)
    shown = tuple(divided.of(rows))
    ranked = _ranked(club, [row for row in shown if row.rank is not None], standing, public=public)
    gaps = _has_gaps(rows)
    return RatingsPage(club, game, games, divided, shown, len(rows), public, ranked, gaps)


def _has_gaps(rows: Iterable[RatingRow]) -> bool:
    """Whether rows in the order of their ranks lack one of these; equal ones skip ranks too.

    >>> from types import SimpleNamespace as Row
    >>> [_has_gaps([Row(rank=rank) for rank in ranks]) for ranks in ([1, 1, 3], [1, 2, 4])]
    [False, True]
    """
    ranks = [row.rank for row in rows if row.rank is not None]
    return any(rank > place for place, rank in enumerate(ranks, 1))


def _ranked(
    club: Club, rows: Sequence[RatingRow], standing: Collection[int], *, public: bool
) -> tuple[RankedMember, ...]:
    """Return the rows with the way each rating came, read for all at once."""
    keys = [row.person.uid for row in rows]
    moves = reading.latest_points(standing, keys, MOST_MOVES) if rows else {}
    return tuple(
        RankedMember(
            row,
            _link(club, row, public=public),
            RatingMove(moves[row.person.uid]) if row.person.uid in moves else None,
        )
        for row in rows
    )


def _link(club: Club, row: RatingRow, *, public: bool) -> str:
    if public:
        return reverse("person", args=[row.person.uid])
    return reverse("desk_rating", args=[club.uid, row.person.uid])


def read_person(
    club: Club, persons: Collection[int], games: Iterable[str]
) -> tuple[GameRating, ...]:
    """Return the ratings of the person with these keys, in these games."""
    return tuple(
        GameRating(game, steps[-1].after, tuple(steps), rating_chart(steps))
        for game in games
        if (steps := reading.history(club, game, persons))
    )
