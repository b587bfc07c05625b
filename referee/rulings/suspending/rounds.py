"""From which round to which a suspension holds, by the reach that was chosen in the ruling."""

from __future__ import annotations

from referee.models import Sheet, SuspensionReach
from tournaments.models import Entry, Round
from tournaments.results.snapshot import EventSnapshot


def rounds_of(
    snapshot: EventSnapshot,
    entry: Entry,
    round_: Round | None,
    reach: SuspensionReach,
    rounds: int = 0,
) -> tuple[int, int] | None:
    """Return the first and the last round of a suspension; None without a whole reach.

    The next round is the first one after the ruling's in which the table of the entry has not
    begun: one that has is never stopped.
    """
    last = snapshot.public_rounds[-1].number if snapshot.public_rounds else 0
    number = round_.number if round_ is not None else last
    if reach == SuspensionReach.UNSAID or (reach == SuspensionReach.ROUNDS and rounds < 1):
        return None
    if reach == SuspensionReach.THIS_ROUND:
        return max(number, 1), max(number, 1)
    first = number + 1
    while has_begun(snapshot, entry, first):
        first += 1
    return first, first + (rounds if reach == SuspensionReach.ROUNDS else 1) - 1


def has_begun(snapshot: EventSnapshot, entry: Entry, number: int) -> bool:
    """Whether a round is over, or an entry has begun at its table there."""
    for round_ in snapshot.public_rounds:
        if round_.number == number:
            return round_.state == Round.State.CLOSED or _has_played(snapshot, entry, round_)
    return False


def _has_played(snapshot: EventSnapshot, entry: Entry, round_: Round) -> bool:
    sittings = [
        sitting
        for match in snapshot.matches_of(round_)
        if any(entry.pk == other.pk for side in match.sides for other in side.entries)
        for sitting in snapshot.sittings_by_match[match.key]
    ]
    if any(deal.done for sitting in sittings for deal in sitting.deals):
        return True
    keys = [sitting.key for sitting in sittings]
    return bool(keys) and Sheet.objects.filter(deal__sitting__in=keys).exists()
