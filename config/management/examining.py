"""Commands that look at the record: what hinders them is said in a sentence, with a code."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils.translation import override

from config.backups.database import migrations_of
from config.serving.terminal import gettext, language
from config.storage import readiness
from config.storage.admission import NotAdmitted
from tournaments import wording
from tournaments.system import disk


class ExaminingCommand(BaseCommand):
    """A command on a database that is there, whole, and of this program; else it fails."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run it once the database is found fit. Raises CommandError where it is not."""
        try:
            _admit()
            return super().execute(*args, **options)
        except NotAdmitted as problem:
            raise CommandError(str(problem)) from problem
        except DatabaseError as error:
            raise CommandError(_unread(error)) from error


def _unread(error: DatabaseError) -> str:
    """What hinders the reading, as every page of the desk says it where it is the disk."""
    problem = disk.problem_of(error)
    with override(language()):
        reason = wording.problem_text(problem) if problem else str(error)
    return gettext("The database cannot be read: %(reason)s") % {"reason": reason}


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
