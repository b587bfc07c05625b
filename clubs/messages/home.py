"""Which installation this is: a restored copy is another one, and sends no messages by itself.

The name is kept beside the database and in no copy of the data. It is valid for one place: a folder
that was copied as a whole, and a server's database under another name, are other installations too.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from tournaments.system import secret_file
from tournaments.system.installation import DEMO

FILE: Final = "messages_home"
"""In the data folder, in no copy; a restore moves it aside with all that lay there before."""


def here() -> str:
    """Return the name of this installation, made at the first call."""
    return sha256("\n".join(_parts()).encode()).hexdigest()


def is_demo() -> bool:
    """Whether this is a demo, in which nobody expects that something leaves the machine."""
    return (Path(settings.DATA) / DEMO).exists()


def _parts() -> list[str]:
    if connection.vendor == "postgresql":
        # Several machines may share the database, and no folder.
        with connection.cursor() as cursor:
            cursor.execute("SELECT oid FROM pg_database WHERE datname = current_database()")
            number = cursor.fetchone()[0]
        named = (str(connection.settings_dict[key]) for key in ("HOST", "PORT", "NAME"))
        return [*named, str(number)]
    data = Path(settings.DATA).resolve()
    return [str(data), secret_file.kept(data / FILE, lambda: secrets.token_hex(16))]
