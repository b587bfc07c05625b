"""Wiring of the jobs app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """Work that a worker does later."""

    name = "tournaments.jobs"
    label = "jobs"
