"""PINs: digits that the program draws and that prove who somebody is at a table without an account.

A PIN is shown once, when it is drawn; kept is only its hash. A new one takes the place of the one
before. The log says who has a new PIN and never which.
"""

from __future__ import annotations

import contextlib

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from tournaments import access
from tournaments.credentials import six_digits
from tournaments.models import Credential, CredentialKind, Tournament, User
from tournaments.record.audit import Actor, Verb, change


class _Outrun(Exception):
    """Another official was given a PIN after those of the others were looked at."""


def give_to(official: User, tournament: Tournament, actor: Actor) -> str:
    """Return a new PIN of an official of a tournament; the one before no longer proves anything.

    No two officials of a tournament have the same one: it is their PIN that says who they are.
    Raises PermissionDenied for an account that may not act as referee.
    """
    while True:
        taken = list(_of_others(official, tournament))
        pin = _drawn()
        while any(is_right(pin, credential) for credential in taken):
            pin = _drawn()
        new_pin = Credential(
            tournament=tournament,
            kind=CredentialKind.PIN,
            secret_hash=six_digits.hashed(pin),
            user=official,
        )
        with contextlib.suppress(_Outrun):
            _keep(new_pin, official, actor, {other.pk for other in taken})
            return pin


def _keep(credential: Credential, official: User, actor: Actor, compared: set[int]) -> None:
    """Let a PIN hold, if it was compared with all that hold. No hash is made under the lock."""
    tournament = credential.tournament
    with change(tournament, actor, Verb.SET_PIN) as made:
        # The role may have been revoked since the page was asked for.
        if not may_act(official, tournament):
            raise PermissionDenied
        if not compared.issuperset(_of_others(official, tournament).values_list("pk", flat=True)):
            raise _Outrun
        end(official, tournament)
        credential.save()
        made.concerns(credential=credential)
        made.note(account=official.uid)


def official_with(pin: str, tournament: Tournament) -> User | None:
    """Return the official of a tournament whose PIN this is, as long as it may act as referee."""
    for credential in live_of_officials(tournament):
        if credential.user and is_right(pin, credential):
            return credential.user if may_act(credential.user, tournament) else None
    return None


def official_as(user_uid: str, tournament: Tournament) -> User:
    """Return an official who may act as referee in a tournament. Raises Http404 for others."""
    user = User.objects.filter(uid=user_uid).first()
    if user is None or not may_act(user, tournament):
        raise Http404
    return user


def live_of_officials(tournament: Tournament) -> QuerySet[Credential]:
    """Return the PINs of officials that hold now, with the accounts whose they are."""
    held = Credential.objects.filter(tournament=tournament, kind=CredentialKind.PIN)
    in_time = Q(valid_until__isnull=True) | Q(valid_until__gt=timezone.now())
    mine = held.filter(in_time, user__isnull=False, revoked_at=None)
    return mine.select_related("user").order_by("pk")


def may_act(user: User, tournament: Tournament) -> bool:
    """Whether an account may act as referee in a tournament, which its PIN there is for."""
    return user.is_active and bool(access.roles_in(user, tournament) & access.REFEREES)


def end(official: User, tournament: Tournament) -> int:
    """Let the PIN of an official hold no longer, inside a change; return how many that were."""
    pins = live_of_officials(tournament).filter(user=official)
    return pins.update(revoked_at=timezone.now())


def is_right(pin: str, held: Credential) -> bool:
    """Whether a PIN is the one of a credential."""
    return six_digits.is_right(pin, held.secret_hash)


def _of_others(official: User, tournament: Tournament) -> QuerySet[Credential]:
    return live_of_officials(tournament).exclude(user=official)


def _drawn() -> str:
    return six_digits.drawn()
