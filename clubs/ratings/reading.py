"""Ratings for display: the table of a club, and the steps of a person."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Exists, Max, OuterRef

from clubs.ratings.runs import last_steps, rated_events, values_of
from clubs.ratings.values import Value, shown_points
from tournaments.models import (
    Club,
    Event,
    EventState,
    Person,
    RatingRun,
    RatingStep,
    TournamentState,
)


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """The person of a rating."""

    uid: str
    name: str
    number: int | None
    shown: bool


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A row of the table, without a rank while provisional, with the change by the last event."""

    rank: int | None
    person: RatedPerson
    value: Value
    change: int


@dataclass(frozen=True, slots=True)
class RatingsStamp:
    """The version key of a public table, computed without the table.

    `last` is the last run. A `blanked` member loses the rank, and those below move up by one.
    """

    last: int
    club: tuple[str, ...]
    shown: tuple[object, ...]
    blanked: int


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """The effect of an event on the rating of a person."""

    event: str
    name: str
    tournament: str
    played_on: date
    before: Value
    after: Value

    @property
    def change(self) -> int:
        """The change of the rating in points."""
        return self.after.points - self.before.points

    @property
    def games(self) -> int:
        """The number of rated games of the event."""
        return self.after.games - self.before.games


def rated_games(club: Club) -> list[str]:
    """Return the games of a club that have ratings."""
    return sorted(last_runs(club))


def last_runs(club: Club) -> dict[str, int]:
    """Return the key of the last run of each game that has ratings.

    Runs are only added, so that the keys identify a version of the ratings.
    """
    steps = RatingStep.objects.filter(rated__run__club=club, rated__run__game=OuterRef("game"))
    runs = club.rating_runs.filter(Exists(steps)).order_by()
    return dict(runs.values_list("game").annotate(last=Max("pk")))


def games_by_club(clubs: Collection[Club]) -> dict[int, list[str]]:
    """Return the games that have ratings, by club, with at most one query."""
    if not clubs:
        return {}
    steps = RatingStep.objects.filter(rated__run=OuterRef("pk"))
    runs = RatingRun.objects.filter(Exists(steps), club__in=clubs).order_by("club", "game")
    games: dict[int, list[str]] = {}
    for club, game in runs.values_list("club", "game").distinct():
        games.setdefault(club, []).append(game)
    return games


def stamp(club: Club, game: str) -> RatingsStamp:
    """Return the version key of the public table of a game."""
    runs = last_runs(club)
    steps = RatingStep.objects.filter(rated__run__club=club, rated__run__game=game)
    persons = Person.objects.filter(pk__in=steps.values("person"))
    shown = persons.filter(shown=True, blanked_at=None).order_by("pk")
    return RatingsStamp(
        last=runs.get(game, 0),
        club=(club.name, *sorted(runs)),
        shown=tuple(shown.values_list("uid", "name", "mark", "sort_key")),
        blanked=persons.exclude(blanked_at=None).count(),
    )


def has_finished_events(club: Club) -> bool:
    """Whether a club has finished events that can be rated."""
    states = [TournamentState.RUNNING, TournamentState.FINISHED]
    finished = Event.objects.filter(tournament__club=club, state=EventState.FINISHED)
    return finished.filter(tournament__state__in=states).exists()


def standing_events(club: Club, game: str) -> list[int]:
    """Return the keys of the valid rated events, to read all of a page from the same ones."""
    return [each.key for each in rated_events(club, game)]


def table(standing: Collection[int], *, public: bool) -> list[RatingRow]:
    """Return the ratings after these rated events, provisional ones last.

    The public table has members who agreed to be shown; ranks are those among all members.
    """
    steps = last_steps(standing).select_related("person")
    known = [(values_of(step), step.person) for step in steps if step.person.blanked_at is None]
    known.sort(key=lambda each: (-each[0][1].points, each[1].sort_key, each[1].pk))
    rows = [*_ranked([each for each in known if not each[0][1].is_provisional])]
    rows += [_row(None, *each) for each in known if each[0][1].is_provisional]
    return [row for row in rows if row.person.shown or not public]


def latest_points(
    standing: Collection[int], persons: Collection[str], most: int
) -> Mapping[str, tuple[int, ...]]:
    """Return the last `most` ratings of persons by uid, from the one before their first event on.

    Who is in none of the rated events is left out.
    """
    steps = RatingStep.objects.filter(rated__in=standing, person__uid__in=persons)
    points: dict[str, deque[int]] = {}
    read = steps.order_by("rated").values_list("person__uid", "mean_before", "mean_after")
    for uid, before, after in read.iterator():
        whose = points.setdefault(uid, deque([shown_points(before)], most))
        whose.append(shown_points(after))
    return {uid: tuple(whose) for uid, whose in points.items()}


def history(club: Club, game: str, persons: Collection[int]) -> list[HistoryStep]:
    """Return the steps of a person, given by its keys, in order of play."""
    standing = standing_events(club, game)
    steps = RatingStep.objects.filter(rated__in=standing, person__in=persons)
    return [
        HistoryStep(
            step.rated.event.uid,
            step.rated.event.name,
            step.rated.event.tournament.name,
            step.rated.event.tournament.starts_on,
            *values_of(step),
        )
        for step in steps.select_related("rated__event__tournament").order_by("rated")
    ]


def _ranked(known: list[tuple[tuple[Value, Value], Person]]) -> Iterator[RatingRow]:
    """Yield the rows that have a rank; equal points share it."""
    place = 1
    for _points, equals in groupby(known, key=lambda each: each[0][1].points):
        shared = list(equals)
        for values, person in shared:
            yield _row(place, values, person)
        place += len(shared)


def _row(rank: int | None, values: tuple[Value, Value], person: Person) -> RatingRow:
    before, after = values
    whose = RatedPerson(person.uid, person.listed_name, person.number, person.shown)
    return RatingRow(rank, whose, after, after.points - before.points)
