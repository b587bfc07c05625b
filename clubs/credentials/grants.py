"""Giving and limiting roles: in a club, a tournament, some of its events or at some tables.

Revoking belongs to `club_accounts`, invitations to `invitations`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from clubs.credentials import club_accounts
from clubs.credentials.refusals import AccountReason
from scoring.problems import Problem
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Event, Membership, Role, RoleLimit, Tournament, User
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Change, Repeated, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.once import once
from tournaments.rights import access, held_offices, roles

OF_CLUB: Final = (Role.OWNER, Role.DIRECTOR)
"""The roles of a whole club; any role but owner may be had in one tournament."""
OF_TOURNAMENT: Final = (
    Role.DIRECTOR,
    Role.CHIEF_REFEREE,
    Role.DEPUTY,
    Role.REFEREE,
    Role.SCORER,
)
AT_TABLES: Final = frozenset({Role.DEPUTY, Role.REFEREE, Role.SCORER})
"""The roles that may be limited to tables: the others decide about all of them."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A role to give: in the club, or in `tournament` within these limits."""

    role: Role
    tournament: Tournament | None = None
    events: tuple[Event, ...] = ()
    tables: tuple[int, ...] = ()

    def as_scope(self) -> dict[str, Any]:
        """Return the role in the form that an invitation stores."""
        return {
            "role": self.role.value,
            "events": [event.uid for event in self.events],
            "tables": list(self.tables),
        }


def grant_of(scope: dict[str, Any], tournament: Tournament | None) -> Grant:
    """Return the role stored in an invitation."""
    events: tuple[Event, ...] = ()
    if tournament is not None:
        events = tuple(tournament.events.filter(uid__in=scope["events"]).order_by("number"))
    return Grant(Role(scope["role"]), tournament, events, tuple(scope["tables"]))


def problems(club: Club, grant: Grant) -> list[Problem]:
    """Return every reason why a role cannot be given."""
    found: list[Problem] = []
    if grant.tournament is None:
        if grant.role not in OF_CLUB:
            found.append(refuse(AccountReason.ROLE_WANTS_TOURNAMENT, field="place"))
        if grant.events or grant.tables:
            found.append(refuse(AccountReason.LIMITS_OF_CLUB, field="place"))
        return found
    if grant.role not in OF_TOURNAMENT:
        found.append(refuse(AccountReason.ROLE_OF_CLUB, field="role"))
    if grant.tables and grant.role not in AT_TABLES:
        found.append(refuse(AccountReason.ROLE_AT_TABLES, field="tables"))
    strangers = [event for event in grant.events if event.tournament_id != grant.tournament.pk]
    if strangers or grant.tournament.club_id != club.pk:
        found.append(refuse(AccountReason.EVENT_ELSEWHERE, field="place"))
    return found


def check_places(grant: Grant) -> None:
    """Raise Refused, under the lock, if the tournament or an event of a role was deleted."""
    if grant.tournament is None:
        return
    tournament = Tournament.objects.exclude(state=Tournament.State.CANCELLED)
    events = Event.objects.exclude(state=Event.State.CANCELLED)
    wanted = {event.pk for event in grant.events}
    is_there = tournament.filter(pk=grant.tournament.pk).exists()
    if not is_there or events.filter(pk__in=wanted).count() < len(wanted):
        raise Refused(refuse(Reason.ROW_GONE))


def give(club: Club, account: User, official: User, grant: Grant) -> Membership:
    """Give an account of a club another role; one that it already has gets these limits.

    Grants outside the new limits end, as in `limit`; a role with just these limits is not logged
    again. Raises Refused with every problem, and for an official who is no longer an owner.
    """
    raise_problems(problems(club, grant))

    def make(made: ClubChange) -> Membership:
        held_offices.check(made, club, access.OWNERS)
        check_places(grant)
        access.account_in(club, account.uid)
        membership = store(made, account, grant, limits_anew=True)
        made.note(links=club_accounts.end_links_made(club, account))
        return membership

    where = {"tournament": grant.tournament} if grant.tournament else {"club": club}

    def held() -> Membership | None:
        row = Membership.objects.filter(user=account, role=grant.role, **where).first()
        return row if row is not None and _has_limits(row, grant) else None

    return once(held, club, Actor.from_user(official), Verb.GRANT_ROLE, make)


