"""Django app of the referee; `config` wires it."""

from __future__ import annotations

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """The app in which a result becomes official."""

    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"
