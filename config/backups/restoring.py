"""Restores a backup into a data folder: prepared beside the present contents, then exchanged.

Nothing is deleted: the present contents are moved into a folder of their own. Before that the
accounts of the backup with rights are shown, because each can sign in afterwards, and its tables
are compared with those made by the migrations of this program: a manipulated backup may lack a
constraint or a guard of the record, or have a trigger of its own, although every row in it is
proved.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import Final

from config.backups import archive, folder_exchange, manifest
from config.backups.database import reading
from config.backups.manifest import Manifest
from config.source_packages import ROOT
from config.terminal import gettext, say

_TOKEN: Final = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s]+|.""", re.DOTALL)
"""A literal, a quoted name, white space, or any other single sign of SQL."""
_OF_SQLITE: Final = re.compile(r"sqlite_(sequence|stat\d)")
"""Tables that SQLite makes itself."""
_ACTIVE: Final = frozenset({"trigger", "view"})
"""Kinds that change what is written or read; an additional table or index does neither."""

_Described = dict[tuple[str, str], tuple[str, Counter[str]]]


def schema_differences(database: Path, made: Path) -> list[str]:
    """Return the names of tables, indexes, triggers and views that differ from those `made`."""
    of_copy, expected = _definitions(database), _definitions(made)
    changed = {key for key, described in expected.items() if of_copy.get(key) != described}
    added = {key for key in of_copy.keys() - expected.keys() if key[0] in _ACTIVE}
    return sorted({name for _kind, name in changed | added})


def _definitions(database: Path) -> _Described:
    """Return the SQL of everything by its kind and name, a table's columns in any order.

    A trigger may have the name of a table or an index.
    """
    with reading(database, alone=True) as link:
        rows = link.execute("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {
            (kind, name): _of_table(sql) if kind == "table" else (_folded(sql), Counter())
            for name, kind, sql in rows
            if not (kind == "table" and _OF_SQLITE.fullmatch(name))
        }


def _folded(sql: str) -> str:
    """Return SQL with its white space, outside of literals and names, as single blanks."""
    return "".join(" " if sign.isspace() else sign for sign in _TOKEN.findall(sql)).strip()


def _of_table(sql: str) -> tuple[str, Counter[str]]:
    """Return what stands outside of a table's parentheses, and its columns and constraints."""
    outside, parts, depth = "", [""], 0
    for sign in _TOKEN.findall(sql):
        depth -= sign == ")"
        if depth == 0:
            outside += sign
        elif depth == 1 and sign == ",":
            parts.append("")
        else:
            parts[-1] += sign
        depth += sign == "("
    return _folded(outside), Counter(_folded(part) for part in parts)


_YES: Final = frozenset({"y", "yes", "是"})
_TABLES: Final = frozenset({"tournaments_user", "tournaments_membership"})
_RIGHTS: Final = """
SELECT account.username, account.real_name, held.role, held.id
FROM tournaments_membership AS held JOIN tournaments_user AS account ON account.id = held.user_id
WHERE account.is_active
UNION ALL
SELECT username, real_name, 'administrator', 0 FROM tournaments_user
WHERE is_active AND is_superuser
ORDER BY 1, 4
"""


def accounts_are_accepted(database: Path) -> bool:
    """Print the accounts with rights; at a terminal ask for confirmation, otherwise go on."""
    accounts = accounts_with_rights(database)
    if not accounts:
        return True
    say(gettext("These accounts have rights in the copy:"))
    for line in accounts:
        say(line)
    if not sys.stdin.isatty():
        say(gettext("There is no terminal to ask at: the copy is restored with them."))
        return True
    question = gettext("Restore it with these accounts? Type yes:")
    try:
        return input(f"{question} ").strip().lower() in _YES
    except EOFError:
        return False


def accounts_with_rights(database: Path) -> list[str]:
    """Return the active accounts of a database with their roles, one a line."""
    with reading(database, alone=True) as link:
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master")}
        rows = link.execute(_RIGHTS).fetchall() if tables >= _TABLES else []
    roles: dict[tuple[str, str], Counter[str]] = {}
    for username, real_name, role, _key in rows:
        roles.setdefault((username, real_name), Counter())[role] += 1
    return [
        f"  {_visible(username)} {_visible(real_name)}".rstrip() + f": {_roles_text(held)}"
        for (username, real_name), held in roles.items()
    ]


