"""Sheets that players objected to: an objection is a call whose key names sheet and seat.

That key has a form that no device can send. Objections are made in `objections`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Final

from referee.models import Call, Sheet
from tournaments.models import Event

MARK: Final = "objection"


def key_of(sheet: Sheet, seat: str) -> str:
    """Return the key of the call by which a seat objects to a sheet."""
    return f"{MARK}:{sheet.uid}:{seat}"


def objecting_seats(sheets: Collection[Sheet], event: Event) -> Mapping[int, tuple[str, ...]]:
    """Return the seats that objected to each of these sheets of an event, by the sheet's row.

    Players object only on their own phones, so without these nothing is queried.
    """
    if event.proof != Event.Proof.PHONE or not sheets:
        return {}
    rows = {sheet.uid: sheet.pk for sheet in sheets}
    seats_by_sheet: Mapping[int, list[str]] = defaultdict(list)
    deals = {sheet.deal_id for sheet in sheets}
    calls = Call.objects.filter(deal__in=deals, key__startswith=f"{MARK}:").order_by("pk")
    for key in calls.values_list("key", flat=True):
        _mark, uid, seat = key.split(":")
        if uid in rows:
            seats_by_sheet[rows[uid]].append(seat)
    return {row: tuple(seats) for row, seats in seats_by_sheet.items()}
