"""Passwords are hashed two at a time, whoever asks: each takes a core for half a second."""

from __future__ import annotations

import threading
from typing import Final

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from config.serving.lanes import HASHES

__all__ = ["SomeAtATime"]

PLACES: Final = threading.BoundedSemaphore(HASHES)


class SomeAtATime(PBKDF2PasswordHasher):
    """Django's hash, of which no more are made at once than have a lane of their own.

    The lane keeps those who sign in from holding up others; this keeps the promise also for what
    hashes elsewhere. Hashes of before are the same.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Return the hash, once there is a place to make it."""
        with PLACES:
            return super().encode(password, salt, iterations)
