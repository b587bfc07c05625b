"""The Django app of `config`: its commands are found, and the whole program is wired."""

from __future__ import annotations

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Settings, commands and processes."""

    name = "config"
    label = "config"

    def ready(self) -> None:
        """Bring together what the parts of the program have for one another, for all apps."""
        from config import wiring

        wiring.wire()
