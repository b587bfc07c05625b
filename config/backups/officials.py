"""The accounts of a copy that have rights, told before it is restored: each can sign in then."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Final

from config.backups.database import reading
from config.terminal import gettext, say

__all__ = ["are_accepted", "lines"]

_YES: Final = frozenset({"y", "yes", "是"})
_TABLES: Final = frozenset({"tournaments_user", "tournaments_membership"})
_RIGHTS: Final = """
SELECT account.username, account.real_name, held.role
FROM tournaments_membership AS held JOIN tournaments_user AS account ON account.id = held.user_id
WHERE account.is_active ORDER BY account.username, held.id
"""


def are_accepted(database: Path) -> bool:
    """Print who has rights; ask at a terminal whether that is right, else go on and say so."""
    accounts = lines(database)
    if not accounts:
        return True
    say(gettext("These accounts have rights in the copy:"))
    for line in accounts:
        say(line)
    if not sys.stdin.isatty():
        say(gettext("There is no terminal to ask at: the copy is restored with them."))
        return True
    question = gettext("Restore it with these accounts? Type yes:")
    try:
        return input(f"{question} ").strip().lower() in _YES
    except EOFError:
        return False


def lines(database: Path) -> list[str]:
    """Return the active accounts of a database with their roles, one a line."""
    with reading(database, alone=True) as link:
        tables = {name for (name,) in link.execute("SELECT name FROM sqlite_master")}
        rows = link.execute(_RIGHTS).fetchall() if tables >= _TABLES else []
    roles: dict[tuple[str, str], Counter[str]] = {}
    for username, real_name, role in rows:
        roles.setdefault((username, real_name), Counter())[role] += 1
    return [
        f"  {username} {real_name}".rstrip() + f": {_roles_text(held)}"
        for (username, real_name), held in roles.items()
    ]


def _roles_text(held: Counter[str]) -> str:
    names = {
        "owner": gettext("owner"),
        "director": gettext("director"),
        "chief_referee": gettext("chief referee"),
        "deputy": gettext("deputy chief referee"),
        "referee": gettext("referee"),
        "scorer": gettext("scorer"),
        "captain": gettext("captain"),
        "jury": gettext("member of the jury"),
    }
    return ", ".join(
        names.get(role, role) + (f" × {times}" if times > 1 else "") for role, times in held.items()
    )
