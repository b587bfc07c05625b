"""What a process remembers of what it worked out, so that it need not ask the database again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """A table that keeps `most` values, for all threads; the one set longest ago goes first.

    Whoever uses a value has to know by himself whether it still holds.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._door = threading.Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, None without one."""
        with self._door:
            return self._kept.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Remember a value, in the place of the one before."""
        with self._door:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Remember nothing any more."""
        with self._door:
            self._kept.clear()
