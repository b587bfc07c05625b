"""The open calls of a table, as its device shows them."""

from __future__ import annotations

from typing import Annotated, Final, TypedDict

from django.utils.translation import gettext_lazy as _

from referee.calls import calls
from referee.calls.calls import CallWithSteps
from referee.models import CallReason, CallState
from tournaments import wording
from tournaments.models import Table
from web.tablet.api.schema import TextOrEmpty, Time, choice_from

AT_ITS_TABLE: Final[wording.Names] = {
    CallState.CALLED: _(
        "The referee has been called. Please wait, and leave the cards as they lie."
    ),
    CallState.ON_THE_WAY: _("The referee is on the way."),
    CallState.AT_THE_TABLE: _("The referee is at the table."),
    CallState.DEFERRED: _("The referee will come later. Go on where you can."),
    CallState.DONE: _("The call is over."),
}
"""How far a call has come, as its table reads it."""


class CallAnswer(TypedDict):
    """A call for the referee that is not over, with how far it has come, in words and as a code."""

    key: str
    reason: Annotated[str, choice_from(CallReason.choices)]
    reason_text: str
    words: TextOrEmpty
    state: Annotated[str, choice_from(CallState.choices)]
    text: str
    note: Annotated[TextOrEmpty, "What the referee adds."]
    by_phone: Annotated[
        bool, "A player called on a phone of his own; the table cannot take that back."
    ]
    called_at: Time
    since: Annotated[Time, "Since when it has been in this state."]


class CallsAnswer(TypedDict):
    """The calls of a table that are not over."""

    calls: list[CallAnswer]


def calls_at(table: Table) -> list[CallAnswer]:
    """Return the calls of a table that are not over, with how far each has come."""
    return [_call(open_call) for open_call in calls.open_calls_at(table)]


def _call(open_call: CallWithSteps) -> CallAnswer:
    call, newest = open_call.call, open_call.newest
    return {
        "key": call.key,
        "reason": call.reason,
        "reason_text": call.get_reason_display(),
        "words": call.words,
        "state": open_call.state.value,
        "text": str(AT_ITS_TABLE[open_call.state]),
        "note": newest.note,
        "by_phone": call.lease_id is None,
        "called_at": call.created_at.isoformat(),
        "since": newest.created_at.isoformat(),
    }
