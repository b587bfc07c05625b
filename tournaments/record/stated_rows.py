"""The facts that the log states of mutable rows, so that `verify` finds changes outside the log.

Numbers, states and roles are stated in clear. Of a name only a salted digest is stated, with the
salt stored beside the name: once both are blanked, the log does not reveal the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tournaments.models import Entry, Membership, Person, Round, Row, new_salt
from tournaments.record.digest import sha256

Facts = Mapping[str, Any]
COVERED: Final[tuple[type[Row], ...]] = (Entry, Round, Membership, Person)
"""The models of which the log states facts."""


def facts_of(row: Row) -> Facts:
    """Return the facts that the log states of a row. Raises KeyError for a table without any."""
    match row:
        case Entry():
            return {"event": row.event.uid, "number": row.number, "name": _name_digest(row)}
        case Round():
            return {"event": row.event.uid, "number": row.number, "state": str(row.state)}
        case Membership():
            return {"user": row.user.uid, "role": str(row.role), **_limits(row)}
        case Person():
            return {"name": _name_digest(row)}
        case _:
            raise KeyError(type(row))


def salt(rows: Iterable[Row]) -> None:
    """Give every name without a salt one, in the database too."""
    for model in (Entry, Person):
        without: list[Any] = [
            row
            for row in rows
            if isinstance(row, model) and row.name and not row.name_salt and not is_blanked(row)
        ]
        for row in without:
            row.name_salt = new_salt()
        model._default_manager.bulk_update(without, ["name_salt"])


def is_blanked(row: Row) -> bool:
    """Whether a row is a person whose name and salt were blanked, so that nothing is stated of
    it.
    """
    if not isinstance(row, Person) or row.blanked_at is None:
        return False
    return row.name in ("", Person.BLANKED) and not row.name_salt


def _limits(row: Membership) -> Facts:
    """Return the limits of a role; none for an unlimited one, as stated before limits existed."""
    events = sorted(row.limits.values_list("event__uid", flat=True))
    stated = {"tables": row.tables, "events": events}
    return {name: value for name, value in stated.items() if value}


def _name_digest(row: Entry | Person) -> str:
    return "" if is_blanked(row) or not row.name else sha256(row.name_salt + row.name)
