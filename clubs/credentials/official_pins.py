"""PINs of officials: drawn digits that identify a referee at a table without signing in.

An account has one PIN for a club, which works in every tournament of the club in which the account
may act as referee. It is shown once, when it is drawn; only its hash is kept. A new PIN replaces
the one before. The log records who has a new PIN, never the PIN. PINs for a single tournament, from
earlier versions, are valid until it is over. PINs of players are in `player_credentials`.
"""

from __future__ import annotations

import contextlib

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from clubs.credentials import six_digits
from tournaments.models import (
    Club,
    Credential,
    CredentialKind,
    Event,
    Membership,
    Table,
    Tournament,
    User,
)
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import access


class _PinGivenMeanwhile(Exception):
    """Another official got a PIN after the comparison with the others' PINs."""


def set_own(official: User, club: Club) -> str:
    """Draw the PIN of an account for a club and return it; it replaces the club's one before.

    PINs are unique among the officials of a club, because they identify them. Raises
    PermissionDenied for an account that may not act as referee anywhere in the club.
    """
    while True:
        taken = list(live_in_club(club).exclude(user=official))
        pin = six_digits.drawn()
        while any(is_right(pin, credential) for credential in taken):
            pin = six_digits.drawn()
        new_pin = Credential(
            club=club,
            kind=CredentialKind.PIN,
            secret_hash=six_digits.hashed(pin),
            user=official,
        )
        with contextlib.suppress(_PinGivenMeanwhile):
            _store_pin(new_pin, official, club, {other.pk for other in taken})
            return pin


def _store_pin(credential: Credential, official: User, club: Club, compared: set[int]) -> None:
    """Store a PIN that was compared with all valid ones; no hash is made under the lock."""
    with club_log.change(club, Actor.from_user(official), Verb.SET_PIN) as made:
        # The role may have been revoked since the page was loaded.
        if not may_have_pin(official, club):
            raise PermissionDenied
        others = live_in_club(club).exclude(user=official)
        if not compared.issuperset(others.values_list("pk", flat=True)):
            raise _PinGivenMeanwhile
        end_in_club(official, club)
        credential.save()
        made.concerns(credential=credential)
        made.note(account=official.uid)


def official_with(pin: str, tournament: Tournament, table: Table | None = None) -> User | None:
    """Return the official with this PIN, if the account may act as referee, at a table if given."""
    for credential in _live_at(tournament):
        if credential.user and is_right(pin, credential):
            return credential.user if may_act(credential.user, tournament, table) else None
    return None


def clubs_with_pin(account: User) -> list[Club]:
    """Return the clubs in which an account may act as referee and have a PIN, by name."""
    held = account.memberships.filter(role__in=access.REFEREES).exclude(
        tournament__state=Tournament.State.CANCELLED
    )
    in_club = Q(pk__in=held.values("club")) | Q(pk__in=held.values("tournament__club"))
    return list(Club.objects.filter(in_club).order_by("name", "pk"))


def club_as(account: User, uid: str) -> Club:
    """Return a club for which an account may have a PIN. Raises Http404 for others."""
    for club in clubs_with_pin(account):
        if club.uid == uid:
            return club
    raise Http404


def may_have_pin(account: User, club: Club) -> bool:
    """Whether an account may act as referee anywhere in a club."""
    return account.is_active and any(found.pk == club.pk for found in clubs_with_pin(account))


def may_act(user: User, tournament: Tournament, table: Table | None = None) -> bool:
    """Whether an account may act as referee in a tournament: at a table, or anywhere in it."""
    if table is not None:
        return user.is_active and access.covers(user, tournament, access.REFEREES, table)
    return user.is_active and access.acts_in(user, tournament, access.REFEREES)


def live_of(account: User) -> QuerySet[Credential]:
    """Return the valid PINs of an account, with their scopes."""
    mine = _live(Credential.objects.filter(user=account))
    return mine.select_related("club", "tournament__club").order_by("pk")


def live_in_club(club: Club) -> QuerySet[Credential]:
    """Return the valid PINs of a club's officials, those for a single tournament included."""
    return _live(Credential.objects.filter(Q(club=club) | Q(tournament__club=club)))


def holders(tournament: Tournament) -> set[int]:
    """Return the keys of the accounts that have a PIN for a tournament."""
    return {credential.user_id for credential in _live_at(tournament) if credential.user_id}


def end(official: User, tournament: Tournament) -> int:
    """Revoke an official's PINs for a single tournament inside a change; return their number."""
    pins = live_in_club(tournament.club).filter(tournament=tournament, user=official)
    return pins.update(revoked_at=timezone.now())


def end_in_club(official: User, club: Club) -> int:
    """Revoke an official's PIN for a club inside a change; return how many were valid."""
    pins = live_in_club(club).filter(club=club, user=official)
    return pins.update(revoked_at=timezone.now())


def end_own(official: User, uid: str) -> None:
    """End one's own PIN for a single tournament, from an earlier version; repeating it is harmless.

    Raises Http404 if the account has none with this uid.
    """
    rows = Credential.objects.filter(user=official, kind=CredentialKind.PIN)
    held = rows.select_related("tournament").filter(uid=uid, tournament__isnull=False).first()
    if held is None:
        raise Http404
    if held.revoked_at is not None:
        return
    with audit.change(held.own_tournament, Actor.from_user(official), Verb.END_PIN) as made:
        made.concerns(credential=held)
        made.note(account=official.uid, pins=end(official, held.own_tournament))


def is_right(pin: str, held: Credential) -> bool:
    """Whether a PIN is the one of a credential."""
    return six_digits.is_right(pin, held.secret_hash)


def _live_at(tournament: Tournament) -> QuerySet[Credential]:
    """Return the valid PINs of accounts with a referee's role in a tournament or its club.

    PINs of other officials are not compared, which takes 20 ms each.
    """
    roles = Membership.objects.filter(Q(tournament=tournament) | Q(club=tournament.club_id))
    referees = roles.filter(role__in=access.REFEREES)
    for_it = Q(tournament=tournament) | Q(club=tournament.club_id)
    rows = Credential.objects.filter(for_it, user__in=referees.values("user"))
    return _live(rows).select_related("user").order_by("pk")


def _live(rows: QuerySet[Credential]) -> QuerySet[Credential]:
    """Keep PINs of active accounts; one for a single tournament is valid until its end."""
    events = Event.objects.filter(tournament=OuterRef("tournament"))
    is_over = Exists(events.filter(state=Event.State.FINISHED)) & ~Exists(
        events.filter(state__in=(Event.State.DRAFT, Event.State.PUBLISHED))
    )
    in_time = Q(valid_until__isnull=True) | Q(valid_until__gt=timezone.now())
    held = rows.filter(in_time, kind=CredentialKind.PIN, user__isnull=False, revoked_at=None)
    return held.exclude(Q(tournament__isnull=False) & is_over)
