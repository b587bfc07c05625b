"""Invitations: a link gives a role to the first account, old or new, that accepts it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from clubs.credentials import accounts, grants, one_time_links
from clubs.credentials.grants import Grant
from clubs.credentials.refusals import AccountReason
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Club, Credential, CredentialKind, Role, Tournament, User
from tournaments.record import club_log
from tournaments.record.audit import SYSTEM, Actor, Repeated, Verb
from tournaments.record.once import UNKEYED, Sent
from tournaments.rights import access, held_offices


@dataclass(frozen=True, slots=True)
class Invitation:
    """A valid invitation: its row, its club and its role."""

    credential: Credential
    club: Club
    grant: Grant


def invite(club: Club, official: User, grant: Grant, sent: Sent = UNKEYED) -> str:
    """Create the link of an invitation and return its secret, which is shown once.

    A director of a tournament invites to roles there, an owner to any. Raises Refused with every
    problem of the role, and for an official who may not invite to it.
    """
    grants.raise_problems(grants.problems(club, grant))
    secret = one_time_links.secret_of(sent.key or secrets.token_hex())

    def make(made: club_log.ClubChange) -> Credential:
        held_offices.check(made, *_inviters(club, grant.tournament))
        grants.check_places(grant)
        where = {"tournament": grant.tournament} if grant.tournament else {"club": made.club}
        scope = {**grant.as_scope(), "by": official.uid}
        invitation = one_time_links.store(
            CredentialKind.INVITATION, secret, scopes=[scope], **where
        )
        made.concerns(invitation=invitation)
        made.note(**grant.as_scope())
        return invitation

    sent.once(Credential, club, Actor.from_user(official), Verb.INVITE, make)
    return secret


def open_of(club: Club) -> list[Invitation]:
    """Return the open invitations of a club, the newest first."""
    return [_invitation(row) for row in rows_of(club).order_by("-pk")]


def rows_of(club: Club) -> QuerySet[Credential]:
    """Return the rows of the open invitations of a club."""
    rows = one_time_links.unused(CredentialKind.INVITATION)
    return rows.filter(Q(club=club) | Q(tournament__club=club))


def open_in(tournament: Tournament) -> list[Invitation]:
    """Return the open invitations to roles in a tournament, the newest first."""
    return [_invitation(row) for row in rows_in(tournament).order_by("-pk")]


def rows_in(tournament: Tournament) -> QuerySet[Credential]:
    """Return the rows of the open invitations to roles in a tournament."""
    return one_time_links.unused(CredentialKind.INVITATION).filter(tournament=tournament)


def find(secret: str) -> Invitation | None:
    """Return the invitation that a link opens; None if it is over.

    It is also over if its author may no longer invite to the role.
    """
    credential = one_time_links.find(CredentialKind.INVITATION, secret)
    found = _invitation(credential) if credential else None
    return found if found and _still_holds(found) else None


def withdraw(club: Club, credential: Credential, official: User) -> None:
    """Withdraw an invitation; repeating it is harmless, and not logged."""
    actor = Actor.from_user(official)
    with suppress(Repeated), club_log.change(club, actor, Verb.WITHDRAW_INVITATION) as made:
        held_offices.check(made, *_inviters(club, credential.tournament))
        made.concerns(invitation=credential)
        if not one_time_links.revoke(Credential.objects.filter(pk=credential.pk)):
            raise Repeated


def accept(invitation: Invitation, account: User) -> None:
    """Give the role of an invitation to an account that has signed in.

    A role that the account already has keeps its limits. Raises Refused if somebody else has
    accepted the invitation, if it was withdrawn, or if its author may no longer invite to the role.
    """
    with club_log.change(invitation.club, Actor.from_user(account), Verb.ACCEPT_INVITATION) as made:
        _accept(made, invitation, account)


def accept_as_new(invitation: Invitation, username: str, real_name: str, password: str) -> User:
    """Create an account and give it the role of an invitation, both or neither.

    Raises Refused if the name is taken, or the invitation was accepted or withdrawn.
    """
    account = accounts.new_account(username, real_name)
    account.set_password(password)
    with club_log.change(invitation.club, SYSTEM, Verb.ACCEPT_INVITATION) as made:
        accounts.save_new(account)
        made.actor = Actor.from_user(account)
        _accept(made, invitation, account)
    return account


def _inviters(
    club: Club, tournament: Tournament | None
) -> tuple[Club | Tournament, frozenset[Role]]:
    """Return where one needs which roles to invite to a club, or to a tournament of it."""
    return (tournament, access.DIRECTORS) if tournament else (club, access.OWNERS)


def _accept(made: club_log.ClubChange, invitation: Invitation, account: User) -> None:
    made.concerns(invitation=invitation.credential)
    used = one_time_links.use_up(invitation.credential, user=account)
    if not (used and _still_holds(invitation)):
        raise Refused(refuse(AccountReason.LINK_USED))
    grants.store(made, account, invitation.grant)


def _still_holds(invitation: Invitation) -> bool:
    """Whether the account that made an invitation may still invite to its role."""
    (scope,) = invitation.credential.scopes
    tournament = invitation.grant.tournament
    if tournament and tournament.state == Tournament.State.CANCELLED:
        return False
    return held_offices.holds(scope["by"], *_inviters(invitation.club, tournament))


def _invitation(credential: Credential) -> Invitation:
    club = credential.club or credential.own_tournament.club
    (scope,) = credential.scopes
    return Invitation(credential, club, grants.grant_of(scope, credential.tournament))
