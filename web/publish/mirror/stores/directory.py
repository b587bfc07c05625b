"""A folder of this machine, or one that a system has mounted. A packed file lies beside each text.

A plain server sends the text; one that knows `gzip_static` sends the packed file.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from web.publish.mirror.files import Upload
from web.publish.mirror.stores.store import StoreError, StoreFault

PACKED: Final = ".gz"
PART: Final = ".part"
_FILE: Final = 0o644
_FOLDER: Final = 0o755
"""Everything in a mirror is public; the program writes for itself alone what else it writes."""


class Directory:
    """The store of a folder, which is made where it is not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, path: str) -> bytes | None:
        """Return a file; None where there is none."""
        try:
            return (self._folder / path).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _failed(error) from error

    def write(self, upload: Upload) -> int:
        """Put a file in one step, so that no reader gets a half of it."""
        bodies = {"": upload.body, **({PACKED: upload.packed} if upload.packed else {})}
        try:
            for suffix, body in bodies.items():
                place = self._folder / (upload.path + suffix)
                self._make_folder(place.parent)
                part = place.with_name(place.name + PART)
                part.write_bytes(body)
                part.chmod(_FILE)
                part.replace(place)
        except OSError as error:
            raise _failed(error) from error
        return sum(map(len, bodies.values()))

    def _make_folder(self, folder: Path) -> None:
        """Make a folder that a web server of another account can read."""
        if not folder.is_dir():
            if folder != self._folder:
                self._make_folder(folder.parent)
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(_FOLDER)

    def remove(self, paths: Collection[str]) -> None:
        """Remove files, and the folders that are empty then."""
        try:
            for path in paths:
                place = self._folder / path
                for each in (place, place.with_name(place.name + PACKED)):
                    each.unlink(missing_ok=True)
                with suppress(OSError):
                    for folder in place.parents:
                        if folder == self._folder:
                            break
                        folder.rmdir()
        except OSError as error:
            raise _failed(error) from error

    def listed(self) -> set[str]:
        """Return every file, without those packed beside another and those left half-written."""
        try:
            found = {
                path.relative_to(self._folder).as_posix()
                for path in self._folder.rglob("*")
                if path.is_file()
            }
        except OSError as error:
            raise _failed(error) from error
        return {
            path
            for path in found
            if not path.endswith(PART)
            and not (path.endswith(PACKED) and path.removesuffix(PACKED) in found)
        }

    def close(self) -> None:
        """Nothing is held open."""


def _failed(error: OSError) -> StoreError:
    return StoreError(StoreFault.FAILED, why=error.strerror or str(error))
