"""The job that shows the mark of a namesake in the other tournaments in which he plays.

A mark is set by a change of one tournament and stands behind the name everywhere. Other tournaments
are not locked by that change; each has one of its own, so that its pages and tablets follow.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from tournaments.jobs import registry
from tournaments.jobs.registry import Attempt, Effect, Progress
from tournaments.models import Person, Tournament
from tournaments.persons import namesakes, renaming
from tournaments.record.audit import SYSTEM, Repeated, Verb, change


def make(job: Attempt, _progress: Progress, /) -> Effect:
    """Show the marks of persons in the tournament of a job. The handler; its effect does nothing.

    The change is logged as the program's own. Repeating it is harmless.
    """
    tournament = Tournament.objects.filter(uid=job.about).first()
    if tournament is None:
        return _nothing
    persons = list(Person.objects.filter(uid__in=job.payload["persons"]).order_by("pk"))
    with suppress(Repeated), change(tournament, SYSTEM, Verb.RENAME_PERSON) as made:
        renaming.show_events(made, persons)
        if not made.shown:
            raise Repeated
        if len(persons) == 1:
            made.concerns(person=persons[0])
    return _nothing


def _nothing() -> None:
    """Leave the job without any effect."""


JOBS: Final[registry.Jobs] = {namesakes.SHOW_MARKS: make}