def limit(club: Club, membership: Membership, official: User, grant: Grant) -> None:
    """Limit a role in a tournament to other events or tables, and end the grants outside these.

    The PIN stays, because it is checked by table; tables beyond the limits that were taken over
    with it are released, and links that the account could no longer make end. Limits that it has
    already are not logged again. Raises Refused with every problem.
    """
    raise_problems(problems(club, grant))
    actor = Actor.from_user(official)
    with suppress(Repeated), club_log.change(club, actor, Verb.LIMIT_ROLE) as made:
        held_offices.check(made, club, access.OWNERS)
        check_places(grant)
        held = access.membership_in(club, membership.uid)
        if _has_limits(held, grant):
            raise Repeated
        made.concerns(membership=held)
        made.note(account=held.user.uid, **grant.as_scope())
        if held.tournament is not None:
            with audit.share(held.tournament, made.actor, made.verb) as part:
                part.note(account=held.user.uid, **grant.as_scope())
                set_limits(part, held, grant)
                club_accounts.end_beyond(part, held.user)
        made.note(links=club_accounts.end_links_made(club, held.user))


def _has_limits(held: Membership, grant: Grant) -> bool:
    """Whether a role reaches just the events and tables of a grant."""
    events = set(held.limits.values_list("event", flat=True))
    same_events = events == {event.pk for event in grant.events}
    return same_events and held.tables == roles.table_text(grant.tables)


def store(
    made: ClubChange, account: User, grant: Grant, *, limits_anew: bool = False
) -> Membership:
    """Store a role in an open change of the club, and in that of its tournament.

    A role that the account already has keeps its limits, unless `limits_anew` sets these.
    """
    made.note(account=account.uid, role=grant.role.value)
    if grant.tournament is None:
        made.note(**grant.as_scope())
        membership, _is_new = Membership.objects.get_or_create(
            user=account, club=made.club, role=grant.role
        )
        made.concerns(membership=membership)
        return membership
    with audit.share(grant.tournament, made.actor, Verb.GRANT_ROLE) as part:
        is_held = account.memberships.filter(tournament=grant.tournament, role=grant.role).exists()
        membership = organise.grant(part, account, grant.role)
        if limits_anew or not is_held:
            made.note(**grant.as_scope())
            set_limits(part, membership, grant)
        if limits_anew and is_held:
            club_accounts.end_beyond(part, account)
    made.concerns(membership=membership, tournament=grant.tournament)
    return membership


def set_limits(made: Change, membership: Membership, grant: Grant) -> None:
    """Set the limits of a role in an open change of its tournament, which states them."""
    membership.tables = roles.table_text(grant.tables)
    Membership.objects.filter(pk=membership.pk).update(tables=membership.tables)
    membership.limits.exclude(event__in=grant.events).delete()
    for event in grant.events:
        RoleLimit.objects.get_or_create(membership=membership, event=event)
    made.concerns(membership=membership)
    made.states(membership)


def raise_problems(found: Collection[Problem]) -> None:
    """Raise Refused with these problems, if there are any."""
    if found:
        raise Refused(*found)


def events_of(memberships: Iterable[Membership]) -> dict[int, list[Event]]:
    """Return the events to which roles are limited, by the key of the role."""
    by_role: dict[int, list[Event]] = {}
    limits = RoleLimit.objects.filter(membership__in=[each.pk for each in memberships])
    for row in limits.select_related("event").order_by("event__number"):
        by_role.setdefault(row.membership_id, []).append(row.event)
    return by_role
