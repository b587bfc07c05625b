"""Whether an account still has the role for a change: asked again, under the lock of the change.

A page fetches its rows by the roles of that moment (`access`); between the page and the change a
role may be revoked or limited. Who may change a result is asked in `ruling_offices`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Event, Membership, Role, Tournament, User
from tournaments.rights import roles as held_roles


class Account(Protocol):
    """Who makes a change: an account, by its uid, if the kind is "user"."""

    @property
    def kind(self) -> str: ...
    @property
    def uid(self) -> str: ...


class MadeChange(Protocol):
    """A change of the log under construction."""

    @property
    def actor(self) -> Account: ...


def check(made: MadeChange, where: Club | Tournament | Event, roles: Collection[Role]) -> None:
    """Raise Refused if the account that makes a change no longer has one of the roles there.

    Roles in a club count in its tournaments. Members, entries, devices and the program itself act
    without a role, and are not asked.
    """
    if made.actor.kind == "user" and not holds(made.actor.uid, where, roles):
        raise Refused(refuse(Reason.ROLE_ENDED))


def holds(account: str, where: Club | Tournament | Event, roles: Collection[Role]) -> bool:
    """Whether an account, by its uid, is active and has one of the roles there now."""
    user = User.objects.filter(uid=account, is_active=True).first()
    if user is None:
        return False
    if isinstance(where, Club):
        return Membership.objects.filter(club=where, user=user, role__in=roles).exists()
    if isinstance(where, Event):
        return held_roles.holds(user, where.tournament, roles, where.pk)
    return held_roles.holds(user, where, roles)
