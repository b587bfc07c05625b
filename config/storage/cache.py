"""The cache of several web processes, which the program can do without.

Only counts of requests lie in it; wrong PINs and passwords are counted in the database. While
its server is away it has forgotten everything and keeps nothing: a sheet from a table is worth
more than a count.
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
    """Redis or Valkey, and nothing at all where neither answers."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """What was kept, or the default."""
        return _tried(default, super().get, key, default, version)

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keep a value, if it can be kept."""
        _tried(None, super().set, key, value, timeout, version)

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Keep a value that is new; everything is new to one who forgets."""
        return _tried(True, super().add, key, value, timeout, version)

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Count on; whoever forgets begins at nothing. Raises ValueError for an unknown key."""
        return _tried(delta, super().incr, key, delta, version)

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget a value."""
        return _tried(False, super().delete, key, version)


def _tried(otherwise: _T, call: Callable[..., _T], *arguments: Any) -> _T:
    try:
        return call(*arguments)
    except RedisError as error:
        log.warning("the cache does not answer: %s", error)
        return otherwise
