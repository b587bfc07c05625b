"""Tries at a secret: counted before they are looked at, so that many of one moment all count."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Tries:
    """So many tries may be looked at, from the first that counts until `seconds` later."""

    name: str
    most: int
    seconds: int

    def begin(self) -> bool:
        """Count a try; whether it may be looked at. One that may not is not counted."""
        cache.add(self.name, 0, self.seconds)
        try:
            counted = cache.incr(self.name)
        except ValueError:
            # Its time was over at this very moment.
            counted = 1
        if counted > self.most:
            self.forgive()
        return counted <= self.most

    @property
    def are_spent(self) -> bool:
        """Whether the next try would not be looked at."""
        return int(cache.get(self.name, 0)) >= self.most

    def forget(self) -> None:
        """Begin to count anew."""
        cache.delete(self.name)

    def forgive(self) -> None:
        """Count one's own try no longer: it was right."""
        with contextlib.suppress(ValueError):
            cache.decr(self.name)
