"""Plays tables by the operations of tablets and the desk: leases, sheets, confirmations.

Used by rehearsals, the demo and stored data folders, which choose the contents of sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from referee.base.handed_in import Sealed, Writer, seal
from referee.leases import leases
from referee.models import REFEREE
from referee.sheets import entry, queries
from referee.sheets.queries import confirmers
from tournaments.models import Deal, Sitting, User
from tournaments.record.audit import Actor

MOST_DEALS: Final = 1000
"""More deals than any sitting has."""

Report = Mapping[str, Any]
Enter = Callable[[Writer, Deal], object]
"""Enters one deal with the tablet of its table."""


def deals(**filters: Any) -> QuerySet[Deal]:
    """Return deals with the relations needed to enter them."""
    return (
        Deal.objects.filter(**filters)
        .select_related("event__ruleset", "event__tournament", "board")
        .select_related(
            "sitting__table__tournament", "sitting__segment__match__round__group__stage"
        )
    )


def next_deal(sitting: Sitting, until: int = MOST_DEALS) -> Deal | None:
    """Return the first deal without a result, if it is among the first `until` deals."""
    waiting = deals(sitting=sitting, done=False, play_order__lte=until)
    return waiting.order_by("play_order").first()


def play(sitting: Sitting, device: str, enter: Enter, until: int = MOST_DEALS) -> None:
    """Open a table and enter its first `until` deals, including those created meanwhile.

    Ends at a deal that has no result although it was entered. The device first releases its earlier
    table.
    """
    deal = next_deal(sitting, until)
    if deal is None:
        return
    for lease in sitting.table.leases.filter(device=device, released_at=None):
        leases.release(lease=lease, actor=Actor("device", device))
    lease = leases.open_table(table=sitting.table, device=device).lease
    writer, entered = Writer.device(lease), None
    while deal is not None and deal != entered:
        enter(writer, deal)
        deal, entered = next_deal(sitting, until), deal
    leases.release(lease=lease, actor=writer.actor)


def recorder_of(deal: Deal) -> str:
    """Return the recording seat of a table: the first one."""
    return next(iter(queries.sides_of(deal.sitting)))


def sealed_sheet(deal: Deal, report: Report, recorder: str, key: str = "") -> Sealed:
    """Return a sheet of a deal in its current state, sealed under a key."""
    content = {"deal": deal.uid, "seen": deal.version, "recorder": recorder, "report": report}
    return seal(content, key)


def sealed_confirmation(sheet: Sealed, seat: str, key: str = "") -> Sealed:
    """Return the confirmation of a sheet, sealed under a key."""
    return seal({"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": seat}, key)


def submit(
    writer: Writer, deal: Deal, report: Report, *, key: str = "", sendings: int = 1
) -> Sealed:
    """Send the sheet of a table, `sendings` times, and return it."""
    sheet = sealed_sheet(deal, report, recorder_of(deal), key)
    for _time in range(sendings):
        entry.submit(writer=writer, sealed=sheet)
    return sheet


def confirm(writer: Writer, deal: Deal, sheet: Sealed, *, key: str = "", sendings: int = 1) -> None:
    """Let the first eligible seat confirm the sheet of a table, `sendings` times."""
    sides = queries.sides_of(deal.sitting)
    seat = confirmers(deal.event.confirmation, sides, recorder_of(deal))[0]
    confirmation = sealed_confirmation(sheet, seat, key)
    for _time in range(sendings):
        entry.confirm(writer=writer, sealed=confirmation)


def decide(
    deal: Deal, report: Report, official: User, reason: str, keys: tuple[str, str] = ("", "")
) -> None:
    """Let an official make a report the result, by a sheet and its confirmation with these keys."""
    writer = Writer.referee(deal.event.tournament, official)
    sheet = sealed_sheet(deal, report, REFEREE, keys[0])
    entry.submit(writer=writer, sealed=sheet)
    confirmation = sealed_confirmation(sheet, REFEREE, keys[1])
    entry.confirm(writer=writer, sealed=confirmation, reason=reason)
