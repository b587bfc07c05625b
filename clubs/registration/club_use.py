"""The name of a club and the functions that it uses, changed together."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

from clubs.registration import kiosk
from tournaments.models import Club, ClubFeature
from tournaments.record import club_log
from tournaments.record.audit import Actor, Repeated, Verb
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

    Kiosks are closed for good where they are switched off, even if they are switched on again. What
    is stored already is not logged again.
    """
    verb = Verb.RENAME_CLUB if features is None else Verb.SET_FEATURES
    with suppress(Repeated), club_log.change(club, actor, verb) as made:
        held_offices.check(made, club, OWNERS)
        columns = dict(_changed(made.club, name, features))
        if not columns:
            raise Repeated
        Club.objects.filter(pk=club.pk).update(**columns)
        if "name" in columns:
            made.note(renamed=True)
        if features is not None:
            wanted = columns.get("features", made.club.features)
            made.note(features=wanted)
            if made.club.uses(ClubFeature.KIOSK) and ClubFeature.KIOSK not in wanted:
                kiosk.close_all(made, actor)


def _changed(
    club: Club, name: str | None, features: Collection[ClubFeature] | None
) -> Iterator[tuple[str, Any]]:
    """Yield the columns that differ from what is stored."""
    if name not in {None, club.name}:
        yield "name", name
    wanted = None if features is None else sorted(str(feature) for feature in features)
    if wanted not in (None, club.features):
        yield "features", wanted
