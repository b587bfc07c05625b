"""The accounts that sign in: the first owner of an installation, and appointed officials."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from tournaments import organise
from tournaments.credentials import setup_code
from tournaments.models import Club, Membership, Role, Tournament, User
from tournaments.record.audit import Actor, Verb, change
from tournaments.refusals import Reason, Refused, refuse

APPOINTABLE = (Role.DIRECTOR, Role.CHIEF_REFEREE, Role.DEPUTY, Role.REFEREE, Role.SCORER)
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


class AlreadyFounded(Exception):
    """Another account has become the owner first; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Appointed:
    """An account with a new role. `password` is empty unless the account was made for it."""

    user: User
    role: Role
    password: str


def is_founded() -> bool:
    """Whether this installation has a club with an owner."""
    return not setup_code.is_needed()


def found(club_name: str, username: str, password: str) -> User:
    """Create the first owner and the club, once per installation.

    Raises AlreadyFounded for everybody but the first, also in a race, and Refused where another
    account has the name.
    """
    owner = User(username=User.normalize_username(username))
    owner.set_password(password)
    with transaction.atomic():
        # There is no club yet to lock; this row exists after every migrate.
        ContentType.objects.select_for_update().get(app_label="tournaments", model="club")
        if is_founded():
            raise AlreadyFounded
        _save_user(owner)
        organise.create_club(club_name, owner)
    return owner


def officials(tournament: Tournament) -> QuerySet[Membership]:
    """Return the roles in a tournament, roles in its club included."""
    memberships = Membership.objects.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    return memberships.select_related("user").order_by("user__username", "role")


def appoint(tournament: Tournament, actor: Actor, username: str, role: Role) -> Appointed:
    """Give a role in a tournament to an account of the club, or to a new one with a new password.

    Raises Refused where the name belongs to an account outside the club.
    """
    username = User.normalize_username(username)
    user = _accounts_of(tournament.club).filter(username=username).first()
    password = "" if user else new_password()
    official = user or User(username=username)
    if password:
        official.set_password(password)
    with change(tournament, actor, Verb.GRANT_ROLE) as made:
        if password:
            _save_user(official)
        organise.grant(made, official, role)
    return Appointed(official, role, password)


def new_password() -> str:
    """Return a password of 59 random bits that can be read aloud: `k7pm-4xdz-9hwt`."""
    return setup_code.groups_of(LETTERS)


def _accounts_of(club: Club) -> QuerySet[User]:
    return User.objects.filter(
        Q(memberships__club=club)
        | Q(memberships__tournament__club=club)
        # An account whose last role was revoked here still belongs to the club.
        | Q(memberships=None, last_club=club)
    ).distinct()


def _save_user(user: User) -> None:
    try:
        user.save()
    except IntegrityError as taken:
        refusal = refuse(Reason.USERNAME_TAKEN, field="username", username=user.username)
        raise Refused(refusal) from taken
