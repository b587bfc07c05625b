"""Counter-rows: what was given with a reason is taken back by a row of its own, and only once."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from tournaments.models import Adjustment, PenaltyWarning
from tournaments.refusals import Reason, Refused, refuse

CounteredRow = TypeVar("CounteredRow", Adjustment, PenaltyWarning)


def require_reason(reason: str) -> None:
    """Raise Refused without a reason."""
    if not reason.strip():
        raise Refused(refuse(Reason.REASON_MISSING, field="reason"))


def counter_row(
    row: CounteredRow,
    same: Collection[str],
    reason: str,
    origin: tuple[str, str],
    **changed: int,
) -> CounteredRow:
    """Store the row that takes another back: the columns of `same` stay, `changed` are set.

    `origin` is the uid and the label of what takes it back. Raises Refused without a reason, and
    where the row was taken back before.
    """
    require_reason(reason)
    if type(row).objects.filter(reverses=row).exists():
        raise Refused(refuse(Reason.ALREADY_REVERSED))
    uid, label = origin
    return type(row).objects.create(
        **{name: getattr(row, name) for name in same},
        **changed,
        reverses=row,
        reason=reason,
        origin_uid=uid,
        origin_label=label,
    )
