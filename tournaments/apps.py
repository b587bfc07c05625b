"""Django app of tournaments; `config` wires it."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The structure and the official record."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
