"""`serve`: the program with a club's own data."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.serving import launch


class Command(BaseCommand):
    """The command as Django runs it; `manage.py` itself runs it without loading Django."""

    help = "Serve this installation: its web server and its worker, until Ctrl-C."
    requires_system_checks = []
    name = "serve"

    def add_arguments(self, parser: CommandParser) -> None:
        launch.add_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen = {name: options[name] for name in ("port", "bind", "data", "https")}
        sys.exit(launch.start(self.name, **chosen))
