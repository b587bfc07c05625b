"""Compares the figures of an installation with those that were stored of it.

Whatever was stored has to be there and equal; what a later program tells beside it is its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

IN_ORDER: Final = "exports"
"""Rows of numbers to which a later program may add columns."""
ANYWHERE: Final = "pages"
"""Scores on pages, which a later program may lay out otherwise and say more on."""


def differences(stored: Any, now: Any, at: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every place where what was stored is missing or another one, as a path with both."""
    if isinstance(stored, dict) and isinstance(now, dict):
        for name, value in stored.items():
            if name in now:
                yield from differences(value, now[name], (*at, name))
            else:
                yield f"{'/'.join((*at, name))}: missing"
    elif IN_ORDER in at:
        yield from _rows(stored, now, at)
    elif at[:1] == (ANYWHERE,):
        missing = Counter(stored) - Counter(map(_whole_of_thirds, now))
        yield from (f"{'/'.join(at)}: {number} is missing" for number in sorted(missing))
    elif stored != now:
        yield f"{'/'.join(at)}: {stored} was stored, {now} is found"


def _whole_of_thirds(number: str) -> str:
    """Return the whole part of a number with thirds, as pages of before wrote ⅓ and ⅔ behind it.

    >>> _whole_of_thirds("−106.67"), _whole_of_thirds("+7.33"), _whole_of_thirds("+2.5")
    ('−106', '+7', '+2.5')
    """
    return number.removesuffix(".33").removesuffix(".67")


def _rows(stored: Sequence[Any], now: Sequence[Any], at: tuple[str, ...]) -> Iterator[str]:
    if len(stored) != len(now):
        yield f"{'/'.join(at)}: {len(stored)} rows were stored, {len(now)} are found"
    for number, (before, after) in enumerate(zip(stored, now, strict=False), 1):
        if not _is_within(before, after):
            yield f"{'/'.join(at)}, row {number}: {before} was stored, {after} is found"


def _is_within(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether all of one row stands in the other one, in its order."""
    left = iter(after)
    return all(any(item == other for other in left) for item in before)
