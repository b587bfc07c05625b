"""The awards in force, by the keys of their matches.

Making and taking back awards belongs to `organise.awards`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import QuerySet

from tournaments.models import Award, AwardKind, Event

WITHOUT_PLAY = frozenset({AwardKind.WALKOVER, AwardKind.BOTH_ABSENT, AwardKind.SPOILT})
"""The kinds of a match that was not played."""
CHANGING = WITHOUT_PLAY | {AwardKind.MISMATCHED}
"""The kinds that say what a match counts."""


def live(matches: Iterable[int]) -> Mapping[int, Award]:
    """Return the award in force of each of these matches that has one."""
    return _live_by_match(Award.objects.filter(match__in=list(matches)))


def of_event(event: Event) -> Mapping[int, Award]:
    """Return the award in force of each match of an event that has one."""
    return _live_by_match(Award.objects.filter(match__round__event=event))


def _live_by_match(rows: QuerySet[Award]) -> Mapping[int, Award]:
    """Leave out withdrawals: an award of that kind retires another and gives nothing."""
    standing = rows.filter(retired_by=None).exclude(kind=AwardKind.WITHDRAWN)
    return {award.match_id: award for award in standing.select_related("winner")}
