"""Protects stored files from the other accounts of the machine.

Standard library only. Does nothing on systems without such permissions.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

UMASK = 0o077
OTHERS = stat.S_IRWXG | stat.S_IRWXO
# The chosen folder may hold other files than the program's own, which are not touched.
_OURS = re.compile(
    r"huapai\.sqlite3.*|demo|lost\+found|secret_key.*|setup_code.*|demo_accounts\.json.*|messages_home.*|installed\.json.*"
    r"|copies\.json.*"
    r"|mirror|running\.(json|lock)|exchange\.json.*|backups|copies|broker|documents|https|static"
    r"|restored\.json|before-restore.*|restoring-.*|\.huapai-copy-.*"
)
_BESIDE = r"(-wal|-shm|-journal|\.door|\.write)?"
_COPIES = re.compile(r"\.?huapai-[0-9a-z]+-\d{8}-\d{6}.*|\.huapai-copy-.*|huapai-copies\.txt")


def keep() -> None:
    """Restrict everything that this process and its children write from now on."""
    os.umask(UMASK)


def mend(data: Path, database: Path, copies: Path | None = None) -> list[Path]:
    """Restrict the stored files to this account; return the paths that stay open to others.

    `copies` is the folder of the daily backups, of which only the backups are ours. A data folder
    with other files stays open, but our files in it are restricted.
    """
    if os.name != "posix":
        return []
    ours = _paths_named(data, _OURS)
    paths = [path for top in ours for path in _walk(top)]
    # The root of a disk, or a home directory, holds files that are not ours.
    is_shared = data.stat().st_mode & stat.S_ISVTX or len(list(data.iterdir())) > len(ours)
    if not is_shared:
        paths.insert(0, data)
    if database.parent != data:
        paths += _paths_named(database.parent, re.compile(re.escape(database.name) + _BESIDE))
    if copies is not None:
        paths += _paths_named(copies, _COPIES)
    return [path for path in paths if not _close(path)]


def _paths_named(folder: Path, names: re.Pattern[str]) -> list[Path]:
    with suppress(OSError):
        return [path for path in folder.iterdir() if names.fullmatch(path.name)]
    return []


def _walk(top: Path) -> Iterator[Path]:
    yield top
    if top.is_dir():
        for folder, folders, files in os.walk(top):
            below = (Path(folder, name) for name in (*folders, *files))
            yield from (path for path in below if not path.is_symlink())


def _close(path: Path) -> bool:
    """Restrict a file if allowed; return whether it is restricted."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)
        return not path.stat().st_mode & OTHERS
    except FileNotFoundError:
        # A message of the job queue or a log of the database that is gone meanwhile.
        return True
    except OSError:
        return False
