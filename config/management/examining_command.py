"""Base of commands that examine the record: an unreadable database ends them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils.translation import override

from config.admission import readiness
from config.admission.data_folder import NotAdmitted
from config.backups.database import migrations_of
from config.terminal import gettext, language
from tournaments import wording
from tournaments.system import storage_problems


class ExaminingCommand(BaseCommand):
    """A command on an existing, complete database of this program; otherwise it fails."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command on a fitting database. Raises CommandError for any other."""
        try:
            _admit()
            return super().execute(*args, **options)
        except NotAdmitted as problem:
            raise CommandError(str(problem)) from problem
        except DatabaseError as error:
            # Disk problems are worded as on the pages of the desk.
            trouble = storage_problems.problem_of(error)
            with override(language()):
                reason = wording.problem_text(trouble) if trouble else str(error)
            raise CommandError(
                gettext("The database cannot be read: %(reason)s") % {"reason": reason}
            ) from error


def _admit() -> None:
    readiness.admit(thoroughly=True)
    if connection.vendor != "sqlite":
        return
    database = readiness.source().database
    if not database.is_file() or migrations_of(database) is None:
        raise NotAdmitted(
            gettext("There is no database at %(database)s, or it is empty.")
            % {"database": database}
        )
