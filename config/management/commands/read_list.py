"""`read_list`: the interpretation of a list, before it is matched with anybody."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.management import reading_lists
from tournaments.entries.reading.values import ListKind


class Command(BaseCommand):
    """The command as Django runs it; `manage.py` itself runs it without loading Django."""

    help = "Print as JSON what a list of individuals, pairs, teams, members or a seeding says."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        reading_lists.add_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        sys.exit(reading_lists.print_list(options["file"], ListKind(options["kind"])))
