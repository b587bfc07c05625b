"""PINs of officials: drawn digits that identify a referee at a table without signing in.

A PIN is shown once, when it is drawn; only its hash is kept. A new PIN replaces the one before. The
log says who has a new PIN, never which. PINs of players are in `player_credentials`.
"""

from __future__ import annotations

import contextlib

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from tournaments import access
from tournaments.credentials import six_digits
from tournaments.models import Credential, CredentialKind, Table, Tournament, User
from tournaments.record.audit import Actor, Verb, change


class _PinGivenMeanwhile(Exception):
    """Another official was given a PIN after the comparison with the others' PINs."""


def give_to(official: User, tournament: Tournament, actor: Actor) -> str:
    """Give an official of a tournament a new PIN and return it; the one before is invalid.

    PINs are unique among the officials of a tournament, as they identify them. Raises
    PermissionDenied for an account that may not act as referee.
    """
    while True:
        taken = list(_pins_of_others(official, tournament))
        pin = six_digits.drawn()
        while any(is_right(pin, credential) for credential in taken):
            pin = six_digits.drawn()
        new_pin = Credential(
            tournament=tournament,
            kind=CredentialKind.PIN,
            secret_hash=six_digits.hashed(pin),
            user=official,
        )
        with contextlib.suppress(_PinGivenMeanwhile):
            _store_pin(new_pin, official, actor, {other.pk for other in taken})
            return pin


def _store_pin(credential: Credential, official: User, actor: Actor, compared: set[int]) -> None:
    """Store a PIN that was compared with all valid ones; no hash is made under the lock."""
    tournament = credential.own_tournament
    with change(tournament, actor, Verb.SET_PIN) as made:
        # The role may have been revoked since the page was loaded.
        if not may_act(official, tournament):
            raise PermissionDenied
        if not compared.issuperset(
            _pins_of_others(official, tournament).values_list("pk", flat=True)
        ):
            raise _PinGivenMeanwhile
        end(official, tournament)
        credential.save()
        made.concerns(credential=credential)
        made.note(account=official.uid)


def official_with(pin: str, tournament: Tournament, table: Table | None = None) -> User | None:
    """Return the official with this PIN, if the account may act as referee, at a table if given."""
    for credential in live_of_officials(tournament):
        if credential.user and is_right(pin, credential):
            return credential.user if may_act(credential.user, tournament, table) else None
    return None


def official_as(user_uid: str, tournament: Tournament) -> User:
    """Return an official who may act as referee in a tournament. Raises Http404 for others."""
    user = User.objects.filter(uid=user_uid).first()
    if user is None or not may_act(user, tournament):
        raise Http404
    return user


def live_of_officials(tournament: Tournament) -> QuerySet[Credential]:
    """Return the valid PINs of officials, with their accounts."""
    held = Credential.objects.filter(tournament=tournament, kind=CredentialKind.PIN)
    in_time = Q(valid_until__isnull=True) | Q(valid_until__gt=timezone.now())
    mine = held.filter(in_time, user__isnull=False, revoked_at=None)
    return mine.select_related("user").order_by("pk")


def may_act(user: User, tournament: Tournament, table: Table | None = None) -> bool:
    """Whether an account may act as referee in a tournament: at a table, or anywhere in it."""
    if table is not None:
        return user.is_active and access.covers(user, tournament, access.REFEREES, table)
    return user.is_active and access.acts_in(user, tournament, access.REFEREES)


def end(official: User, tournament: Tournament) -> int:
    """Revoke the PINs of an official inside a change; return their number."""
    pins = live_of_officials(tournament).filter(user=official)
    return pins.update(revoked_at=timezone.now())


def is_right(pin: str, held: Credential) -> bool:
    """Whether a PIN is the one of a credential."""
    return six_digits.is_right(pin, held.secret_hash)


def _pins_of_others(official: User, tournament: Tournament) -> QuerySet[Credential]:
    return live_of_officials(tournament).exclude(user=official)
