"""What the log states of rows that may change, so that `verify` finds what was changed beside it.

A number, a state and a role are stated as they are. Of a name only the digest with a salt is stated
that lies beside the name: once both are blanked, nobody can find out from the log what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from tournaments.models import Entry, Membership, Person, Round, Row, new_salt
from tournaments.record.digest import sha256

Facts = Mapping[str, Any]


def facts_of(row: Row) -> Facts:
    """Return what the log states of a row. Raises KeyError for a table of which it states none."""
    return _READERS[type(row)](row)


def salt(rows: Iterable[Row]) -> None:
    """Give every name among rows a salt that has none yet, in the database too."""
    for model in (Entry, Person):
        without: list[Any] = [
            row for row in rows if isinstance(row, model) and row.name and not row.name_salt
        ]
        for row in without:
            row.name_salt = new_salt()
        model._default_manager.bulk_update(without, ["name_salt"])


def _name(row: Entry | Person) -> str:
    return sha256(row.name_salt + row.name) if row.name else ""


def _entry(row: Any) -> Facts:
    return {"event": row.event.uid, "number": row.number, "name": _name(row)}


def _round(row: Any) -> Facts:
    return {"event": row.event.uid, "number": row.number, "state": str(row.state)}


def _membership(row: Any) -> Facts:
    return {"user": row.user.uid, "role": str(row.role)}


def _person(row: Any) -> Facts:
    return {"name": _name(row)}


_READERS: Final[Mapping[type[Row], Callable[[Any], Facts]]] = {
    Entry: _entry,
    Round: _round,
    Membership: _membership,
    Person: _person,
}
COVERED: Final = tuple(_READERS)
"""The tables of which the log states something."""
