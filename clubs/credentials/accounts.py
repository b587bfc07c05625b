"""The accounts that sign in: the first owner of an installation, and appointed officials."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from clubs.credentials import setup_code
from clubs.credentials.refusals import AccountReason
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Club, Membership, Role, Tournament, User
from tournaments.record import club_log
from tournaments.record.audit import Actor, Repeated, Verb, change
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

PASSWORDS_AT_DEVICE: Final = "sign_in_device"
"""The count of wrong passwords at a device on which the account signed in before."""
APPOINTABLE = (Role.DIRECTOR, Role.CHIEF_REFEREE, Role.DEPUTY, Role.REFEREE, Role.SCORER)


class AlreadyFounded(Exception):
    """Another account became the owner first; nothing was changed."""


def is_founded() -> bool:
    """Whether this installation has a club with an owner."""
    return not setup_code.is_needed()


def found(club_name: str, username: str, real_name: str, password: str) -> User:
    """Create the first owner and the club, once per installation.

    Raises AlreadyFounded for everybody but the first, also in a race, and Refused if another
    account has the name.
    """
    owner = new_account(username, real_name)
    owner.set_password(password)
    with transaction.atomic():
        # There is no club yet to lock; this row exists after every migrate.
        ContentType.objects.select_for_update().get(app_label="tournaments", model="club")
        if is_founded():
            raise AlreadyFounded
        save_new(owner)
        organise.create_club(club_name, owner)
    return owner


def officials(tournament: Tournament) -> QuerySet[Membership]:
    """Return the roles in a tournament, roles in its club included."""
    memberships = Membership.objects.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    return memberships.select_related("user").order_by("user__username", "role")


def appoint(tournament: Tournament, actor: Actor, username: str, role: Role) -> User:
    """Give a role in a tournament to an account of the club; others are invited by a link.

    A role that the account has already is not logged again, and keeps its limits.
    Raises Refused if no account of the club has this user name.
    """
    username = User.normalize_username(username)
    official = _accounts_of(tournament.club).filter(username=username).first()
    if official is None:
        raise Refused(refuse(AccountReason.ACCOUNT_UNKNOWN, field="username", username=username))
    with suppress(Repeated), change(tournament, actor, Verb.GRANT_ROLE) as made:
        held_offices.check(made, tournament, DIRECTORS)
        if official.memberships.filter(tournament=tournament, role=role).exists():
            raise Repeated
        organise.grant(made, official, role)
    return official


def new_account(username: str, real_name: str) -> User:
    """Return an account that is not stored yet."""
    return User(username=User.normalize_username(username), real_name=real_name.strip())


def set_real_name(account: User, real_name: str, *, seen: str) -> None:
    """Set the name of an account on papers and rulings; logged in its clubs without the name.

    Raises Refused if the stored name is no longer the one `seen`.
    """
    with change_in_clubs(account, Actor.from_user(account), Verb.NAME_ACCOUNT):
        named = User.objects.filter(pk=account.pk, real_name=seen)
        if not named.update(real_name=real_name.strip()):
            raise Refused(refuse(Reason.SAVED_MEANWHILE))
    account.real_name = real_name.strip()


@contextmanager
def change_in_clubs(account: User, actor: Actor, verb: Verb) -> Iterator[None]:
    """Change an account; each club in which it has a role logs that, or nothing is changed."""
    with club_log.changes(clubs_with(account), actor, verb) as opened:
        for made in opened:
            made.note(account=account.uid)
        yield


def clubs_with(account: User) -> QuerySet[Club]:
    """Return the clubs in which an account has a role, in the club or in a tournament of it."""
    held = Q(memberships__user=account) | Q(tournaments__memberships__user=account)
    return Club.objects.filter(held).distinct().order_by("pk")


def _accounts_of(club: Club) -> QuerySet[User]:
    return User.objects.filter(
        Q(memberships__club=club)
        | Q(memberships__tournament__club=club)
        # An account whose last role was revoked here still belongs to the club.
        | Q(memberships=None, last_club=club)
    ).distinct()


def save_new(user: User) -> None:
    """Store a new account. Raises Refused if another one has the name."""
    try:
        user.save()
    except IntegrityError as taken:
        refusal = refuse(AccountReason.USERNAME_TAKEN, field="username", username=user.username)
        raise Refused(refusal) from taken
