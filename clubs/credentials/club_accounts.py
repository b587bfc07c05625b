"""The accounts of a club, as its owner manages them: roles are listed and revoked.

Giving roles belongs to `grants` and `invitations`, a new password to `new_passwords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import F, QuerySet

from clubs.credentials import account_locks, official_pins, one_time_links, sessions
from clubs.credentials.refusals import AccountReason
from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import (
    Club,
    Credential,
    CredentialKind,
    Membership,
    Role,
    SecondFactor,
    Tournament,
    User,
)
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Change, Repeated, Verb
from tournaments.record.club_log import ClubChange
from tournaments.rights import access, held_offices


@dataclass(frozen=True, slots=True)
class HeldByOfficial:
    """Grants of a package above by an official, such as leases, and how to end them.

    `tournaments` returns the tournaments of a club in which an account has grants without a role;
    `end` ends them in the tournament of an open change, and logs that there.
    """

    tournaments: Callable[[User, Club], Iterable[int]]
    end: Callable[[Change, User], None]


_registered: list[HeldByOfficial] = []


def register(held: HeldByOfficial) -> None:
    """Register grants that end with a revoked role; repeating it changes nothing."""
    if held not in _registered:
        _registered.append(held)


@dataclass(frozen=True, slots=True)
class ClubAccount:
    """An account with its roles in a club and in its tournaments."""

    user: User
    roles: tuple[Membership, ...]
    has_second_factor: bool = False
    is_shut: bool = False
    """Whether too many wrong passwords or codes keep it out somewhere."""


def accounts_of(club: Club) -> list[ClubAccount]:
    """Return the accounts that have a role in a club or in one of its tournaments, by name."""
    roles: dict[User, list[Membership]] = {}
    for membership in access.memberships_of(club).order_by("user__username", "-club", "pk"):
        roles.setdefault(membership.user, []).append(membership)
    factors = SecondFactor.objects.filter(user__in=list(roles), confirmed_at__isnull=False)
    with_factor = set(factors.values_list("user", flat=True))
    shut = account_locks.shut(roles)
    return [
        ClubAccount(user, tuple(memberships), user.pk in with_factor, user in shut)
        for user, memberships in roles.items()
    ]


def revocation_problem(membership: Membership) -> Problem | None:
    """Return why a role cannot be revoked: the last owner who can sign in has to stay."""
    if membership.club is None or membership.role != Role.OWNER:
        return None
    owners = membership.club.memberships.filter(role=Role.OWNER, user__is_active=True)
    if owners.exclude(user=membership.user).exists():
        return None
    return refuse(AccountReason.LAST_OWNER, username=membership.user.called)


def password_problem(official: User, account: User, club: Club) -> Problem | None:
    """Return why an owner of a club cannot change how one of its accounts signs in.

    An account with roles elsewhere is refused: its owner would gain access to another club.
    """
    if official == account or not is_known_elsewhere(account, club):
        return None
    return refuse(AccountReason.ACCOUNT_ELSEWHERE, username=account.called)


def is_known_elsewhere(account: User, club: Club) -> bool:
    """Whether an account has a role outside a club, or administers the installation."""
    elsewhere = account.memberships.exclude(pk__in=access.memberships_of(club).values("pk"))
    return account.is_superuser or elsewhere.exists()


def let_in_again(club: Club, account: User, official: User) -> None:
    """Clear the wrong passwords and codes of an account, at an owner's request.

    Raises Refused for an account with roles elsewhere, which an owner could otherwise guess at more
    often than others, and for an official who is no longer an owner.
    """
    with club_log.change(club, Actor.from_user(official), Verb.LET_IN_AGAIN) as made:
        held_offices.check(made, club, access.OWNERS)
        problem = password_problem(official, access.account_in(club, account.uid), club)
        if problem is not None:
            raise Refused(problem)
        account_locks.forget(account)
        made.note(account=account.uid)


def revoke_role(club: Club, membership: Membership, official: User) -> None:
    """Revoke a role with its sessions, PINs, leases and links; repeating it is harmless.

    All sessions of the account end; it can sign in again for its other roles. Its leases end where
    it may no longer act as referee, even during a round, and its PIN for the club if that is
    nowhere. Raises Refused for the last owner, and for an official who is no longer an owner.
    """
    actor = Actor.from_user(official)
    with suppress(Repeated), club_log.change(club, actor, Verb.REVOKE_ROLE) as made:
        held_offices.check(made, club, access.OWNERS)
        held = access.memberships_of(club).filter(pk=membership.pk).first()
        if held is None:
            raise Repeated
        membership = held
        made.concerns(membership=membership)
        made.note(role=membership.role, account=membership.user.uid)
        _raise_problem(revocation_problem(membership))
        membership.delete()
        User.objects.filter(pk=membership.user_id).update(
            sessions_ended=F("sessions_ended") + 1, last_club=club
        )
        sessions.forget(membership.user)
        made.note(links=_end_links(club, membership))
        _end_pin(made, membership.user)
        _end_in_tournaments(made, membership)


def _end_pin(made: ClubChange, account: User) -> None:
    """End the PIN of an account that may no longer act as referee anywhere in a club."""
    if not official_pins.may_have_pin(account, made.club):
        ended = official_pins.end_in_club(account, made.club)
        if ended:
            made.note(pins=ended)


def _end_links(club: Club, membership: Membership) -> int:
    """End the links to a new password, and those that the account made; return their number."""
    account = membership.user
    ended = one_time_links.revoke(
        Credential.objects.filter(kind=CredentialKind.RESET, club=club, user=account)
    )
    return ended + end_links_made(club, account)


def end_links_made(club: Club, account: User) -> int:
    """End, inside an open change, the links of an account that it could no longer make.

    An owner makes any link of a club, a director those to roles in a tournament. Return the number
    of ended links.
    """
    if access.clubs_owned_by(account).filter(pk=club.pk).exists():
        return 0
    made = one_time_links.made_by(club, account)
    directed = [
        tournament.pk
        for tournament in club.tournaments.filter(credentials__in=made).distinct()
        if access.directs_whole(account, tournament)
    ]
    return one_time_links.revoke(made.exclude(tournament__in=directed))


def end_beyond(part: Change, account: User) -> None:
    """End the grants of an account without a role in the tournament of an open change."""
    if not official_pins.may_act(account, part.tournament):
        part.note(pins=official_pins.end(account, part.tournament))
    for held in _registered:
        held.end(part, account)


def _end_in_tournaments(made: ClubChange, membership: Membership) -> None:
    """Log the revoked role in its tournament, and end its grants in all tournaments."""
    user = membership.user
    for tournament in _affected_tournaments(made.club, membership):
        with audit.share(tournament, made.actor, made.verb) as part:
            part.concerns(membership=membership)
            part.note(role=membership.role, account=user.uid)
            if tournament.pk == membership.tournament_id:
                part.ends(membership)
            end_beyond(part, user)


def _affected_tournaments(club: Club, membership: Membership) -> QuerySet[Tournament]:
    """Return the tournament of a revoked role, or those in which a role in the club had grants."""
    if membership.tournament_id:
        return club.tournaments.filter(pk=membership.tournament_id)
    user = membership.user
    with_pin = Credential.objects.filter(user=user, tournament__club=club, revoked_at=None)
    tournaments = club.tournaments.filter(pk__in=with_pin.values("tournament"))
    touched = {each.pk for each in tournaments if not official_pins.may_act(user, each)}
    for held in _registered:
        touched |= {*held.tournaments(user, club)}
    return club.tournaments.filter(pk__in=touched).order_by("pk")


def _raise_problem(problem: Problem | None) -> None:
    if problem is not None:
        raise Refused(problem)
