"""What matches count that was awarded: the awards in force, by the keys of the matches."""

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
    return _by_match(Award.objects.filter(match__in=list(matches)))


def of_event(event: Event) -> Mapping[int, Award]:
    """Return the award in force of each match of an event that has one."""
    return _by_match(Award.objects.filter(match__round__event=event))


def _by_match(rows: QuerySet[Award]) -> Mapping[int, Award]:
    """What was taken back is an award too, which retires another and gives nothing."""
    standing = rows.filter(retired_by=None).exclude(kind=AwardKind.WITHDRAWN)
    return {award.match_id: award for award in standing.select_related("winner")}
