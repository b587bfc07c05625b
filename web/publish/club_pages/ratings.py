"""The table of ratings of a club, and the rating of a person, as desk and public show them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext, pgettext

from clubs.ratings import reading
from clubs.ratings.reading import HistoryStep, RatingRow
from clubs.ratings.values import Value
from tournaments.models import Club
from tournaments.wording import signed
from web.publish import tables
from web.publish.club_pages.rating_chart import RatingChart, rating_chart
from web.publish.pages import parts
from web.publish.pages.parts import PageParts
from web.publish.tables import Column, Kind, PageList


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """What the table of a club in a game shows, a part of it."""

    club: Club
    game: str
    games: tuple[str, ...]
    parts: PageParts
    rows: tuple[RatingRow, ...]
    rated: int
    is_public: bool

    @property
    def ranked(self) -> PageList:
        """The list of those with a rank."""
        return self._list(row for row in self.rows if row.rank is not None)

    @property
    def provisional(self) -> PageList:
        """The list of those with a provisional rating."""
        return self._list(row for row in self.rows if row.rank is None)

    def _list(self, rows: Iterable[RatingRow]) -> PageList:
        name = pgettext("person", "Name")
        columns: tuple[Column[RatingRow], ...] = (
            Column(gettext("Rank"), lambda row: row.rank or "–", kind=Kind.RANK),
            Column(name, lambda row: row.person.name, kind=Kind.NAME, link=self._link),
            Column(gettext("Rating"), lambda row: row.value.points, strong=True),
            Column(pgettext("rating", "Change"), lambda row: signed(row.change)),
            Column(pgettext("rating", "Games"), lambda row: row.value.games),
        )
        return tables.page_list(columns, rows, lambda row: f"p-{row.person.uid}")

    def _link(self, row: RatingRow) -> str:
        if self.is_public:
            return reverse("person", args=[row.person.uid])
        return reverse("desk_rating", args=[self.club.uid, row.person.uid])


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
    """Return the table of a game. Raises Http404 for a game or a part that is not there."""
    games = tuple(reading.rated_games(club))
    if game not in games:
        raise Http404
    rows = reading.table(club, game, public=public)
    divided = parts.divide([1] * len(rows), parts.ROWS, part, parts.rows_name)
    return RatingsPage(club, game, games, divided, tuple(divided.of(rows)), len(rows), public)


def read_person(
    club: Club, persons: Collection[int], games: Iterable[str]
) -> tuple[GameRating, ...]:
    """Return the ratings of a person, of whom these are the keys, in these games."""
    return tuple(
        GameRating(game, steps[-1].after, tuple(steps), rating_chart(steps))
        for game in games
        if (steps := reading.history(club, game, persons))
    )
