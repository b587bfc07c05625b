"""Counter-rows: a row with a reason is taken back by another row, and only once."""

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
    """Store the counter-row of a row: the columns of `same` are copied, `changed` are set.

    `origin` holds the columns that name its origin. Raises Refused without a reason, and if the row
    was already taken back.
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
