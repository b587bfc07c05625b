"""A table of the demo: its tablet enters deals as a tablet does, a referee corrects one.

Every item has a key made from what it is about, so that a start which was broken off goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee import entry, leases, queries
from referee.confirmers import REFEREE, confirmers
from referee.sealed import seal
from referee.writers import Writer
from tournaments.audit import Actor
from tournaments.models import Deal, Sitting, Tournament, User

Report = dict[str, Any]
RECORDER = "N"


def enter(sitting: Sitting, tell: Callable[[Deal], Report], done: int) -> None:
    """Enter and confirm so many deals, and leave a sheet of the next that nobody has confirmed.

    A deal is told when those before it have been entered.
    """
    deals = list(sitting.deals.all())
    if all(deal.done for deal in deals[:done]) and not _lacks_sheet(deals, done):
        return
    writer = _device(sitting)
    for deal in deals[:done]:
        if not deal.done:
            _confirm(writer, deal, _submit(writer, deal, tell(deal)))
    if _lacks_sheet(deals, done):
        _submit(writer, deals[done], tell(deals[done]))
    if writer.lease is not None:
        leases.release(lease=writer.lease, actor=writer.actor)


def correct(
    tournament: Tournament, deal: Deal, report: Report, official: User, reason: str
) -> None:
    """Let the referee replace the first result of a deal."""
    if deal.version != 1:
        return
    writer = Writer.referee(tournament, official)
    content = {"deal": deal.uid, "seen": 1, "recorder": REFEREE, "report": report}
    sealed = seal(content, key=f"demo-corrected-{deal.uid}")
    entry.submit(writer=writer, sealed=sealed)
    agreed = {"sheet": sealed.key, "sheet_digest": sealed.digest, "seat": REFEREE}
    key = f"demo-correction-{deal.uid}"
    entry.confirm(writer=writer, sealed=seal(agreed, key=key), reason=reason)


def _lacks_sheet(deals: Sequence[Deal], done: int) -> bool:
    return done < len(deals) and not deals[done].sheets.exists()


def _device(sitting: Sitting) -> Writer:
    device = f"demo-{sitting.uid}"
    for held in sitting.table.leases.filter(device=device, released_at=None):
        leases.release(lease=held, actor=Actor("device", device))
    return Writer.device(leases.open_table(table=sitting.table, device=device).lease)


def _submit(writer: Writer, deal: Deal, report: Report) -> tuple[str, str]:
    content = {"deal": deal.uid, "seen": 0, "recorder": RECORDER, "report": report}
    sealed = seal(content, key=f"demo-sheet-{deal.uid}")
    entry.submit(writer=writer, sealed=sealed)
    return sealed.key, sealed.digest


def _confirm(writer: Writer, deal: Deal, sheet: tuple[str, str]) -> None:
    allowed = confirmers(deal.event.confirmation, queries.sides_of(deal.sitting), RECORDER)
    content = {"sheet": sheet[0], "sheet_digest": sheet[1], "seat": allowed[0]}
    entry.confirm(writer=writer, sealed=seal(content, key=f"demo-agreed-{deal.uid}"))
