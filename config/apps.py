"""The Django app of `config`, which makes its commands available and wires the program."""

from __future__ import annotations

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Settings, commands and processes."""

    name = "config"
    label = "config"

    def ready(self) -> None:
        """Wire the whole program."""
        from config import wiring

        wiring.wire()
