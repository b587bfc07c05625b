"""Penalty points for tests of what pages say about them."""

from __future__ import annotations

from fractions import Fraction

from tests.cast import Cast
from tournaments.models import Entry, Side
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin


def fine(cast: Cast, entry: Entry, points: Fraction | int, side: Side | None = None) -> None:
    """Give penalty points; with a side they count at the end of its game."""
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        origin = Origin("ruling", "ruling")
        ledger.adjust(made, entry, Fraction(points), reason="迟到", origin=origin, side=side)
