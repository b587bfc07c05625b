"""Penalties in words: who did what they are for, beside whom they count for.

The amounts and their units are worded where they stand in a sum.
"""

from __future__ import annotations

from django.utils.translation import gettext


def reason_text(reason: str, offender: str, counted_for: str = "") -> str:
    """Return the reason of a penalty with its offender, unless he is all it counts for.

    >>> reason_text("late", "", "A／B"), reason_text("late", "A", "A")
    ('late', 'late')
    """
    if offender in ("", counted_for):
        return reason
    return gettext("%(offender)s: %(reason)s") % {"offender": offender, "reason": reason}


def offender_text(offender: str, counted_for: str) -> str:
    """Return whose penalty it is: the offender, and in brackets the pair that it counts for."""
    if offender in ("", counted_for):
        return counted_for
    values = {"offender": offender, "entry": counted_for}
    return gettext("%(offender)s (%(entry)s)") % values
