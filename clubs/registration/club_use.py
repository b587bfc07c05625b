"""The name of a club and the functions that it uses, changed together."""

from __future__ import annotations

from collections.abc import Collection

from clubs.registration import kiosk
from tournaments.models import Club, ClubFeature
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import OWNERS


def change_club(
    club: Club,
    actor: Actor,
    *,
    name: str | None = None,
    features: Collection[ClubFeature] | None = None,
) -> None:
    """Change the name of a club, the functions that it uses, or both at once; None leaves one.

    Kiosks are closed for good where they are switched off, even if they are switched on again.
    """
    verb = Verb.RENAME_CLUB if features is None else Verb.SET_FEATURES
    with club_log.change(club, actor, verb) as made:
        held_offices.check(made, club, OWNERS)
        if name is not None:
            Club.objects.filter(pk=club.pk).update(name=name)
            made.note(renamed=True)
        if features is not None:
            wanted = sorted(str(feature) for feature in features)
            Club.objects.filter(pk=club.pk).update(features=wanted)
            made.note(features=wanted)
            if made.club.uses(ClubFeature.KIOSK) and ClubFeature.KIOSK not in wanted:
                kiosk.close_all(made, actor)
