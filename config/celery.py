"""The Celery application: `celery -A config.celery worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("huapai")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tournaments.jobs"])
# By name: a worker imports it once Django is set up.
app.steps["worker"].add("tournaments.jobs.sweeper:Sweeper")
app.steps["worker"].add("config.serving.worker_steps:Gate")
app.steps["worker"].add("config.serving.worker_steps:CopyTimer")
app.steps["worker"].add("config.serving.worker_steps:MirrorTimer")
app.steps["worker"].add("config.serving.worker_steps:MessageTimer")
app.steps["worker"].add("config.serving.worker_steps:AttemptPruner")


def signal(uid: str) -> None:
    """Signal the workers that a job is waiting; `settings.JOB_BELL` names this function."""
    app.send_task("tournaments.jobs.run", args=[uid])
