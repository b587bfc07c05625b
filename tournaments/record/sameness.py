"""Whether two reports of a deal state the same facts, in whatever order they name cards.

Differences between reports are named by the game (`Game.compare`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

UNORDERED: Final = frozenset({"exposed"})
"""Lists of objects whose order says nothing; that of plays and of bids does."""


def same_facts(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two reports state the same: cards as a set, plays in order.

    Null and empty values equal missing ones.

    >>> same_facts({"won": {"N": ["SQ", "DJ"], "W": []}}, {"won": {"N": ["DJ", "SQ"]}})
    True
    >>> same_facts({"plays": [["N", "SQ"], ["W", "DJ"]]}, {"plays": [["W", "DJ"], ["N", "SQ"]]})
    False
    """
    return bool(_normal(first) == _normal(second))


def _normal(value: Any, name: str = "") -> Any:
    if isinstance(value, Mapping):
        parts = {key: _normal(part, key) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part not in (None, "", [], {})}
    if not isinstance(value, list | tuple):
        return value
    listed = [_normal(part) for part in value]
    is_unordered = name in UNORDERED or all(isinstance(part, str) for part in listed)
    return sorted(listed, key=_sort_key) if name and is_unordered else listed


def _sort_key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
