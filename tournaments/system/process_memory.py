"""A bounded in-process table of computed values, which saves queries."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """A table of at most `most` values for all threads; the one set longest ago is dropped first.

    Values do not expire: the caller checks whether a value is still valid.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, None without one."""
        with self._lock:
            return self._kept.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Store a value, replacing the one before."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)

    def current(
        self, key: Key, is_valid: Callable[[Value], bool], make: Callable[[], Value]
    ) -> Value:
        """Return the value of a key while it is valid, otherwise a new one, which is stored.

        Two threads that find none may both make one; the later one is kept.

        >>> kept = Remembered[str, int](2)
        >>> [kept.current("a", lambda value: value > 1, lambda: made) for made in (1, 2, 3)]
        [1, 2, 2]
        """
        value = self.get(key)
        if value is None or not is_valid(value):
            value = make()
            self.put(key, value)
        return value

    def forget(self) -> None:
        """Delete all values."""
        with self._lock:
            self._kept.clear()
