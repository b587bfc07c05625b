"""The only Celery task: the signal that a job is waiting."""

from __future__ import annotations

from celery import shared_task

from tournaments.jobs import work


@shared_task(name="tournaments.jobs.run", ignore_result=True)
def run(uid: str) -> None:
    """Do the job of this uid; a superfluous signal costs one UPDATE."""
    work.perform(uid)
