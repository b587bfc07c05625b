"""An official competition of one round with a controlled clock, for tests of deadlines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from referee.appeals import admissibility, hearing, lodging
from referee.appeals.lodging import Lodging
from referee.appeals.states import StepRequest
from referee.models import Against
from tests import clock
from tests.cast import Cast
from tests.kept_worlds import kept
from tournaments import organise, regulations
from tournaments.jobs import queue
from tournaments.jobs.models import Job, JobState
from tournaments.models import Entry, Event, EventRegulations, Role, Round, Size, User
from tournaments.official import job as official_job
from tournaments.official import ordering
from tournaments.structure.regulations import OFFICIAL

START = datetime(2026, 11, 21, 6, 0, tzinfo=UTC)
"""14:00 in Shanghai."""

Clock = clock.Clock


def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stop the clock of the program in the afternoon of the competition."""
    return clock.stopped(monkeypatch, START)


@kept
def make_official(cast: Cast, **changes: Any) -> None:
    """Make the event an official competition before its first draw; Alice is its chief referee."""
    regulations.change_regulations(cast.event, cast.director, replace(OFFICIAL, **changes))
    leads(cast)


def leads(cast: Cast) -> None:
    """Return Alice, the organiser of the tournament, also as its chief referee."""
    organise.grant_role(cast.director, cast.tournament, cast.alice, Role.CHIEF_REFEREE)


def fresh(event: Event) -> Event:
    """Read an event again, with its relations."""
    related = ("tournament__club", "ruleset", "regulations")
    return Event.objects.select_related(*related).get(pk=event.pk)


def finish(cast: Cast) -> Event:
    """Finish the event."""
    organise.finish_event(fresh(cast.event), cast.director)
    return fresh(cast.event)


def close_last(cast: Cast) -> Round:
    """Play and close the next round, after which the event can be finished."""
    return cast.closed_round()


def chief(cast: Cast) -> User:
    """Return Bob as chief referee."""
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    return cast.bob


def do_due_jobs(clock: Callable[[], datetime]) -> int:
    """Run the due jobs of final results; return their number."""
    due = Job.objects.filter(kind=ordering.KIND, state=JobState.QUEUED, due_at__lte=clock())
    jobs = list(due.order_by("pk"))
    for job in jobs:
        attempt = queue.claim(job.uid)
        assert attempt is not None
        queue.finish(attempt, official_job.make(attempt, lambda _done, _total: None))
    return len(jobs)


def withdrawn_appeal(entry: Entry, cast: Cast, penalty: str) -> str:
    """Return a withdrawn appeal from the time when the event was an official competition."""
    row = EventRegulations.objects.create(event_id=cast.event.pk, size=Size.OFFICIAL)
    signed = [member.person_id for member in admissibility.may_sign(entry)]
    handed_in = Lodging(entry, Against.PENALTY, penalty, "计时有误", signed)
    appeal = lodging.lodge(cast.event, cast.bob, handed_in, "appeal-of-world")
    hearing.withdraw(appeal, StepRequest(cast.bob, appeal.steps.count()), "")
    row.delete()
    return appeal.uid
