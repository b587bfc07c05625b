"""Names in requests to enter, when a member is blanked.

Requests hold the names as they were typed until an entry has them. They are processed in
`registration`, above this package.
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
    """Blank the names of a person, in all its rows, in the requests of a club; return the number.

    Called before the names of the rows are blanked, because these decide whom a typed name means. A
    pending request cannot be entered without the name, and is withdrawn. A name that several
    members share is blanked in decided requests only; in a pending one the desk has to decide whose
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
    """Whether a name in a request is that of the person with these keys."""
    if place == 0 and request.person_id is not None:
        return request.person_id in keys
    meant = [match.person] if match.person else [] if waits else list(match.several)
    return any(person.pk in keys for person in meant)
