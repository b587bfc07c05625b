"""Where an entry sits in the rounds in play, for the page of a request to enter.

The page of a member, which tells more and keeps itself on the phone, is in `web.tablet.player`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.models import Entry, Event, Round, Seat

ROUND: Final = "sitting__segment__match__round"


@dataclass(frozen=True, slots=True)
class NextSeats:
    """Where the players of an entry sit in the last round that is public: name, table and seat.

    Without seats the entry has a bye or is not drawn there; `round` is 0 before the first round.
    """

    round: int = 0
    seats: tuple[tuple[str, int, str], ...] = ()
    has_bye: bool = False


def of_entry(entry: Entry) -> NextSeats:
    """Return where an entry is to go; nothing but the number of a round that is over."""
    last = (
        Round.objects.filter(event=entry.event_id, state__in=Round.PUBLIC)
        .order_by("-number")
        .first()
    )
    if last is None or entry.event.state != Event.State.PUBLISHED:
        return NextSeats(last.number if last else 0)
    if last.state != Round.State.PUBLISHED:
        return NextSeats(last.number)
    rows = Seat.objects.filter(
        **{ROUND: last.pk}, person__entry_members__entry=entry, side__entries=entry
    )
    rows = rows.select_related("sitting__table", "person").order_by("sitting_id", "pk").distinct()
    has_bye = entry.sit_outs.filter(round=last).exists()
    return NextSeats(last.number, _last_of_each(list(rows)), has_bye)


def _last_of_each(rows: Sequence[Seat]) -> tuple[tuple[str, int, str], ...]:
    """Return the seats of each person; of one whose seat was exchanged, the last."""
    last = {seat.person_id: seat for seat in rows}
    return tuple(
        (seat.person.listed_name, seat.sitting.table.number, seat.label) for seat in last.values()
    )