def _visible(text: str) -> str:
    """Return a text without what would move the cursor of a terminal, or reorder the line."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def _roles_text(held: Counter[str]) -> str:
    names = {
        "administrator": gettext("administrator of the installation"),
        "owner": gettext("owner"),
        "director": gettext("director"),
        "chief_referee": gettext("chief referee"),
        "deputy": gettext("deputy chief referee"),
        "referee": gettext("referee"),
        "scorer": gettext("scorer"),
        "captain": gettext("captain"),
        "jury": gettext("member of the jury"),
    }
    return ", ".join(
        names.get(role, _visible(role)) + (f" × {times}" if times > 1 else "")
        for role, times in held.items()
    )


# Files that a start makes by itself cannot be lost.
_OF_NO_ACCOUNT = ("running.json", "secret_key", "setup_code", "broker")
_NOT_OF_A_COPY = ("DATABASE_URL", "DATABASE_URL_FILE", "BROKER_URL", "BROKER_URL_FILE")


class NotRestored(Exception):
    """Nothing was changed; the message says why and what to do."""


class Interrupted(Exception):
    """The exchange has begun and is not over; the message says what prevents it."""


def restore(
    file: Path, data: Path, copy_manifest: Manifest, *, replace: bool, unproven: bool = False
) -> None:
    """Exchange the contents of the data folder for those of a backup.

    The backup is unpacked, migrated and verified before anything is moved. Raises NotRestored while
    the folder holds an installation, unless it may be replaced; if the backup lacks files named in
    its manifest; if its tables are not those of its program or its record is broken, unless it may
    be restored unproven; and if its accounts are not accepted.
    """
    if is_occupied(data) and not replace:
        raise NotRestored(
            gettext(
                "The folder %(folder)s holds an installation already. Choose another with"
                " --data, or type --replace: then the old data are moved aside first, and"
                " nothing is lost."
            )
            % {"folder": data}
        )
    _begin(file, data, copy_manifest, unproven=unproven)
    finish(data)


def finish(data: Path) -> None:
    """Complete an exchange that has begun, and print the folder of the former files.

    Raises Interrupted if a file cannot be moved.
    """
    try:
        aside = folder_exchange.finish(data)
    except OSError as error:
        raise Interrupted(
            gettext(
                "A restore into %(folder)s is half done and cannot go on: %(reason)s."
                " Nothing is lost. Fix that, and start again: it goes on where it stopped."
            )
            % {"folder": data, "reason": error}
        ) from error
    if aside:
        say(gettext("The old data are now in %(folder)s") % {"folder": aside})


def _begin(file: Path, data: Path, copy_manifest: Manifest, *, unproven: bool) -> None:
    """Prepare a backup and write the plan of the exchange; a failure leaves nothing behind."""
    staging: Path | None = None
    try:
        staging = Path(tempfile.mkdtemp(prefix=folder_exchange.STAGING, dir=data))
        archive.unpack(file, staging, copy_manifest)
        _refuse_incomplete(staging / archive.DATABASE, copy_manifest)
        if archive.is_plain(file):
            # A bare database keeps the secret of the folder, so that nobody has to sign in again.
            for name in archive.BESIDE:
                if (data / name).is_file():
                    shutil.copy2(data / name, staging / name)
        _make_ready(staging, unproven=unproven)
        if not accounts_are_accepted(staging / archive.DATABASE):
            raise NotRestored(gettext("Nothing was restored, as requested."))
        aside = f"{folder_exchange.ASIDE}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(4)}"  # noqa: DTZ005
        folder_exchange.begin(data, folder_exchange.plan_exchange(staging, aside, archive.DATABASE))
    except (OSError, sqlite3.Error) as error:
        raise NotRestored(
            gettext("The copy cannot be unpacked: %(reason)s") % {"reason": error}
        ) from error
    finally:
        if staging is not None and not folder_exchange.is_begun(data):
            shutil.rmtree(staging, ignore_errors=True)


def _refuse_incomplete(database: Path, copy_manifest: Manifest) -> None:
    """Raise NotRestored if a database lacks tournaments that its backup names."""
    held = {tournament.uid: tournament for tournament in manifest.content_of(database).tournaments}
    named = {tournament.uid: tournament for tournament in copy_manifest.tournaments}
    differing = [
        (named.get(uid) or held[uid]).name
        for uid in dict.fromkeys([*named, *held])
        if named.get(uid) != held.get(uid)
    ]
    if differing:
        raise NotRestored(
            gettext(
                "The copy does not hold the tournaments that it names, or holds others:"
                " %(tournaments)s. Nothing was moved. Take another copy."
            )
            % {"tournaments": ", ".join(differing)}
        )


def _strange_tables(staging: Path) -> list[str]:
    """Return the tables and guards of a backup that its migrations would not have made."""
    with tempfile.TemporaryDirectory(prefix=folder_exchange.STAGING, dir=staging.parent) as made:
        if _manage(Path(made), "migrate", "--verbosity", "0"):
            raise NotRestored(
                gettext("The tables of the copy cannot be compared; the messages above say why.")
            )
        database = archive.DATABASE
        return schema_differences(staging / database, Path(made) / database)


def is_occupied(data: Path) -> bool:
    """Return whether a data folder holds anything of value."""
    return any(
        path.name not in _OF_NO_ACCOUNT
        and not path.name.endswith((".lock", ".door", ".write"))
        and not path.name.startswith((folder_exchange.ASIDE, folder_exchange.STAGING))
        for path in data.iterdir()
    )


def _make_ready(staging: Path, *, unproven: bool) -> None:
    if _manage(staging, "prepare", "serve"):
        raise NotRestored(
            gettext("The copy could not be brought up to this program; the messages above say why.")
        )
    does_hold = not _manage(staging, "verify")
    if strange := _strange_tables(staging):
        say(
            gettext("These tables and guards of the copy are not what its program makes: %(names)s")
            % {"names": ", ".join(strange)}
        )
    elif does_hold:
        return
    if not unproven:
        raise NotRestored(
            gettext(
                "The record of the copy is faulty, as said above, and nothing was moved."
                " Take another copy; or type --unproven to restore this one all the same."
            )
        )
    say(gettext("The record of the copy is faulty; it is restored unproven, as requested."))


def _manage(staging: Path, *words: str) -> int:
    environ = {name: value for name, value in os.environ.items() if name not in _NOT_OF_A_COPY}
    environ |= {"HUAPAI_DATA": str(staging), "NO_BOOTSTRAP": "1"}
    environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode
