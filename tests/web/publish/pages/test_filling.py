"""Whoever looks at a tournament that a job is filling is told how far that is."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tests.web.publish.reading import read
from tournaments.jobs import tournament_filling
from tournaments.jobs.models import Job, JobState

WAITING = "More events are being prepared"
HALF = "More events are being prepared: 3 of 12 steps are done"
FAILED = "Some events could not be made."


@pytest.fixture
def job(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Job:
    """The job that fills the tournament of the cast; nobody does it."""
    monkeypatch.setattr("config.celery.signal", lambda uid: None)
    return tournament_filling.order(cast.tournament.uid)


def moved(job: Job, **to: Any) -> None:
    Job.objects.filter(pk=job.pk).update(**to)


def pages(client: Client, cast: Cast) -> list[str]:
    """What is said on the first page, at the desk, and of the progress alone."""
    client.force_login(cast.alice)
    addresses = [reverse("home"), reverse("desk"), reverse("filling", args=[cast.tournament.uid])]
    addresses.append(reverse("desk_tournament", args=[cast.tournament.uid]))
    return [read(client, address) for address in addresses]


@pytest.mark.full
def test_the_progress_is_seen_at_the_desk_and_by_everybody(
    cast: Cast, job: Job, english: Client
) -> None:
    assert all(WAITING in page for page in pages(english, cast))
    moved(job, state=JobState.RUNNING, lease_until=timezone.now(), done=3, total=12)
    assert all(HALF in page for page in pages(english, cast))
    moved(job, state=JobState.FAILED, finished_at=timezone.now())
    assert all(FAILED in page for page in pages(english, cast))


@pytest.mark.full
def test_at_the_end_nothing_is_said_of_it_but_to_whoever_waited(
    cast: Cast, job: Job, english: Client
) -> None:
    moved(job, state=JobState.DONE, finished_at=timezone.now())
    is_told = [tournament_filling.KIND in page or WAITING in page for page in pages(english, cast)]
    assert not any(is_told)
    alone = english.get(reverse("filling", args=[cast.tournament.uid])).content.decode()
    assert "data-live-done" in alone
    assert "All events are ready." in alone


def test_an_unchanged_progress_is_not_sent_again(cast: Cast, job: Job, english: Client) -> None:
    address = reverse("filling", args=[cast.tournament.uid])
    stamp = {"If-None-Match": english.get(address)["ETag"]}
    assert english.get(address, headers=stamp).status_code == 304
    moved(job, done=1, total=2)
    assert english.get(address, headers=stamp).status_code == 200


def test_a_tournament_is_filled_once_at_a_time(cast: Cast, job: Job) -> None:
    assert tournament_filling.order(cast.tournament.uid) == job
    assert tournament_filling.fillings_of([cast.tournament.uid, "nobody"]) == {
        cast.tournament.uid: tournament_filling.Filling(cast.tournament.uid, 0, 0, failed=False)
    }
