"""Refusals at tables of other officials, for accounts that are limited to some tables.

Permissions are decided in `roles`; here only the sentence of the refusal is made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, NoReturn

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext, ngettext, pgettext

from tournaments.models import Membership, Role, Tournament, User
from tournaments.rights.roles import DESK, Lookups, table_numbers


def refuse_elsewhere(user: User, tournament: Tournament, row: Any, place: Lookups) -> None:
    """Raise PermissionDenied for a row at another table, if the account is limited to tables.

    Nothing happens without a limit to tables in the row's event.
    """
    if not place.table:
        return
    event = reduce(getattr, place.event.split("__"), row) if place.event else None
    number = reduce(getattr, place.table.split("__"), row)
    if own := own_tables(user, tournament, getattr(event, "pk", event)):
        raise PermissionDenied(_sentence(number, _names(tournament)[number], own))


def refuse_table(user: User, tournament: Tournament, event: int, number: int) -> None:
    """Raise PermissionDenied for another official's table of an event, naming the official."""
    own = own_tables(user, tournament, event)
    raise PermissionDenied(_sentence(number, _names(tournament)[number], own) if own else "")


def refuse_role(user: User, tournament: Tournament, roles: Collection[Role]) -> NoReturn:
    """Raise PermissionDenied, naming who has the page and which tables are the account's."""
    own = own_tables(user, tournament, None)
    if own and user.memberships.filter(tournament=tournament, role__in=roles).exists():
        said = gettext("This needs a role in the whole event.")
    else:
        wanted = (str(role.label) for role in Role if role in roles)
        said = gettext("This is for: %(roles)s.") % {"roles": pgettext("list", ", ").join(wanted)}
    raise PermissionDenied(_joined(said, _yours(own)) if own else said)


def whose(
    user: User, tournament: Tournament, event: int, numbers: Collection[int]
) -> Mapping[int, str]:
    """Return sentences that name the officials of these tables."""
    if not numbers:
        return {}
    own, names = own_tables(user, tournament, event), _names(tournament)
    return {number: _sentence(number, names[number], own) for number in numbers}


def _names(tournament: Tournament) -> Mapping[int, list[str]]:
    """Return the official of each table, by the roles that are limited to tables."""
    names = defaultdict[int, list[str]](list)
    held = Membership.objects.filter(tournament=tournament, role__in=DESK).exclude(tables="")
    for row in held.select_related("user").order_by("pk"):
        for number in table_numbers(row.tables):
            names[number].append(row.user.called)
    return names


def _sentence(number: int, listed: Iterable[str], own: list[int]) -> str:
    """Return a sentence that names the official of a table, and the reader's own tables."""
    names = list(dict.fromkeys(listed))
    comma = pgettext("list", ", ")
    if names:
        whose = gettext("Table %(table)s is looked after by %(names)s.")
    else:
        whose = gettext("Table %(table)s is not one of yours.")
    values = {"table": number, "names": comma.join(names)}
    return _joined(whose % values, _yours(own))


def _yours(own: Sequence[int]) -> str:
    yours = ngettext("Yours is table %(tables)s.", "Yours are tables %(tables)s.", len(own))
    return yours % {"tables": pgettext("list", ", ").join(map(str, own))}


def _joined(first: str, second: str) -> str:
    # `wording`, which joins sentences, imports this module.
    both = pgettext("two sentences", "%(first)s %(second)s")
    return both % {"first": first, "second": second}


def own_tables(user: User, tournament: Tournament, event: int | None) -> list[int]:
    """Return the tables to which the account is limited in an event, or in any of a tournament."""
    rows = user.memberships.filter(tournament=tournament, role__in=DESK).exclude(tables="")
    numbers: set[int] = set()
    for row in rows.prefetch_related("limits"):
        events = {limit.event_id for limit in row.limits.all()}
        if event is None or not events or event in events:
            numbers.update(table_numbers(row.tables))
    return sorted(numbers)
