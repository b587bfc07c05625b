"""Reproducible random numbers and clock, for data that are compared.

Every secret is the next one of a predictable sequence: nothing made under it is secret, and tokens
say so themselves.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta, tzinfo
from random import Random
from typing import TypeVar
from unittest import mock

from django.utils import timezone

Item = TypeVar("Item")

STEP = timedelta(milliseconds=20)
"""Every reading of the clock is this much later, so that no two moments are equal."""


class Chance:
    """Replaces the functions of `secrets`."""

    def __init__(self, seed: str) -> None:
        self._random, self._seed, self._tokens = Random(seed), seed, 0  # noqa: S311

    def token_bytes(self, nbytes: int) -> bytes:
        """Return this many bytes."""
        return self._random.randbytes(nbytes)

    def token_hex(self, nbytes: int) -> str:
        """Return this many bytes in hexadecimal digits."""
        return self._random.randbytes(nbytes).hex()

    def token_urlsafe(self, nbytes: int) -> str:
        """Return a token as long as a real one that bears the seed and a number."""
        self._tokens += 1
        length = -(-4 * nbytes // 3)
        return f"{self._seed}-{self._tokens}-".replace(".", "-").ljust(length, "x")[:length]

    def randbelow(self, exclusive_upper_bound: int) -> int:
        """Return a number below another."""
        return self._random.randrange(exclusive_upper_bound)

    def choice(self, seq: Sequence[Item]) -> Item:
        """Return one of several."""
        return self._random.choice(seq)


def _ticking(start: datetime) -> type[datetime]:
    """Return a class of `datetime` whose now is `start`, a step later at every call."""
    looks = 0

    class Ticking(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            nonlocal looks
            looks += 1
            return (start + looks * STEP).astimezone(tz)

    return Ticking


@contextmanager
def fixed(seed: str, start: datetime) -> Iterator[None]:
    """Derive all random numbers from a seed, and start the clock at a given moment."""
    chance = Chance(seed)
    names = ("token_bytes", "token_hex", "token_urlsafe", "randbelow", "choice")
    with ExitStack() as patches:
        for name in names:
            patches.enter_context(mock.patch.object(secrets, name, getattr(chance, name)))
        patches.enter_context(mock.patch.object(timezone, "datetime", _ticking(start)))
        yield
