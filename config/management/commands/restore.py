"""`restore`: put a backup on a bare machine, or in place of another installation."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.management import copy_commands as commands


class Command(BaseCommand):
    """The command as Django runs it; `manage.py` itself runs it without loading Django."""

    help = "Restore the installation of a copy into the data folder."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        commands.add_restore_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        chosen = {name: options[name] for name in ("data", "replace", "unproven")}
        sys.exit(commands.restore(options["file"], **chosen))
