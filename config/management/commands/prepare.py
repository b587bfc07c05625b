"""`prepare`: what the supervisor does before it serves a database new to this program."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from clubs.credentials import setup_code
from config import backups, program
from config.admission import readiness
from config.admission.data_folder import NotAdmitted
from config.simulation import demo
from config.storage import installed_mark, mark_writing, static_files
from config.terminal import ProgressLine, gettext, say
from tournaments.system import storage_problems


class Command(BaseCommand):
    """Copies, migrates, seeds and marks the database."""

    help = "Migrate the database to this program; `serve` and `demo` do it themselves."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=("serve", "demo"))

    def handle(self, *_args: Any, kind: str, **_options: Any) -> None:
        try:
            self._prepare(kind)
        except NotAdmitted as problem:
            raise CommandError(str(problem)) from problem
        except (DatabaseError, OSError, sqlite3.Error) as error:
            if not isinstance(error, OSError) and storage_problems.problem_of(error) is None:
                # A fault of the program, not of the disk.
                raise
            raise CommandError(
                gettext(
                    "The data cannot be brought up to this program: %(reason)s. The old"
                    " data are untouched. Fix that, and start again."
                )
                % {"reason": error}
            ) from error

    def _prepare(self, kind: str) -> None:
        readiness.admit(thoroughly=True)
        executor = MigrationExecutor(connection)
        if steps := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self._secure()
            self._migrate(executor, len(steps))
        # Even if every migration was applied: a start may have died between the last one
        # and the steps that follow them all, such as the guards of the record.
        call_command("migrate", verbosity=0, interactive=False)
        if kind == "demo":
            say(gettext("Preparing the first event of the demo …"))
            demo.seed()
        elif setup_code.is_needed():
            setup_code.current()
        else:
            setup_code.forget()
        say(gettext("Packing the files of the pages …"))
        static_files.pack()
        mark_writing.mark_prepared(kind)
        installed_mark.note(Path(settings.DATA), readiness.database_name())

    def _migrate(self, executor: MigrationExecutor, steps: int) -> None:
        """Migrate the tables, and count the steps in the terminal."""
        words = gettext("Bringing the tables of the database up to date (%(steps)s steps) …")
        say(words % {"steps": steps})
        with ProgressLine(gettext("Step"), steps) as progress:

            def done(action: str, *_of: object) -> None:
                if action == "apply_success":
                    progress.step()

            executor.progress_callback = done
            executor.migrate(executor.loader.graph.leaf_nodes())

    def _secure(self) -> None:
        """Back up the database that the migration is going to change."""
        if not connection.introspection.table_names():
            return
        if connection.vendor != "sqlite":
            raise CommandError(
                gettext(
                    "The database is older than this program. Make a copy of it with pg_dump,"
                    " then type: %(program)s migrate"
                )
                % {"program": program.command()}
            )
        database = Path(connection.settings_dict["NAME"])
        copy = backups.copy(database, Path(settings.DATA) / "backups", timezone.now())
        self.stdout.write(
            gettext("The database was copied before its upgrade: %(copy)s") % {"copy": copy}
        )
