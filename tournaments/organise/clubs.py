"""Clubs, tournaments and their roles."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import date
from typing import Any

from django.db import transaction

from tournaments.models import (
    Club,
    ClubFeature,
    Membership,
    Role,
    Tournament,
    User,
)
from tournaments.record import club_log
from tournaments.record.audit import Actor, Change, Repeated, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.once import UNKEYED, Sent, once
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS, OWNERS


def create_club(name: str, owner: User) -> Club:
    """Create a club with its first owner."""
    with transaction.atomic():
        club = Club.objects.create(name=name)
        Membership.objects.create(user=owner, club=club, role=Role.OWNER)
    return club


def found_club(name: str, owner: User, actor: Actor, sent: Sent = UNKEYED) -> Club:
    """Create a further club with its first owner; this begins its log."""

    def begin(made: ClubChange) -> Club:
        Membership.objects.create(user=owner, club=made.club, role=Role.OWNER)
        made.note(owner=owner.uid)
        return made.club

    return sent.once(Club, Club(name=name), actor, Verb.CREATE_CLUB, begin)


def set_features(club: Club, actor: Actor, features: Collection[ClubFeature]) -> None:
    """Switch on these features of a club and switch off all others; their data stay stored."""
    with suppress(Repeated), club_log.change(club, actor, Verb.SET_FEATURES) as made:
        held_offices.check(made, club, OWNERS)
        club.features = sorted(str(feature) for feature in features)
        _store(made, features=club.features)
        made.note(features=club.features)


def set_embed_origins(club: Club, actor: Actor, origins: Collection[str]) -> None:
    """Set the sites that may show standings of the club's events in a frame."""
    with suppress(Repeated), club_log.change(club, actor, Verb.SET_EMBED_ORIGINS) as made:
        held_offices.check(made, club, OWNERS)
        club.embed_origins = sorted(origins)
        _store(made, embed_origins=club.embed_origins)
        made.note(origins=club.embed_origins)


def _store(made: ClubChange, **columns: Any) -> None:
    """Store columns of a locked club. Raises Repeated if they are stored already."""
    if all(getattr(made.club, name) == value for name, value in columns.items()):
        raise Repeated
    Club.objects.filter(pk=made.club.pk).update(**columns)


def create_tournament(
    club: Club,
    actor: Actor,
    *,
    name: str,
    starts_on: date,
    place: str = "",
    time_zone: str,
    sent: Sent = UNKEYED,
) -> Tournament:
    """Create a tournament; it is open at once and its log begins."""
    tournament = Tournament(
        club=club,
        name=name,
        place=place,
        starts_on=starts_on,
        time_zone=time_zone,
        state=Tournament.State.RUNNING,
    )

    def begin(made: Change) -> Tournament:
        held_offices.check(made, club, DIRECTORS)
        made.made(tournament)
        return tournament

    return sent.once(Tournament, tournament, actor, Verb.CREATE_TOURNAMENT, begin)


def grant_role(made_by: Actor, tournament: Tournament, user: User, role: Role) -> Membership:
    """Give an account a role in one tournament; one that it has already is not logged again."""
    held = Membership.objects.filter(user=user, tournament=tournament, role=role)
    return once(
        lambda: held.all().first(),
        tournament,
        made_by,
        Verb.GRANT_ROLE,
        lambda made: grant(made, user, role),
    )


def grant(made: Change, user: User, role: Role) -> Membership:
    """Give an account a role in the tournament of an open change."""
    membership, is_new = Membership.objects.get_or_create(
        user=user, tournament=made.tournament, role=role
    )
    if is_new:
        made.made(membership)
        made.states(membership)
    made.concerns(membership=membership)
    made.note(role=str(role), account=user.uid)
    return membership
