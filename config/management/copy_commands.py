"""`backup` and `restore`, which need a data folder and no running program.

Neither loads Django, because restored data must not be mixed with what a start would create.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config import env, program
from config.admission import data_folder as admission
from config.backups import (
    archive,
    changed_address,
    copy_checks,
    folder_exchange,
    kept_copies,
    manifest,
    restoring,
)
from config.backups.archive import CopiedInstallation
from config.backups.copy_checks import Newer, Unfit
from config.backups.database import Damaged
from config.backups.manifest import Manifest
from config.serving import addresses, launch
from config.terminal import gettext, say

SQLITE = "django.db.backends.sqlite3"


def main(arguments: Sequence[str]) -> int:
    """Run `backup` or `restore` from a command line and return the exit code."""
    words = argparse.ArgumentParser(prog=program.command())
    commands = words.add_subparsers(dest="command", required=True)
    add_backup_arguments(commands.add_parser("backup"))
    add_restore_arguments(commands.add_parser("restore"))
    options = words.parse_args(arguments)
    if options.command == "backup":
        return backup(options.file, options.data)
    return restore(options.file, options.data, replace=options.replace, unproven=options.unproven)


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `backup`."""
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE")
    parser.add_argument("--data", type=Path, metavar="DIR")


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `restore`."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--data", type=Path, metavar="DIR")
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--unproven", action="store_true")


def backup(file: Path | None, data: Path | None) -> int:
    """Write the installation to one file, running or not; return the exit code."""
    try:
        source = _source(data)
        target = _target(file, source)
        manifest = archive.write(source, target, datetime.now().astimezone())
    except (launch.Impossible, ImproperlyConfigured) as problem:
        say(str(problem))
        return 1
    except Damaged as error:
        say(admission.damage_advice(source, str(error)))
        return 1
    except (OSError, sqlite3.Error) as error:
        say(gettext("The copy cannot be written: %(reason)s") % {"reason": error})
        return 1
    say(gettext("The copy is %(file)s") % {"file": target})
    print_manifest(manifest)
    return 0


def restore(file: Path, data: Path | None, *, replace: bool, unproven: bool = False) -> int:
    """Restore a backup into the data folder and return the exit code."""
    try:
        if _named_database():
            raise launch.Impossible(_postgresql_advice())
        target = launch.data_folder("restore", data)
        with launch.alone_in(target, ""):
            restoring.finish(target)
            manifest = _examine(file.expanduser(), target)
            restoring.restore(
                file.expanduser(), target, manifest, replace=replace, unproven=unproven
            )
    except (launch.Impossible, Unfit, restoring.NotRestored, restoring.Interrupted) as problem:
        say(str(problem))
        return 1
    say(gettext("Restored into %(folder)s, as it was:") % {"folder": target})
    print_manifest(manifest)
    # Tablets may still store entries for the former address; the next start prints it again.
    database = target / archive.DATABASE
    with suppress(OSError):
        # A disk that is full by now undoes nothing: the advice is printed here.
        changed_address.note_restored(target, database)
    for line in changed_address.advice(changed_address.printed_address(database), here=_address()):
        say(line)
    return 0


def _examine(file: Path, target: Path) -> Manifest:
    """Return the manifest; the refusal of a newer backup names the newest that can be restored."""
    try:
        return copy_checks.examine(file)
    except Newer as problem:
        words = kept_copies.advice(admission.default_source(target), file.parent)
        raise Unfit(f"{problem}\n{words}") from problem


def print_manifest(manifest: Manifest) -> None:
    """Print the contents of a backup, one tournament a line."""
    at = f"{manifest.made_at.astimezone():%Y-%m-%d %H:%M:%S}"
    if manifest.version:
        words = gettext("  made %(at)s by version %(version)s, build %(build)s")
        say(words % {"at": at, "version": manifest.version, "build": manifest.build})
    else:
        say(gettext("  made %(at)s before an upgrade") % {"at": at})
    for tournament in manifest.tournaments:
        line = gettext("  %(tournament)s: changes up to no. %(seq)s")
        line %= {"tournament": tournament.name, "seq": tournament.seq}
        say(" ".join(filter(None, [line, manifest.heads.get(tournament.uid, "")])))


def _source(data: Path | None) -> CopiedInstallation:
    place = launch.data_folder("backup", data)
    database = place / archive.DATABASE
    if _named_database():
        described = env.database("DATABASE_URL", default=database, pool=1)
        if described["ENGINE"] != SQLITE:
            raise launch.Impossible(_postgresql_advice())
        database = Path(described["NAME"])
    if folder_exchange.is_begun(place):
        raise launch.Impossible(admission.interruption_advice(place))
    if not database.is_file():
        raise launch.Impossible(
            gettext("There is no database to be copied in %(folder)s.") % {"folder": place}
        )
    return CopiedInstallation(place, database)


def _target(file: Path | None, source: CopiedInstallation) -> Path:
    if file is not None:
        target = file.expanduser().absolute()
        if not target.parent.is_dir():
            words = gettext("There is no folder %(folder)s. Make it first, or choose another.")
            raise launch.Impossible(words % {"folder": target.parent})
        if target.is_dir():
            return _free_name(target, source)
        if target.exists():
            raise launch.Impossible(
                gettext("%(file)s exists already. Choose another name.") % {"file": target}
            )
        return target
    return _free_name(Path.cwd(), source)


def _free_name(place: Path, source: CopiedInstallation) -> Path:
    club = manifest.content_of(source.database).club
    return kept_copies.free_name(place, club, datetime.now().astimezone())


def _address() -> str:
    """Return the address of a start without options."""
    everywhere = addresses.EVERYWHERE[0]
    of_hall = addresses.in_the_hall(everywhere, launch.PORT)
    return of_hall[0] if of_hall else addresses.this_machine(everywhere, launch.PORT)


def _named_database() -> bool:
    return any(os.environ.get(name) for name in ("DATABASE_URL", "DATABASE_URL_FILE"))


def _postgresql_advice() -> str:
    return gettext(
        "DATABASE_URL names a database of its own, and PostgreSQL has its own programs for this:\n"
        '  pg_dump --format=custom --file=huapai.dump "$DATABASE_URL"\n'
        '  pg_restore --clean --if-exists --dbname="$DATABASE_URL" huapai.dump'
    )
