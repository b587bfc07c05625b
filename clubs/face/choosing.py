"""Chooses the face of a club: one audited change that stores its logo and its colour."""

from __future__ import annotations

from enum import Enum, auto

from clubs.face.logos import Logo
from tournaments.models import Club, ClubLogo
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import OWNERS


class Stay(Enum):
    """Marker: the stored value stays."""

    STAY = auto()


def choose_face(club: Club, actor: Actor, *, ink: str, logo: Logo | Stay | None) -> None:
    """Give a club a colour (a ClubInk, or none) and a logo; without a logo it has a mark."""
    with club_log.change(club, actor, Verb.SET_FACE) as made:
        held_offices.check(made, club, OWNERS)
        digest = Club.objects.values_list("logo", flat=True).get(pk=club.pk)
        if logo is None:
            ClubLogo.objects.filter(club=club).delete()
            digest = ""
        elif isinstance(logo, Logo):
            digest = logo.digest
            pictures = {"digest": digest, "small": logo.small, "large": logo.large}
            ClubLogo.objects.update_or_create(club=club, defaults=pictures)
        Club.objects.filter(pk=club.pk).update(ink=ink, logo=digest)
        club.ink, club.logo = ink, digest
        made.note(ink=ink, logo=digest)
