"""The valid steps: those that no later run has retired."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from clubs.ratings.values import Value
from tournaments.models import Club, RatedEvent, RatingStep


@dataclass(frozen=True, slots=True)
class Rated:
    """A valid rated event: the keys of its row and of the event, and its source."""

    key: int
    event: int
    source: str


def rated_events(club: Club, game: str) -> list[Rated]:
    """Return the valid rated events, in order of play."""
    runs = dict(club.rating_runs.filter(game=game).order_by("number").values_list("pk", "start"))
    rows = RatedEvent.objects.filter(run__club=club, run__game=game)
    of_run: dict[int, list[Rated]] = {run: [] for run in runs}
    ordered = rows.order_by("run__number", "position")
    for key, event, source, run in ordered.values_list("pk", "event", "source", "run"):
        of_run[run].append(Rated(key, event, source))
    standing: list[Rated] = []
    for run, start in runs.items():
        standing[start:] = of_run[run]
    return standing


def steps_of(rated: Collection[int]) -> Iterator[tuple[RatingStep, tuple[Value, Value]]]:
    """Yield the steps of rated events, by key, with their values before and after, in order."""
    for step in RatingStep.objects.filter(rated__in=rated).order_by("rated", "person"):
        yield step, values_of(step)


def last_steps(rated: Collection[int]) -> QuerySet[RatingStep]:
    """Return the last step of every member in valid rated events, by key.

    Later events have later rows, because a run makes all steps after its first event.
    """
    steps = RatingStep.objects.filter(rated__in=rated)
    last = steps.order_by().values("person").annotate(at=Max("pk"))
    return RatingStep.objects.filter(pk__in=last.values("at"))


def values_of(step: RatingStep) -> tuple[Value, Value]:
    """Return the value of a person before and after an event."""
    before = Value(step.mean_before, step.deviation_before, step.games_after - step.games)
    return before, Value(step.mean_after, step.deviation_after, step.games_after)
