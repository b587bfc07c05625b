"""Limits how many passwords are hashed at once: each takes a core for half a second."""

from __future__ import annotations

import threading
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from config.serving.lanes import HASHES
from config.storage import queued_writes

__all__ = ["BoundedPBKDF2PasswordHasher"]

PLACES: Final = threading.BoundedSemaphore(HASHES)


class BoundedPBKDF2PasswordHasher(PBKDF2PasswordHasher):
    """Django's hasher, at most `HASHES` at once.

    Sign-ins have a lane of their own; this limit also covers hashing elsewhere. The hashes are
    those of Django.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash, once fewer than `HASHES` are being computed.

        Raises Busy if the result could no longer be stored in time.
        """
        with PLACES:
            queued_writes.waits.check()
            return super().encode(password, salt, iterations)
