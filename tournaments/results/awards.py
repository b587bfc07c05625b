"""The awards in force, by the keys of their matches.

Making and taking back awards belongs to `organise.awards`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tournaments.models import Award, AwardKind
from tournaments.results.snapshot import WITHOUT_PLAY
from tournaments.system.compiled_queries import KeysQuery

__all__ = ["CHANGING", "WITHOUT_PLAY", "in_force", "last_awards", "live", "of_events"]

CHANGING = WITHOUT_PLAY | {AwardKind.MISMATCHED}
"""The kinds that say what a match counts."""
_LAST: Final = KeysQuery(
    lambda events: Award.objects.filter(
        match__round__event__in=events, retired_by=None
    ).select_related("winner")
)


def live(matches: Iterable[int]) -> Mapping[int, Award]:
    """Return the award in force of each of these matches that has one."""
    rows = Award.objects.filter(match__in=list(matches), retired_by=None)
    return in_force({award.match_id: award for award in rows.select_related("winner")})


def of_events(events: Sequence[int]) -> Mapping[int, Award]:
    """Return the award in force of each match of events, given by key, that has one."""
    return in_force(last_awards(events))


def last_awards(events: Sequence[int]) -> Mapping[int, Award]:
    """Return the last award of each match of events, also where it only took another back."""
    return {award.match_id: award for award in _LAST.all(events)}


def in_force(last: Mapping[int, Award]) -> Mapping[int, Award]:
    """Leave out withdrawals: an award of that kind retires another and gives nothing."""
    return {match: award for match, award in last.items() if award.kind != AwardKind.WITHDRAWN}
