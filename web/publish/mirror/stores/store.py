"""What every store can do, and what may go wrong with one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from tournaments.codes import WordedCode, worded
from web.publish.mirror.files import Upload


class StoreFault(WordedCode):
    """Why nothing could be put into a store."""

    UNKNOWN = worded(
        "mirror_unknown_store",
        "“%(destination)s” cannot hold a mirror. Write a folder, s3://bucket/folder or"
        " sftp://name@server/folder.",
    )
    LACKING = worded(
        "mirror_lacks_extra",
        "A mirror of this kind needs more packages. Install them with: %(line)s",
    )
    AWAY = worded("mirror_away", "The store of the mirror does not answer: %(why)s.")
    REFUSED = worded(
        "mirror_refused", "The store of the mirror refuses the key or the password: %(why)s."
    )
    INSIDE = worded(
        "mirror_inside",
        "%(host)s is inside a private network. The administrator of the machine allows it"
        " with %(setting)s.",
    )
    NO_BUCKET = worded("mirror_no_bucket", "The store has no bucket called %(name)s.")
    OCCUPIED = worded(
        "mirror_occupied",
        "There is already something else at %(destination)s. Choose an empty place.",
    )
    FAILED = worded("mirror_failed", "The store of the mirror does not take the files: %(why)s.")


class StoreError(Exception):
    """Something went wrong with a store; `fault` and `values` say it in words."""

    def __init__(self, fault: StoreFault, **values: str) -> None:
        super().__init__(f"{fault}: {values}")
        self.fault = fault
        self.values = values


class Store(Protocol):
    """A place of files, by paths with strokes. Everything may raise StoreError."""

    def read(self, path: str) -> bytes | None:
        """Return a file as it was put, not packed; None where there is none."""

    def write(self, upload: Upload) -> int:
        """Put a file, over one that is there; return how many bytes were sent."""

    def remove(self, paths: Collection[str]) -> None:
        """Remove files; one that is not there is no mistake."""

    def listed(self) -> set[str]:
        """Return the paths of all files that are there, whoever put them."""

    def close(self) -> None:
        """End the connection."""
