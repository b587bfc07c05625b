"""A table of the demo: its tablet enters deals, a referee corrects one.

Every item has a key made from its subject, so that an interrupted start is continued.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.base.sealed import Writer, seal
from referee.leases import leases
from referee.models import REFEREE
from referee.sheets import entry, queries
from referee.sheets.queries import confirmers
from tournaments.models import Deal, Sitting, Tournament, User
from tournaments.record.audit import Actor

Report = dict[str, Any]
RECORDER = "N"


def enter(sitting: Sitting, tell: Callable[[Deal], Report], count: int) -> None:
    """Enter and confirm so many deals, and leave an unconfirmed sheet of the next one.

    `tell` is called for a deal once those before it are entered, because they may create it.
    """
    deal = _waiting(sitting, count)
    if deal is None:
        return
    writer = _device(sitting)
    while deal is not None:
        sheet = _submit(writer, deal, tell(deal))
        if deal.play_order > count:
            break
        _confirm(writer, deal, sheet)
        deal = _waiting(sitting, count)
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


def _waiting(sitting: Sitting, count: int) -> Deal | None:
    """Return the next deal to be entered, or to be left with an unconfirmed sheet."""
    deal = sitting.deals.filter(done=False).order_by("play_order").first()
    if deal is None or deal.play_order > count + 1:
        return None
    return None if deal.play_order > count and deal.sheets.exists() else deal


def _device(sitting: Sitting) -> Writer:
    device = f"demo-{sitting.uid}"
    for lease in sitting.table.leases.filter(device=device, released_at=None):
        leases.release(lease=lease, actor=Actor("device", device))
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
