"""Counter-rows: what was given with a reason is taken back by a row of its own, and only once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Adjustment, PenaltyWarning, Suspension

CounteredRow = TypeVar("CounteredRow", Adjustment, PenaltyWarning, Suspension)


def require_reason(reason: str) -> None:
    """Raise Refused without a reason."""
    if not reason.strip():
        raise Refused(refuse(Reason.REASON_MISSING, field="reason"))


def counter_row(
    row: CounteredRow,
    same: Collection[str],
    reason: str,
    origin: Mapping[str, str],
    **changed: int,
) -> CounteredRow:
    """Store the row that takes another back: the columns of `same` stay, `changed` are set.

    `origin` holds the columns that name what takes it back. Raises Refused without a reason, and
    where the row was taken back before.
    """
    require_reason(reason)
    if type(row).objects.filter(reverses=row).exists():
        raise Refused(refuse(Reason.ALREADY_REVERSED))
    return type(row).objects.create(
        **{name: getattr(row, name) for name in same},
        **changed,
        reverses=row,
        reason=reason,
        **origin,
    )
