"""Wiring of the jobs app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Background jobs and their documents."""

    name = "tournaments.jobs"
    label = "jobs"
