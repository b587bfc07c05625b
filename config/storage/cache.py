"""The cache shared by several web processes, without which the program can run.

It holds counts of requests and results of claim searches; wrong PINs and passwords are counted in
the database. While its server is unavailable it is empty and stores nothing, because accepting a
sheet matters more than a count.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

_T = TypeVar("_T")


class ForgetfulCache(RedisCache):
    """A cache in Redis or Valkey that is empty while the server does not answer."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value, or the default."""
        return _try(default, super().get, key, default, version)

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Store a value, if possible."""
        _try(None, super().set, key, value, timeout, version)

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Store a new value; while the server is unavailable every value counts as new."""
        return _try(True, super().add, key, value, timeout, version)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Increase a count, from zero without a server. Raises ValueError for an unknown key."""
        return _try(delta, super().incr, key, delta, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a value."""
        return _try(False, super().delete, key, version)


def _try(otherwise: _T, call: Callable[..., _T], *arguments: Any) -> _T:
    try:
        return call(*arguments)
    except RedisError as error:
        log.warning("the cache does not answer: %s", error)
        return otherwise
