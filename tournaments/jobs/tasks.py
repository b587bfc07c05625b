"""The one Celery task: a bell that names a job."""

from __future__ import annotations

from celery import shared_task

from tournaments.jobs import work


@shared_task(name="tournaments.jobs.run", ignore_result=True)
def run(uid: str) -> None:
    """Do the job; a bell that rings in vain costs one UPDATE."""
    work.perform(uid)
