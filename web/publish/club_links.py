"""The pages of clubs that the home page links to: public seasons, and tables of ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from clubs.ratings import reading
from tournaments.models import Club, ClubFeature, Season, SeasonState

FINISHED: Final = 1
"""The finished seasons of a club that are linked, besides those in progress."""


@dataclass(frozen=True, slots=True)
class SeasonLink:
    """A public season of a club."""

    uid: str
    name: str
    is_finished: bool


@dataclass(frozen=True, slots=True)
class ClubLinks:
    """The seasons of a club, and the games in which it has ratings."""

    uid: str
    name: str
    seasons: tuple[SeasonLink, ...]
    games: tuple[str, ...]


def read(clubs: Collection[Club]) -> tuple[ClubLinks, ...]:
    """Return the links of clubs that have any, without a query for clubs that use neither."""
    seasons = _seasons([club for club in clubs if club.uses(ClubFeature.SEASONS)])
    games = reading.games_by_club([club for club in clubs if club.uses(ClubFeature.RATINGS)])
    linked = [club for club in clubs if club.pk in seasons or club.pk in games]
    return tuple(
        ClubLinks(
            club.uid, club.name, tuple(seasons.get(club.pk, ())), tuple(games.get(club.pk, ()))
        )
        for club in sorted(linked, key=lambda club: club.pk)
    )


def _seasons(clubs: Collection[Club]) -> dict[int, list[SeasonLink]]:
    """Return the seasons in progress and the last finished ones by club, the newest first."""
    if not clubs:
        return {}
    linked: dict[int, list[SeasonLink]] = defaultdict(list)
    public = Season.objects.filter(club__in=clubs, is_public=True)
    for season in public.order_by("-state", "-pk"):
        is_finished = season.state == SeasonState.FINISHED
        if sum(link.is_finished for link in linked[season.club_id]) < FINISHED or not is_finished:
            linked[season.club_id].append(SeasonLink(season.uid, season.name, is_finished))
    return dict(linked)
