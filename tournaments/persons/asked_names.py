"""The names in requests to enter, when a member is blanked.

Requests are kept as rows, and hold the names as they were typed until an entry has them. What a
request is, and what follows from it, is in `registration`, above this package.
"""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone

from tournaments.models import (
    Club,
    EntryMember,
    EntryRequest,
    EntryRequestState,
    Person,
    WithdrawalRequest,
)
from tournaments.persons import matching
from tournaments.persons.matching import NameMatch

WAITS = (EntryRequestState.ASKED, EntryRequestState.WAITING)


def forget(club: Club, rows: Collection[Person]) -> int:
    """Blank the names of a person, by all its rows, in the requests of a club; return how many.

    Before the names of the rows go, since those decide whom a typed name means. A request that
    still waits cannot be entered without the name, and is taken back. A name that several members
    have is blanked where the request was decided; while it waits, the desk has still to say whose
    it is.
    """
    keys = {row.pk for row in rows}
    asked = list(
        EntryRequest.objects.filter(event__tournament__club=club)
        .exclude(names=[])
        .select_related("person")
    )
    found = matching.match(club, {name for request in asked for name in request.names})
    count = sum(_forget_in(request, keys, found) for request in asked)
    played = EntryMember.objects.filter(person__in=keys).values("entry")
    WithdrawalRequest.objects.filter(entry__in=played).exclude(why="").update(why="")
    return count


def _forget_in(request: EntryRequest, keys: Collection[int], found: dict[str, NameMatch]) -> bool:
    waits = request.state in WAITS
    names = [
        Person.BLANKED if _is_meant(request, place, found[name], keys, waits=waits) else name
        for place, name in enumerate(request.names)
    ]
    if names == request.names:
        return False
    request.names = names
    if waits:
        request.state, request.decided_at = EntryRequestState.TAKEN_BACK, timezone.now()
    request.save(update_fields=["names", "state", "decided_at"])
    return True


def _is_meant(
    request: EntryRequest, place: int, match: NameMatch, keys: Collection[int], *, waits: bool
) -> bool:
    """Whether a name of a request is that of the person with these keys."""
    if place == 0 and request.person_id is not None:
        return request.person_id in keys
    meant = [match.person] if match.person else [] if waits else list(match.several)
    return any(person.pk in keys for person in meant)
