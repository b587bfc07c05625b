"""New passwords by a link that is valid once, so that only the holder ever sees the password."""

from __future__ import annotations

from axes.utils import reset
from django.db.models import F, QuerySet

from clubs.credentials import accounts, club_accounts, one_time_links, sessions
from clubs.credentials.refusals import AccountReason
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Club, Credential, CredentialKind, User
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import access, held_offices
from tournaments.system import attempts


def make_link(club: Club, account: User, official: User) -> str:
    """Create a link to a new password for an account of a club, and return its secret.

    It is shown once and replaces the one before. The old password is valid until the link is used.
    Raises Refused for an account with roles elsewhere, and for an official who is no longer an
    owner.
    """
    with club_log.change(club, Actor.from_user(official), Verb.MAKE_PASSWORD_LINK) as made:
        held_offices.check(made, club, access.OWNERS)
        access.account_in(club, account.uid)
        problem = club_accounts.password_problem(official, account, club)
        if problem is not None:
            raise Refused(problem)
        one_time_links.revoke(_links_of(account))
        credential, secret = one_time_links.make(
            CredentialKind.RESET, club=made.club, user=account, scopes=[{"by": official.uid}]
        )
        made.concerns(link=credential)
        made.note(account=account.uid)
    return secret


def find(secret: str) -> Credential | None:
    """Return the link that a secret opens; None if it is over."""
    return one_time_links.find(CredentialKind.RESET, secret)


def set_by_link(credential: Credential, password: str) -> None:
    """Set the password of the link's account and end its sessions.

    A lockout for wrong passwords ends; a second factor is still required. Raises Refused if the
    link was used meanwhile, or if the account got a role elsewhere.
    """
    account, club = credential.user, credential.club
    if account is None or club is None:
        raise Refused(refuse(AccountReason.LINK_USED))
    # The slow hash is computed before the club is locked.
    account.set_password(password)
    with club_log.change(club, Actor.from_user(account), Verb.SET_PASSWORD) as made:
        if club_accounts.is_known_elsewhere(account, club) or not one_time_links.use_up(credential):
            raise Refused(refuse(AccountReason.LINK_USED))
        _store(account)
        made.note(account=account.uid)
    reset(username=account.username)
    attempts.clear(accounts.PASSWORDS_AT_DEVICE, subject=account.uid)


def set_own(account: User, password: str) -> None:
    """Set one's own password, which ends every session and every link to a new password.

    It is logged in each club where the account has a role.
    """
    account.set_password(password)
    with accounts.change_in_clubs(account, Actor.from_user(account), Verb.SET_PASSWORD):
        _store(account)


def _store(account: User) -> None:
    one_time_links.revoke(_links_of(account))
    User.objects.filter(pk=account.pk).update(
        password=account.password, sessions_ended=F("sessions_ended") + 1
    )
    sessions.forget(account)


def _links_of(account: User) -> QuerySet[Credential]:
    return Credential.objects.filter(kind=CredentialKind.RESET, user=account)
