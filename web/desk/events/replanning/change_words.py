"""Sentences on whom a change of an event touches: of its confirmation, its fee, its approval."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from tournaments import wording
from tournaments.models import Event
from tournaments.organise import EventPlan
from tournaments.organise.replanning.touched import Touched, touched_by_change

_BY_SLIPS = frozenset({Event.Proof.PIN.value, Event.Proof.PHONE.value})


def plan_words(event: Event, plan: EventPlan) -> str:
    """Return that an event was changed, and whom a change of the confirmation touches.

    `event` is as it was before.
    """
    done = gettext("The settings are changed.")
    touched = touched_by_change(event)
    confirms = (plan.confirmation, plan.proof) != (event.confirmation, event.proof)
    if not confirms or not touched.entered:
        return done
    text = ngettext(
        "How deals are confirmed has changed for %(number)s entry.",
        "How deals are confirmed has changed for %(number)s entries.",
        touched.entered,
    )
    parts = [done, text % {"number": touched.entered}]
    if plan.proof in _BY_SLIPS and event.proof not in _BY_SLIPS:
        parts.append(gettext("Print the name slips and hand them out."))
    return wording.joined_sentences(parts)


def fee_words(touched: Touched, *, was: str) -> Iterator[str]:
    """Yield whom another fee touches; `was` is the fee before, empty without one."""
    if touched.paid and was:
        text = ngettext(
            "%(number)s entry has paid %(fee)s already: its receipt remains valid.",
            "%(number)s entries have paid %(fee)s already: their receipts remain valid.",
            touched.paid,
        )
        yield text % {"number": touched.paid, "fee": was}
    if touched.unpaid:
        text = ngettext(
            "%(number)s entry has still to pay.",
            "%(number)s entries have still to pay.",
            touched.unpaid,
        )
        yield text % {"number": touched.unpaid}


def approval_words(touched: Touched, *, is_approved: bool) -> str:
    """Return whom it affects that requests now need approval, or no longer do."""
    if is_approved and touched.entered:
        text = ngettext(
            "%(number)s entry keeps its place; new requests have to be approved.",
            "%(number)s entries keep their places; new requests have to be approved.",
            touched.entered,
        )
        return text % {"number": touched.entered}
    if not is_approved and touched.asking:
        text = ngettext(
            "%(number)s request still waits for an approval.",
            "%(number)s requests still wait for an approval.",
            touched.asking,
        )
        return text % {"number": touched.asking}
    return ""
