"""PINs: digits that the program draws and that prove who somebody is at a table without an account.

A PIN is shown once, when it is drawn; kept is only its hash. A new one takes the place of the one
before. The log says who has a new PIN and never which.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from tournaments import access
from tournaments.audit import Actor, Verb, change
from tournaments.models import Credential, CredentialKind, Tournament, User

LENGTH: Final = 6
PIN: Final = re.compile(rf"[0-9]{{{LENGTH}}}")


def give_to(official: User, tournament: Tournament, actor: Actor) -> str:
    """Return a new PIN of an official of a tournament; the one before no longer proves anything.

    No two officials of a tournament have the same one: it is their PIN that says who they are.
    """
    with change(tournament, actor, Verb.SET_PIN) as made:
        live_of_officials(tournament).filter(user=official).update(revoked_at=timezone.now())
        taken = list(live_of_officials(tournament))
        pin = _drawn()
        while any(is_right(pin, one) for one in taken):
            pin = _drawn()
        held = Credential.objects.create(
            tournament=tournament,
            kind=CredentialKind.PIN,
            secret_hash=make_password(pin),
            user=official,
        )
        made.concerns(credential=held)
        made.note(account=official.uid)
    return pin


def official_with(pin: str, tournament: Tournament) -> User | None:
    """Return the official of a tournament whose PIN this is, as long as it may act as referee."""
    if not PIN.fullmatch(pin):
        return None
    for held in live_of_officials(tournament):
        if held.user and is_right(pin, held):
            return held.user if _may_act(held.user, tournament) else None
    return None


def official_as(user_uid: str, tournament: Tournament) -> User:
    """Return an official who may act as referee in a tournament. Raises Http404 for others."""
    found = User.objects.filter(uid=user_uid).first()
    if found is None or not _may_act(found, tournament):
        raise Http404
    return found


def live_of_officials(tournament: Tournament) -> QuerySet[Credential]:
    """Return the PINs of officials that hold now, with the accounts whose they are."""
    held = Credential.objects.filter(tournament=tournament, kind=CredentialKind.PIN)
    in_time = Q(valid_until__isnull=True) | Q(valid_until__gt=timezone.now())
    mine = held.filter(in_time, user__isnull=False, revoked_at=None)
    return mine.select_related("user").order_by("pk")


def is_right(pin: str, held: Credential) -> bool:
    """Whether a PIN is the one of a credential."""
    return check_password(pin, held.secret_hash)


def _drawn() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(LENGTH))


def _may_act(user: User, tournament: Tournament) -> bool:
    return user.is_active and bool(access.roles_in(user, tournament) & access.REFEREES)
