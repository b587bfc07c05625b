"""The open calls of a table, as its device shows them."""

from __future__ import annotations

from typing import Any

from referee.calls import calls
from referee.calls.calls import CallWithSteps
from tournaments import wording
from tournaments.models import Table


def calls_at(table: Table) -> list[dict[str, Any]]:
    """Return the calls of a table that are not over, with how far each has come."""
    return [_call(open_call) for open_call in calls.open_calls_at(table)]


def _call(open_call: CallWithSteps) -> dict[str, Any]:
    call, newest = open_call.call, open_call.newest
    return {
        "key": call.key,
        "reason": call.reason,
        "reason_text": call.get_reason_display(),
        "words": call.words,
        "state": open_call.state.value,
        "text": wording.sentence(open_call.state),
        "note": newest.note,
        "by_phone": call.lease_id is None,
        "called_at": call.created_at.isoformat(),
        "since": newest.created_at.isoformat(),
    }
