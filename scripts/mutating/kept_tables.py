"""The database of the tests as created, restored for every child."""

from __future__ import annotations

from pathlib import Path

from django.db import connections

from scripts.mutating.refusals import CannotBegin


class KeptTables:
    """The file of the database; no connection to it is open while a child is forked."""

    def __init__(self) -> None:
        """Store the file as it is, with nothing left beside it."""
        connection = connections["default"]
        self._file = Path(str(connection.settings_dict["NAME"]))
        if connection.vendor != "sqlite" or not self._file.is_file():
            raise CannotBegin("mutants are tried on a database of SQLite that is a file")
        connections.close_all()
        self._kept = self._file.read_bytes()

    def restore(self) -> None:
        """Restore the file, and remove leftovers of a stopped child."""
        for ending in ("-wal", "-shm", "-journal"):
            self._file.with_name(self._file.name + ending).unlink(missing_ok=True)
        self._file.write_bytes(self._kept)
