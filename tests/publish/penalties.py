"""Penalty points for tests of what pages say about them."""

from __future__ import annotations

from fractions import Fraction

from tests.cast import Cast
from tournaments import ledger
from tournaments.audit import SYSTEM, Verb, change
from tournaments.ledger import Origin
from tournaments.models import Entry, Side


def fine(cast: Cast, entry: Entry, points: int, side: Side | None = None) -> None:
    """Give penalty points; with a side they count at the end of its game."""
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        origin = Origin("ruling", "ruling")
        ledger.adjust(made, entry, Fraction(points), reason="迟到", origin=origin, side=side)
