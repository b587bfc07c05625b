"""Whether the tables of a database are those that the migrations of this program make.

A copy that somebody changed may lack a constraint or a guard of the record, or bring a trigger of
its own, although every row in it is proved.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

from config.backups.database import reading

__all__ = ["differences"]

_BETWEEN_WORDS: Final = re.compile(r"[\s,()]+")
_ACTIVE: Final = frozenset({"trigger", "view"})
"""What changes what is written or read; a table or an index more does neither."""

_Described = dict[str, tuple[str, Counter[str]]]


def differences(database: Path, made: Path) -> list[str]:
    """Return the names of tables, indexes, triggers and views that differ from what was `made`."""
    of_copy, expected = _described(database), _described(made)
    changed = {name for name, described in expected.items() if of_copy.get(name) != described}
    added = {name for name in of_copy.keys() - expected.keys() if of_copy[name][0] in _ACTIVE}
    return sorted(changed | added)


def _described(database: Path) -> _Described:
    """Return the kind and the words of everything by its name: columns may stand in any order."""
    with reading(database, alone=True) as link:
        rows = link.execute("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {
            name: (kind, Counter(_BETWEEN_WORDS.split(sql)))
            for name, kind, sql in rows
            if not name.startswith("sqlite_")
        }
