"""`backup`: the whole installation as one file."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.management import copy_commands as commands


class Command(BaseCommand):
    """The command as Django runs it; `manage.py` itself runs it without loading Django."""

    help = "Write one file that holds the whole installation, also while it runs."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        commands.add_backup_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        sys.exit(commands.backup(options["file"], options["data"]))
