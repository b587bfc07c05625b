"""The files at a target, and the steps that bring it up to date. Pure.

A target is changed file by file while people read it. So a new file is uploaded before the files
that link to it, and removed after them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, Final, Self

VERSION: Final = 1
BEGUN: Final = ""
"""The digest of a file whose upload was begun, so that it may be there in part."""


def is_inside(path: str) -> bool:
    """Whether a path is inside the folder it is read in; anybody with access may have set it."""
    parts = path.split("/")
    return not {"", ".", ".."} & {*parts} and not any(sign in path for sign in "\\:\0")


class Layer(IntEnum):
    """The distance of a file from the first page; a file that points at others has a higher one."""

    ASSET = 0
    PICTURE = 1
    PAGE = 2
    INDEX = 3
    ROOT = 4


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file: the digest of its content without the time, and the part of the site it belongs to.

    `unit` is the uid of an event, or another name of files shown and withdrawn together.
    """

    digest: str
    layer: Layer
    unit: str


@dataclass(frozen=True, slots=True)
class MirrorManifest:
    """The files of a target by their paths; `state` identifies what they were made from."""

    files: Mapping[str, FileEntry] = field(default_factory=dict)
    state: str = ""

    def encode(self) -> bytes:
        """Return the manifest in its stored form."""
        rows = {
            path: [entry.digest, int(entry.layer), entry.unit]
            for path, entry in sorted(self.files.items())
        }
        text = json.dumps({"version": VERSION, "state": self.state, "files": rows}, indent=0)
        return text.encode()

    @classmethod
    def decode(cls, stored: bytes | None) -> Self:
        """Return a stored manifest; an empty one if it cannot be read."""
        try:
            read: Any = json.loads(stored or b"")
            if read["version"] != VERSION:
                return cls()
            files = {
                str(path): FileEntry(str(digest), Layer(layer), str(unit))
                for path, (digest, layer, unit) in read["files"].items()
                if is_inside(str(path))
            }
            return cls(files, str(read["state"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def begun(self, wanted: Mapping[str, FileEntry]) -> MirrorManifest:
        """Return the manifest once any of these uploads may have begun, whatever becomes of them.

        It is stored before the first upload, so that an interruption leaves no unknown file.
        """
        changed = {
            path: FileEntry(BEGUN, entry.layer, entry.unit)
            for path, entry in wanted.items()
            if self.files.get(path) != entry
        }
        return MirrorManifest({**self.files, **changed})

    def doubted(self) -> MirrorManifest:
        """Return the same files, none of them known to be complete."""
        return MirrorManifest(
            {path: replace(each, digest=BEGUN) for path, each in self.files.items()}
        )

    def without(self, paths: Collection[str]) -> MirrorManifest:
        """Return the manifest after a removal."""
        kept = {path: entry for path, entry in self.files.items() if path not in paths}
        return MirrorManifest(kept, self.state)

    def paths_of(self, is_meant: Callable[[FileEntry], bool]) -> tuple[str, ...]:
        """Return the paths of some files."""
        return tuple(path for path, entry in sorted(self.files.items()) if is_meant(entry))


@dataclass(frozen=True, slots=True)
class Difference:
    """The files to upload, and then those to remove, each in order."""

    uploads: tuple[str, ...]
    removals: tuple[str, ...]


def difference(there: MirrorManifest, wanted: Mapping[str, FileEntry]) -> Difference:
    """Return the difference between a target and the wanted files."""
    changed = [path for path, entry in wanted.items() if there.files.get(path) != entry]
    known = {path for path, entry in there.files.items() if entry.digest != BEGUN}

    def _order(path: str) -> tuple[Any, ...]:
        entry = wanted[path]
        if entry.layer <= Layer.PICTURE:
            return (0, entry.layer, False, path)
        # New pages go before those that link to them.
        is_new = path not in known
        return (1, not is_new, entry.layer, path)

    return Difference(
        tuple(sorted(changed, key=_order)),
        tuple(
            sorted(
                there.files.keys() - wanted.keys(),
                key=lambda path: (-there.files[path].layer, path),
            )
        ),
    )
