"""The accounts of a club, as its owner manages them: roles are revoked, passwords set.

Both are logged in the club's chain. Making accounts and giving roles belongs to `accounts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from axes.utils import reset
from django.db.models import F, QuerySet

from scoring.problems import Problem
from tournaments import access
from tournaments.credentials import official_pins
from tournaments.models import Club, Credential, Membership, Role, Tournament, User
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Change, Verb
from tournaments.record.club_log import ClubChange
from tournaments.refusals import Reason, Refused, refuse


@dataclass(frozen=True, slots=True)
class HeldByOfficial:
    """What a package above grants by an official, such as leases, and how to end it.

    `tournaments` gives the tournaments of a club in which an account has any; `end` ends it in the
    tournament of an open change, and notes it there.
    """

    tournaments: Callable[[User, Club], Iterable[int]]
    end: Callable[[Change, User], None]


_registered: list[HeldByOfficial] = []


def register(held: HeldByOfficial) -> None:
    """Register what a revoked role has to end; a second time changes nothing."""
    if held not in _registered:
        _registered.append(held)


@dataclass(frozen=True, slots=True)
class ClubAccount:
    """An account with its roles in a club and in its tournaments."""

    user: User
    roles: tuple[Membership, ...]


def accounts_of(club: Club) -> list[ClubAccount]:
    """Return the accounts that have a role in a club or in one of its tournaments, by name."""
    roles: dict[User, list[Membership]] = {}
    for membership in access.memberships_of(club).order_by("user__username", "-club", "pk"):
        roles.setdefault(membership.user, []).append(membership)
    return [ClubAccount(user, tuple(memberships)) for user, memberships in roles.items()]


def revocation_problem(membership: Membership) -> Problem | None:
    """Return why a role cannot be revoked: the last owner who can sign in stays."""
    if membership.club is None or membership.role != Role.OWNER:
        return None
    owners = membership.club.memberships.filter(role=Role.OWNER, user__is_active=True)
    if owners.exclude(user=membership.user).exists():
        return None
    return refuse(Reason.LAST_OWNER, username=membership.user.username)


def password_problem(official: User, account: User, club: Club) -> Problem | None:
    """Return why an owner of a club cannot set the password of one of its accounts.

    An account with roles elsewhere is refused: its owner would gain access to another club.
    """
    if official == account:
        return None
    elsewhere = account.memberships.exclude(pk__in=access.memberships_of(club).values("pk"))
    if not account.is_superuser and not elsewhere.exists():
        return None
    return refuse(Reason.ACCOUNT_ELSEWHERE, username=account.username)


def revoke_role(club: Club, membership: Membership, official: User) -> None:
    """Revoke a role with its sessions, PINs and leases; again is harmless.

    All sessions of the account end; it can sign in again for its other roles. Its PINs and leases
    end where it may no longer act as referee. Raises Refused for the last owner, and Http404 or
    PermissionDenied where the official is no owner any more.
    """
    actor = Actor.from_user(official)
    if not access.memberships_of(club).filter(pk=membership.pk).exists():
        return
    with club_log.change(club, actor, Verb.REVOKE_ROLE) as made:
        access.club_as(official, club.uid, access.OWNERS)
        made.concerns(membership=membership)
        made.note(role=membership.role, account=membership.user.uid)
        _raise_problem(revocation_problem(membership))
        membership.delete()
        User.objects.filter(pk=membership.user_id).update(
            sessions_ended=F("sessions_ended") + 1, last_club=club
        )
        _end_in_tournaments(made, membership)


def set_password(club: Club, account: User, official: User, password: str) -> None:
    """Set the password of an account of a club, which ends its sessions.

    A lockout for wrong passwords ends. Raises Refused for an account with roles elsewhere, and
    Http404 or PermissionDenied where the official is no owner any more.
    """
    # The slow hash is made before the club is locked.
    account.set_password(password)
    with club_log.change(club, Actor.from_user(official), Verb.SET_PASSWORD) as made:
        access.club_as(official, club.uid, access.OWNERS)
        access.account_in(club, account.uid)
        _raise_problem(password_problem(official, account, club))
        User.objects.filter(pk=account.pk).update(password=account.password)
        made.note(account=account.uid)
    reset(username=account.username)


def _end_in_tournaments(made: ClubChange, membership: Membership) -> None:
    """Log the revoked role in its tournament, and end what it granted in all tournaments."""
    user = membership.user
    for tournament in _affected_tournaments(made.club, membership):
        still_acts = official_pins.may_act(user, tournament)
        if still_acts and tournament.pk != membership.tournament_id:
            continue
        with audit.share(tournament, made.actor, made.verb) as part:
            part.concerns(membership=membership)
            part.note(role=membership.role, account=user.uid)
            if tournament.pk == membership.tournament_id:
                part.ends(membership)
            if not still_acts:
                part.note(pins=official_pins.end(user, tournament))
                for held in _registered:
                    held.end(part, user)


def _affected_tournaments(club: Club, membership: Membership) -> QuerySet[Tournament]:
    user = membership.user
    of_club = Credential.objects.filter(user=user, tournament__club=club, revoked_at=None)
    touched = {*of_club.values_list("tournament", flat=True)}
    for held in _registered:
        touched |= {*held.tournaments(user, club)}
    if membership.tournament_id:
        touched = {membership.tournament_id}
    return club.tournaments.filter(pk__in=touched).order_by("pk")


def _raise_problem(problem: Problem | None) -> None:
    if problem is not None:
        raise Refused(problem)
