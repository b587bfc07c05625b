"""Penalties in words: the offender, and the entry for which they count.

Amounts and units are worded with the sum that includes them.
"""

from __future__ import annotations

from django.utils.translation import gettext


def reason_text(reason: str, offender: str, counted_for: str = "") -> str:
    """Return the reason of a penalty with its offender, unless it counts for the offender alone.

    >>> reason_text("late", "", "A／B"), reason_text("late", "A", "A")
    ('late', 'late')
    """
    if offender in ("", counted_for):
        return reason
    return gettext("%(offender)s: %(reason)s") % {"offender": offender, "reason": reason}


def offender_text(offender: str, counted_for: str) -> str:
    """Return the offender, and in brackets the pair for which the penalty counts."""
    if offender in ("", counted_for):
        return counted_for
    values = {"offender": offender, "entry": counted_for}
    return gettext("%(offender)s (%(entry)s)") % values
