"""Where levels are played, some articles let the opponents gain them: slow play, and burying late.

The offender's own levels stay then as they were played.
"""

from __future__ import annotations

from typing import Final

from tournaments.models import Event, Seat, Side
from tournaments.regulations import amounts
from tournaments.regulations.amounts import Measure

OPPONENTS_GAIN: Final = frozenset({"T-04", "T-05", "S-08"})
"""The articles whose steps are levels of the other side (南山杯 2026: 对方升1级)."""


def gaining_side(event: Event, article: str, seat: Seat | None) -> Side | None:
    """Return the side that gains the levels of an article; None where the offender loses them."""
    if seat is None or article not in OPPONENTS_GAIN:
        return None
    if amounts.measure_of(event, at_table=True) is not Measure.LEVELS:
        return None
    others = Side.objects.filter(match=seat.side.match_id).exclude(pk=seat.side_id)
    sides = list(others.prefetch_related("entries__event")[:2])
    return sides[0] if len(sides) == 1 else None
