"""Checks that the database of the settings fits this program, before a process uses it.

The supervisor has checked already; a web process or a worker may also be started alone.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from config.admission import data_folder as admission
from config.admission.data_folder import NotAdmitted
from config.backups import manifest
from config.backups.archive import CopiedInstallation
from config.storage import installed_mark
from config.terminal import gettext

AGAIN = 5.0
"""Seconds until a database server that did not answer is asked again."""


def admit(*, thoroughly: bool = False) -> None:
    """Raise NotAdmitted if the database of the settings does not fit this program.

    Raises DatabaseError if a server does not answer.
    """
    if connection.vendor == "sqlite":
        admission.admit(source(), thoroughly=thoroughly)
        return
    recorder = MigrationRecorder(connection)
    steps_run = [f"{app}.{name}" for app, name in recorder.applied_migrations()]
    if steps := manifest.unknown_migrations(steps_run):
        raise NotAdmitted(admission.newer_advice(steps))
    if not steps_run and installed_mark.is_noted(Path(settings.DATA), database_name()):
        raise NotAdmitted(
            gettext(
                "The database is empty, but there was an installation in it. Restore it"
                " with pg_restore; to start over on purpose, remove %(mark)s."
            )
            % {"mark": Path(settings.DATA) / installed_mark.NAME}
        )


def source() -> CopiedInstallation:
    """The SQLite database of the settings, and the data folder."""
    return CopiedInstallation(Path(settings.DATA), Path(connection.settings_dict["NAME"]))


def database_name() -> str:
    """Return the name of the settings' database in the mark of a data folder, without password."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return installed_mark.name_of(Path(settings.DATA), Path(database["NAME"]))
    return f"{database['HOST']}:{database['PORT']}/{database['NAME']}"


def may_serve() -> bool:
    """Return whether this process may serve; if not, print the reason.

    A database server that does not answer is checked later, and the process ends if it does not fit
    then.
    """
    try:
        admit()
    except NotAdmitted as problem:
        sys.stderr.write(f"{problem}\n")
        return False
    except DatabaseError:
        threading.Thread(target=_ask_again, name="admission", daemon=True).start()
    finally:
        connection.close()
    return True


def _ask_again() -> None:
    pause = threading.Event()
    while not pause.wait(AGAIN):
        try:
            admit()
        except NotAdmitted as problem:
            sys.stderr.write(f"{problem}\n")
            os.kill(os.getpid(), signal.SIGTERM)
        except DatabaseError:
            continue
        finally:
            connection.close()
        return
