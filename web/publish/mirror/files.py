"""A file of the mirror, as it is made and as it is uploaded.

Every page states its time. That time is not compared: a page that is otherwise unchanged is not
uploaded again.
"""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from web.publish.mirror.manifest import FileEntry, Layer

HOUR: Final = b"{{as-of}}"
"""The placeholder for the time of upload, written by `datetime.isoformat`."""
CLOCK: Final = b"{{as-of-hour}}"
"""The placeholder for the same time as people read it."""
IMMUTABLE: Final = "public, max-age=31536000, immutable"
ASKED_AGAIN: Final = "no-cache"
"""A browser caches it, and asks each time whether it is still current."""
SHORT: Final = "public, max-age=300"
MEDIA_TYPES: Final = {
    ".atom": "application/atom+xml; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ics": "text/calendar; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
DATA: Final = frozenset({".atom", ".csv", ".ics", ".json"})
"""The suffixes of files for other programs."""
PACKED: Final = DATA | {".css", ".html", ".js", ".svg", ".txt"}


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file as made; `digest` is that of its content unless another one is given."""

    path: str
    layer: Layer
    unit: str
    body: bytes
    source: str = ""

    @property
    def entry(self) -> FileEntry:
        """The manifest's entry for the file."""
        digest = self.source or hashlib.sha256(self.body).hexdigest()[:32]
        return FileEntry(digest, self.layer, self.unit)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file for a store; `packed` is its body in gzip, empty where that is of no use."""

    path: str
    body: bytes
    packed: bytes
    media_type: str
    cache_control: str


def upload(file: MadeFile, hour: str, clock: str) -> Upload:
    """Return a file as uploaded at a time."""
    body = file.body
    if file.layer > Layer.PICTURE:
        body = body.replace(HOUR, hour.encode()).replace(CLOCK, clock.encode())
    suffix = PurePosixPath(file.path).suffix
    packed = gzip.compress(body, 6, mtime=0) if suffix in PACKED else b""
    if file.layer is Layer.ASSET:
        cached = IMMUTABLE
    else:
        cached = SHORT if file.layer is Layer.PICTURE else ASKED_AGAIN
    return Upload(file.path, body, packed, media_type(file.path), cached)


def media_type(path: str) -> str:
    """Return the type with which a file is to be served. Raises KeyError for an unknown ending."""
    return MEDIA_TYPES[PurePosixPath(path).suffix]
